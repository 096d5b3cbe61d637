// A fault reason distinguishes errors that have the same status and field, but need different
// sentences.

/// The numbers are those of bw_reason, and never change.
package enum FaultReason: Int32, CaseIterable, Sendable {
  /// The field and the status are enough.
  case field
  /// A text that is not a day.
  case day
  /// A text that means one of two days.
  case twoDays
  /// A price with more digits than its currency has.
  case digits
  /// A list or a search line with a quotation mark that is not closed.
  case quote
  /// An item that should be an ISBN.
  case isbn

  // Reasons for refusing a search line.

  case emptyQuotes
  /// Something other than a space follows a closing quotation mark.
  case afterQuote
  case quoteInWord
  case valueMissing
  /// A value begins with another operator.
  case operatorTwice
  /// There are spaces around an operator.
  case spaces
  /// OR within parentheses.
  case parentheses
  case key
  /// A minus before sort or limit.
  case notCondition
  /// The key accepts only ':'.
  case colon
  case oneValue
  case givenTwice
  case scheme
  case status
  case favourite
  case yesOrNo
  case cover
  case sortKey
  case number
  /// The word none after an operator that compares.
  case noneHere
  case emptyRange
  /// Nothing is above or below the value.
  case outOfRange
  case rating
  case year
  /// A text that is not a year, a month or a day.
  case period
  case language
  case blank
  case tooMany

  // Reasons for refusing a step of a history.

  case undoneAlready
  case notUndone

  /// A reading that ends before it starts.
  case endBeforeStart
  /// A value of the wrong type, in a batch that may come from a file.
  case type
}
