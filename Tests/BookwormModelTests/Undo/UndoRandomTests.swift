// Tests long sequences of random operations, undone and redone: after every step the store has
// exactly its previous contents.
import BookwormStorage
import TestSupport
import Testing

@testable import BookwormRecords
@testable import BookwormStore

@Suite struct UndoRandomTests {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func everyStepIsUndoneAndRedone(seed: UInt64) throws {
    var run = try Run(seed: seed)
    for _ in 0..<60 { try run.step() }
    #expect(run.states.count > 30)
    let store = run.store
    try #require(try store.undoInfo().undoCount == run.states.count - 1)
    var names: [String] = []
    for round in 0..<2 {
      for index in run.states.indices.dropLast().reversed() {
        names.append(try store.undo().undoName)
        try run.expect(state: index, "seed \(seed), round \(round), undone \(names.last ?? "")")
      }
      #expect(failure { try store.undo() }?.kind == .notFound)
      for index in run.states.indices.dropFirst() {
        names.append(try store.redo().redoName)
        try run.expect(state: index, "seed \(seed), round \(round), redone \(names.last ?? "")")
      }
      #expect(failure { try store.redo() }?.kind == .notFound)
    }
    let half = names.count / 4
    #expect(Array(names[..<half]) == names[half..<(2 * half)].reversed())
    #expect(Array(names[..<half]) == Array(names[(2 * half)..<(3 * half)]))
    #expect(!names.contains("Change nothing"))
  }

  /// The contents of a store after each of its steps.
  private struct Run {
    let folder = TemporaryFolder()
    let store: Store
    var states: [[String: [[RawStore.Value]]]] = []
    private var dice: Dice

    private var path: String { folder.file("store") }

    init(seed: UInt64) throws {
      dice = Dice(seed)
      store = try openStore(folder.file("store"))
      for name in ["A", "B", "C", "D"] { try store.genre(named: name) }
      for book in catalogue(8, genres: [1, 2, 3, 4], seed: seed) {
        try store.quote("Quote", page: "1", of: try store.create(book))
      }
      try store.clearUndo()
      states = [try dump(ofStore: path)]
    }

    func expect(state index: Int, _ what: String) throws {
      let wrong = differences(states[index], try dump(ofStore: path))
      try #require(wrong == [], "\(what)")
      let faults = try faults(inStore: path)
      try #require(faults == [], "\(what)")
    }

    mutating func step() throws {
      let before = try store.undoInfo().undoCount
      if dice.once(in: 3) {
        try transaction(in: store, depth: 1)
      } else {
        try RandomWork(&dice, on: store).tryIt(on: store)
      }
      let state = try dump(ofStore: path)
      if try store.undoInfo().undoCount > before {
        states.append(state)
      } else {
        try #require(differences(states[states.count - 1], state) == [], "no step was made")
      }
    }

    private mutating func transaction(in session: any Session, depth: Int) throws {
      let transaction = try session.begin(.write)
      for _ in 0..<Int.random(in: 0...6, using: &dice) {
        if depth < 3, dice.once(in: 4) {
          try self.transaction(in: transaction, depth: depth + 1)
        } else {
          try RandomWork(&dice, on: transaction).tryIt(on: transaction)
        }
      }
      if dice.once(in: 3) { try transaction.rollBack() } else { try transaction.commit() }
    }
  }
}
