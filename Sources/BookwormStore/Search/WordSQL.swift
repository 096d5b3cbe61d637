// The search index on a server has a row for each word of each book, with its places. It gives the
// same results as FTS5 in a file: the same tokens, and the same formula for the rank.
import BookwormRecords
import BookwormStorage
import BookwormText

struct WordSQL: SearchIndex {
  // MARK: Tables

  /// The tables of the index, and of the folded texts: see Dialect.contains(). A place is the
  /// number of the column, then `placeBits` bits of the token's number.
  static let tables = """
    CREATE TABLE book_words (
      word bytea NOT NULL,
      book bigint NOT NULL,
      places integer[] NOT NULL,
      PRIMARY KEY (word, book)
    );
    -- Every book, with the number of its tokens.
    CREATE TABLE book_search (
      book bigint PRIMARY KEY,
      words bigint NOT NULL
    );
    -- Rows to be added up: see Sums.asNews.
    CREATE TABLE book_search_total (
      books bigint NOT NULL,
      words bigint NOT NULL
    );
    ALTER TABLE book_search_total REPLICA IDENTITY FULL;
    CREATE TABLE book_folded (
      book bigint PRIMARY KEY,
      \(folded.map { "\($0.name) bytea" }.joined(separator: ",\n  "))
    );
    """

  static let placeBits = 27

  /// The columns of SearchSQL in the order of their numbers, which follow the bits of their fields.
  /// So a new column gets the last number and the other columns keep theirs, and an older program
  /// reads the stored places correctly.
  static let numbered = numbers.indices.map { number in
    numbers.firstIndex { $0 == number } ?? number
  }
  /// The numbers of the columns, by their places in SearchSQL.
  static let numbers = SearchSQL.columns.map { column in
    SearchSQL.columns.reduce(0) { $0 + ($1.field.rawValue < column.field.rawValue ? 1 : 0) }
  }

  // MARK: Writing

  private static let inMemory = "bookworm_words"
  private static let insert = SQL { dialect in
    """
    INSERT INTO book_words (word, book, places)
    SELECT r.d, r.a, array_agg(r.b::integer) FROM \(dialect.rowsInMemory(inMemory, "abd")) r
    GROUP BY r.d, r.a
    """
  }
  private static let insertWord = SQL(
    "INSERT INTO book_words (word, book, places) VALUES (?, ?, ?)")
  /// Looks the words up in their order, which is that of the key. With `word IN (...)`, the planner
  /// hashes the list, and this order is lost: the 1,800,000 words of a text then took twice as
  /// long.
  private static let delete = SQL { dialect in
    """
    DELETE FROM book_words WHERE ctid = ANY(ARRAY(
      SELECT f.ctid FROM \(dialect.rowsInMemory(inMemory, "d")) r
      CROSS JOIN LATERAL (
        SELECT w.ctid FROM book_words w WHERE w.word = r.d AND w.book = ? LIMIT 1
      ) f))
    """
  }
  private static let addBook = SQL("INSERT INTO book_search (book, words) VALUES (?, ?)")
  private static let deleteBook = SQL("DELETE FROM book_search WHERE book = ?")
  private static let addToTotal = SQL("INSERT INTO book_search_total (books, words) VALUES (?, ?)")
  private static let foldTotal = SQL(
    """
    WITH gone AS (DELETE FROM book_search_total RETURNING books, words)
    INSERT INTO book_search_total SELECT sum(books), sum(words) FROM gone HAVING count(*) > 0
    """)
  private static let total =
    "(SELECT sum(books)::bigint AS books, sum(words)::bigint AS words FROM book_search_total) a"
  private static let empty = [
    SQL("DELETE FROM book_words"), SQL("DELETE FROM book_search"), SQL("DELETE FROM book_folded"),
    SQL("DELETE FROM book_search_total"),
  ]

  func insert(
    _ id: Int64, _ document: SearchDocument, _ connection: Connection
  ) throws -> SearchTotal {
    let words = try WordRows(book: id, document)
    if connection.rowsToCome == .few, words.total <= WordSQL.mostAtOnce {
      try connection.withTable(WordSQL.inMemory, words) {
        try words.forEachPart { try connection.statement(WordSQL.insert).run() }
      }
    } else {
      try insert(words, ofBook: id, connection)
    }
    let add = try connection.statement(WordSQL.addBook)
    add.bind(1, id)
    add.bind(2, Int64(words.total))
    try add.run()
    return SearchTotal(books: 1, words: Int64(words.total))
  }

  /// The maximum number of tokens of one book that the server groups by word.
  private static let mostAtOnce = 4096

  /// Inserts a row for each word. The rows are sent together with many others.
  private func insert(_ words: WordRows, ofBook id: Int64, _ connection: Connection) throws {
    let before = connection.rowsToCome
    if before == .few { connection.rowsToCome = .many }
    defer { connection.rowsToCome = before }
    let insert = try connection.statement(WordSQL.insertWord)
    insert.bind(2, id)
    try words.forEachWord { word, count, place in
      try insert.bindBlob(1, word)
      try insert.bindIntegers(3, count: count, place)
      try insert.run()
    }
  }

  func delete(
    _ id: Int64, _ document: SearchDocument, _ connection: Connection
  ) throws -> SearchTotal {
    let words = try WordRows(book: id, document)
    words.keepWords()
    try connection.withTable(WordSQL.inMemory, words) {
      let delete = try connection.statement(WordSQL.delete)
      delete.bind(1, id)
      try words.forEachPart { try delete.run() }
    }
    let delete = try connection.statement(WordSQL.deleteBook)
    delete.bind(1, id)
    try delete.run()
    return SearchTotal(books: -1, words: -Int64(words.total))
  }

  func add(_ total: SearchTotal, _ connection: Connection) throws {
    let add = try connection.statement(WordSQL.addToTotal)
    add.bind(1, total.books)
    add.bind(2, total.words)
    try add.run()
  }

  func fold(_ connection: Connection) throws { try connection.statement(WordSQL.foldTotal).run() }

  func deleteAll(_ connection: Connection) throws {
    for sql in WordSQL.empty { try connection.statement(sql).run() }
  }

  // MARK: A store that is being made

  private static let setTotal = SQL(
    """
    INSERT INTO book_search_total SELECT count(*), coalesce(sum(words), 0) FROM book_search
    """)

  /// Drops the key of the words until the end of the copy. The words are inserted in no order, so
  /// building the key at the end is faster.
  func beginCopy(_ connection: Connection) throws {
    try connection.execute("ALTER TABLE book_words DROP CONSTRAINT book_words_pkey")
  }

  func completeCopy(_ connection: Connection) throws {
    try connection.execute("ALTER TABLE book_words ADD PRIMARY KEY (word, book)")
    try connection.statement(WordSQL.setTotal).run()
  }

  // MARK: Searching

  let id = "s.book"
  let rank = "s.rank"
  let findsOneByOne = false

  /// The maximum number of tokens in a query. Each token is a table that the server joins.
  private static let mostTokens = 100

  func check(_ searches: [Search]) throws {
    let tokens = searches.reduce(0) { $0 + $1.terms.reduce(0) { $0 + $1.tokens.count } }
    guard tokens <= WordSQL.mostTokens else {
      throw Failure(
        .tooLarge, "text",
        "a query of a store on a server looks for at most \(WordSQL.mostTokens) words; these are"
          + " \(tokens)")
    }
  }

  func rows(_ expression: SearchExpression, ranked: Bool) -> BoundText {
    var sql = BoundText("(")
    ranked ? WordSQL.appendRanked(expression, to: &sql) : WordSQL.append(expression, to: &sql)
    sql.text += ") s"
    return sql
  }

  func condition(_ expression: SearchExpression) -> BoundText? { nil }

  func found(_ expression: SearchExpression, isListed: Bool) -> BoundText {
    var sql = BoundText("b.id IN (")
    WordSQL.append(expression, to: &sql)
    sql.text += ")"
    return sql
  }

  /// Appends a SELECT of the books that match. It returns each book once.
  private static func append(_ expression: SearchExpression, to sql: inout BoundText) {
    for (index, search) in expression.searches.enumerated() {
      sql.text += index == 0 ? "(" : " INTERSECT ("
      for (index, term) in search.terms.enumerated() {
        if index > 0 { sql.text += search.match == .all ? " INTERSECT " : " UNION " }
        appendBooks(term, search.fields, to: &sql)
      }
      sql.text += ")"
    }
  }

  /// Appends a SELECT of the books that have a term. It returns each book once.
  private static func appendBooks(
    _ term: SearchTerm, _ fields: BookFields, to sql: inout BoundText
  ) {
    if term.tokens.count == 1, fields == .searched {
      sql.text += term.isPrefix ? "SELECT DISTINCT" : "SELECT"
      sql.text += " w.book FROM book_words w WHERE "
      return append(term.tokens[0], isPrefix: term.isPrefix, "w", to: &sql)
    }
    sql.text += "SELECT DISTINCT h.book FROM ("
    appendPlaces(term, to: &sql)
    sql.text += ") h"
    append(fields, to: &sql)
  }

  /// Appends a SELECT of every place where a term begins, with the columns `book` and `p`.
  private static func appendPlaces(_ term: SearchTerm, to sql: inout BoundText) {
    sql.text += "SELECT w0.book, x.p FROM book_words w0"
    let last = term.tokens.count - 1
    for index in term.tokens.indices.dropFirst() {
      sql.text += " JOIN book_words w\(index) ON w\(index).book = w0.book"
    }
    sql.text += " CROSS JOIN LATERAL (SELECT unnest(w0.places)"
    for index in term.tokens.indices.dropFirst() {
      sql.text += " INTERSECT SELECT unnest(w\(index).places) - \(index)"
    }
    sql.text += ") x (p) WHERE "
    for (index, token) in term.tokens.enumerated() {
      if index > 0 { sql.text += " AND " }
      append(token, isPrefix: term.isPrefix && index == last, "w\(index)", to: &sql)
    }
  }

  private static func append(
    _ token: [UInt8], isPrefix: Bool, _ table: String, to sql: inout BoundText
  ) {
    // A beginning longer than `longestWord` is compared as a whole word, in its stored form.
    guard isPrefix, token.count <= longestWord, let last = token.last else {
      let word = token.withUnsafeBufferPointer { stored($0) }
      return sql.append("\(table).word = ?", .blob(word))
    }
    // The last byte of UTF-8 is below 0xFF.
    let end = token.dropLast() + [last &+ 1]
    sql.append("\(table).word >= ? AND \(table).word < ?", .blob(token), .blob(Array(end)))
  }

  /// Appends the condition that the place in `h` is in one of the fields.
  private static func append(_ fields: BookFields, to sql: inout BoundText) {
    guard fields != .searched else { return }
    let columns = SearchSQL.columns.indices.filter { fields.contains(SearchSQL.columns[$0].field) }
    sql.text += " WHERE h.p >> \(placeBits) IN ("
    sql.text += columns.map { "\(numbers[$0])" }.joined(separator: ", ") + ")"
  }

  // MARK: Ranks

  /// The weights of the columns, by their numbers.
  private static let weights =
    "(ARRAY["
    + numbered.map { "\(BookField.of(SearchSQL.columns[$0].field)?.weight ?? 1)" }
    .joined(separator: ", ")
    + "]::double precision[])[(h.p >> \(placeBits)) + 1]"

  /// Appends a SELECT of the books that match, with their rank by the formula bm25 of FTS5. A term
  /// counts more if fewer books have it. A place counts by its column's weight, and counts less if
  /// there are many places or the book has many words.
  private static func appendRanked(_ expression: SearchExpression, to sql: inout BoundText) {
    let terms = expression.searches.flatMap { search in search.terms.map { (search, $0) } }
    for (number, (search, term)) in terms.enumerated() {
      sql.text += number == 0 ? "WITH " : ", "
      sql.text += "t\(number) AS MATERIALIZED (SELECT h.book, sum(\(weights)) AS f FROM ("
      appendPlaces(term, to: &sql)
      sql.text += ") h"
      append(search.fields, to: &sql)
      sql.text += " GROUP BY h.book), "
      sql.text += """
        n\(number) AS MATERIALIZED (SELECT ln((a.books - n.n + 0.5::double precision)
        / (n.n + 0.5::double precision)) AS idf
        FROM \(total), (SELECT count(*) AS n FROM t\(number)) n)
        """
    }
    sql.text += " SELECT m.book, -(" + terms.indices.map(worth).joined(separator: " + ")
    sql.text += ") AS rank FROM ("
    var number = 0
    for (index, search) in expression.searches.enumerated() {
      sql.text += index == 0 ? "(" : " INTERSECT ("
      for index in search.terms.indices {
        if index > 0 { sql.text += search.match == .all ? " INTERSECT " : " UNION " }
        sql.text += "SELECT t\(number).book FROM t\(number)"
        number += 1
      }
      sql.text += ")"
    }
    sql.text += ") m JOIN book_search d ON d.book = m.book CROSS JOIN \(total)"
    for number in terms.indices {
      sql.text += " LEFT JOIN t\(number) ON t\(number).book = m.book CROSS JOIN n\(number)"
    }
  }

  private static func worth(ofTerm number: Int) -> String {
    let f = "coalesce(t\(number).f, 0)"
    let idf = "CASE WHEN n\(number).idf > 0 THEN n\(number).idf ELSE 1e-6::double precision END"
    return """
      (\(idf)) * ((\(f) * (1.2::double precision + 1))
      / (\(f) + 1.2::double precision * (1 - 0.75::double precision
      + 0.75::double precision * d.words / (a.words::double precision / a.books))))
      """
  }

  // MARK: Checking

  let idsOfBooks = "book FROM book_search"

  func forEachToken(
    _ connection: Connection, _ each: (Int64, Int, Int, Bytes) -> Void
  ) throws {
    let select = try connection.statement(
      composed: "SELECT w.book, p::bigint, w.word FROM book_words w, unnest(w.places) p")
    defer { select.reset() }
    select.readInPieces()
    while try select.step() {
      let place = Int(truncatingIfNeeded: select.int64(1))
      let number = place >> WordSQL.placeBits
      let column = WordSQL.numbered.indices.contains(number) ? WordSQL.numbered[number] : -1
      each(
        select.int64(0), column, place & (1 << WordSQL.placeBits - 1),
        select.blob(2))
    }
  }

  func stored(_ token: Bytes) -> [UInt8]? { WordSQL.stored(token) }

  /// A longer word is stored as its beginning and a hash, because a row of an index has at most
  /// 2,704 bytes.
  private static let longestWord = 900

  /// The stored form of a token, with ASCII letters in lower case: see `longestWord`.
  static func stored(_ token: Bytes) -> [UInt8] {
    var word = token.prefix(longestWord).map(lower)
    if let hash = hash(ofLong: token) { Swift.withUnsafeBytes(of: hash) { word += $0 } }
    return word
  }

  static func append(_ token: Bytes, to words: inout MemoryBuffer) throws {
    let word = try words.extend(min(token.count, longestWord))
    for (place, byte) in token.prefix(longestWord).enumerated() { word[place] = lower(byte) }
    if let hash = hash(ofLong: token) { try words.append(hash) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  private static func hash(ofLong token: Bytes) -> UInt64? {
    guard token.count > longestWord else { return nil }
    return token.reduce(0xCBF2_9CE4_8422_2325) {
      ($0 ^ UInt64(lower($1))) &* 0x100_0000_01B3
    }.littleEndian
  }
}
