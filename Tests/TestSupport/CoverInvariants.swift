// Checks the rules that the covers of every store follow at every moment.

/// The faults of the covers: each must be complete and belong to a book.
func coverFaults(in store: RawStore) throws -> [String] {
  let pieces = try store.rows(
    "SELECT book, piece, size, length(data) FROM book_covers ORDER BY book, piece")
  let books = Set(try store.integers("SELECT id FROM books"))
  var faults: [String] = []
  for (book, rows) in Dictionary(grouping: pieces, by: { $0[0].integer ?? -1 }) {
    let (numbers, sizes) = (rows.map { $0[1].integer ?? -1 }, rows.map { $0[3].integer ?? -1 })
    let isWhole =
      numbers == (0..<Int64(rows.count)).map { $0 } && rows[0][2].integer == sizes.reduce(0, +)
      && sizes.dropLast().allSatisfy { $0 == 65_536 }
    if !isWhole { faults.append("the cover of book \(book) is not whole: \(numbers), \(sizes)") }
    if !books.contains(book) { faults.append("book \(book) has a cover, but does not exist") }
  }
  return faults
}
