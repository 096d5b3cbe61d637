// Exports a batch of rows as Arrow's array structs. Every struct keeps the batch alive, because a
// receiver may move columns out and release them one by one.
import BookwormQuery
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import Glibc

extension ArrowArray {
  /// A struct of the batch's columns.
  init(_ rows: RecordBatch) throws {
    try self.init(rows, length: rows.count, buffers: [nil])
    do {
      children = try arrowMemory(UnsafeMutablePointer<ArrowArray>?.self, rows.columns.count)
      for column in rows.columns { try add(try ArrowArray(column, of: rows)) }
    } catch {
      releaseArray(&self)
      throw error
    }
  }

  private init(_ column: RecordBatch.Column, of rows: RecordBatch) throws {
    let validity = column.validity.map { UnsafeRawPointer($0.start) }
    let values = UnsafeRawPointer(column.values.start)
    let offsets = column.offsets.map { UnsafeRawPointer($0.start) }
    switch column.kind {
    case .text, .uuid:
      try self.init(rows, length: rows.count, buffers: [validity, offsets, values])
    case .int64List, .textList:
      try self.init(rows, length: rows.count, buffers: [validity, offsets])
    default: try self.init(rows, length: rows.count, buffers: [validity, values])
    }
    null_count = Int64(column.nullCount)
    do {
      switch column.kind {
      case .int64List:
        try setItems(try ArrowArray(rows, length: column.itemCount, buffers: [nil, values]))
      case .textList:
        let ends = column.itemOffsets.map { UnsafeRawPointer($0.start) }
        try setItems(try ArrowArray(rows, length: column.itemCount, buffers: [nil, ends, values]))
      case .status:
        dictionary = try ArrowArray(
          rows, length: StatusTexts.count,
          buffers: [nil, StatusTexts.offsets, StatusTexts.values]
        ).moved()
      default: break
      }
    } catch {
      releaseArray(&self)
      throw error
    }
  }

  private init(_ rows: RecordBatch, length: Int, buffers: [UnsafeRawPointer?]) throws {
    self.init()
    self.buffers = try arrowMemory(UnsafeRawPointer?.self, buffers.count)
    for (index, buffer) in buffers.enumerated() { self.buffers[index] = buffer }
    self.length = Int64(length)
    n_buffers = Int64(buffers.count)
    private_data = Unmanaged.passRetained(rows).toOpaque()
    release = releaseArray
  }

  private mutating func setItems(_ items: ArrowArray) throws {
    let moved = try items.moved()
    do { children = try arrowMemory(UnsafeMutablePointer<ArrowArray>?.self, 1) } catch {
      releaseMoved(moved)
      throw error
    }
    children[0] = moved
    n_children = 1
  }

  /// Adds a child; room for its pointer must have been reserved.
  private mutating func add(_ child: ArrowArray) throws {
    children[Int(n_children)] = try child.moved()
    n_children += 1
  }

  private func moved() throws -> UnsafeMutablePointer<ArrowArray> {
    do {
      let memory = try arrowMemory(ArrowArray.self)
      memory.initialize(to: self)
      return memory
    } catch {
      var array = self
      releaseArray(&array)
      throw error
    }
  }
}

private func releaseArray(_ array: UnsafeMutablePointer<ArrowArray>?) {
  guard let array, array.pointee.release != nil else { return }
  for index in 0..<Int(array.pointee.n_children) { releaseMoved(array.pointee.children[index]) }
  free(array.pointee.children)
  releaseMoved(array.pointee.dictionary)
  free(array.pointee.buffers)
  if let rows = array.pointee.private_data { Unmanaged<RecordBatch>.fromOpaque(rows).release() }
  array.pointee.release = nil
}

/// Releases a child or a dictionary, and frees the memory of its struct. If the receiver has moved
/// it out of its parent, only that memory is left to free.
private func releaseMoved(_ array: UnsafeMutablePointer<ArrowArray>?) {
  guard let array else { return }
  array.pointee.release?(array)
  free(array)
}

/// The names of statuses. The numbers in a column of statuses are their indexes. Never freed.
private enum StatusTexts {
  static let count = BookStatus.allCases.count
  nonisolated(unsafe) static let values: UnsafeRawPointer = {
    let text = BookStatus.allCases.reduce("") { $0 + $1.name }.utf8
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count)
    for (index, byte) in text.enumerated() { memory[index] = byte }
    return UnsafeRawPointer(memory)
  }()
  nonisolated(unsafe) static let offsets: UnsafeRawPointer = {
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: count + 1)
    memory[0] = 0
    for (index, status) in BookStatus.allCases.enumerated() {
      memory[index + 1] = memory[index] + Int32(status.name.utf8.count)
    }
    return UnsafeRawPointer(memory)
  }()
}
