// Tests handles: a value is accepted only if it was given out and is not closed.
import BookwormExchange
import BookwormFrontend
import BookwormQuery
import BookwormRecords
import BookwormStorage
import BookwormStore
import CBookwormTypes
import TestSupport
import Testing

@testable import BookwormABI

/// The table belongs to the process: tests that fill it or guess at it run one after another.
@Suite(.serialized) struct HandleTests {
  private final class Thing {}

  private let table = HandleTable.shared
  private static let kinds: [HandleKind] = [
    HandleKind.session, SharedQuery.handleKind, RowSet.handleKind, RowStream.handleKind,
    Observer.handleKind, HandleKind.binding,
    Backup.handleKind,
  ]

  private func add(_ thing: AnyObject = Thing(), _ kind: HandleKind = SharedQuery.handleKind) throws
    -> OpaquePointer
  {
    try #require(try table.add(thing, kind))
  }

  private func object(_ handle: OpaquePointer?, _ kind: HandleKind = SharedQuery.handleKind) throws
    -> AnyObject
  {
    try table.object(handle, kind, "handle", survivesFork: true)
  }

  @discardableResult
  private func remove(_ handle: OpaquePointer?, _ kind: HandleKind = SharedQuery.handleKind) throws
    -> AnyObject?
  {
    try table.remove(handle, kind, "handle", survivesFork: true)
  }

  private func fault(_ body: () throws -> AnyObject?) -> HandleFault.Reason? {
    do {
      _ = try body()
      return nil
    } catch { return (error as? HandleFault)?.reason }
  }

  private func bits(_ handle: OpaquePointer) -> UInt { UInt(bitPattern: handle) }

  @Test func aHandleLeadsToItsObject() throws {
    let thing = Thing()
    let handle = try add(thing)
    #expect(try object(handle) === thing)
    #expect(try object(handle) === thing)
    #expect(try remove(handle) === thing)
  }

  @Test func aHandleKeepsItsObjectUntilItIsClosed() throws {
    weak var kept: Thing?
    let handle = try {
      let thing = Thing()
      kept = thing
      return try add(thing)
    }()
    #expect(kept != nil)
    try remove(handle)
    #expect(kept == nil)
  }

  @Test(arguments: HandleTests.kinds.indices)
  func aHandleIsOfOneKind(index: Int) throws {
    let kind = Self.kinds[index]
    let handle = try add(Thing(), kind)
    for other in Self.kinds where other != kind {
      #expect(fault { try object(handle, other) } == .unknown)
      #expect(fault { try remove(handle, other) } == .unknown)
    }
    try remove(handle, kind)
  }

  @Test func everyKindHasANumberAndANameOfItsOwn() {
    #expect(Set(Self.kinds.map(\.number)).count == Self.kinds.count)
    #expect(Set(Self.kinds.map(\.name)).count == Self.kinds.count)
    #expect(Self.kinds.allSatisfy { (1...63).contains($0.number) })
    let declared = SourceTree.lines(of: "Sources/BookwormABI/HandleKind.swift").filter {
      $0.contains("= HandleKind(")
    }
    #expect(declared.count == Self.kinds.count)
  }

  @Test func everyBitOfAHandleCounts() throws {
    let handle = try add()
    for bit in 0..<64 {
      let flipped = OpaquePointer(bitPattern: bits(handle) ^ 1 << UInt(bit))
      for kind in Self.kinds {
        #expect(fault { try object(flipped, kind) } == .unknown, "bit \(bit)")
        #expect(fault { try remove(flipped, kind) } == .unknown, "bit \(bit)")
      }
    }
    try remove(handle)
  }

  @Test func whatWasNeverAHandleIsRefused() throws {
    let handle = try add()
    var dice = Dice(1)
    for _ in 0..<20_000 {
      let number = UInt(truncatingIfNeeded: dice.next())
      guard number != bits(handle), number != 0 else { continue }
      #expect(fault { try object(OpaquePointer(bitPattern: number)) } == .unknown)
    }
    for number: UInt in [1, 2, 3, 16, .max, .max - 1, 1 << 63, 0xF_FFFF << 7 | 5] {
      #expect(fault { try object(OpaquePointer(bitPattern: number)) } == .unknown)
    }
    var local = 0
    withUnsafePointer(to: &local) { pointer in
      #expect(fault { try object(OpaquePointer(pointer)) } == .unknown)
    }
    try remove(handle)
  }

  @Test func nullIsToldApart() {
    #expect(fault { try object(nil) } == .null)
    #expect(fault { try remove(nil) } == .null)
  }

  @Test func aClosedHandleStaysClosedThoughItsSlotIsUsedAgain() throws {
    var old: [OpaquePointer] = []
    for _ in 0..<100 {
      let handle = try add()
      #expect(!old.contains(handle))
      for stale in old { #expect(fault { try object(stale) } == .unknown) }
      try remove(handle)
      #expect(fault { try remove(handle) } == .unknown)
      old.append(handle)
    }
    // One slot sufficed for all of them.
    #expect(Set(old.map { bits($0) >> 7 & 0xF_FFFF }).count == 1)
  }

  @Test func handlesLieApart() throws {
    let things = (0..<1000).map { _ in Thing() }
    let handles = try things.map { try add($0) }
    #expect(Set(handles).count == 1000)
    for (thing, handle) in zip(things, handles) { #expect(try object(handle) === thing) }
    for handle in handles.shuffled() { try remove(handle) }
    for handle in handles { #expect(fault { try object(handle) } == .unknown) }
  }

  @Test func threadsDoNotMixTheirHandlesUp() {
    let wrong = Shared(0)
    inParallel(4) { _ in
      for _ in 0..<2000 {
        let thing = Thing()
        guard let handle = try? add(thing), (try? object(handle)) === thing,
          (try? remove(handle)) === thing, (try? object(handle)) == nil
        else {
          wrong.with { $0 += 1 }
          continue
        }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func oneOfManyThatCloseAHandleSucceeds() throws {
    for _ in 0..<200 {
      let handle = Shared(bits(try add()))
      let closed = Shared(0)
      inParallel(2) { _ in
        if (try? remove(OpaquePointer(bitPattern: handle.value))) != nil { closed.with { $0 += 1 } }
      }
      #expect(closed.value == 1)
    }
  }

  @Test func aFullTableSaysSoAndGoesOnWhenThereIsRoom() throws {
    let thing = Thing()
    var handles: [OpaquePointer] = []
    var refusal: StorageError?
    while refusal == nil, handles.count <= 1 << 20 {
      do { handles.append(try #require(try table.add(thing, RowSet.handleKind))) } catch {
        refusal = error as? StorageError
      }
    }
    #expect(refusal?.kind == .memory)
    #expect(handles.count == 1 << 20)
    #expect(try object(handles.last, RowSet.handleKind) === thing)
    try remove(handles.removeLast(), RowSet.handleKind)
    try remove(try add())
    for handle in handles { try remove(handle, RowSet.handleKind) }
  }

  // MARK: Through the exports

  @Test func closingTwiceAndClosingNothingDoNoHarm() throws {
    var query: OpaquePointer?
    #expect(bw_query_new(&query, nil) == BW_OK)
    #expect(bw_query_free(query) == BW_OK)
    #expect(bw_query_free(query) == BW_ERROR_HANDLE)
    #expect(bw_query_free(nil) == BW_OK)
    #expect(bw_result_free(nil) == BW_OK)
    #expect(bw_stream_free(nil) == BW_OK)
    #expect(bw_store_close(nil, nil) == BW_OK)
    #expect(bw_transaction_free(nil, nil) == BW_OK)
  }

  @Test func aStoreAndATransactionAreTwoThings() throws {
    var store: OpaquePointer?
    #expect(bw_store_open(":memory:", -1, nil, &store, nil) == BW_OK)
    var transaction: OpaquePointer?
    #expect(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, nil) == BW_OK)
    var error = bw_error()
    error.size = UInt32(MemoryLayout<bw_error>.size)
    #expect(bw_store_close(transaction, &error) == BW_ERROR_ARGUMENT)
    #expect(bw_transaction_commit(store, &error) == BW_ERROR_ARGUMENT)
    #expect(bw_transaction_rollback(store, &error) == BW_ERROR_ARGUMENT)

    var nested: OpaquePointer?
    #expect(bw_transaction_begin(transaction, BW_TRANSACTION_WRITE, &nested, nil) == BW_OK)
    // A commit that can be retried keeps its handle; a completed one does not.
    #expect(bw_transaction_commit(transaction, &error) == BW_ERROR_TRANSACTION)
    #expect(bw_transaction_commit(nested, &error) == BW_OK)
    #expect(bw_transaction_commit(nested, &error) == BW_ERROR_HANDLE)
    #expect(bw_transaction_commit(transaction, &error) == BW_OK)
    #expect(bw_transaction_free(transaction, &error) == BW_ERROR_HANDLE)

    #expect(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, nil) == BW_OK)
    #expect(bw_transaction_free(transaction, nil) == BW_ROLLED_BACK)
    #expect(bw_transaction_begin(store, BW_TRANSACTION_WRITE, &transaction, nil) == BW_OK)
    #expect(bw_store_close(store, nil) == BW_ROLLED_BACK)
    #expect(bw_store_close(store, nil) == BW_ERROR_HANDLE)
    var count: Int64 = -1
    #expect(bw_books_count(transaction, &count, nil) == BW_ERROR_HANDLE)
    #expect(count == -1)
    #expect(bw_transaction_free(transaction, nil) == BW_OK)
  }
}
