// Creates Book objects of the Python package from rows, and fills their slots directly.
import BookwormRecords
import BookwormStorage
import Glibc

/// The Python objects that are needed to create books. The package passes them once in each
/// interpreter.
final class PythonBooks {
  typealias Object = CPython.Object

  /// The parts of the package's tuple.
  private enum Part: Int {
    case book, filled, names, statuses, none, no, yes, date, dateTime, utc, signals
  }

  let python: CPython
  /// Keeps all used parts alive.
  private let parts: Object
  private let book: Object
  private let statuses: [Object]
  let none: Object
  private let no: Object
  private let yes: Object
  private let calendar: PythonCalendar
  /// The offsets of an object's slots in bytes: the session, then the fields in their order.
  private let places: [Int]

  /// Nil if the parts are not as expected; a Python exception may then be set.
  init?(_ python: CPython, _ parts: Object, size: Int) {
    func part(_ part: Part) -> Object? { python.tupleItem(parts, part.rawValue) }
    func items(_ part: Object?) -> [Object]? {
      guard let part else { return nil }
      let count = python.tupleSize(part)
      let items = (0..<max(count, 0)).compactMap { python.tupleItem(part, $0) }
      return items.count == count ? items : nil
    }
    guard let book = part(.book), let filled = part(.filled), let none = part(.none),
      let no = part(.no), let yes = part(.yes), let date = part(.date),
      let dateTime = part(.dateTime), let utc = part(.utc),
      let statuses = items(part(.statuses)), let names = items(part(.names)),
      names.count == PythonBooks.fields.count + 1,
      let calendar = PythonCalendar(python, date: date, dateTime: dateTime, utc: utc),
      let places = PythonBooks.places(of: names, in: filled, size: size, python)
    else { return nil }
    self.python = python
    self.parts = parts
    self.book = book
    (self.none, self.no, self.yes) = (none, no, yes)
    self.statuses = statuses
    self.calendar = calendar
    self.places = places
    python.retain(parts)
  }

  deinit { python.release(parts) }

  /// The parts of PythonSignals; nil if the package is of version 2.0.
  static func signals(_ python: CPython, _ parts: Object) -> Object? {
    let place = Part.signals.rawValue
    return python.tupleSize(parts) > place ? python.tupleItem(parts, place) : nil
  }

  /// Finds the offsets of a class's slots: sets each slot of an object to a known value, and
  /// searches the object's memory for it.
  private static func places(
    of names: [Object], in type: Object, size: Int, _ python: CPython
  ) -> [Int]? {
    // The search begins after the reference count and the class, which are at the start of every
    // object.
    let words = stride(from: 16, through: size &- 8, by: 8)
    guard let mark = python.list(0) else { return nil }
    defer { python.release(mark) }
    guard let sample = python.allocate(type, 0) else { return nil }
    defer { python.release(sample) }
    var places: [Int] = []
    for name in names {
      let before = words.filter { sample.load(fromByteOffset: $0, as: Object?.self) == mark }
      guard python.setAttribute(sample, name, mark) == 0 else { return nil }
      let after = words.filter { sample.load(fromByteOffset: $0, as: Object?.self) == mark }
      let new = after.filter { !before.contains($0) }
      guard new.count == 1 else { return nil }
      places += new
    }
    return places
  }

  // MARK: Rows

  /// Returns a list of all rows, and the size of their texts. Nil, without a Python exception set,
  /// if a value cannot be represented, or if the rows are not books with all their fields.
  func all(_ rows: RowSet, _ session: Object) -> (list: Object, size: Int64)? {
    guard holdsBooks(rows), let list = python.list(rows.count) else { return nil }
    // The list must be invisible to the garbage collector until it is full, because the collector
    // can run any code.
    python.untrack(list)
    var last = LastInstant()
    for row in 0..<rows.count {
      guard let made = object(rows, row, session, &last),
        python.setListItem(list, row, made) == 0
      else {
        python.release(list)
        return nil
      }
    }
    python.track(list)
    var size: Int64 = 0
    for column in rows.layout.columns.prefix(PythonBooks.fields.count) where column.type == .text {
      size &+= rows.number(column, rows.count, as: Int64.self)
    }
    return (list, size)
  }

  /// Returns the Book of the only row; nil if it cannot be created, as for all().
  func one(_ rows: RowSet, _ session: Object) -> Object? {
    var last = LastInstant()
    return holdsBooks(rows) ? object(rows, 0, session, &last) : nil
  }

  /// The fields with slots in a Book, which are read by default.
  private static let fields = Array(BookFields.standard.bits)

  /// Whether the columns begin with those fields.
  private func holdsBooks(_ rows: RowSet) -> Bool {
    let columns = rows.layout.columns
    guard rows.kind == .books, columns.count >= PythonBooks.fields.count else { return false }
    return zip(columns, PythonBooks.fields).allSatisfy { $0.field == $1 }
  }

  // MARK: Objects

  /// The last created instant, kept alive by its row.
  private struct LastInstant {
    var milliseconds: Int64 = 0
    var object: Object?
  }

  private func object(
    _ rows: RowSet, _ row: Int, _ session: Object, _ last: inout LastInstant
  ) -> Object? {
    guard let made = python.allocate(book, 0) else { return nil }
    // A book refers only to its session and to simple values, and a session does not refer to
    // books. So a book is never part of a cycle, and the garbage collector can ignore it.
    python.untrack(made)
    python.retain(session)
    made.storeBytes(of: session, toByteOffset: places[0], as: Object.self)
    for index in 0..<(places.count &- 1) {
      guard let value = value(index, rows, row, &last) else {
        python.release(made)
        return nil
      }
      made.storeBytes(of: value, toByteOffset: places[index &+ 1], as: Object.self)
    }
    return made
  }

  @inline(__always)
  private func value(
    _ index: Int, _ rows: RowSet, _ row: Int, _ last: inout LastInstant
  ) -> Object? {
    let column = rows.layout.columns[index]
    guard rows.isPresent(column, row) else { return kept(none) }
    switch column.kind {
    case .int64: return python.int(rows.number(column, row, as: Int64.self))
    case .int32: return python.int(Int64(rows.number(column, row, as: Int32.self)))
    case .flag: return kept(rows.number(column, row, as: Int32.self) == 0 ? no : yes)
    case .status: return status(rows.number(column, row, as: Int32.self))
    case .double: return python.float(rows.number(column, row, as: Double.self))
    case .instant: return instant(rows.number(column, row, as: Int64.self), &last)
    case .date: return date(rows.number(column, row, as: Int32.self))
    case .text: return text(rows.text(column, row))
    case .int64List, .textList, .dateList, .outcomeList, .uuid: return nil
    }
  }

  @inline(__always)
  private func kept(_ object: Object) -> Object {
    python.retain(object)
    return object
  }

  private func text(_ bytes: Bytes) -> Object? {
    python.decode(bytes.baseAddress, bytes.count, PythonBooks.replacing.utf8Start)
  }

  private static let replacing: StaticString = "replace"

  private func status(_ number: Int32) -> Object? {
    let index = Int(number)
    return statuses.indices.contains(index) ? kept(statuses[index]) : nil
  }

  /// Books that were entered together share an instant, and most books have the same one for
  /// created and updated.
  private func instant(_ milliseconds: Int64, _ last: inout LastInstant) -> Object? {
    if let object = last.object, last.milliseconds == milliseconds { return kept(object) }
    let made = calendar.instant(milliseconds)
    last = LastInstant(milliseconds: milliseconds, object: made)
    return made
  }

  /// 0 is an absent date.
  private func date(_ written: Int32) -> Object? {
    written == 0 ? kept(none) : calendar.date(written)
  }
}
