// A checked map holds values by keys, and checks every allocation. Swift's dictionaries end the
// process if memory runs out, and a caller or the store decides how many keys there are.
import Glibc

/// Like a dictionary that only grows. A copy shares the memory until one of the two is changed.
package struct CheckedMap<Key: Hashable & BitwiseCopyable, Value: BitwiseCopyable> {
  private struct Slot {
    var isTaken: Bool
    var key: Key
    var value: Value
  }

  private final class Slots {
    let start: UnsafeMutablePointer<Slot>
    /// A power of two.
    let count: Int

    init(count: Int) throws {
      let size = count &* MemoryLayout<Slot>.stride
      guard let memory = aligned_alloc(max(MemoryLayout<Slot>.alignment, 16), size) else {
        throw Failure(.memory, "", "not enough memory for \(count) counters or ids")
      }
      start = memory.bindMemory(to: Slot.self, capacity: count)
      self.count = count
      clear()
    }

    deinit { free(start) }

    func clear() { memset(start, 0, count &* MemoryLayout<Slot>.stride) }

    /// Returns the place of an existing or new key. There must be room for it.
    func place(_ key: Key) -> UnsafeMutablePointer<Slot> {
      var place = key.hashValue & (count &- 1)
      while start[place].isTaken, start[place].key != key { place = (place &+ 1) & (count &- 1) }
      return start + place
    }
  }

  private var slots: Slots?
  package private(set) var count = 0

  package init() {}

  package var isEmpty: Bool { count == 0 }

  package subscript(key: Key) -> Value? {
    guard let place = slots?.place(key), place.pointee.isTaken else { return nil }
    return place.pointee.value
  }

  /// Changes the value of a key. A new key starts with `first`.
  package mutating func update(_ key: Key, first: Value, _ change: (inout Value) -> Void) throws {
    let place = try writable().place(key)
    if !place.pointee.isTaken {
      place.initialize(to: Slot(isTaken: true, key: key, value: first))
      count &+= 1
    }
    change(&place.pointee.value)
  }

  package func forEach(_ body: (Key, Value) throws -> Void) rethrows {
    guard let slots else { return }
    for place in 0..<slots.count where slots.start[place].isTaken {
      try body(slots.start[place].key, slots.start[place].value)
    }
  }

  /// Keeps the memory, unless a copy shares it.
  package mutating func removeAll() {
    count = 0
    if isKnownUniquelyReferenced(&slots) { slots?.clear() } else { slots = nil }
  }

  /// Returns memory that is not shared with a copy, with room for another key.
  private mutating func writable() throws -> Slots {
    let isOwn = isKnownUniquelyReferenced(&slots)
    let room = slots?.count ?? 0
    let isFull = count >= room / 4 &* 3
    if isOwn, !isFull, let slots { return slots }
    let new = try Slots(count: isFull ? max(room &* 2, 8) : room)
    forEach { new.place($0).initialize(to: Slot(isTaken: true, key: $0, value: $1)) }
    slots = new
    return new
  }
}

extension CheckedMap<Int64, Int> {
  /// Maps the ids of a list to their places. If an id occurs several times, its first place counts.
  package init(placesIn ids: UnsafeBufferPointer<Int64>) throws {
    for (place, id) in ids.enumerated() { try insert(id, place) }
  }

  /// If the id already has a number, keeps it and returns false.
  @discardableResult
  package mutating func insert(_ id: Int64, _ number: Int = 0) throws -> Bool {
    guard self[id] == nil else { return false }
    try update(id, first: number) { _ in }
    return true
  }
}
