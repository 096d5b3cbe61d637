// Checks the invariants of titles: the keys that lists are sorted by, and the keys that find books.

func titleFaults(in store: RawStore) throws -> [String] {
  var faults: [String] = []
  var plain: [[RawStore.Value]] = []
  let articlesLast =
    try store.integers("SELECT value FROM properties WHERE name = 'articles_last'") != [0]
  for row in try store.rows("SELECT id, title, title_key, title_sort FROM books") {
    let (title, key) = (row[1].text ?? "", row[2].blob ?? [])
    let isRight =
      row[3].text.map { key == sortKey($0) }
      ?? (key == sortKey(title) || articlesLast && isKey(key, ofTitleWithArticle: title))
    if !isRight { faults.append("book \(row[0]): the key of \(title) is wrong") }
    if key != sortKey(title) { plain.append([.blob(sortKey(title)), row[0]]) }
  }
  let kept = try store.rows("SELECT key, book FROM plain_titles")
  if kept.count != plain.count || !kept.allSatisfy(plain.contains) {
    faults.append("keys of plain titles: \(kept) instead of \(plain)")
  }
  return faults
}

/// Whether `key` is the key of the title with its first characters last. Other tests check which
/// beginnings are articles.
private func isKey(_ key: [UInt8], ofTitleWithArticle title: String) -> Bool {
  title.indices.dropFirst().contains { end in
    let (article, rest) = (sortKey(String(title[..<end])), sortKey(String(title[end...])))
    return !rest.isEmpty && key == rest + [1] + article
  }
}
