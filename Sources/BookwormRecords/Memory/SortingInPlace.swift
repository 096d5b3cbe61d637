// Sorts memory in place if a caller or the store decides its size.
import Glibc

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Sorts with the C library, which manages without memory that it cannot get; Swift's own sorting
  /// takes unchecked memory. `compare` may get unaligned elements.
  package func sortInPlace(
    _ compare: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
  ) {
    guard let baseAddress else { return }
    qsort(baseAddress, count, MemoryLayout<Element>.stride, compare)
  }
}
