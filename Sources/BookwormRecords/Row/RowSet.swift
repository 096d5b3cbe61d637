// A row set holds rows that were read. Once they have been appended, they never change, and need
// neither their store nor a connection.
import BookwormStorage
import Glibc
import Synchronization

package final class RowSet: @unchecked Sendable {
  package enum Kind: String, Sendable {
    case books, genres, quotes, readings, orders, totals, statistics, changes, problems, shelves
    case sources, imports, faults, differences, duplicates, merged, links, text
    case steps, histories, completions, conditions
  }

  package let kind: Kind
  package let layout: RowLayout
  package private(set) var count = 0
  /// One allocation with the buffers, the frame for the expected rows, and room for short texts. A
  /// small result without lists needs no other memory for its rows.
  private let block: UnsafeMutableRawPointer
  @usableFromInline let buffers: UnsafeMutablePointer<MemoryBuffer>
  /// The frame is in the block or, if there are more rows than expected, in separate memory.
  @usableFromInline private(set) var frame: UnsafeMutableRawPointer
  @usableFromInline private(set) var capacity: Int
  private var hasOwnFrame = false
  private var room: UnsafeMutableRawPointer
  private var roomLeft: Int
  private var cursorText = MemoryBuffer()
  private var firstCursorText = MemoryBuffer()
  /// The arrays that the structs of rows point to, in addition to the columns. All threads share
  /// them. Each is created when it is first needed: see extra().
  private let genreNamesExtra = Atomic<UInt>(0)
  private let schemesExtra = Atomic<UInt>(0)
  private let valuesExtra = Atomic<UInt>(0)
  private let contributorsExtra = Atomic<UInt>(0)

  package init(_ kind: Kind, _ layout: RowLayout, expecting rows: Int) throws {
    capacity = min(max(rows, 1), 1024)
    let buffersSize = layout.bufferCount &* MemoryLayout<MemoryBuffer>.stride
    let frameSize = layout.frameSize(capacity)
    roomLeft = layout.textPerRow &* capacity &+ 256
    guard let block = malloc(buffersSize &+ frameSize &+ roomLeft) else { throw RowSet.noMemory }
    self.kind = kind
    self.layout = layout
    self.block = block
    buffers = block.bindMemory(to: MemoryBuffer.self, capacity: layout.bufferCount)
    buffers.initialize(repeating: MemoryBuffer(), count: layout.bufferCount)
    frame = block + buffersSize
    room = block + buffersSize + frameSize
    for column in layout.columns where column.type.hasEnds {
      address(column).storeBytes(of: 0, as: Int64.self)
      if column.type == .textList { try buffers[column.buffer &+ 1].append(0 as Int64) }
    }
  }

  deinit {
    for index in 0..<layout.bufferCount { buffers[index].free() }
    if hasOwnFrame { free(frame) }
    free(block)
    cursorText.free()
    firstCursorText.free()
    free(UnsafeMutableRawPointer(bitPattern: genreNamesExtra.load(ordering: .acquiring)))
    free(UnsafeMutableRawPointer(bitPattern: schemesExtra.load(ordering: .acquiring)))
    free(UnsafeMutableRawPointer(bitPattern: valuesExtra.load(ordering: .acquiring)))
    free(UnsafeMutableRawPointer(bitPattern: contributorsExtra.load(ordering: .acquiring)))
  }

  private static var noMemory: Failure {
    Failure(.memory, "", "not enough memory for the rows")
  }

  // MARK: The frame

  // Inlined into other modules, because every value of every row passes through these functions.
  @inlinable @inline(__always)
  func address(_ column: RowLayout.Column) -> UnsafeMutableRawPointer {
    frame + (capacity &* column.before &+ column.extra)
  }

  @inlinable @inline(__always)
  package func presence(_ column: RowLayout.Column) -> UnsafeMutableRawPointer {
    frame + (capacity &* column.presentBefore &+ layout.extra)
  }

  private func growFrame() throws {
    let wanted = capacity &* 2
    guard let larger = malloc(layout.frameSize(wanted)) else { throw RowSet.noMemory }
    for column in layout.columns {
      let elements = count &+ (column.type.hasEnds ? 1 : 0)
      let place = larger + (wanted &* column.before &+ column.extra)
      memcpy(place, address(column), elements &* column.type.width)
      if column.optional {
        memcpy(larger + (wanted &* column.presentBefore &+ layout.extra), presence(column), count)
      }
    }
    if hasOwnFrame { free(frame) }
    frame = larger
    capacity = wanted
    hasOwnFrame = true
  }

  // MARK: Filling

  /// Appends a row; `fill` must give each column once.
  @inline(__always)  // Otherwise every row allocates a closure's context.
  package func appendRow(_ fill: () throws -> Void) throws {
    if count == capacity { try growFrame() }
    try fill()
    count &+= 1
  }

  @inline(__always)
  package func append<Number: BitwiseCopyable>(_ value: Number, to column: RowLayout.Column) {
    address(column).storeBytes(
      of: value, toByteOffset: count &* MemoryLayout<Number>.stride, as: Number.self)
  }

  /// Appends an id in big-endian byte order, on every machine.
  package func append(_ id: GlobalID, to column: RowLayout.Column) {
    let place = address(column) + count &* GlobalID.size
    place.storeBytes(of: id.high.bigEndian, as: UInt64.self)
    place.storeBytes(of: id.low.bigEndian, toByteOffset: 8, as: UInt64.self)
  }

  package func append(_ text: Bytes, to column: RowLayout.Column) throws {
    let buffer = buffers + column.buffer
    if buffer.pointee.start == nil { giveRoom(buffer, for: text.count &+ 1) }
    try buffer.pointee.append(text: text)
    endItems(buffer.pointee.count, column)
  }

  /// Gives a buffer a part of the remaining room for short texts. In a result of one row, the part
  /// is what the text needs. Otherwise the part is the remaining room divided by the number of
  /// buffers, or what the text needs if that is more; so later parts are smaller. If the part would
  /// be larger than the remaining room, the buffer gets nothing.
  private func giveRoom(_ buffer: UnsafeMutablePointer<MemoryBuffer>, for size: Int) {
    let wanted = capacity == 1 ? size : max(size, roomLeft / layout.bufferCount)
    guard wanted <= roomLeft else { return }
    buffer.pointee = MemoryBuffer(borrowing: room, capacity: wanted)
    room += wanted
    roomLeft &-= wanted
  }

  /// Appends a cell that was read, or its absence.
  @inline(__always)
  package func append(_ cell: Cell, to column: RowLayout.Column) throws {
    if column.optional {
      let isPresent = !cell.isNull
      setPresent(isPresent, column)
      if !isPresent { return try appendNothing(to: column) }
    }
    switch column.type {
    case .int64: append(cell.int64, to: column)
    case .int32: append(cell.int32, to: column)
    case .double: append(cell.double, to: column)
    case .text: try append(cell.text, to: column)
    // A damaged store may hold anything.
    case .uuid: append(GlobalID(cell.blob) ?? GlobalID(high: 0, low: 0), to: column)
    case .int64List, .textList: break
    }
  }

  /// For a column that may be absent.
  @inline(__always)
  package func setPresent(_ isPresent: Bool, _ column: RowLayout.Column) {
    presence(column).storeBytes(of: isPresent ? 1 : 0, toByteOffset: count, as: UInt8.self)
  }

  /// Appends a text, or its absence, to an optional column.
  package func append(optional text: Bytes?, to column: RowLayout.Column) throws {
    setPresent(text != nil, column)
    try append(text ?? Bytes(start: nil, count: 0), to: column)
  }

  func append(optional text: [UInt8]?, to column: RowLayout.Column) throws {
    guard let text else { return try append(optional: nil as Bytes?, to: column) }
    try text.withUnsafeBufferPointer { try append(optional: $0 as Bytes?, to: column) }
  }

  package func append(optional text: String?, to column: RowLayout.Column) throws {
    try append(optional: text.map { Array($0.utf8) }, to: column)
  }

  /// Appends every row of a SELECT with the columns of the layout.
  package func append(rowsOf select: Statement) throws {
    while try select.step() { try append(rowOf: select) }
  }

  package func append(rowOf select: Statement) throws {
    try appendRow {
      for (place, column) in layout.columns.enumerated() {
        try append(select.cell(Int32(place)), to: column)
      }
    }
  }

  private func appendNothing(to column: RowLayout.Column) throws {
    switch column.type {
    case .int32: append(0 as Int32, to: column)
    case .text: try append(Bytes(start: nil, count: 0), to: column)
    case .uuid: append(GlobalID(high: 0, low: 0), to: column)
    case .int64, .double, .int64List, .textList: append(0 as Int64, to: column)
    }
  }

  package func append(item: Int64, to column: RowLayout.Column) throws {
    try buffers[column.buffer].append(item)
  }

  package func append(item: Bytes, to column: RowLayout.Column) throws {
    try buffers[column.buffer].append(text: item)
    try buffers[column.buffer &+ 1].append(Int64(buffers[column.buffer].count))
  }

  /// Ends the row's list at the items appended so far.
  package func endList(_ column: RowLayout.Column) {
    let (items, ends) = (buffers[column.buffer].count, column.buffer &+ 1)
    endItems(column.type == .textList ? buffers[ends].count / 8 - 1 : items / 8, column)
  }

  private func endItems(_ end: Int, _ column: RowLayout.Column) {
    address(column).storeBytes(of: Int64(end), toByteOffset: (count &+ 1) &* 8, as: Int64.self)
  }

  package func setCursor(_ text: [UInt8]) throws {
    try text.withUnsafeBufferPointer { try cursorText.append(text: $0) }
  }

  package func setFirstCursor(_ text: [UInt8]) throws {
    try text.withUnsafeBufferPointer { try firstCursorText.append(text: $0) }
  }

  // MARK: Data for callers

  /// The place after the last row, for a query's `after`; nil if there are no more rows.
  package var cursor: Bytes? { RowSet.text(of: cursorText) }

  /// The place of the first row, for a query's `before`; nil if there are no earlier rows.
  package var firstCursor: Bytes? { RowSet.text(of: firstCursorText) }

  private static func text(of buffer: borrowing MemoryBuffer) -> Bytes? {
    guard let start = buffer.start else { return nil }
    return Bytes(start: start.assumingMemoryBound(to: UInt8.self), count: buffer.count - 1)
  }

  /// The lists of texts that the struct of a book points to.
  package enum Extra: Sendable { case genreNames, schemes, values, contributors }

  /// Returns memory that lives as long as the result. If several threads need it first at the same
  /// time, each fills its own; the first one stored is kept, and the others are freed.
  package func extra(
    _ which: Extra, size: Int, fill: (UnsafeMutableRawPointer) -> Void
  ) throws -> UnsafeMutableRawPointer {
    switch which {
    case .genreNames: try RowSet.filled(genreNamesExtra, size, fill)
    case .schemes: try RowSet.filled(schemesExtra, size, fill)
    case .values: try RowSet.filled(valuesExtra, size, fill)
    case .contributors: try RowSet.filled(contributorsExtra, size, fill)
    }
  }

  /// Lock-free, because a forked child could inherit a held lock.
  private static func filled(
    _ place: borrowing Atomic<UInt>, _ size: Int, _ fill: (UnsafeMutableRawPointer) -> Void
  ) throws -> UnsafeMutableRawPointer {
    let made = place.load(ordering: .acquiring)
    if let memory = UnsafeMutableRawPointer(bitPattern: made) { return memory }
    guard let memory = malloc(max(size, 1)) else { throw RowSet.noMemory }
    fill(memory)
    let (exchanged, original) = place.compareExchange(
      expected: 0, desired: UInt(bitPattern: memory), ordering: .acquiringAndReleasing)
    if exchanged { return memory }
    free(memory)
    return UnsafeMutableRawPointer(bitPattern: original) ?? memory
  }
}
