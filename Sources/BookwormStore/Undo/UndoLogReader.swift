// Reads an undo log from its end, from memory or from the file.
import BookwormRecords
import BookwormStorage

/// The records of a step, the last first.
struct UndoLogReader: ~Copyable {
  /// The part of each record that is read.
  enum Extent { case whole, beginnings }

  /// Keeps the bytes alive.
  private let step: UndoStep
  private let extent: Extent
  private var end: Int
  /// The last bytes that were read from the file.
  private var window = MemoryBuffer()
  private var windowStart = 0

  init(_ step: UndoStep, _ extent: Extent = .whole) {
    (self.step, self.extent) = (step, extent)
    end = step.log.count
  }

  deinit { window.free() }

  /// Returns the next record, which is valid until another one is read.
  mutating func next() throws -> UndoRecord? {
    guard end > 0 else { return nil }
    guard end > 8 else { throw UndoRecord.broken }
    let tail = try bytes(end - 8..<end, from: end - windowSize)
    let length = UnsafeRawBufferPointer(tail).loadUnaligned(as: Int64.self)
    guard length > 0, length <= Int64(end - 8) else { throw UndoRecord.broken }
    let range = end - 8 - Int(length)..<end - 8
    end = range.lowerBound
    let wanted =
      switch extent {
      case .whole: range
      case .beginnings: range.prefix(UndoRecord.longestBeginning)
      }
    return try UndoRecord(bytes(wanted, from: wanted.upperBound - windowSize), at: range.lowerBound)
  }

  /// Returns a record that was read before. It is valid until another one is read.
  mutating func record(at range: Range<Int>) throws -> UndoRecord {
    try UndoRecord(bytes(range, from: range.lowerBound), at: range.lowerBound)
  }

  /// The number of bytes to read from the file at once.
  private var windowSize: Int {
    switch extent {
    case .whole: 256 << 10
    case .beginnings: 4096
    }
  }

  /// Returns a range of the log's bytes. If the file must be read for them, `from` is the place to
  /// begin, so that the bytes needed next are read too.
  private mutating func bytes(_ range: Range<Int>, from wanted: Int) throws -> Bytes {
    guard case .kept(let log) = step.log else { throw UndoRecord.broken }
    if range.lowerBound >= log.filed {
      let place = range.lowerBound - log.filed
      return Bytes(rebasing: log.buffer.bytes[place..<place + range.count])
    }
    let known = windowStart..<windowStart + window.count
    if !(known.lowerBound <= range.lowerBound && range.upperBound <= known.upperBound) {
      let start = min(max(wanted, 0), range.lowerBound)
      let count = min(max(windowSize, range.upperBound - start), log.count - start)
      window.removeAll()
      let memory = try window.extend(count)
      do { try log.read(into: memory, at: start) } catch {
        window.removeAll()
        throw error
      }
      windowStart = start
    }
    let place = range.lowerBound - windowStart
    return Bytes(rebasing: window.bytes[place..<place + range.count])
  }
}
