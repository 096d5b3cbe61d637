// A typed field is a field whose value a person can type as text, and the form of that text.
import BookwormRecords
import BookwormStorage
import BookwormStore

package struct TypedField: Sendable {
  /// How the text is read and written.
  enum Form: Sendable {
    case line, text, integer, real, rating, exactRating, flag, status, outcome, day, instant
    case price, language, colour, list, identifiers, contributors
  }

  let entity: Entity
  let line: EntityField
  /// All the fields that the text gives: for a book's price, also the currency.
  package let bits: UInt64
  let form: Form

  /// `fields` is a single field, or fields that only have a value together: price and currency, the
  /// identifiers, or the contributors. One field of such a group is enough.
  package init(_ entity: Entity, _ fields: UInt64) throws {
    let descriptor = entity.descriptor
    func refusal() -> Failure {
      Failure(
        .argument, "field",
        "field is \(entity.fieldSet.init(rawValue: fields).list) of \(descriptor.withArticle);"
          + " it must be a field that can be typed as one text")
    }
    self.entity = entity
    let units: [(fields: BookFields, form: Form)] = [
      (.priced, .price), (.identifiers, .identifiers), (.contributors, .contributors),
    ]
    if entity == .book, fields != 0,
      let unit = units.first(where: { fields & ~$0.fields.rawValue == 0 }),
      let line = BookField.all.first(where: { unit.fields.contains($0.field) })
    {
      (self.line, bits, form) = (line, unit.fields.rawValue, unit.form)
      return
    }
    guard fields.nonzeroBitCount == 1,
      let line = entity.fieldSet.table.first(where: { $0.bit == fields }),
      let form = TypedField.form(of: line)
    else { throw refusal() }
    (self.line, bits, self.form) = (line, fields, form)
  }

  /// Nil for a field whose value people never type.
  private static func form(of line: EntityField) -> Form? {
    switch (line.rule, line.kind) {
    case (.rating, _): .rating
    case (.exactRating, _): .exactRating
    case (.outcome, _): .outcome
    case (.language, _): .language
    case (.colour, _): .colour
    case (.notNegative, .int64): .price
    case (.name, .textList) where line.place != .list: .list
    case (.name, .text), (.source, _), (.line, _), (.currency, _): .line
    case (_, .text): .text
    case (_, .int32), (_, .int64): line.column == "total" ? .price : .integer
    case (_, .double): .real
    case (_, .flag): .flag
    case (_, .status): .status
    case (_, .instant): .instant
    case (_, .date): .day
    default: nil
    }
  }

  /// The kind of its values.
  package var kind: TypedKind {
    switch form {
    case .line, .text, .language, .colour: .text
    case .integer, .rating: .integer
    case .real, .exactRating: .real
    case .flag: .flag
    case .status: .status
    case .outcome: .outcome
    case .day: .day
    case .instant: .instant
    case .price: .price
    case .list: .texts
    case .identifiers: .identifiers
    case .contributors: .contributors
    }
  }

  /// The field with the currency of a price.
  var currency: UInt64 {
    entity == .book ? BookFields.currency.rawValue : OrderFields.currency.rawValue
  }

  /// The name for errors and labels.
  package var name: String {
    switch form {
    case .identifiers: "identifiers"
    case .contributors: "contributors"
    case .list: line.column == "genre_names" ? "genres" : line.column
    default: line.column
    }
  }

  /// Throws if the field cannot have such a value. Does not check the field's rule.
  func checkKind(of value: TypedValue) throws {
    for text in value.texts {
      try text.withUnsafeBufferPointer { try Rules.text($0, name) }
    }
    switch (kind, value) {
    case (_, .absent), (.text, .text), (.real, .real), (.price, .price), (.texts, .texts),
      (.identifiers, .identifiers), (.contributors, .contributors):
      return
    case (.integer, .integer(let number)), (.flag, .integer(let number)),
      (.status, .integer(let number)), (.outcome, .integer(let number)),
      (.day, .integer(let number)), (.instant, .integer(let number)):
      guard line.kind.type == .int64 || Int32(exactly: number) != nil else {
        throw invalid("\(number), which is out of range")
      }
    default: throw Failure(.argument, "value", "value is not of the kind of \(name)")
    }
  }

  /// A colour in the form that is stored, so that the same colour is the same value; any other
  /// value as it is.
  func canonical(_ value: TypedValue) -> TypedValue {
    guard form == .colour, case .text(let text) = value,
      let colour = text.withUnsafeBufferPointer(Colour.parse)
    else { return value }
    return .text(Colour.format(colour))
  }

  func invalid(_ message: String, _ reason: FaultReason = .field) -> Failure {
    var failure = Failure(.invalid, name, "\(name) is \(message)")
    failure.reason = reason
    return failure
  }
}
