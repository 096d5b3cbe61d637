// A row identity holds the two ids of a row.
import BookwormStorage
import Glibc

/// Identifies a row; the global id is nil if the row is to get a new one.
package struct RowIdentity {
  package let id: Int64
  package let globalID: GlobalID?

  package init(id: Int64, globalID: GlobalID?) {
    (self.id, self.globalID) = (id, globalID)
  }
}
