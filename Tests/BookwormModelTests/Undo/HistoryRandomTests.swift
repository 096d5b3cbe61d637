// Tests random operations of several programs, whose steps are undone and redone in any order,
// compared with a plain model: each step knows its effect on each row and is undone on its own.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormRecords
@testable import BookwormStore

@Suite struct HistoryRandomTests {
  @Test(arguments: Array(1...8) + [56, 74] as [UInt64])
  func anyStepIsUndoneAndNothingElse(seed: UInt64) throws {
    var run = try Run(seed: seed)
    for _ in 0..<120 { try run.step() }
    #expect(run.moved > 5 && run.refused > 3, "\(run.moved) \(run.refused)")
    let found = try faults(inStore: run.path)
    #expect(found == [])
  }

  private struct Row: Hashable {
    let table: String
    let key: [Int64]
  }

  private typealias Contents = [Row: [RawStore.Value]]

  /// The rows that one transaction changed, before and after.
  private struct Effect {
    var before: Contents = [:]
    var after: Contents = [:]

    init(_ old: Contents, _ new: Contents) {
      for (row, values) in old where new[row] != values { before[row] = values }
      for (row, values) in new where old[row] != values { after[row] = values }
    }

    var rows: Set<Row> { Set(before.keys).union(after.keys) }

    /// `rows`, the rows that they belong to or name, and names that must be unique.
    var touched: Set<Row> {
      rows.reduce(into: rows) { all, row in
        let descriptor = Entity.allCases.first { $0.descriptor.table == row.table }?.descriptor
        for values in [before[row], after[row]].compactMap({ $0 }) {
          if let unique = descriptor?.unique, let place = descriptor?.place(of: unique.column) {
            all.insert(Row(table: "\(row.table) named \(values[place])", key: []))
          }
          for (table, id) in owners(of: row, values) { all.insert(Row(table: table, key: [id])) }
        }
      }
    }

    private func owners(of row: Row, _ values: [RawStore.Value]) -> [(String, Int64)] {
      if row.table == "book_genres" { return [("books", row.key[0]), ("genres", row.key[1])] }
      if ["book_identifiers", "book_people", "book_covers"].contains(row.table) {
        return [("books", row.key[0])]
      }
      let entity = Entity.allCases.first { $0.descriptor.table == row.table }
      guard let descriptor = entity?.descriptor, let owner = descriptor.owner,
        let place = descriptor.place(of: owner.column), let id = values[place].integer
      else { return [] }
      return [(owner.entity.descriptor.table, id)]
    }
  }

  private struct Own {
    let id: Int64
    let store: Int
    /// The changes of the step when it was last done.
    var effect: Effect
    /// The rows that it has changed whenever it was done, undone or redone. A move touches all of
    /// them, even a row that already has the value.
    var touched: Set<Row>
    /// A transaction of several operations may have touched rows that it did not change in the end.
    let isOneCall: Bool
    var isUndone = false
  }

  private struct Run {
    let folder = TemporaryFolder()
    var moved = 0
    var refused = 0
    private let stores: [Store]
    /// The steps of the two programs that have a history.
    private var own: [Own] = []
    /// All transactions in order: the step, or nil, and the touched rows.
    private var log: [(step: Int64?, rows: Set<Row>)] = []
    private var contents: Contents = [:]
    private var dice: Dice

    var path: String { folder.file("store") }

    init(seed: UInt64) throws {
      dice = Dice(seed)
      let path = folder.file("store")
      let store = try openStore(path, history: "one")
      for name in ["A", "B", "C", "D"] { try store.genre(named: name) }
      for book in catalogue(8, genres: [1, 2, 3, 4], seed: seed) {
        try store.quote("Quote", page: "1", of: try store.create(book))
      }
      try store.clearUndo()
      stores = [store, try openStore(path, history: "two"), try openStore(path)]
      contents = try read()
    }

    /// Everything except the times of changes.
    private func read() throws -> Contents {
      let raw = try RawStore(path)
      var all: Contents = [:]
      for descriptor in Entity.allCases.map(\.descriptor) where descriptor.isUndone {
        let columns = descriptor.allColumns.map { $0 == "updated" ? "0" : $0 }
        for row in try raw.rows(
          "SELECT \(columns.joined(separator: ", ")) FROM \(descriptor.table)")
        {
          all[Row(table: descriptor.table, key: [row[0].integer ?? 0])] = row
        }
      }
      for (table, columns) in [
        ("book_genres", "book, genre, position"),
        ("book_identifiers", "book, position, scheme, value"),
        ("book_people", "book, position, name, role"),
        ("book_covers", "book, piece, size, digest"),
      ] {
        for row in try raw.rows("SELECT \(columns) FROM \(table)") {
          all[Row(table: table, key: [row[0].integer ?? 0, row[1].integer ?? 0])] = row
        }
      }
      return all
    }

    mutating func step() throws {
      if dice.once(in: 2), !own.isEmpty {
        return try move(Int.random(in: 0..<own.count, using: &dice))
      }
      let number = dice.once(in: 6) ? 2 : Int.random(in: 0...1, using: &dice)
      let store = stores[number]
      let last = try store.undoInfo().lastStep
      let isOneCall = !dice.once(in: 4)
      if !isOneCall {
        let transaction = try store.begin(.write)
        for _ in 0..<4 { try RandomWork(&dice, on: transaction).tryIt(on: transaction) }
        try transaction.commit()
      } else {
        try RandomWork(&dice, on: store).tryIt(on: store)
      }
      let now = try read()
      let effect = Effect(contents, now)
      contents = now
      let new = try store.undoInfo().lastStep
      let isStep = number < 2 && new != last
      guard isStep || !effect.rows.isEmpty else { return }
      try #require(isStep || number == 2)
      log.append((isStep ? new : nil, effect.touched))
      if isStep {
        let touched = effect.touched
        own.append(
          Own(id: new, store: number, effect: effect, touched: touched, isOneCall: isOneCall))
      }
    }

    /// Undoes or redoes a step.
    private mutating func move(_ place: Int) throws {
      let (id, effect, redo) = (own[place].id, own[place].effect, own[place].isUndone)
      let store = stores[own[place].store]
      let refusal = failure { try redo ? store.redo(step: id) : store.undo(step: id) }
      let now = try read()
      let what = "\(redo ? "redo" : "undo") \(id): \(refusal?.message ?? "done")"
      guard refusal == nil else {
        try #require(refusal?.kind == .conflict, "\(what)")
        try #require(now == contents, "\(what)")
        let isTouched = !laterRows(than: id).isDisjoint(with: own[place].touched)
        try #require(isTouched || !own[place].isOneCall, "\(what)")
        refused += 1
        return
      }
      let (from, to) = redo ? (effect.before, effect.after) : (effect.after, effect.before)
      try expect(from, to, now, what)
      let moving = Effect(contents, now)
      own[place].touched.formUnion(moving.touched)
      log.append((id, own[place].touched))
      own[place].isUndone.toggle()
      own[place].effect = redo ? moving : Effect(now, contents)
      contents = now
      moved += 1
      let found = try faults(inStore: path)
      try #require(found == [], "\(what)")
    }

    /// Each value that the step had changed is restored, and everything else is unchanged.
    private func expect(_ from: Contents, _ to: Contents, _ now: Contents, _ what: String) throws {
      for row in Set(from.keys).union(to.keys) {
        // A link that is gone need not be removed.
        if to[row] == nil, contents[row] == nil, row.table == "book_genres" { continue }
        guard let old = from[row], let new = to[row] else {
          let was = (contents[row], from[row])
          try #require(was.0 == was.1 && now[row] == to[row], "\(what): \(row) \(was)")
          continue
        }
        for (column, value) in old.enumerated()
        where value != new[column] && !follows(row, column) {
          try #require(contents[row]?[column] == value, "\(what): \(row) \(column)")
          try #require(now[row]?[column] == new[column], "\(what): \(row) \(column)")
        }
      }
      for row in Effect(contents, now).rows {
        try #require(from[row] != nil || to[row] != nil, "\(what): \(row) changed too")
        guard let old = contents[row], let new = now[row] else { continue }
        for (column, value) in old.enumerated()
        where value != new[column] && !follows(row, column) {
          try #require(from[row]?[column] != to[row]?[column], "\(what): \(row) \(column) too")
        }
      }
    }

    /// Books follow their latest reading, which may be another one now; faults() checks that.
    private func follows(_ row: Row, _ column: Int) -> Bool {
      row.table == "books" && Run.followed.contains(column)
    }

    private static let followed = ["status", "started", "finished", "reading_count"].map {
      Entity.book.descriptor.allColumns.firstIndex(of: $0)
    }

    /// Returns the rows touched since a step was last done or undone, except by steps that were
    /// done and undone since.
    private func laterRows(than id: Int64) -> Set<Row> {
      let later = log[((log.lastIndex { $0.step == id } ?? 0) + 1)...]
      var net: [Int64: Set<Row>] = [:]
      var rows: Set<Row> = []
      for (step, touched) in later {
        guard let step else {
          rows.formUnion(touched)
          continue
        }
        net[step] = net[step] == nil ? touched : nil
      }
      return net.values.reduce(rows) { $0.union($1) }
    }
  }
}
