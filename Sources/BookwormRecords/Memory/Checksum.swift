// A checksum is a number that distinguishes most texts (FNV-1a).

package struct Checksum {
  package private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  package init() {}

  package mutating func append(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }

  package mutating func append(_ bytes: some Sequence<UInt8>) { for byte in bytes { append(byte) } }
}
