// This file puts combining marks into canonical order, but only in texts that violate the order.
import CUnicodeData
import Glibc

/// A starter and its marks, or marks alone, while they are written to a buffer: their beginning,
/// and whether they are still in canonical order.
struct MarkRun {
  private var start: Int
  private var last: UInt8 = 0
  private var isDisordered = false

  /// Begins a run at the end of the buffer.
  init(at start: Int) { self.start = start }

  /// Notes the combining classes of the first and last code points of the added text. The first
  /// class is 0 only at the beginning of the run.
  mutating func add(lead: UInt8, trail: UInt8) {
    if lead < last { isDisordered = true }
    last = trail
  }

  /// Puts the run in order. Text appended later begins another run.
  func close(_ out: inout ByteBuffer) {
    if isDisordered { out.reorderMarks(from: start) }
  }

  /// Writes every iota subscript of the run as the letter that it folds to.
  func foldIota(_ out: inout ByteBuffer) {
    guard let base = out.base else { return }
    var place = start
    while place &+ 1 < out.count {
      if base[place] == 0xCD, base[place &+ 1] == 0x85 {
        base[place] = 0xCE
        base[place &+ 1] = 0xB9
      }
      place &+= 1
    }
  }
}

extension ByteBuffer {
  /// Sorts each stretch of marks after `start` by combining class, and otherwise keeps their order.
  /// The bytes after `start` must be UTF-8, and their number does not change.
  mutating func reorderMarks(from start: Int) {
    let length = count &- start
    guard let base, length > 0, length < Int.max / 16 else { return }
    guard let memory = malloc(length &* 8) else {
      isExhausted = true
      return
    }
    defer { free(memory) }
    // One number for each code point: its class, its place and itself. No two numbers are equal, so
    // any sort is stable.
    let items = memory.bindMemory(to: UInt64.self, capacity: length)
    let bytes = UnsafeBufferPointer(start: UnsafePointer(base + start), count: length)
    var total = 0
    var sortedFrom = 0
    var offset = 0
    while offset < length {
      let (scalar, width) = decode(bytes, at: offset)
      let combining = cunicode_lookup(scalar).lead
      items[total] =
        UInt64(combining) << 56 | UInt64(truncatingIfNeeded: total) << 21 | UInt64(scalar)
      if combining == 0 {
        heapSort(items + sortedFrom, total &- sortedFrom)
        sortedFrom = total &+ 1
      }
      total &+= 1
      offset &+= width
    }
    heapSort(items + sortedFrom, total &- sortedFrom)
    self.length = start
    for index in 0..<total { append(scalar: UInt32(truncatingIfNeeded: items[index] & 0x1F_FFFF)) }
  }
}

/// Works in place and is never quadratic: a text of a million marks must not stop the program.
private func heapSort(_ items: UnsafeMutablePointer<UInt64>, _ count: Int) {
  func sink(_ first: Int, _ end: Int) {
    var parent = first
    while true {
      var child = 2 &* parent &+ 1
      if child >= end { return }
      if child &+ 1 < end, items[child] < items[child &+ 1] { child &+= 1 }
      if items[parent] >= items[child] { return }
      (items[parent], items[child]) = (items[child], items[parent])
      parent = child
    }
  }
  if count < 2 { return }
  for first in (0..<count / 2).reversed() { sink(first, count) }
  for end in (1..<count).reversed() {
    (items[0], items[end]) = (items[end], items[0])
    sink(0, end)
  }
}
