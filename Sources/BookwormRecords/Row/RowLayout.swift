// A row layout has the places of the columns of a result. It is created once for each selection of
// fields: setting up 16 columns for each result took a tenth of the time of a read by id.

/// A result's frame contains, column after column, the values of a fixed size: numbers, and the
/// ends of texts and lists. The bytes of texts and the items of lists are in buffers. In the frame,
/// wide columns come first, so that all are aligned, and the bytes of presence come last.
package final class RowLayout: @unchecked Sendable {
  package struct Column: Sendable {
    /// The bit of the field among those of the rows' entity; 0 for a column that is not a field.
    package let bit: UInt64
    package let kind: FieldKind
    package let type: ColumnType
    package let optional: Bool
    let name: StaticString?
    /// The column's offset in the frame: these bytes for each row of the capacity ...
    @usableFromInline let before: Int
    /// ... plus these, because a column of ends has one more element than rows.
    @usableFromInline let extra: Int
    /// The same for the bytes of presence, which come after all the extras.
    @usableFromInline let presentBefore: Int
    /// The first buffer; a list of texts has a second one, for the ends of its texts.
    @usableFromInline let buffer: Int
  }

  /// This is not an array: its checks and retains would cost as much as reading the values.
  package let columns: UnsafeBufferPointer<Column>
  let bufferCount: Int
  let bytesPerRow: Int
  @usableFromInline let extra: Int
  /// Bytes to reserve for the short texts of a row.
  let textPerRow: Int

  package init(_ specs: [ColumnSpec]) {
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
