// The reason of an error says more than its status and its field: which sentence a person needs.

/// The numbers are those of bw_reason, and never change.
public enum FaultReason: Int32, CaseIterable, Sendable {
  /// The field and the status say all.
  case field
  /// A text that is not a day.
  case day
  /// A text that means one of two days.
  case twoDays
  /// A price with more digits than its currency has.
  case digits
  /// A list with a quotation mark that is not closed.
  case quote
  /// An item that should be an ISBN.
  case isbn
}
