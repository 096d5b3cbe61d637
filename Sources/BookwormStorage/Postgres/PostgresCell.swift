// This file reads one value of a row as sent by a server; numbers are in network byte order.

/// A value without an address is absent.
struct PostgresCell {
  var start: UnsafePointer<CChar>?
  var count: Int32 = 0
  var type: UInt32 = 0

  var kind: Int32 {
    guard start != nil else { return Engine.null }
    switch type {
    case PostgresType.int64, PostgresType.int32, PostgresType.int16, PostgresType.bool:
      return Engine.integer
    case PostgresType.double: return Engine.real
    case PostgresType.bytes: return Engine.blob
    default: return Engine.text
    }
  }

  private func integer<Number: FixedWidthInteger & BitwiseCopyable>(_: Number.Type) -> Number {
    guard let start, Int(count) == MemoryLayout<Number>.size else { return 0 }
    return Number(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: Number.self))
  }

  var int64: Int64 {
    switch type {
    case PostgresType.int64: integer(Int64.self)
    case PostgresType.int32: Int64(integer(Int32.self))
    case PostgresType.int16: Int64(integer(Int16.self))
    case PostgresType.bool: Int64(integer(UInt8.self))
    case PostgresType.double: Int64(exactly: double.rounded(.towardZero)) ?? 0
    default: 0
    }
  }

  var double: Double {
    type == PostgresType.double
      ? Double(bitPattern: integer(UInt64.self)) : Double(int64)
  }

  var blob: UnsafeRawPointer? { count > 0 ? UnsafeRawPointer(start) : nil }
  var text: UnsafePointer<UInt8>? {
    UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self)
  }
}
