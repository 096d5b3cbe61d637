// Names fields in each language, as frontends write them above columns and next to input fields.
import BookwormRecords
import BookwormStorage

package enum Labels {
  /// Returns an empty label for an unknown field.
  package static func label(_ name: String, _ language: Language) -> StaticString {
    (labels[name] ?? Words.label(name))?[language] ?? ""
  }

  /// The labels by the fields' names: a label is the same for every entity with the field.
  private static let labels = Entity.allCases.reduce(into: [String: Localised]()) {
    for line in $1.fieldSet.table { $0[line.column] = $0[line.column] ?? line.label }
  }

  /// Returns an empty label if the entity lacks the field.
  package static func field(
    _ entity: Entity, _ bit: UInt64, _ language: Language
  ) -> StaticString {
    label(entity.fieldSet.init(rawValue: bit).knownName, language)
  }
}
