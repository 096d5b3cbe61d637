// Tests the presentation: stars, marks, names in four languages, readable colours, pictures' keys.
import TestSupport
import Testing

@testable import BookwormBooks
@testable import BookwormFrontend
@testable import BookwormQuery
@testable import BookwormRecords

@Suite struct PresentationTests {
  @Test(arguments: [
    (0, "☆☆☆☆☆"), (1, "★☆☆☆☆"), (3, "★★★☆☆"), (5, "★★★★★"), (6, "★★★★★"),
    (.max, "★★★★★"), (-1, "☆☆☆☆☆"), (.min, "☆☆☆☆☆"),
  ])
  func aRatingIsARowOfStars(rating: Int32, stars: String) {
    #expect(RatingPresentation.stars(rating).description == stars)
  }

  @Test func aRatingIsOneMark() {
    func marks(_ style: RatingStyle) -> [String] {
      (0...5).map { RatingPresentation.mark($0, style).description }
    }
    #expect(marks(.digits) == ["–", "1", "2", "3", "4", "5"])
    #expect(Set(marks(.emoji)).count == 6)
    for style in RatingStyle.allCases {
      for (rating, same) in [(6, 5), (Int32.max, 5), (-1, 0), (.min, 0)] as [(Int32, Int32)] {
        let mark = RatingPresentation.mark(rating, style).description
        #expect(mark == RatingPresentation.mark(same, style).description)
      }
    }
  }

  @Test func onlyOneStarIsLow() {
    let low = (-2...7 as ClosedRange<Int32>).filter(RatingPresentation.isLow)
    #expect(low == [1])
  }

  @Test(arguments: [
    (Language.english, ["Not rated", "1 star", "2 stars", "3 stars", "4 stars", "5 stars"]),
    (.german, ["Nicht bewertet", "1 Stern", "2 Sterne", "3 Sterne", "4 Sterne", "5 Sterne"]),
    (
      .polish,
      ["Bez oceny", "1 gwiazdka", "2 gwiazdki", "3 gwiazdki", "4 gwiazdki", "5 gwiazdek"]
    ),
    (.korean, ["평가 없음", "별 1개", "별 2개", "별 3개", "별 4개", "별 5개"]),
  ])
  func aRatingHasAName(language: Language, names: [String]) {
    #expect((0...5).map { RatingPresentation.name($0, language).description } == names)
    #expect(RatingPresentation.name(9, language).description == names[5])
    #expect(RatingPresentation.name(-9, language).description == names[0])
  }

  @Test func everyStatusHasANameOfItsOwnInEveryLanguage() {
    let statuses: [BookStatus] = [.onShelf, .inProgress, .completed, .didNotFinish]
    for language in Language.allCases {
      let names = statuses.map { $0.name(language).description }
      #expect(Set(names + [BookStatus.unknownName(language).description]).count == 5)
    }
    #expect(
      Language.allCases.map { BookStatus.completed.name($0).description }
        == ["Completed", "Gelesen", "Przeczytana", "다 읽음"])
  }

  // MARK: Genres

  @Test func aStandardGenreIsCalledByTheLanguage() throws {
    #expect(
      try Language.allCases.map { try StandardGenres.displayName(bytes("POETRY"), $0)?.description }
        == ["Poetry", "Lyrik", "Poezja", "시"])
    for genre in StandardGenres.all {
      let name = genre.name.bytes
      #expect(
        try StandardGenres.displayName(name, .english)?.description == genre.name.description)
    }
    #expect(try StandardGenres.displayName(bytes("Ｔｈｒｉｌｌｅｒ"), .korean)?.description == "스릴러")
  }

  @Test(arguments: ["Poezja", "Science Fiction", "Poetry ", "poétry"])
  func anyOtherGenreIsNoStandardOne(name: String) throws {
    #expect(try StandardGenres.displayName(bytes(name), .polish) == nil)
  }

  @Test func aNameThatNoGenreCanHaveIsRefused() {
    #expect(failure { try StandardGenres.displayName(bytes(" "), .german) }?.kind == .invalid)
    #expect(failure { try StandardGenres.displayName(bytes("a\0"), .german) }?.kind == .text)
  }

  @Test func everyTextEndsInANUL() {
    var texts = [StarControl.filledStar]
    for language in Language.allCases {
      texts += (0...5).map { RatingPresentation.name($0, language) }
      texts.append(BookStatus.unknownName(language))
    }
    for style in RatingStyle.allCases {
      texts += (0...5).map { RatingPresentation.mark($0, style) }
    }
    texts += (0...5).map { RatingPresentation.stars($0) }
    for text in texts {
      #expect(text.hasPointerRepresentation)
      #expect(text.utf8Start[text.utf8CodeUnitCount] == 0, "\(text)")
    }
  }

  // MARK: Colours

  @Test(
    arguments: [
      (0x000000, 0xFFFFFF, 21.0), (0xFFFFFF, 0x000000, 21), (0x777777, 0x777777, 1),
      // Expected values from WebAIM's contrast checker.
      (0xFF0000, 0xFFFFFF, 4.00), (0x0000FF, 0xFFFFFF, 8.59), (0x00FF00, 0xFFFFFF, 1.37),
      (0x777777, 0xFFFFFF, 4.48), (0x767676, 0xFFFFFF, 4.54), (0x010101, 0x000000, 1.01),
    ] as [(UInt32, UInt32, Double)])
  func theContrastIsThatOfTheGuidelines(one: UInt32, other: UInt32, ratio: Double) {
    #expect(abs(Colour.contrast(one, other) - ratio) < 0.005)
  }

  @Test(
    arguments: [
      (0x000000, 0xFFFFFF), (0xFFFFFF, 0x000000), (0xFF0000, 0x000000), (0x0000FF, 0xFFFFFF),
      (0x00FF00, 0x000000), (0xFFA500, 0x000000), (0x7E57C2, 0xFFFFFF), (0xFF7E57C2, 0xFFFFFF),
    ] as [(UInt32, UInt32)])
  func textIsBlackOrWhiteWhicheverCanBeRead(colour: UInt32, text: UInt32) {
    #expect(Colour.text(on: colour) == text)
  }

  @Test func textOnAnyGrayHasTheBetterContrast() {
    for level in 0...255 as ClosedRange<UInt32> {
      let gray = level << 16 | level << 8 | level
      let text = Colour.contrast(gray, Colour.text(on: gray))
      #expect(text >= Colour.contrast(gray, 0) && text >= Colour.contrast(gray, 0xFFFFFF))
      #expect(text > 4.5)
    }
  }

  // MARK: Pictures

  @Test func aPictureIsThatOfThePrimaryGenre() throws {
    let store = try memoryStore()
    let genres = try ["Science Fiction", "Kryminał"].map { try store.genre(named: $0) }
    let book = try store.create(SampleBook("A").with { $0.genres = genres })
    let other = try store.create("B")
    func pictures() throws -> [String?] {
      let rows = try store.books(array([book, other]), [.picture, .title, .genres])
      return zip(0..., rows.texts(.picture)).map { rows.isPresent(.picture, $0) ? $1 : nil }
    }
    #expect(try pictures() == ["science-fiction", nil])
    #expect(try store.allGenres().texts(.picture) == ["kryminał", "science-fiction"])
    try store.set(genres: [genres[1], genres[0]], of: book)
    #expect(try pictures() == ["kryminał", nil])
    try store.renameGenre(genres[1], bytes("공포"))
    #expect(try pictures() == ["공포", nil])
    try store.deleteGenre(genres[1])
    #expect(try pictures() == ["science-fiction", nil])
    var query = try Query()
    try query.setFields([.id, .picture])
    #expect(try store.run(query).texts(.picture) == ["science-fiction", ""])
    #expect(try store.book(book, .stored).column(.picture) == nil)
    #expect(failure { try store.change(book) { $0.given = .picture } }?.kind == .argument)
  }

  @Test func theStandardGenresHavePictures() throws {
    #expect(
      try RowSet.standardGenres().texts(.picture)
        == ["fantasy", "horror", "kids", "mystery", "poetry", "romance", "thriller"])
  }
}
