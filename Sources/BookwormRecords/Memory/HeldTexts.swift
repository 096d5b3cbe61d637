// Held texts do not move during their owner's life, so that a draft can borrow them.
import BookwormStorage

package final class HeldTexts {
  package let texts: [Bytes]
  private let memory: UnsafeMutableBufferPointer<UInt8>

  package init(_ all: [[UInt8]]) {
    let memory = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: all.reduce(0) { $0 + $1.count })
    _ = memory.initialize(from: all.joined())
    var place = 0
    texts = all.map { text in
      defer { place += text.count }
      return Bytes(rebasing: Bytes(memory)[place..<place + text.count])
    }
    self.memory = memory
  }

  deinit { memory.deallocate() }
}

extension HeldTexts {
  package convenience init(_ pairs: [(scheme: [UInt8], value: [UInt8])]) {
    self.init(pairs.flatMap { [$0.scheme, $0.value] })
  }

  package var pairs: [(scheme: Bytes, value: Bytes)] {
    stride(from: 0, to: texts.count, by: 2).map { (texts[$0], texts[$0 + 1]) }
  }
}
