// A row identity holds the two ids of a row.
import BookwormStorage
import Glibc

/// Identifies a row; the global id is nil if the row is to get a new one.
struct RowIdentity {
  let id: Int64
  let globalID: GlobalID?
}
