// Sorts memory in place if a caller or the store decides its size.
import Glibc

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// Sorts with the C library, which can also sort if it gets no memory; Swift's own sort allocates
  /// without checks. `compare` may get unaligned elements.
  package func sortInPlace(
    _ compare: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
  ) {
    guard let baseAddress else { return }
    qsort(baseAddress, count, MemoryLayout<Element>.stride, compare)
  }
}
