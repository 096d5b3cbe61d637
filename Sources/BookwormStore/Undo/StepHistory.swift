// This file defines the options for a history whose steps are kept in the store.
import BookwormRecords
import BookwormStorage
import BookwormText

package struct StepHistory: Sendable {
  /// The name in UTF-8.
  let name: [UInt8]
  /// The maximum numbers of kept steps and of their bytes.
  let steps: Int
  let bytes: Int

  package static let stepsAllowed: ClosedRange<Int32> = 1...100_000
  package static let kibibytesAllowed: ClosedRange<Int32> = 1...262_144

  private static let nameLimit = 128

  package init(_ name: Bytes, steps: Int32 = 1000, kibibytes: Int32 = 65_536) throws {
    try Rules.name(name, "history", limit: StepHistory.nameLimit)
    let text = String(decoding: name, as: UTF8.self)
    if let control = text.unicodeScalars.first(where: { $0.properties.generalCategory == .control })
    {
      throw Failure(
        .invalid, "history",
        "history holds the control character \(control.value), which a name must not have")
    }
    try StepHistory.check(steps, "history_steps", "", StepHistory.stepsAllowed)
    try StepHistory.check(kibibytes, "history_limit", " KiB", StepHistory.kibibytesAllowed)
    (self.name, self.steps, bytes) = (Array(name), Int(steps), Int(kibibytes) * 1024)
  }

  private static func check(
    _ value: Int32, _ field: String, _ unit: String, _ allowed: ClosedRange<Int32>
  ) throws {
    guard allowed.contains(value) else {
      throw Failure(.argument, field, "\(field) is \(value)\(unit); it must be in \(allowed)")
    }
  }
}
