// A genre to the caller's struct, and many of them from the caller's array.
import BookwormModel
import BookwormStorage
import CBookwormTypes

extension RowSet {
  func genre(_ row: Int64) throws -> bw_genre {
    let row = try check(row, .genres)
    var genre = bw_genre()
    for column in layout.columns {
      switch GenreFields(rawValue: column.bit) {
      case .id: genre.id = number(column, row, as: Int64.self)
      case .name: genre.name = bw_text(text(column, row))
      case .colour: genre.colour = bw_text(text(column, row))
      case .rgb: genre.rgb = number(column, row, as: UInt32.self)
      case .books: genre.books = number(column, row, as: Int64.self)
      case .picture: genre.picture = bw_text(text(column, row))
      case .globalID: copy(uuid: column, row, to: &genre.global_id)
      default: break
      }
    }
    return genre
  }
}

extension Session {
  /// How many genres were made.
  func findOrCreateGenres(
    _ names: UnsafeBufferPointer<bw_text>, ids: UnsafeMutablePointer<Int64>?
  ) throws -> Int64 {
    var found = IDList()
    var created: Int64 = 0
    try findOrCreateGenres(count: names.count, name: { try text(names[$0], "names") }) {
      id, isNew in
      try found.append(id)
      if isNew { created += 1 }
    }
    if let ids { for (row, id) in found.ids.enumerated() { ids[row] = id } }
    return created
  }
}
