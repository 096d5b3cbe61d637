// Creates the function objects that the Python package calls without ctypes on CPython. Calling one
// costs a fiftieth of a call through ctypes.
//
// The functions are private to the library and its package, and not part of the interface. A
// function returns the bytes of a bw_error if its work failed, and None if it cannot do the work:
// the package then uses ctypes. It raises only Python's own exceptions, such as MemoryError.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import BookwormStorage

/// Returns the functions as a tuple: see PythonFunctions. `parts` is the package's tuple, and
/// `size` the size of a Book in bytes. Returns NULL if the functions cannot be created. The caller
/// must hold the interpreter's lock.
@_spi(Python)
@_cdecl("bookworm_python_1")
public func bookworm_python_1(
  _ parts: UnsafeMutableRawPointer?, _ size: Int
) -> UnsafeMutableRawPointer? {
  guard let python = CPython.found, let parts else { return nil }
  let functions = PythonBooks(python, parts, size: size).flatMap { PythonFunctions.tuple($0) }
  if let signals = PythonBooks.signals(python, parts) { PythonSignals.listen(python, signals) }
  // Whatever failed, the package uses ctypes instead.
  if functions == nil { python.clearError() }
  return functions
}

enum PythonFunctions {
  typealias Object = CPython.Object

  private static let name: StaticString = "bookworm"

  /// Each definition is created once, because function objects refer to it for ever.
  private static let get = Definition("get") { me, arguments, count in
    guard let books = books(of: me), count == 3, let session = arguments?[0],
      let handle = address(arguments?[1], books), let id = number(arguments?[2], books)
    else { return failed(me) }
    let python = books.python
    let thread = python.pause()
    let read = Result { try Handles.session(handle).book(id, .standard) }
    python.resume(thread)
    switch read {
    case .success(let rows): return books.one(rows, session) ?? failed(me)
    case .failure(let error): return report(error, python)
    }
  }

  private static let run = Definition("run") { me, arguments, count in
    guard let books = books(of: me), count == 5, let session = arguments?[0],
      let handle = address(arguments?[1], books),
      let query = query(
        handle: address(arguments?[2], books), offset: number(arguments?[3], books),
        limit: number(arguments?[4], books))
    else { return failed(me) }
    let python = books.python
    let thread = python.pause()
    let read = Result { try Handles.session(handle).run(query) }
    python.resume(thread)
    switch read {
    case .success(let rows): return books.all(rows, session)?.list ?? failed(me)
    case .failure(let error): return report(error, python)
    }
  }

  private static func query(handle: OpaquePointer?, offset: Int64?, limit: Int64?) -> Query? {
    guard let offset, let limit, var query = try? Handles.query(handle).value else { return nil }
    do {
      try query.setFields(.standard)
      try query.setOffset(offset)
      try query.setLimit(limit)
    } catch { return nil }
    return query
  }

  private static let rows = Definition("rows") { me, arguments, count in
    guard let books = books(of: me), count == 2, let session = arguments?[0],
      let handle = address(arguments?[1], books), let rows = try? Handles.result(handle)
    else { return failed(me) }
    return books.all(rows, session).flatMap { pair($0.list, $0.size, books.python) } ?? failed(me)
  }

  static func tuple(_ books: PythonBooks) -> Object? {
    let python = books.python
    let context = Unmanaged.passRetained(books)
    guard
      let me = python.capsule(
        context.toOpaque(), name.utf8Start, { PythonFunctions.dropped($0) })
    else {
      context.release()
      return nil
    }
    defer { python.release(me) }
    let definitions = [get, run, rows]
    guard let tuple = python.tuple(definitions.count) else { return nil }
    for (place, definition) in definitions.enumerated() {
      guard let function = python.function(definition.address, me, nil),
        python.setTupleItem(tuple, place, function) == 0
      else {
        python.release(tuple)
        return nil
      }
    }
    return tuple
  }

  /// Called when the last of the functions is gone.
  private static func dropped(_ capsule: Object?) {
    guard let python = CPython.found, let context = python.pointer(capsule, name.utf8Start) else {
      return
    }
    Unmanaged<PythonBooks>.fromOpaque(context).release()
  }

  private static func books(of me: Object?) -> PythonBooks? {
    CPython.found?.pointer(me, name.utf8Start).map {
      Unmanaged<PythonBooks>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func report(_ error: any Error, _ python: CPython) -> Object? {
    withUnsafeBytes(of: Report(error).struct) { python.bytes($0.baseAddress, $0.count) }
  }

  /// Returns NULL if a Python exception is set, otherwise None.
  private static func failed(_ me: Object?) -> Object? {
    guard let books = books(of: me), books.python.error() == nil else { return nil }
    books.python.retain(books.none)
    return books.none
  }

  private static func address(_ argument: Object?, _ books: PythonBooks) -> OpaquePointer? {
    guard let argument else { return nil }
    let number = books.python.uint64(argument)
    if number == UInt64.max, books.python.error() != nil { return nil }
    return OpaquePointer(bitPattern: UInt(number))
  }

  private static func number(_ argument: Object?, _ books: PythonBooks) -> Int64? {
    guard let argument else { return nil }
    let number = books.python.int64(argument)
    return number == -1 && books.python.error() != nil ? nil : number
  }

  /// A tuple that takes ownership of the list.
  private static func pair(_ list: Object, _ size: Int64, _ python: CPython) -> Object? {
    let size = python.int(size)
    guard let size, let pair = python.tuple(2) else {
      python.release(list)
      python.release(size)
      return nil
    }
    _ = python.setTupleItem(pair, 0, list)
    _ = python.setTupleItem(pair, 1, size)
    return pair
  }

  /// A PyMethodDef: the name, the function, the calling convention and the documentation.
  private struct Definition: @unchecked Sendable {
    let address: Object

    init(_ name: StaticString, _ method: CPython.Method) {
      let fastCall: Int32 = 0x80
      address = Object.allocate(byteCount: 32, alignment: 8)
      address.storeBytes(of: name.utf8Start, toByteOffset: 0, as: UnsafePointer<UInt8>.self)
      address.storeBytes(of: method, toByteOffset: 8, as: CPython.Method.self)
      address.storeBytes(of: fastCall, toByteOffset: 16, as: Int32.self)
      address.storeBytes(of: nil, toByteOffset: 24, as: Object?.self)
    }
  }
}
