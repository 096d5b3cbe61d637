// The two ids of a row.
import BookwormStorage
import Glibc

/// What a row is known by; the global id is nil where it is to get a new one.
struct RowIdentity {
  let id: Int64
  let globalID: GlobalID?
}
