// Making the sort keys of every book anew, when the rules by which names sort have changed.
import BookwormStorage
import BookwormText

extension Connection {
  func rebuildBookSortKeys() throws {
    let select = try statement(BookSQL.allForKeys)
    let update = try statement(BookSQL.setKeys)
    defer { select.reset() }
    var buffer = ByteBuffer()
    // A row is changed only in columns that this SELECT neither reads nor walks by.
    while try select.step() {
      update.bind(1, select.int64(0))
      var place: Int32 = 1
      for (index, key) in BookField.keys.enumerated() {
        let parameter = Int32(index) + 2
        let sources = place..<(place + Int32(key.fields.rawValue.nonzeroBitCount))
        place = sources.upperBound
        guard let source = sources.last(where: { !select.isNull($0) }) else {
          update.bindNull(parameter)
          continue
        }
        try Keys.sort(select.text(source), into: &buffer)
        try update.bind(parameter, .blob(Array(buffer.bytes)))
      }
      try update.run()
    }
    try statement(BookGenreSQL.forgetByGenre).run()
    try statement(BookGenreSQL.rebuildByGenre).run()
  }
}
