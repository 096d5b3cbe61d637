// An undo file is a temporary file for steps that do not fit in memory, created when it is first
// needed. Each step, or each group of a few steps, has an extent of the file.
import BookwormRecords
import BookwormStorage

final class UndoFile: Sendable {
  /// The maximum size in bytes.
  let limit: Int
  private let folder: String
  private let state = UndoFileState()

  init(inFolder folder: String, limitKiB: Int32) {
    (self.folder, limit) = (folder, Int(limitKiB) * 1024)
  }

  /// Creates an extent, which can grow while it is the last one.
  func makeExtent() throws -> UndoExtent {
    try state.lock.withLock {
      let file = try state.file ?? TemporaryFile(inFolder: folder)
      state.file = file
      state.extents += 1
      return UndoExtent(state, file, start: state.end)
    }
  }
}

/// The state that a file and its extents share, guarded by the lock.
private final class UndoFileState: @unchecked Sendable {
  let lock = Lock()
  var file: TemporaryFile?
  var end = 0
  var extents = 0

  /// The size of a block of the file system. Extents begin at blocks, so that the space of an
  /// extent can be freed without that of another one.
  static let block = 4096
}

/// A part of the file. Its room is released when nobody uses it any more.
final class UndoExtent: @unchecked Sendable {
  private let state: UndoFileState
  private let file: TemporaryFile
  private let start: Int
  private var size = 0

  fileprivate init(_ state: UndoFileState, _ file: TemporaryFile, start: Int) {
    (self.state, self.file, self.start) = (state, file, start)
  }

  deinit {
    state.lock.withLock {
      state.extents -= 1
      if state.extents == 0 {
        state.end = 0
        file.discardAll()
      } else if size > 0 {
        file.discard(start..<start + size)
      }
    }
  }

  /// Writes bytes at a place within the extent, which must still be the file's last one.
  func write(_ bytes: Bytes, at place: Int) throws {
    let (rest, block) = (place + bytes.count, UndoFileState.block)
    let wanted = (rest + block - 1) / block * block
    try state.lock.withLock {
      guard wanted <= size || start + size == state.end else { throw UndoRecord.broken }
      size = max(size, wanted)
      state.end = max(state.end, start + size)
    }
    try file.write(bytes, at: start + place)
  }

  func read(into memory: UnsafeMutableRawBufferPointer, at place: Int) throws {
    try file.read(into: memory, at: start + place)
  }
}

/// Bytes that may be in the file completely, up to some place, or not at all; the rest is in
/// memory.
struct UndoBytes {
  private let extent: UndoExtent?
  private let start: Int
  let filed: Int
  let buffer: MemoryBuffer

  /// Takes ownership of the memory.
  init(_ extent: UndoExtent?, from start: Int, _ filed: Int, _ buffer: MemoryBuffer) {
    (self.extent, self.start, self.filed, self.buffer) = (extent, start, filed, buffer)
  }

  var count: Int { filed + buffer.count }

  /// Reads bytes from `place` on. They must be within these bytes.
  func read(into memory: UnsafeMutableRawBufferPointer, at place: Int) throws {
    let inFile = min(max(filed - place, 0), memory.count)
    if inFile > 0, let extent {
      try extent.read(into: .init(rebasing: memory[..<inFile]), at: start + place)
    }
    guard inFile < memory.count else { return }
    let from = max(place - filed, 0)
    let rest = UnsafeMutableRawBufferPointer(rebasing: memory[inFile...])
    rest.copyBytes(from: buffer.bytes[from..<from + rest.count])
  }
}
