// Checks the rules for the identifiers and contributors of every store.

func identifierFaults(in store: RawStore) throws -> [String] {
  let gaps = try store.rows(
    "SELECT book FROM book_identifiers GROUP BY book HAVING max(position) <> count(*) - 1")
  return gaps.isEmpty ? [] : ["identifiers with a gap: \(gaps)"]
}

/// The positions have no gaps, a person occurs once in each role of a book, and all books exist.
func contributorFaults(in store: RawStore) throws -> [String] {
  var faults: [String] = []
  let gaps = try store.rows(
    "SELECT book FROM book_people GROUP BY book HAVING max(position) <> count(*) - 1")
  if !gaps.isEmpty { faults.append("contributors with a gap: \(gaps)") }
  let rows = try store.rows(
    """
    SELECT p.book, name, role, role_key, key, b.id
    FROM book_people p LEFT JOIN books b ON b.id = p.book
    """)
  var seen: [[RawStore.Value]] = []
  for row in rows {
    let whose = "a contributor of book \(row[0])"
    if isBlank(row[1].text ?? "") || isBlank(row[2].text ?? "") {
      faults.append("\(whose) is blank")
    }
    if row[5] == .null { faults.append("\(whose): there is no such book") }
    if seen.contains([row[0], row[3], row[4]]) { faults.append("\(whose) has one role twice") }
    seen.append([row[0], row[3], row[4]])
  }
  return faults
}
