// A number array checks its allocation, because a caller or the store decides the count of numbers.

package final class NumberArray {
  private var buffer = MemoryBuffer()
  package let count: Int

  package init(_ count: Int, repeating value: Int = 0) throws {
    self.count = count
    let bytes = try buffer.extend(count &* MemoryLayout<Int>.stride)
    bytes.initializeMemory(as: Int.self, repeating: value)
  }

  deinit { buffer.free() }

  /// `place` must be below `count`.
  package subscript(_ place: Int) -> Int {
    get { buffer.start?.load(fromByteOffset: place &* 8, as: Int.self) ?? 0 }
    set { buffer.start?.storeBytes(of: newValue, toByteOffset: place &* 8, as: Int.self) }
  }
}
