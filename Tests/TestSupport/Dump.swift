// Reads the contents of a store's plain tables, except properties, histories and the log of
// changes, to compare them with their later contents.

/// The rows of these tables, by the table's name. Of the counters, only those that are not zero.
package func dump(ofStore path: String) throws -> [String: [[RawStore.Value]]] {
  let raw = try RawStore(path)
  var tables: [String: [[RawStore.Value]]] = [:]
  for table in [
    "books", "genres", "book_genres", "genre_books", "book_identifiers", "book_people", "quotes",
    "orders", "readings", "shelves", "book_sources", "merged_books", "book_covers",
  ] {
    tables[table] = try raw.rows("SELECT * FROM \(table) ORDER BY 1, 2, 3")
  }
  tables["plain_titles"] = try raw.rows("SELECT book, key FROM plain_titles ORDER BY 1")
  tables["counters"] = try raw.rows(
    """
    SELECT * FROM counters
    WHERE rated_0 <> 0 OR rated_1 <> 0 OR rated_2 <> 0 OR rated_3 <> 0 OR rated_4 <> 0
      OR rated_5 <> 0
    ORDER BY kind, key
    """)
  return tables
}

/// The rows that only one of two dumps has, with the table's name; the first few.
package func differences(
  _ one: [String: [[RawStore.Value]]], _ other: [String: [[RawStore.Value]]]
) -> [String] {
  var found: [String] = []
  for table in Set(one.keys).union(other.keys).sorted() {
    let (left, right) = (one[table] ?? [], other[table] ?? [])
    guard left != right else { continue }
    let gone = left.filter { !right.contains($0) }, new = right.filter { !left.contains($0) }
    found +=
      gone.prefix(3).map { "\(table) lost \($0)" } + new.prefix(3).map { "\(table) got \($0)" }
    if gone.isEmpty, new.isEmpty { found.append("\(table) differs in number") }
  }
  return found
}
