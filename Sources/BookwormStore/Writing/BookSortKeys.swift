// Rebuilds the keys of all books that depend on the rules for sorting names: the sort keys, the
// keys of plain titles, and those in the genres' lists of books.
import BookwormRecords
import BookwormStorage
import BookwormText

extension Connection {
  package func rebuildBookSortKeys() throws {
    let select = try statement(BookSQL.allForKeys)
    let update = try statement(BookSQL.setKeys)
    let add = try statement(BookSQL.addPlainTitle)
    defer { select.reset() }
    try statement(BookSQL.clearPlainTitles).run()
    var buffer = ByteBuffer()
    let articlesLast = try self.articlesLast()
    let sources = Array(BookSQL.keySources.bits)
    func text(_ field: BookFields) -> Bytes? {
      guard let place = sources.firstIndex(of: field).map({ Int32($0) + 1 }), !select.isNull(place)
      else { return nil }
      return select.text(place)
    }
    // The update only changes columns that this SELECT neither reads nor is ordered by.
    while try select.step() {
      update.bind(1, select.int64(0))
      for (index, key) in BookField.keys.enumerated() {
        buffer.removeAll()
        let isThere = key.append(to: &buffer, articlesLast: articlesLast, text)
        try Keys.check(buffer)
        try update.bind(Int32(index) + 2, isThere ? .blob(Array(buffer.bytes)) : .null)
      }
      try update.run()
      buffer.removeAll()
      if let title = TitleKey(text, articlesLast: articlesLast), title.appendPlain(to: &buffer) {
        try Keys.check(buffer)
        try add.bindBlob(1, buffer.bytes)
        add.bind(2, select.int64(0))
        try add.run()
      }
    }
    try statement(BookGenreSQL.forgetByGenre).run()
    try statement(BookGenreSQL.rebuildByGenre).run()
  }
}
