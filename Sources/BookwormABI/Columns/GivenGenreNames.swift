// Finds or creates many genres from the caller's array of names.
import BookwormBooks
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes

extension Session {
  /// Returns the number of created genres.
  func findOrCreateGenres(
    _ names: UnsafeBufferPointer<bw_text>, ids: UnsafeMutablePointer<Int64>?
  ) throws -> Int64 {
    var found = IDList()
    var created: Int64 = 0
    try findOrCreateGenres(count: names.count, name: { try givenText(names[$0], "names") }) {
      id, isNew in
      try found.append(id)
      if isNew { created += 1 }
    }
    if let ids { for (row, id) in found.ids.enumerated() { ids[row] = id } }
    return created
  }
}
