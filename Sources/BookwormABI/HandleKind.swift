// The kinds of handles are declared here and nowhere else: the name in C, the object's class, and
// the data for the table of handles. The header has its names and comments from here.
import BookwormExchange
import BookwormFrontend
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore

struct HandleKind: Equatable, Sendable {
  /// 1 to 63, in the handle's bits.
  let number: UInt64
  /// The name in messages.
  let name: String
  /// Whether the object may be used in a child of the process that opened it.
  let survivesFork: Bool

  init(_ number: UInt64, _ name: String, survivesFork: Bool = false) {
    (self.number, self.name, self.survivesFork) = (number, name, survivesFork)
  }
}

/// A class whose objects have handles.
protocol HandleObject: AnyObject {
  static var handleKind: HandleKind { get }
}

/// A store, or a transaction on one. Calls that accept only a store say so.
public typealias BWStore = OpaquePointer
extension HandleKind { static let session = HandleKind(1, "store") }
extension Store: HandleObject { static let handleKind = HandleKind.session }
extension Transaction: HandleObject { static let handleKind = HandleKind.session }

/// A selection of books and their order. Belongs to no store and can run on any.
public typealias BWQuery = OpaquePointer
extension SharedQuery: HandleObject {
  static let handleKind = HandleKind(2, "query", survivesFork: true)
}

/// Rows that were read: an immutable snapshot, valid until freed, even after its store closes.
public typealias BWResult = OpaquePointer
extension RowSet: HandleObject {
  static let handleKind = HandleKind(3, "result", survivesFork: true)
}

/// The rows of a query that is still being read, a piece at a time.
public typealias BWStream = OpaquePointer
extension RowStream: HandleObject { static let handleKind = HandleKind(4, "stream") }

/// Reports changes of a store, a book, a page of a query, a list, orders, or statistics.
public typealias BWObserver = OpaquePointer
extension Observer: HandleObject { static let handleKind = HandleKind(5, "observer") }

/// A two-way connection between a control and one field of a row; or a draft of a row.
public typealias BWBinding = OpaquePointer
extension HandleKind { static let binding = HandleKind(6, "binding") }

/// A backup in progress: a copy of a store into a file.
public typealias BWBackup = OpaquePointer
extension Backup: HandleObject { static let handleKind = HandleKind(7, "backup") }
