// Tests errors as C sees them: each has its status, and the whole struct is filled in.
import BookwormRecords
import BookwormStorage
import CBookwormTypes
import TestSupport
import Testing

@testable import BookwormABI

@Suite struct ReportTests {
  private func fresh() -> bw_error {
    var error = bw_error()
    error.size = UInt32(MemoryLayout<bw_error>.size)
    return error
  }

  private func text<T>(_ member: T) -> String {
    withUnsafeBytes(of: member) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private func report(_ thrown: any Error) -> (status: bw_status, error: bw_error) {
    var error = fresh()
    let status = boundary(&error) { throw thrown }
    return (status, error)
  }

  static let failures: [(Failure.Kind, bw_status)] = [
    (.argument, BW_ERROR_ARGUMENT), (.text, BW_ERROR_TEXT), (.invalid, BW_ERROR_INVALID),
    (.tooLarge, BW_ERROR_TOO_LARGE), (.notFound, BW_ERROR_NOT_FOUND), (.exists, BW_ERROR_EXISTS),
    (.readOnly, BW_ERROR_READ_ONLY), (.transaction, BW_ERROR_TRANSACTION),
    (.cursor, BW_ERROR_CURSOR), (.closed, BW_ERROR_HANDLE), (.notAStore, BW_ERROR_NOT_A_STORE),
    (.newer, BW_ERROR_NEWER), (.corrupt, BW_ERROR_CORRUPT), (.memory, BW_ERROR_MEMORY),
  ]

  @Test(arguments: failures)
  func everyFailureHasItsStatus(kind: Failure.Kind, status: bw_status) {
    var failure = Failure(kind, "title", "what was wrong", offset: 7)
    failure.row = 9
    let (returned, error) = report(failure)
    #expect(returned == status)
    #expect(error.status == status)
    #expect(text(error.field) == "title")
    #expect(text(error.message) == "what was wrong")
    #expect(error.offset == 7)
    #expect(error.row == 9)
    #expect(error.sqlite_code == 0)
  }

  static let storageErrors: [(StorageError.Kind, bw_status, String)] = [
    (.busy, BW_ERROR_BUSY, ""), (.readOnly, BW_ERROR_READ_ONLY, ""),
    (.cannotOpen, BW_ERROR_CANNOT_OPEN, "path"), (.notADatabase, BW_ERROR_NOT_A_STORE, "path"),
    (.corrupt, BW_ERROR_CORRUPT, ""), (.full, BW_ERROR_FULL, ""), (.inputOutput, BW_ERROR_IO, ""),
    (.memory, BW_ERROR_MEMORY, ""), (.closed, BW_ERROR_HANDLE, "store"),
    (.forked, BW_ERROR_FORKED, ""), (.outcomeUnknown, BW_ERROR_OUTCOME_UNKNOWN, ""),
    (.unexpected, BW_ERROR_INTERNAL, ""), (.notPermitted, BW_ERROR_NOT_PERMITTED, ""),
  ]

  @Test(arguments: storageErrors)
  func everyStorageErrorHasItsStatus(kind: StorageError.Kind, status: bw_status, field: String) {
    let (returned, error) = report(StorageError(kind, code: 517, "what was wrong"))
    #expect(returned == status)
    #expect(error.status == status)
    #expect(text(error.field) == field)
    #expect(error.sqlite_code == 517)
    #expect(error.offset == -1)
    #expect(error.row == -1)
    #expect(text(error.sqlstate) == "")
    #expect(error.receipt == 0)
  }

  @Test func aServersErrorHasItsState() {
    let (_, full) = report(StorageError(.full, sqlState: "53100", "no room"))
    #expect(text(full.sqlstate) == "53100")
    #expect(full.sqlite_code == 0)
    let (_, unknown) = report(StorageError(.outcomeUnknown, receipt: .max, "lost"))
    #expect(unknown.receipt == .max)
    #expect(text(unknown.sqlstate) == "")
  }

  @Test func aSmallerErrorOfAnOlderProgramIsNotOverrun() {
    var error = fresh()
    error.size = UInt32(bw_error.firstSize)
    error.receipt = 42
    let status = boundary(&error) { throw StorageError(.outcomeUnknown, receipt: 7, "lost") }
    #expect(status == BW_ERROR_OUTCOME_UNKNOWN)
    #expect(text(error.message) == "lost")
    #expect(error.receipt == 42)
  }

  @Test func aFaultyHandleIsNamed() {
    for (reason, status) in [
      (HandleFault.Reason.null, BW_ERROR_HANDLE), (.unknown, BW_ERROR_HANDLE),
      (.forked, BW_ERROR_FORKED),
    ] {
      let (returned, error) = report(HandleFault(parameter: "query", reason: reason))
      #expect(returned == status)
      #expect(text(error.field) == "query")
      #expect(text(error.message).contains("the query"))
    }
  }

  @Test func anErrorWithoutANameIsTheLibrarysOwn() {
    struct Odd: Error {}
    #expect(report(Odd()).status == BW_ERROR_INTERNAL)
  }

  @Test func aCallThatSucceedsLeavesTheErrorAsItWas() {
    var error = fresh()
    (error.status, error.offset, error.row) = (BW_ERROR_IO, 5, 6)
    #expect(boundary(&error) {} == BW_OK)
    #expect(boundary(reporting: &error) { BW_ROLLED_BACK } == BW_ROLLED_BACK)
    #expect((error.status, error.offset, error.row) == (BW_ERROR_IO, 5, 6))
  }

  @Test func theErrorMayBeNull() {
    #expect(boundary(nil) { throw Failure(.invalid, "", "") } == BW_ERROR_INVALID)
    #expect(boundary(nil) {} == BW_OK)
  }

  @Test(arguments: [0, 4, UInt32(bw_error.firstSize) - 1])
  func anErrorWithoutItsSizeIsRefusedBeforeAnythingIsDone(size: UInt32) {
    var error = fresh()
    error.size = size
    error.row = 42
    var ran = false
    #expect(boundary(&error) { ran = true } == BW_ERROR_ARGUMENT)
    #expect(!ran)
    #expect(error.size == size)
    #expect(error.row == 42)
  }

  @Test func anErrorOfANewerHeaderIsFilledAsFarAsItIsKnown() {
    let size = MemoryLayout<bw_error>.size
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size + 64, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xAA, count: size + 64)
    memory.storeBytes(of: UInt32(size + 64), as: UInt32.self)
    let error = memory.assumingMemoryBound(to: bw_error.self)
    #expect(boundary(error) { throw Failure(.exists, "name", "there") } == BW_ERROR_EXISTS)
    #expect(error.pointee.size == UInt32(size + 64))
    #expect(error.pointee.reserved == 0)
    #expect(text(error.pointee.message) == "there")
    let tail = UnsafeRawBufferPointer(start: memory + size, count: 64)
    #expect(tail.allSatisfy { $0 == 0xAA })
  }

  // MARK: Texts that do not fit

  @Test(arguments: ["a", "é", "漢", "😀", "e\u{301}"])
  func aLongMessageIsCutBetweenCharacters(unit: String) {
    for lead in 0..<4 {
      let message = String(repeating: "x", count: lead) + String(repeating: unit, count: 300)
      let kept = text(report(Failure(.invalid, "", message)).error.message)
      #expect(kept.utf8.count <= 255)
      #expect(kept.utf8.count > 255 - 4)
      #expect(message.unicodeScalars.starts(with: kept.unicodeScalars))
      #expect(!kept.unicodeScalars.contains("\u{FFFD}"))
    }
  }

  @Test func aMessageThatJustFitsIsWhole() {
    let fits = String(repeating: "x", count: 253) + "é"
    #expect(text(report(Failure(.invalid, "", fits)).error.message) == fits)
    let tooLong = String(repeating: "x", count: 254) + "é"
    #expect(
      text(report(Failure(.invalid, "", tooLong)).error.message)
        == String(repeating: "x", count: 254))
  }

  @Test func aShorterMessageLeavesNothingOfAnEarlierOneInSight() {
    var error = fresh()
    _ = boundary(&error) { throw Failure(.invalid, "identifier_schemes", "a long message") }
    _ = boundary(&error) { throw Failure(.invalid, "", "b") }
    #expect(text(error.message) == "b")
    #expect(text(error.field) == "")
  }

  @Test func everyFieldThatIsNamedFits() {
    let longest = "identifier_schemes"
    #expect(longest.utf8.count < MemoryLayout.size(ofValue: bw_error().field))
    let long = String(repeating: "f", count: 40)
    #expect(text(report(Failure(.invalid, long, "")).error.field) == String(long.prefix(31)))
  }
}
