// Converts languages, names, and texts that are never freed, from and to the caller's values.
import BookwormBooks
import BookwormFrontend
import BookwormRecords
import BookwormStorage
import CBookwormTypes

extension StaticString {
  /// A text with a NUL at its end that lives as long as the library.
  var permanent: UnsafePointer<CChar>? {
    guard hasPointerRepresentation else { return nil }
    return UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

extension Language {
  init(_ language: bw_language) throws {
    guard let value = Language(rawValue: Int32(bitPattern: language.rawValue)) else {
      throw Failure.unknown(language.rawValue, "language")
    }
    self = value
  }

  /// For calls that cannot fail: an unknown number means English.
  static func orEnglish(_ language: bw_language) -> Language {
    Language(rawValue: Int32(bitPattern: language.rawValue)) ?? .english
  }
}

extension RatingStyle {
  /// An unknown number means digits.
  static func orDigits(_ style: bw_rating_style) -> RatingStyle {
    RatingStyle(rawValue: Int32(bitPattern: style.rawValue)) ?? .digits
  }
}

extension BookStatus {
  static func name(_ status: bw_book_status, _ language: Language) -> StaticString {
    BookStatus(rawValue: Int32(bitPattern: status.rawValue))?.name(language)
      ?? unknownName(language)
  }
}

extension bw_text {
  /// A standard genre's name in a language; any other name is returned unchanged.
  init(genre name: Bytes, _ language: Language) throws {
    let standard = try StandardGenres.displayName(name, language)
    self.init(standard.map(\.bytes) ?? name)
  }
}

extension bw_colour {
  init(_ rgb: UInt32) {
    self.init()
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: Colour.format(rgb)) }
  }
}

extension Labels {
  static func field(
    _ entity: bw_entity, _ fields: bw_fields, _ language: Language
  ) -> StaticString {
    // The interface's numbers are one higher: see Entity.
    let entity = UInt8(exactly: entity.rawValue &- 1).flatMap(Entity.init(rawValue:))
    guard let entity else { return "" }
    if fields.nonzeroBitCount > 1, let typed = try? TypedField(entity, fields) {
      return label(typed.name, language)
    }
    return field(entity, fields, language)
  }

  static func sortKey(_ key: bw_sort_key, _ language: Language) -> StaticString {
    SortKey(rawValue: Int32(bitPattern: key.rawValue)).map { sortKey($0, language) } ?? ""
  }

  static func action(_ action: bw_action, _ language: Language) -> StaticString {
    Action(rawValue: Int32(bitPattern: action.rawValue)).map { self.action($0, language) } ?? ""
  }
}

extension bw_money {
  init(_ text: [UInt8]) {
    self.init()
    withUnsafeMutableBytes(of: &self.text) { $0.copyBytes(from: text) }
  }
}

extension bw_name_key {
  /// The key has at most Keys.longest bytes.
  init(_ key: [UInt8]) {
    self.init()
    withUnsafeMutableBytes(of: &bytes) { $0.copyBytes(from: key) }
  }
}

extension bw_isbn {
  init(_ isbn: ISBN) {
    self.init()
    withUnsafeMutableBytes(of: &text) { $0.copyBytes(from: isbn.digits) }
  }
}
