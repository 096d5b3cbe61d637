// Tests the arguments of callers: NULL, counts, lengths, and structs of other sizes.
import BookwormRecords
import BookwormStore
import CBookwormTypes
import TestSupport
import Testing

@testable import BookwormABI

@Suite struct ArgumentTests {
  /// A struct from a caller of another version. It has this size, and is zero except for the member
  /// `size`.
  private final class Foreign<T> {
    let memory: UnsafeMutableRawPointer
    var pointer: UnsafeMutablePointer<T> { memory.assumingMemoryBound(to: T.self) }

    init(_ type: T.Type, size: Int) {
      let room = max(size, MemoryLayout<T>.size)
      memory = .allocate(byteCount: room, alignment: 16)
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: room)
      memory.storeBytes(of: UInt32(size), as: UInt32.self)
    }

    deinit { memory.deallocate() }
  }

  private let size = MemoryLayout<bw_book>.size

  @Test func aStructOfOurSizeIsTaken() throws {
    let book = Foreign(bw_book.self, size: size)
    book.pointer.pointee.rating = 4
    #expect(try input(UnsafePointer(book.pointer), "book").rating == 4)
    var value = bw_book()
    value.rating = 5
    try output(book.pointer, "book").write(value)
    #expect(book.pointer.pointee.rating == 5)
    #expect(book.pointer.pointee.size == UInt32(size))
  }

  @Test(arguments: [0, 1, 4, -1])
  func aStructThatIsTooSmallIsRefused(offset: Int) {
    let book = Foreign(bw_book.self, size: offset < 0 ? bw_book.firstSize + offset : offset)
    for failure in [
      failure { try input(UnsafePointer(book.pointer), "book") },
      failure { try output(book.pointer, "book") },
    ] {
      #expect(failure?.kind == .argument)
      #expect(failure?.field == "book")
      #expect(failure?.message.contains("BW_INIT") == true)
    }
  }

  @Test func aLargerStructIsTakenIfWhatWeDoNotKnowIsZero() throws {
    for more in [8, 1, 4096] {
      let book = Foreign(bw_book.self, size: size + more)
      book.pointer.pointee.year = -44
      #expect(try input(UnsafePointer(book.pointer), "book").year == -44)
      book.memory.storeBytes(of: 1, toByteOffset: size + more - 1, as: UInt8.self)
      let failure = failure { try input(UnsafePointer(book.pointer), "book") }
      #expect(failure?.kind == .argument)
      #expect(failure?.field == "book")
      // An output is filled up to the size that the library knows.
      try output(book.pointer, "book").write(bw_book())
      #expect(book.pointer.pointee.year == 0)
      #expect(book.pointer.pointee.size == UInt32(size + more))
      #expect(book.memory.load(fromByteOffset: size + more - 1, as: UInt8.self) == 1)
    }
  }

  /// A struct that has grown since its first version.
  private struct Grown: SizedStruct {
    static var firstSize: Int { 8 }
    var size: UInt32 = 0
    var old: Int32 = 0
    var added: Int64 = 0
  }

  @Test func aStructOfAnOlderHeaderHasZeroForWhatItLacks() throws {
    let older = Foreign(Grown.self, size: 8)
    (older.pointer.pointee.old, older.pointer.pointee.added) = (7, -1)
    let given = try input(UnsafePointer(older.pointer), "grown")
    #expect((given.old, given.added) == (7, 0))
    try output(older.pointer, "grown").write(Grown(size: 99, old: 8, added: 9))
    // The memory after the caller's struct does not belong to the library.
    let after = older.pointer.pointee
    #expect((after.size, after.old, after.added) == (8, 8, -1))
    let tooSmall = Foreign(Grown.self, size: 7)
    #expect(failure { try input(UnsafePointer(tooSmall.pointer), "grown") }?.kind == .argument)
  }

  @Test func structsInAnArrayLieAsFarApartAsTheyAreLarge() throws {
    for stride in [8, 16, 24] {
      let memory = Foreign(Grown.self, size: stride * 3)
      for index in 0..<3 {
        memory.memory.storeBytes(
          of: UInt32(stride), toByteOffset: index * stride, as: UInt32.self)
        memory.memory.storeBytes(
          of: Int32(index), toByteOffset: index * stride + 4, as: Int32.self)
      }
      let array = try SizedArray(UnsafePointer(memory.pointer), 3, "grown")
      #expect(try (0..<array.count).map { try array.element($0).old } == [0, 1, 2])
      memory.memory.storeBytes(of: UInt32(32), toByteOffset: stride, as: UInt32.self)
      #expect(failure { try array.element(1) }?.field == "grown")
    }
    #expect(failure { try SizedArray(nil as UnsafePointer<Grown>?, 1, "a") }?.field == "a")
    #expect(failure { try SizedArray(nil as UnsafePointer<Grown>?, -1, "a") }?.kind == .argument)
    #expect(try SizedArray(nil as UnsafePointer<Grown>?, 0, "a").count == 0)
    let odd = Foreign(Grown.self, size: 12)
    #expect(failure { try SizedArray(UnsafePointer(odd.pointer), 1, "a") }?.field == "a")
  }

  @Test func everyStructBeganWithTheSizeThatItHad() {
    #expect(bw_error.firstSize == 320)
    #expect(bw_store_info.firstSize == MemoryLayout<bw_store_info>.size)
    #expect(bw_undo_info.firstSize == 288)
    #expect(bw_open_options.firstSize == 28)
    #expect(bw_book.firstSize == 400)
    #expect(bw_genre.firstSize == MemoryLayout<bw_genre>.size)
    #expect(bw_quote.firstSize == MemoryLayout<bw_quote>.size)
    #expect(bw_change.firstSize == 64)
    #expect(bw_query_info.firstSize == MemoryLayout<bw_query_info>.size)
    #expect(bw_form_defaults.firstSize == MemoryLayout<bw_form_defaults>.size)
    #expect(bw_order.firstSize == 96)
    #expect(bw_order_total.firstSize == MemoryLayout<bw_order_total>.size)
    #expect(bw_colour.firstSize == MemoryLayout<bw_colour>.size)
    #expect(bw_star_control.firstSize == MemoryLayout<bw_star_control>.size)
    #expect(bw_star.firstSize == MemoryLayout<bw_star>.size)
    #expect(bw_stepper.firstSize == MemoryLayout<bw_stepper>.size)
    #expect(bw_column.firstSize == MemoryLayout<bw_column>.size)
  }

  @Test func aSizeBeyondReasonIsNotBelieved() {
    let book = Foreign(bw_book.self, size: size)
    for wild: UInt32 in [65537, .max] {
      book.pointer.pointee.size = wild
      #expect(failure { try input(UnsafePointer(book.pointer), "book") }?.kind == .argument)
      #expect(failure { try output(book.pointer, "book") }?.kind == .argument)
    }
  }

  @Test func nullIsNamed() {
    #expect(failure { try input(nil as UnsafePointer<bw_book>?, "a") }?.message == "a is NULL")
    #expect(
      failure { try output(nil as UnsafeMutablePointer<bw_book>?, "b") }?.message == "b is NULL")
    #expect(
      failure { try required(nil as UnsafeMutablePointer<Int64>?, "c") }?.message == "c is NULL")
    #expect(failure { try givenText(nil, 0, "d") }?.message == "d is NULL")
    #expect(failure { try givenText(bw_text(), "e") }?.field == "e")
  }

  // MARK: Arrays

  @Test func anArrayIsAPointerAndACount() throws {
    let numbers = array([1, 2, 3])
    #expect(Array(try BookwormABI.array(numbers.baseAddress, 2, "ids")) == [1, 2])
    #expect(try BookwormABI.array(numbers.baseAddress, 0, "ids").isEmpty)
    #expect(try BookwormABI.array(nil as UnsafePointer<Int64>?, 0, "ids").isEmpty)
    #expect(
      failure { try BookwormABI.array(nil as UnsafePointer<Int64>?, 1, "ids") }?.field == "ids")
  }

  @Test(arguments: [-1, Int64.min, Int64.max, Int64.max / 8 + 1])
  func aCountBeyondMemoryIsRefused(count: Int64) {
    let failure = failure { try BookwormABI.array(array([1]).baseAddress, count, "ids") }
    #expect(failure?.kind == .argument)
    #expect(failure?.field == "count")
  }

  // MARK: Texts

  private func characters(_ text: String) -> UnsafePointer<CChar>? {
    bytes(text).baseAddress.map {
      UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self)
    }
  }

  @Test func aTextHasALengthOrEndsWithANUL() throws {
    let dune = characters("Dune")
    #expect(string(try givenText(dune, -1, "title")) == "Dune")
    #expect(string(try givenText(dune, 4, "title")) == "Dune")
    #expect(string(try givenText(dune, 2, "title")) == "Du")
    #expect(try givenText(dune, 0, "title").isEmpty)
    #expect(try givenText(dune, 5, "title").count == 5)
    #expect(try givenText(characters(""), -1, "title").isEmpty)
  }

  @Test(arguments: [-2, Int64.min])
  func anyOtherNegativeLengthIsRefused(length: Int64) {
    let failure = failure { try givenText(characters("Dune"), length, "title") }
    #expect(failure?.kind == .argument)
    #expect(failure?.field == "title")
  }

  @Test func anOptionalTextMayBeNull() throws {
    #expect(try optionalText(nil, -7, "colour") == nil)
    #expect(try optionalText(characters("a"), -1, "colour").map(string) == "a")
    #expect(failure { try optionalText(characters("a"), -7, "colour") }?.field == "colour")
  }

  // MARK: Options

  @Test func whatIsZeroHasItsDefault() throws {
    var options = bw_open_options()
    options.size = UInt32(MemoryLayout<bw_open_options>.size)
    for options in [try StoreOptions(&options), try StoreOptions(nil)] {
      #expect(options.create && !options.readOnly && options.syncEveryCommit)
      #expect(options.busyTimeout == 5000)
      #expect(options.cacheKiB == 16384)
      #expect(options.undoKiB == 65536)
    }
    (options.must_exist, options.busy_timeout, options.undo_limit) = (1, -1, -1)
    let other = try StoreOptions(&options)
    #expect(!other.create && other.busyTimeout == 0 && other.undoKiB == 0)
  }

  static let wrong: [(String, @Sendable (inout bw_open_options) -> Void)] = [
    ("must_exist", { $0.must_exist = 2 }), ("must_exist", { $0.must_exist = -1 }),
    ("read_only", { $0.read_only = 2 }), ("busy_timeout", { $0.busy_timeout = -2 }),
    ("undo_limit", { $0.undo_limit = -2 }),
    ("durability", { $0.durability = bw_durability(rawValue: 2) }),
    ("cache_size", { $0.cache_size = 63 }), ("cache_size", { $0.cache_size = 4_194_305 }),
    ("cache_size", { $0.cache_size = .min }), ("options", { $0.size = 0 }),
  ]

  @Test(arguments: wrong.indices)
  func aWrongOptionIsNamed(index: Int) {
    let (field, spoil) = Self.wrong[index]
    var options = bw_open_options()
    options.size = UInt32(MemoryLayout<bw_open_options>.size)
    spoil(&options)
    let failure = failure { try StoreOptions(&options) }
    #expect(failure?.kind == .argument)
    #expect(failure?.field == field)
  }
}
