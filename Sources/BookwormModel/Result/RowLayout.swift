// Where the columns of a result lie. Made once for each selection of fields: to set up 16 columns
// for each result took a tenth of the time of a read by id.

/// A result's frame holds, column after column, what takes the same space in every row: numbers,
/// and where texts and lists end. What does not, lies in buffers: the bytes of texts, the items of
/// lists. Within the frame the wide columns come first, so that every one is aligned, and the bytes
/// that tell which rows are present come last.
public final class RowLayout: @unchecked Sendable {
  public struct Column: Sendable {
    /// The bit of the field, of those of the rows' entity; 0 for what is no field.
    public let bit: UInt64
    public let kind: FieldKind
    public let type: ColumnType
    public let optional: Bool
    let name: StaticString?
    /// The column begins so many bytes for each row of the capacity into the frame ...
    @usableFromInline let before: Int
    /// ... and so many more: a column of ends has one element more than there are rows.
    @usableFromInline let extra: Int
    /// The same for the bytes of presence, which come after all the extras.
    @usableFromInline let presentBefore: Int
    /// The first buffer; a list of texts has a second one, for where its texts end.
    @usableFromInline let buffer: Int
  }

  /// Not an array, whose checks and retains cost as much as the values.
  public let columns: UnsafeBufferPointer<Column>
  let bufferCount: Int
  let bytesPerRow: Int
  @usableFromInline let extra: Int
  /// Bytes to set aside for the texts of a row that are not long.
  let textPerRow: Int

  init(_ specs: [ColumnSpec]) {
    var (before, extra, buffers) = (0, 0, 0)
    var places = specs.map { _ in (before: 0, extra: 0, buffer: 0) }
    for width in [16, 8, 4] {
      for (index, spec) in specs.enumerated() where spec.type.width == width {
        places[index] = (before, extra, buffers)
        before += width
        extra += spec.type.hasEnds ? 8 : 0
        buffers += spec.type.buffers
      }
    }
    var presentBefore = before
    let made = zip(specs, places).map { spec, place in
      defer { presentBefore += spec.optional ? 1 : 0 }
      return Column(
        bit: spec.field, kind: spec.kind, type: spec.type, optional: spec.optional,
        name: spec.name, before: place.before, extra: place.extra, presentBefore: presentBefore,
        buffer: place.buffer
      )
    }
    let memory = UnsafeMutableBufferPointer<Column>.allocate(capacity: made.count)
    _ = memory.initialize(from: made)
    columns = UnsafeBufferPointer(memory)
    bufferCount = buffers
    bytesPerRow = presentBefore
    self.extra = extra
    textPerRow = specs.reduce(0) { $0 + ($1.type == .text ? ($1.optional ? 16 : 48) : 0) }
  }

  deinit { columns.deallocate() }

  /// Bytes of a frame, as whole words.
  func frameSize(_ rows: Int) -> Int { (rows &* bytesPerRow &+ extra &+ 7) & ~7 }
}

extension RowLayout.Column {
  /// Of a result of books.
  public var field: BookFields { BookFields(rawValue: bit) }
}
