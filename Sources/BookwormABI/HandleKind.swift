// The kinds of handles, each declared here and nowhere else: what C calls it, what it names, and
// what the table of handles must know. The header takes the names and the comments from here.
import BookwormModel
import BookwormStorage

struct HandleKind: Equatable, Sendable {
  /// 1 to 63, in the handle's bits.
  let number: UInt64
  /// As messages have it.
  let name: String
  /// Whether the object may be used in a child of the process that opened it.
  let survivesFork: Bool

  init(_ number: UInt64, _ name: String, survivesFork: Bool = false) {
    (self.number, self.name, self.survivesFork) = (number, name, survivesFork)
  }
}

/// What a handle of one kind names.
protocol HandleObject: AnyObject {
  static var handleKind: HandleKind { get }
}

/// A store, or a transaction on one: every call that takes a store takes either.
public typealias BWStore = OpaquePointer
extension Session: HandleObject { static let handleKind = HandleKind(1, "store") }

/// Which books to find, and in which order. Belongs to no store; may be run on any.
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

/// Hears what is changed in a store, in a book, or in a page of a query.
public typealias BWObserver = OpaquePointer
extension Observer: HandleObject { static let handleKind = HandleKind(5, "observer") }

/// One field of one book as a control's two-way value.
public typealias BWBinding = OpaquePointer
extension Binding: HandleObject { static let handleKind = HandleKind(6, "binding") }

/// A copy of a store into a file, which is being made.
public typealias BWBackup = OpaquePointer
extension Backup: HandleObject { static let handleKind = HandleKind(7, "backup") }
