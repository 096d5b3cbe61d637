// Reads the contents that two copies of a store have in common, for comparison: everything by
// global ids, because the ids of a row differ between stores.

/// Returns the rows of these tables as lists of values, without ids, sorted by global id. Rows name
/// books and genres by their global ids.
package func sharedDump(ofStore path: String, orders: Bool = true) throws
  -> [String: [[RawStore.Value]]]
{
  let raw = try RawStore(path)
  func book(_ column: String) -> String {
    "(SELECT global_id FROM books b WHERE b.id = \(column))"
  }
  var queries = [
    "genres": "SELECT global_id, name, colour, name_key, sort_key FROM genres",
    "shelves": "SELECT global_id, name, line, name_key, sort_key FROM shelves",
    "genres of books": """
    SELECT \(book("l.book")), g.global_id,
      (SELECT count(*) FROM book_genres o WHERE o.book = l.book AND o.position < l.position)
    FROM book_genres l JOIN genres g ON g.id = l.genre
    """,
    "identifiers": """
    SELECT \(book("book")), position, scheme, value, key FROM book_identifiers
    """,
    "contributors": """
    SELECT \(book("book")), position, name, sort, role, role_key, key, folded, sort_key
    FROM book_people
    """,
    "quotes": "SELECT global_id, \(book("book")), text, page, created FROM quotes",
    "readings": """
    SELECT global_id, \(book("book")), outcome, started, finished, page, percent, note, created
    FROM readings
    """,
    "merged books": "SELECT global_id, \(book("book")) FROM merged_books",
    "sources": """
    SELECT global_id, \(book("book")), source, source_id, taken, raw, imported FROM book_sources
    """,
  ]
  if orders {
    queries["orders"] = """
      SELECT global_id, title, quantity, unit_price, currency, total, placed, cancelled,
        coalesce(\(book("book")), (SELECT global_id FROM merged_books m WHERE m.id = book))
      FROM orders
      """
  }
  var tables: [String: [[RawStore.Value]]] = [:]
  for (name, query) in queries {
    tables[name] = try raw.rows("SELECT * FROM (\(query)) ORDER BY 1, 2")
  }
  let columns = try raw.rows("SELECT name FROM pragma_table_info('books') WHERE name <> 'id'")
    .compactMap { $0[0].text }
  let list = columns.sorted().joined(separator: ", ")
  tables["books"] = try raw.rows("SELECT global_id, \(list) FROM books ORDER BY 1")
  return tables
}
