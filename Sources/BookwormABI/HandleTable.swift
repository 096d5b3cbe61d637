// This table lists all open handles. A handle is a slot's number and its generation, which each
// call checks; it is never an address.
import BookwormStorage
import Glibc

struct HandleFault: Error {
  enum Reason { case null, unknown, forked }

  /// The name of the parameter that holds the handle.
  let parameter: String
  let reason: Reason
}

/// A handle's bits, from the lowest: 1 (so that it is not a valid address), 6 of kind, 20 of slot,
/// 32 of generation, 5 of this process's mark.
final class HandleTable: @unchecked Sendable {
  private struct Slot {
    var object: Unmanaged<AnyObject>?
    var generation: UInt32 = 0
    var kind: UInt64 = 0
    var forks = 0
    var nextFree = -1
  }

  private static let slotLimit = 1 << 20

  private let lock = Lock()
  private var slots: UnsafeMutablePointer<Slot>?
  private var capacity = 0
  private var used = 0
  private var firstFree = -1
  private let mark: UInt64

  static let shared: HandleTable = {
    let table = HandleTable()
    // A child inherits the locks in their state at the fork. The forking thread takes them before
    // the fork, so no other thread holds them then; parent and child release them afterwards.
    pthread_atfork(
      {
        SharedQuery.lock.lock()
        HandleTable.shared.lock.lock()
      },
      { HandleTable.unlockAfterFork() }, { HandleTable.unlockAfterFork() })
    _ = Fork.generation
    return table
  }()

  private static func unlockAfterFork() {
    shared.lock.unlock()
    SharedQuery.lock.unlock()
  }

  private init() {
    mark = UInt64.random(in: 0...31)
  }

  func add(_ object: AnyObject, _ kind: HandleKind) throws -> OpaquePointer? {
    try lock.withLock {
      guard let index = freeSlot(), let slots else {
        throw StorageError(.memory, "not enough memory for another \(kind.name) handle")
      }
      // A slot's generation wraps around after 2^32 uses.
      let generation = slots[index].generation &+ 1
      slots[index] = Slot(
        object: Unmanaged.passRetained(object), generation: generation, kind: kind.number,
        forks: Fork.generation)
      let value =
        1 | kind.number << 1 | UInt64(index) << 7 | UInt64(generation) << 27 | mark << 59
      return OpaquePointer(bitPattern: UInt(value))
    }
  }

  private func freeSlot() -> Int? {
    if firstFree >= 0, let slots {
      let index = firstFree
      firstFree = slots[index].nextFree
      return index
    }
    if used == capacity {
      let wanted = max(64, capacity * 2)
      guard wanted <= HandleTable.slotLimit,
        let larger = realloc(slots, wanted * MemoryLayout<Slot>.stride)
      else { return nil }
      slots = larger.bindMemory(to: Slot.self, capacity: wanted)
      capacity = wanted
    }
    defer { used += 1 }
    // Generations begin at a random number, so that a handle of another process is not valid here.
    slots?.advanced(by: used).initialize(to: Slot(generation: .random(in: 0...UInt32.max)))
    return used
  }

  /// The slot of a handle, if it is of this kind and open.
  private func index(
    _ handle: OpaquePointer?, _ kind: HandleKind, _ parameter: String
  ) throws -> Int {
    let value = UInt64(UInt(bitPattern: handle))
    guard value != 0 else { throw HandleFault(parameter: parameter, reason: .null) }
    let index = Int(value >> 7 & 0xF_FFFF)
    guard value & 1 == 1, value >> 1 & 0x3F == kind.number, value >> 59 == mark, index < used,
      let slot = slots?[index], slot.object != nil, slot.kind == kind.number,
      UInt64(slot.generation) == value >> 27 & 0xFFFF_FFFF
    else { throw HandleFault(parameter: parameter, reason: .unknown) }
    return index
  }

  /// `survivesFork` is whether a child of the process that opened the object may use it.
  func object(
    _ handle: OpaquePointer?, _ kind: HandleKind, _ parameter: String, survivesFork: Bool
  ) throws -> AnyObject {
    try lock.withLock {
      let index = try index(handle, kind, parameter)
      guard let slot = slots?[index], let object = slot.object else {
        throw HandleFault(parameter: parameter, reason: .unknown)
      }
      guard survivesFork || slot.forks == Fork.generation else {
        throw HandleFault(parameter: parameter, reason: .forked)
      }
      return object.takeUnretainedValue()
    }
  }

  /// Closes a handle. Returns nil in a forked child if the parent opened the object and
  /// `survivesFork` is false, because a child never closes its parent's connections.
  func remove(
    _ handle: OpaquePointer?, _ kind: HandleKind, _ parameter: String, survivesFork: Bool
  ) throws -> AnyObject? {
    try lock.withLock {
      let index = try index(handle, kind, parameter)
      guard let slots, let object = slots[index].object else {
        throw HandleFault(parameter: parameter, reason: .unknown)
      }
      let forked = slots[index].forks != Fork.generation
      slots[index].object = nil
      slots[index].nextFree = firstFree
      firstFree = index
      return forked && !survivesFork ? nil : object.takeRetainedValue()
    }
  }
}
