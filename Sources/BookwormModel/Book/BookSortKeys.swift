// Rebuilds the sort keys of every book after the rules for sorting names have changed.
import BookwormStorage
import BookwormText

extension Connection {
  func rebuildBookSortKeys() throws {
    let select = try statement(BookSQL.allForKeys)
    let update = try statement(BookSQL.setKeys)
    defer { select.reset() }
    var buffer = ByteBuffer()
    // The update only changes columns that this SELECT does not read and does not walk by.
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
