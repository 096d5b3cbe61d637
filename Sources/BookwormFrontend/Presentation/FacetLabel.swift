// Names groups of statistics and their facets, as frontends write them above numbers and next to
// them.
import BookwormBooks
import BookwormQuery
import BookwormRecords
import BookwormStorage

extension StatisticsGroup {
  /// The name of the kind of group, such as "Author".
  package func label(_ language: Language) -> StaticString {
    Labels.label(word, language)
  }

  /// The key of its label: the name of a field or of a role, or a word for the kind of group.
  var word: String {
    switch self {
    case .genre: "genres"
    case .author: "author"
    case .monthAdded: "created"
    case .monthFinished: "finished"
    case .series: "series"
    case .publisher: "publisher"
    case .language: "language"
    case .format: "format"
    case .status: "status"
    case .rating: "rating"
    case .year: "year"
    case .decade: "decade"
    case .shelf: "shelf"
    case .editor: "editor"
    case .translator: "translator"
    case .illustrator: "illustrator"
    case .narrator: "narrator"
    case .introduction: "introduction"
    case .person: "person"
    case .contributorRole: "role"
    }
  }
}

extension Facet {
  /// The text for a person, such as "February 2024".
  package func label(_ language: Language) throws -> [UInt8] {
    let number = Int32(truncatingIfNeeded: key)
    switch group {
    case .genre:
      return try name.withUnsafeBufferPointer { name in
        try GenreNames.displayed(Keys.genre(name), language).map { Array($0.bytes) }
      } ?? name
    case .language:
      return name.withUnsafeBufferPointer { name in
        LanguageNames.name(of: name, language).map { Array($0) }
      } ?? name
    case .status:
      return Array(
        (BookStatus(rawValue: number)?.name(language) ?? BookStatus.unknownName(language)).bytes)
    case .contributorRole:
      let role = ContributorRole.allCases.first { name.elementsEqual($0.name.utf8) }
      return role.map { Array(Labels.label($0.name, language).bytes) } ?? name
    case .rating: return Array(RatingPresentation.name(number, language).bytes)
    case .monthAdded, .monthFinished: return Array(Facet.month(key, language).utf8)
    case .year: return Array(Facet.years(key, key, language).utf8)
    case .decade: return Array(Facet.years(key, key + 9, language).utf8)
    default: return name
    }
  }

  private static func month(_ month: Int64, _ language: Language) -> String {
    let (year, number) = (month / 100, Int(month % 100))
    guard language != .korean else { return "\(year)년 \(number)월" }
    return "\(months[number - 1][language]) \(year)"
  }

  /// The names of months without a day: in Polish, a month in a date has another form.
  private static let months = [
    Localised(en: "January", de: "Januar", pl: "styczeń", ko: "1월"),
    Localised(en: "February", de: "Februar", pl: "luty", ko: "2월"),
    Localised(en: "March", de: "März", pl: "marzec", ko: "3월"),
    Localised(en: "April", de: "April", pl: "kwiecień", ko: "4월"),
    Localised(en: "May", de: "Mai", pl: "maj", ko: "5월"),
    Localised(en: "June", de: "Juni", pl: "czerwiec", ko: "6월"),
    Localised(en: "July", de: "Juli", pl: "lipiec", ko: "7월"),
    Localised(en: "August", de: "August", pl: "sierpień", ko: "8월"),
    Localised(en: "September", de: "September", pl: "wrzesień", ko: "9월"),
    Localised(en: "October", de: "Oktober", pl: "październik", ko: "10월"),
    Localised(en: "November", de: "November", pl: "listopad", ko: "11월"),
    Localised(en: "December", de: "Dezember", pl: "grudzień", ko: "12월"),
  ]

  /// Years before the common era count down: "750–741 BCE".
  private static func years(_ first: Int64, _ last: Int64, _ language: Language) -> String {
    let text = first == last ? "\(abs(first))" : "\(abs(first))–\(abs(last))"
    return last < 0 ? beforeCommonEra[language].with(text) : text
  }

  private static let beforeCommonEra = Localised(
    en: "% BCE", de: "% v. Chr.", pl: "% p.n.e.", ko: "기원전 %년")
}
