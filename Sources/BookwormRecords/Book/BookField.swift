// This table lists the fields of a book, a line each. Drafts, statements, results, frames,
// documents, the search index and the bindings' names are derived from it.
import BookwormStorage

package final class BookField: EntityField, @unchecked Sendable {
  package let field: BookFields
  /// The weight of a word that a search finds in this field; nil if searches skip the field.
  package let weight: Double?
  /// The order of lists that are sorted by this field; nil if no list is.
  let sort: SortKey?
  /// The column of the key that lists sorted by this field compare; nil if they compare its value.
  let sortColumn: String?
  /// Whether an index of books begins with this field or its key.
  let isIndexed: Bool
  /// The word before a colon in a search line.
  let word: StaticString?

  init(
    _ field: BookFields, _ name: StaticString, _ kind: FieldKind, _ need: Need = .optional,
    _ rule: FieldRule = .kind, in place: Place = .row, key: String? = nil,
    alsoIn other: String? = nil, searched weight: Double? = nil, extra isExtra: Bool = false,
    sort number: Int32? = nil, indexed isIndexed: Bool = false, word: StaticString? = nil,
    label: Localised? = nil, help: StaticString = ""
  ) {
    (self.field, self.weight, self.word) = (field, weight, word)
    (self.sort, self.isIndexed) = (number.map { SortKey($0) }, isIndexed)
    sortColumn = key
    super.init(
      bit: field.rawValue, name, kind, need, rule, in: place,
      keys: [key, other].compactMap(\.self),
      extra: isExtra, label: label, help: help)
  }

  /// In the order of their bits. `sort` is the number of the order in bw_sort_key. A field that no
  /// other code mentions needs no constant: its line can write BookFields(bit: 47).
  package static let all: [BookField] = [
    BookField(
      .id, "id", .int64, .stored,
      label: Localised(en: "Number", de: "Nummer", pl: "Numer", ko: "번호"),
      help: "Given by the store, never reused. An int."),
    BookField(
      .title, "title", .text, .required, .name, key: "title_key", searched: 10, sort: 0,
      indexed: true, word: "title",
      label: Localised(en: "Title", de: "Titel", pl: "Tytuł", ko: "제목"),
      help: "The title. Not blank; at most 16 KiB as UTF-8."),
    BookField(
      .author, "author", .text, .required, .name, key: "author_key", searched: 5, sort: 1,
      indexed: true, word: "author",
      label: Localised(en: "Author", de: "Autor", pl: "Autor", ko: "저자"),
      help: "The author. Not blank; at most 16 KiB as UTF-8."),
    BookField(
      .synopsis, "synopsis", .text, searched: 2,
      label: Localised(en: "Synopsis", de: "Inhalt", pl: "Opis", ko: "줄거리"),
      help: "What the book is about. At most 16 MiB."),
    BookField(
      .review, "review", .text, searched: 1,
      label: Localised(en: "Review", de: "Rezension", pl: "Recenzja", ko: "서평"),
      help: "What the reader thinks of it. At most 16 MiB."),
    BookField(
      .notes, "notes", .text, searched: 1,
      label: Localised(en: "Notes", de: "Notizen", pl: "Notatki", ko: "메모"),
      help: "Private notes. At most 16 MiB."),
    BookField(
      .rating, "rating", .int32, .always, .rating, sort: 2,
      label: Localised(en: "Rating", de: "Bewertung", pl: "Ocena", ko: "평점"),
      help: "1 to 5, or 0 for not rated."),
    BookField(
      .favourite, "favourite", .flag, .always, sort: 8, word: "favourite",
      label: Localised(en: "Favourite", de: "Favorit", pl: "Ulubiona", ko: "즐겨찾기"),
      help: "Whether it is a favourite. A bool."),
    BookField(
      .status, "status", .status, .always, sort: 3,
      label: Localised(en: "Status", de: "Status", pl: "Status", ko: "상태"),
      help: "A Status. Setting it sets or clears the dates too, as set_status() does."),
    BookField(
      .series, "series", .text, .optional, .name, key: "series_key", sort: 9, word: "series",
      label: Localised(en: "Series", de: "Reihe", pl: "Seria", ko: "시리즈"),
      help: "The name of the series that it belongs to. At most 16 KiB."),
    BookField(
      .seriesNumber, "series_number", .double, .optional, .seriesNumber, sort: 9,
      label: Localised(
        en: "Number in the series", de: "Nummer in der Reihe", pl: "Numer w serii", ko: "시리즈 번호"),
      help: "The place in the series, a float such as 2 or 1.5."),
    BookField(
      .year, "year", .int32, sort: 16, word: "year",
      label: Localised(
        en: "Year of publication", de: "Erscheinungsjahr", pl: "Rok pierwszego wydania",
        ko: "출간 연도"),
      help: "The year of publication, negative for BCE."),
    BookField(
      .created, "created", .instant, .always, sort: 4, indexed: true,
      label: Localised(en: "Added", de: "Hinzugefügt", pl: "Dodano", ko: "추가한 날"),
      help: "When the book was added: an aware datetime in UTC, to the millisecond."),
    BookField(
      .updated, "updated", .instant, .stored, sort: 5, indexed: true,
      label: Localised(en: "Changed", de: "Geändert", pl: "Zmieniono", ko: "바꾼 날"),
      help: "When a field last changed, genres aside: an aware datetime. Cannot be set."),
    BookField(
      .started, "started", .date, sort: 6,
      label: Localised(en: "Started", de: "Begonnen", pl: "Rozpoczęto", ko: "시작한 날"),
      help: "When reading began, a date."),
    BookField(
      .finished, "finished", .date, sort: 7,
      label: Localised(en: "Finished", de: "Beendet", pl: "Ukończono", ko: "마친 날"),
      help: "When reading ended, a date."),
    BookField(
      .price, "price", .int64, .optional, .price, extra: true, sort: 17,
      label: Localised(en: "Price", de: "Preis", pl: "Cena", ko: "가격")),
    BookField(
      .currency, "currency", .text, .optional, .currency, extra: true, sort: 17,
      label: Localised(en: "Currency", de: "Währung", pl: "Waluta", ko: "통화")),
    BookField(
      .genres, "genres", .int64List, in: .list,
      label: Localised(en: "Genres", de: "Genres", pl: "Gatunki", ko: "장르")),
    BookField(
      .identifierSchemes, "identifier_schemes", .textList, .optional, .name, in: .list,
      label: Localised(
        en: "Kinds of identifiers", de: "Arten der Kennungen", pl: "Rodzaje identyfikatorów",
        ko: "식별자 종류")),
    BookField(
      .identifierValues, "identifier_values", .textList, .optional, .name, in: .list,
      label: Localised(en: "Identifiers", de: "Kennungen", pl: "Identyfikatory", ko: "식별자")),
    BookField(
      .genreNames, "genre_names", .textList, .optional, .name, in: .names,
      label: Localised(en: "Genres", de: "Genres", pl: "Gatunki", ko: "장르")),
    BookField(
      .quotes, "quotes", .textList, .stored, in: .list, searched: 1,
      label: Localised(en: "Quotes", de: "Zitate", pl: "Cytaty", ko: "인용문")),
    BookField(
      .globalID, "global_id", .uuid, .stored, extra: true,
      label: Localised(
        en: "Global id", de: "Globale Kennung", pl: "Identyfikator globalny", ko: "전역 식별자"),
      help: "Its id in every copy of the store, a uuid.UUID. Cannot be set."),
    BookField(
      .subtitle, "subtitle", .text, .optional, .name, searched: 5, extra: true, word: "subtitle",
      label: Localised(en: "Subtitle", de: "Untertitel", pl: "Podtytuł", ko: "부제"),
      help: "The text below the title. At most 16 KiB."),
    BookField(
      .publisher, "publisher", .text, .optional, .name, key: "publisher_key", searched: 1,
      extra: true, sort: 12, word: "publisher",
      label: Localised(en: "Publisher", de: "Verlag", pl: "Wydawnictwo", ko: "출판사"),
      help: "The publisher's name. At most 16 KiB."),
    BookField(
      .pages, "pages", .int32, .optional, .positive, extra: true, sort: 13, word: "pages",
      label: Localised(en: "Pages", de: "Seiten", pl: "Strony", ko: "쪽수"),
      help: "The number of pages, above 0."),
    BookField(
      .language, "language", .text, .optional, .language, alsoIn: "title_key", extra: true,
      sort: 14, word: "language",
      label: Localised(en: "Language", de: "Sprache", pl: "Język", ko: "언어"),
      help: "A BCP 47 tag such as pt-BR; a language's name or ISO code is converted."),
    BookField(
      .format, "format", .text, .optional, .name, extra: true, word: "format",
      label: Localised(en: "Format", de: "Format", pl: "Format", ko: "형태"),
      help: "How it is bound or made, such as paperback. At most 16 KiB."),
    BookField(
      .editionYear, "edition_year", .int32, extra: true, sort: 15, word: "edition",
      label: Localised(
        en: "Year of the edition", de: "Jahr der Ausgabe", pl: "Rok tego wydania", ko: "판본 연도"),
      help: "The year of this edition, negative for BCE."),
    BookField(
      .authorSort, "author_sort", .text, .optional, .name, key: "author_key", extra: true,
      label: Localised(
        en: "Author in lists", de: "Autor in Listen", pl: "Autor na listach", ko: "정렬용 저자"),
      help: "The author's name as lists sort it, such as Tolkien, J. R. R."),
    BookField(
      .readings, "readings", .textList, .stored, in: .list,
      label: Localised(en: "Readings", de: "Lektüren", pl: "Lektury", ko: "독서 기록")),
    BookField(.addGenres, "add_genres", .int64List, in: .change),
    BookField(.addGenreNames, "add_genre_names", .textList, .optional, .name, in: .change),
    BookField(.removeGenres, "remove_genres", .int64List, in: .change),
    BookField(.removeGenreNames, "remove_genre_names", .textList, .optional, .name, in: .change),
    BookField(
      .sourceID, "source_id", .text, .stored, in: .input,
      label: Localised(
        en: "Id at the source", de: "Kennung der Quelle", pl: "Identyfikator źródła", ko: "출처 식별자")),
    BookField(
      .raw, "raw", .text, .stored, in: .input,
      label: Localised(en: "Raw row", de: "Rohzeile", pl: "Surowy wiersz", ko: "원본 행")),
    BookField(
      .mergedBooks, "merged_books", .int64List, .stored, in: .list,
      label: Localised(
        en: "Merged books", de: "Zusammengeführte Bücher", pl: "Scalone książki", ko: "병합된 책")),
    BookField(
      .exactRating, "exact_rating", .double, .optional, .exactRating, extra: true, sort: 19,
      label: Localised(
        en: "Exact rating", de: "Genaue Bewertung", pl: "Dokładna ocena", ko: "정밀 평점"),
      help: "A float from 0.25 to 5, in quarters; rating is this value, rounded."),
    BookField(
      .cover, "cover", .text, .stored, in: .output,
      label: Localised(en: "Cover", de: "Umschlag", pl: "Okładka", ko: "표지")),
    BookField(
      .contributorNames, "contributor_names", .textList, .optional, .name, in: .list,
      label: Localised(en: "Contributors", de: "Mitwirkende", pl: "Twórcy", ko: "참여자")),
    BookField(
      .contributorSorts, "contributor_sorts", .textList, .optional, .name, in: .list,
      label: Localised(
        en: "Contributors in lists", de: "Mitwirkende in Listen", pl: "Twórcy na listach",
        ko: "정렬용 참여자")),
    BookField(
      .contributorRoles, "contributor_roles", .textList, .optional, .name, in: .list,
      label: Localised(en: "Roles", de: "Rollen", pl: "Role", ko: "역할")),
    BookField(
      .titleSort, "title_sort", .text, .optional, .name, key: "title_key", extra: true,
      label: Localised(
        en: "Title in lists", de: "Titel in Listen", pl: "Tytuł na listach", ko: "정렬용 제목"),
      help: "The title as lists sort it, such as Hobbit, or There and Back Again."),
    BookField(
      .spoilers, "spoilers", .flag, .always, extra: true, word: "spoilers",
      label: Localised(
        en: "Contains spoilers", de: "Enthält Spoiler", pl: "Zawiera spoilery", ko: "스포일러 포함"),
      help: "Whether the review gives away the plot. A bool."),
    BookField(
      .matched, "matched", .int64, .stored, in: .output,
      label: Localised(en: "Found in", de: "Gefunden in", pl: "Znaleziono w", ko: "찾은 곳")),
    BookField(
      .snippet, "snippet", .text, .stored, in: .output,
      label: Localised(en: "Passage", de: "Textstelle", pl: "Fragment", ko: "발췌")),
    BookField(
      .rank, "rank", .double, .stored, in: .output,
      label: Localised(en: "Relevance", de: "Relevanz", pl: "Trafność", ko: "관련도")),
    BookField(
      .picture, "picture", .text, .stored, in: .output,
      label: Localised(en: "Picture", de: "Bild", pl: "Obraz", ko: "그림")),
    BookField(.readingStarted, "reading_started", .dateList, .stored, in: .readings),
    BookField(.readingFinished, "reading_finished", .dateList, .stored, in: .readings),
    BookField(.readingOutcomes, "reading_outcomes", .outcomeList, .stored, in: .readings),
    BookField(.readingNotes, "reading_notes", .textList, .stored, in: .readings),
    BookField(.readingIDs, "reading_ids", .textList, .stored, in: .readings),
  ]
}
