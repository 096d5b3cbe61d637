// Facets
//
// A facet is one group of a query's books, such as one genre or one author, with its number of
// books. A frontend shows facets beside a list, so that a person can narrow the list to one of
// them, and widen it again. A facet is identified by its kind of group, and by the `key` and the
// `name` of its row in bw_result_get_statistics(). For groups with names, such as genres and
// people, only `name` is used; for groups without names, such as years, only `key`.
//
// To narrow a search line, parse it, add the facet, and get the line of the query:
//
//     bw_query *query;
//     bw_text narrowed;
//     bw_result *held;
//     if (bw_query_parse(line, -1, &query, &error) == BW_OK) {
//       if (bw_query_add_facet(query, BW_GROUP_DECADE, 1960, NULL, 0, &error) == BW_OK &&
//           bw_query_get_line(query, &narrowed, &held, &error) == BW_OK) {
//         printf("%s\n", narrowed.data);
//         bw_result_free(held);
//       }
//       bw_query_free(query);
//     }
import BookwormFrontend
import BookwormQuery
import BookwormRecords
import BookwormStore
import CBookwormTypes

/// Lists the largest groups of the books that match `query`, for narrowing the query. `query` may
/// be NULL for all books. `*result` gets a result with one row per group, for
/// bw_result_get_statistics(). Free it with bw_result_free().
///
/// The largest group comes first; groups of the same size are sorted as in
/// bw_store_list_statistics(). Groups without books are left out. If `words`, which may be NULL, is
/// not blank, only groups whose name has a word that begins with it are listed; case and accents
/// are ignored. `limit` is the largest number of rows, or -1. The query's own limit, offset and
/// cursor are ignored. Cost: reads every matching book, which takes up to 0.1 s for the people of
/// 100,000 books. Without a query, the groups are cached, as in bw_store_list_completions(). Fails
/// with BW_ERROR_ARGUMENT if `words` is given and the groups have no names: months, status, rating,
/// year and decade.
@_cdecl("bw_store_list_facets")
public func bw_store_list_facets(
  _ store: BWStore?, _ query: BWQuery?, _ group: bw_group, _ words: UnsafePointer<CChar>?,
  _ words_length: Int64, _ limit: Int64, _ result: UnsafeMutablePointer<BWResult?>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (session, result) = (try Handles.session(store), try required(result, "result"))
    let (query, group) = (try Handles.optionalQuery(query), try StatisticsGroup(group))
    let words = try optionalText(words, words_length, "words") ?? noText
    result.pointee = try Handles.add(
      try session.facets(query, by: group, words: words, limit: limit))
  }
}

/// Keeps the books whose whole `field` equals the text, ignoring case and accents. The fields are
/// those of bw_query_where_contains(). With BW_BOOK_AUTHOR the text is the whole name of one
/// author, as for bw_query_where_person(); with BW_BOOK_LANGUAGE it is a language tag, and "en"
/// does not match "en-GB". Books without the field do not pass. After several calls, all must
/// match. Fails with BW_ERROR_INVALID for a blank text, and with BW_ERROR_TOO_LARGE for more than
/// 16 KiB. Cost: a scan, as for bw_query_where_contains().
@_cdecl("bw_query_where_equals")
public func bw_query_where_equals(
  _ query: BWQuery?, _ field: bw_fields, _ text: UnsafePointer<CChar>?, _ length: Int64,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let text = try givenText(text, length, "text")
    let field = BookFields(rawValue: field)
    try Handles.query(query).change { try $0.filter(field, equals: text) }
  }
}

/// Adds the condition for a facet to a query, by the rules of bw_query_add_conditions(). The query
/// then finds only the books of the facet. The condition for a name is for the whole name, such as
/// publisher="Penguin"; case and accents are ignored.
///
/// `name` may be NULL for a group without names. Fails with BW_ERROR_ARGUMENT if the group has no
/// such facet, and always for BW_GROUP_ROLE and BW_GROUP_SHELF (use the shelf's line to find its
/// books); with BW_ERROR_INVALID for a blank name; and with BW_ERROR_TOO_LARGE if the query has too
/// many filters.
@_cdecl("bw_query_add_facet")
public func bw_query_add_facet(
  _ query: BWQuery?, _ group: bw_group, _ key: Int64, _ name: UnsafePointer<CChar>?,
  _ name_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let facet = try Facet(group, key, name, name_length)
    try Handles.query(query).change { try $0.add(facet) }
  }
}

/// Removes the condition that bw_query_add_facet() adds, by the rules of
/// bw_query_remove_conditions(). Changes nothing if the query does not have it. `name` may be NULL
/// for a group without names. Fails like bw_query_add_facet().
@_cdecl("bw_query_remove_facet")
public func bw_query_remove_facet(
  _ query: BWQuery?, _ group: bw_group, _ key: Int64, _ name: UnsafePointer<CChar>?,
  _ name_length: Int64, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let facet = try Facet(group, key, name, name_length)
    try Handles.query(query).change { try $0.remove(facet) }
  }
}

/// Gets whether a query has the condition that bw_query_add_facet() adds, in each alternative: 1 or
/// 0. `name` may be NULL for a group without names. Fails like bw_query_add_facet().
@_cdecl("bw_query_has_facet")
public func bw_query_has_facet(
  _ query: BWQuery?, _ group: bw_group, _ key: Int64, _ name: UnsafePointer<CChar>?,
  _ name_length: Int64, _ has: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (query, has) = (try Handles.query(query).value, try required(has, "has"))
    has.pointee = try query.has(try Facet(group, key, name, name_length)) ? 1 : 0
  }
}

/// Adds the conditions of `other` to a query. The query then finds only the books that match both,
/// unless a condition of `other` replaces one of the query's own: see below. Unlike
/// bw_query_where_not() and the other filters, this call follows the rules for narrowing a search
/// line:
///
/// - A condition that the query has already is not added again.
/// - A query that was made from a line with OR gets the conditions in each alternative.
/// - A query can have only one condition on the status, the rating, favourites, and each number or
///   date. If both queries have such a condition, the result depends on its kind. Two ranges or two
///   sets of statuses become their common part. If they have no common part, and for any other
///   kind, the condition of `other` replaces the query's.
///
/// Only the filters of `other` are used. You still own it and must free it. Fails with
/// BW_ERROR_ARGUMENT if it has a limit, an offset, a cursor or alternatives, and with
/// BW_ERROR_TOO_LARGE if both together have too many filters.
@_cdecl("bw_query_add_conditions")
public func bw_query_add_conditions(
  _ query: BWQuery?, _ other: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let other = try Handles.query(other, "other").value
    try Handles.query(query).change { try $0.add(other) }
  }
}

/// Removes from a query those of its conditions that `other` has too. If the query has
/// alternatives, the conditions are removed from each alternative. If an alternative then has no
/// conditions left, it finds every book, and so does the query. Fails like
/// bw_query_add_conditions().
@_cdecl("bw_query_remove_conditions")
public func bw_query_remove_conditions(
  _ query: BWQuery?, _ other: BWQuery?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let other = try Handles.query(other, "other").value
    try Handles.query(query).change { try $0.remove(other) }
  }
}

/// Gets whether a query has all conditions of `other`, in each alternative: 1 or 0. Fails like
/// bw_query_add_conditions().
@_cdecl("bw_query_has_conditions")
public func bw_query_has_conditions(
  _ query: BWQuery?, _ other: BWQuery?, _ has: UnsafeMutablePointer<Int32>?,
  _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (query, has) = (try Handles.query(query).value, try required(has, "has"))
    has.pointee = try query.has(try Handles.query(other, "other").value) ? 1 : 0
  }
}

/// Gets the text that a frontend shows for a facet, in the given language. `text` is borrowed from
/// `*result`, which you own: free the result with bw_result_free(). Months are "February 2024",
/// decades "1960–1969", statuses and ratings are in words, and genres and languages have their
/// names in the language. Names of people, series, publishers, formats and shelves are as stored.
/// `name` may be NULL for a group without names.
///
/// Fails with BW_ERROR_ARGUMENT if the group has no such facet, and with BW_ERROR_INVALID for a
/// blank name.
@_cdecl("bw_facet_format")
public func bw_facet_format(
  _ group: bw_group, _ key: Int64, _ name: UnsafePointer<CChar>?, _ name_length: Int64,
  _ language: bw_language, _ text: UnsafeMutablePointer<bw_text>?,
  _ result: UnsafeMutablePointer<BWResult?>?, _ error: UnsafeMutablePointer<bw_error>?
) -> bw_status {
  boundary(error) {
    let (text, result) = (try required(text, "text"), try required(result, "result"))
    let facet = try Facet(group, key, name, name_length)
    let made = try facet.label(try Language(language)).asResult()
    result.pointee = try Handles.add(made)
    text.pointee = bw_text(made.onlyText)
  }
}

/// Returns the name of a kind of group in the given language, such as "Author" or "Decade" in
/// English, for a heading above its facets. Never NULL; empty for an unknown group. An unknown
/// `language` counts as English.
@_cdecl("bw_group_name")
public func bw_group_name(
  _ group: bw_group, _ language: bw_language
) -> UnsafePointer<CChar>? {
  StatisticsGroup.label(group, .orEnglish(language)).permanent
}
