// Sorting memory whose size a caller or the store decides.
import Glibc

extension UnsafeMutableBufferPointer where Element: BitwiseCopyable {
  /// By the C library, which does without the memory that it cannot get: Swift's own sorting takes
  /// memory that is not checked. The elements may be given to `compare` unaligned.
  func sortInPlace(
    _ compare: @convention(c) (UnsafeRawPointer?, UnsafeRawPointer?) -> Int32
  ) {
    guard let baseAddress else { return }
    qsort(baseAddress, count, MemoryLayout<Element>.stride, compare)
  }
}
