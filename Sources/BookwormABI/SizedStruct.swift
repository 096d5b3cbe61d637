// Sized structs begin with their own size, so that programs built with an older or newer header
// than this library's can pass them.
import BookwormRecords
import CBookwormTypes

protocol SizedStruct {
  /// The size in the first release that has the struct, which is the minimum. It stays the same
  /// when members are added at the end.
  static var firstSize: Int { get }
  init()
}

extension bw_error: SizedStruct { static var firstSize: Int { 320 } }
extension bw_open_options: SizedStruct { static var firstSize: Int { 28 } }
extension bw_store_info: SizedStruct { static var firstSize: Int { 40 } }
extension bw_book: SizedStruct { static var firstSize: Int { 400 } }
extension bw_cover: SizedStruct { static var firstSize: Int { 64 } }
extension bw_undo_info: SizedStruct { static var firstSize: Int { 288 } }
extension bw_genre: SizedStruct { static var firstSize: Int { 88 } }
extension bw_quote: SizedStruct { static var firstSize: Int { 88 } }
extension bw_query_info: SizedStruct { static var firstSize: Int { 32 } }
extension bw_page: SizedStruct { static var firstSize: Int { 88 } }
extension bw_change: SizedStruct { static var firstSize: Int { 64 } }
extension bw_statistics: SizedStruct { static var firstSize: Int { 104 } }
extension bw_backup_progress: SizedStruct { static var firstSize: Int { 24 } }
extension bw_problem: SizedStruct { static var firstSize: Int { 48 } }
extension bw_fault: SizedStruct { static var firstSize: Int { 40 } }
extension bw_form_defaults: SizedStruct { static var firstSize: Int { 32 } }
extension bw_uuid_text: SizedStruct { static var firstSize: Int { 44 } }
extension bw_reading: SizedStruct { static var firstSize: Int { 96 } }
extension bw_shelf: SizedStruct { static var firstSize: Int { 64 } }
extension bw_order: SizedStruct { static var firstSize: Int { 96 } }
extension bw_order_total: SizedStruct { static var firstSize: Int { 48 } }
extension bw_colour: SizedStruct { static var firstSize: Int { 12 } }
extension bw_name_key: SizedStruct { static var firstSize: Int { 1024 } }
extension bw_isbn: SizedStruct { static var firstSize: Int { 20 } }
extension bw_money: SizedStruct { static var firstSize: Int { 64 } }
extension bw_sentence: SizedStruct { static var firstSize: Int { 512 } }
extension bw_undo_step: SizedStruct { static var firstSize: Int { 432 } }
extension bw_history: SizedStruct { static var firstSize: Int { 56 } }
extension bw_star_control: SizedStruct { static var firstSize: Int { 64 } }
extension bw_star: SizedStruct { static var firstSize: Int { 32 } }
extension bw_stepper: SizedStruct { static var firstSize: Int { 40 } }
extension bw_source: SizedStruct { static var firstSize: Int { 120 } }
extension bw_import_options: SizedStruct { static var firstSize: Int { 24 } }
extension bw_import_row: SizedStruct { static var firstSize: Int { 72 } }
extension bw_difference: SizedStruct { static var firstSize: Int { 72 } }
extension bw_merge_counts: SizedStruct { static var firstSize: Int { 40 } }
extension bw_duplicate: SizedStruct { static var firstSize: Int { 56 } }
extension bw_completion: SizedStruct { static var firstSize: Int { 80 } }
extension bw_condition: SizedStruct { static var firstSize: Int { 80 } }
extension bw_value: SizedStruct { static var firstSize: Int { 72 } }
extension bw_column: SizedStruct { static var firstSize: Int { 56 } }

/// The caller's struct, with zero for members that its header lacks. Members that only its header
/// has must be zero.
func input<T: SizedStruct>(_ pointer: UnsafePointer<T>?, _ name: String) throws -> T {
  guard let pointer else { throw Failure(.argument, name, "\(name) is NULL") }
  let bytes = UnsafeRawPointer(pointer)
  let size = Int(bytes.load(as: UInt32.self))
  try checkSize(size, T.self, name)
  let known = MemoryLayout<T>.size
  for offset in known..<max(known, size)
  where bytes.load(fromByteOffset: offset, as: UInt8.self) != 0 {
    throw Failure(.argument, name, "\(name) sets a member that this version does not know")
  }
  var value = T()
  withUnsafeMutableBytes(of: &value) {
    $0.copyMemory(from: UnsafeRawBufferPointer(start: bytes, count: min(size, known)))
  }
  return value
}

/// An output struct that the caller has prepared.
struct Output<T: SizedStruct> {
  fileprivate let pointer: UnsafeMutablePointer<T>

  /// Writes as many members as the caller's struct has room for, and keeps its size.
  func write(_ value: T) {
    let memory = UnsafeMutableRawPointer(pointer)
    let size = memory.load(as: UInt32.self)
    if size == MemoryLayout<T>.size {
      memory.storeBytes(of: value, as: T.self)
    } else {
      withUnsafeBytes(of: value) {
        UnsafeMutableRawBufferPointer(start: memory, count: Int(size))
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(Int(size))))
      }
    }
    memory.storeBytes(of: size, as: UInt32.self)
  }
}

func output<T: SizedStruct>(
  _ pointer: UnsafeMutablePointer<T>?, _ name: String
) throws -> Output<T> {
  let pointer = try required(pointer, name)
  try checkSize(Int(UnsafeRawPointer(pointer).load(as: UInt32.self)), T.self, name)
  return Output(pointer: pointer)
}

/// NULL means that the caller does not want the output.
func optionalOutput<T: SizedStruct>(
  _ pointer: UnsafeMutablePointer<T>?, _ name: String
) throws -> Output<T>? {
  try pointer == nil ? nil : output(pointer, name)
}

/// An array of structs, whose stride is the size in the first one. All have this size.
struct SizedArray<T: SizedStruct> {
  let count: Int
  private let start: UnsafeRawPointer?
  private let stride: Int
  private let name: String

  init(_ structs: UnsafePointer<T>?, _ count: Int64, _ name: String) throws {
    self.name = name
    self.count = try length(count, MemoryLayout<T>.stride, "count")
    start = UnsafeRawPointer(structs)
    stride = self.count > 0 ? Int(try input(structs, name).sizeMember) : 0
    guard stride % MemoryLayout<T>.alignment == 0,
      !self.count.multipliedReportingOverflow(by: stride).overflow
    else { throw Failure(.argument, name, "\(name).size is \(stride); use BW_INIT") }
  }

  /// `index` is below `count`.
  func element(_ index: Int) throws -> T {
    let place = start.map { ($0 + index * stride).assumingMemoryBound(to: T.self) }
    let value = try input(place, name)
    guard Int(value.sizeMember) == stride else {
      throw Failure(.argument, name, "the structs of one call must all have the same size")
    }
    return value
  }
}

extension SizedStruct {
  fileprivate var sizeMember: UInt32 {
    withUnsafeBytes(of: self) { $0.load(as: UInt32.self) }
  }
}

private func checkSize<T: SizedStruct>(_ size: Int, _ type: T.Type, _ name: String) throws {
  guard size >= T.firstSize, size <= 65536 else {
    throw Failure(
      .argument, name,
      "\(name).size is \(size), not \(MemoryLayout<T>.size); prepare the struct with BW_INIT")
  }
}
