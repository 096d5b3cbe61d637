// Tests that everything with a name in the interface has a label in every language.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormRecords
@testable import BookwormStore

@Suite struct LabelTests {
  private func names(of entity: Entity, _ bits: UInt64) -> [String] {
    BookFields(rawValue: bits).bits.flatMap { bit in
      Language.allCases.map { Labels.field(entity, bit.rawValue, $0).description }
    }
  }

  @Test(arguments: Entity.allCases)
  func everyFieldHasAName(of entity: Entity) {
    let columns = entity.descriptor.columns.reduce(0 as UInt64) { $0 | $1.bit }
    let outputs = BookFields([.matched, .snippet, .rank, .picture, .rgb, .books]).rawValue
    #expect(!names(of: entity, columns | entity.descriptor.fields | outputs).contains(""))
  }

  @Test func namesOfGenresAreAField() {
    #expect(!names(of: .book, BookFields.readable.rawValue).contains(""))
  }

  @Test(arguments: Language.allCases)
  func everySortKeyAndEveryActionHasANameOfItsOwn(in language: Language) {
    let keys = SortKey.allCases.map { Labels.sortKey($0, language).description }
    #expect(Set(keys).count == keys.count && !keys.contains(""))
    let actions = Action.allCases.map { Labels.action($0, language).description }
    #expect(Set(actions).count == actions.count && !actions.contains(""))
  }

  @Test func everyStandardGenreHasItsNames() throws {
    for genre in StandardGenres.all {
      for language in Language.allCases {
        #expect(try StandardGenres.displayName(genre.name.bytes, language) != nil)
      }
    }
    #expect(
      try StandardGenres.displayName(bytes("non-fiction"), .german)?.description == "Sachbuch")
  }

  @Test func noNameMeansTwoGenres() throws {
    let keys = try StandardGenres.all.map { try Keys.genre($0.name.bytes) }
    for (place, key) in keys.enumerated() {
      let others = GenreNames.others(key)
      for (otherPlace, other) in keys.enumerated() where otherPlace != place {
        #expect(!others.contains(other))
        #expect(Set(others).isDisjoint(with: GenreNames.others(other)))
      }
    }
  }
}
