// Making the sort keys of every book anew, when the rules by which names sort have changed.
import BookwormStorage
import BookwormText

extension Connection {
  func rebuildBookKeys() throws {
    let select = try statement(BookSQL.allForKeys)
    let update = try statement(BookSQL.setKeys)
    defer { select.reset() }
    var key = ByteBuffer()
    // A row is changed only in columns that this SELECT neither reads nor walks by.
    while try select.step() {
      update.bind(1, select.int64(0))
      for column in Int32(1)...3 {
        guard !select.isNull(column) else {
          update.bindNull(column + 1)
          continue
        }
        try Keys.sort(select.text(column), into: &key)
        try update.bind(column + 1, .blob(Array(key.bytes)))
      }
      try update.run()
    }
    try statement(BookGenreSQL.forgetByGenre).run()
    try statement(BookGenreSQL.rebuildByGenre).run()
  }
}
