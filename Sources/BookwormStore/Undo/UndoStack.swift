// An undo stack is a sequence of steps with limits for their size.
import BookwormStorage

/// The last step is the next one to undo or redo.
struct UndoStack {
  private var steps: [UndoStep] = []
  /// The size of the steps in memory, in bytes.
  private(set) var memory = 0
  private(set) var file = 0
  private var forgotten = 0
  private var reason: String?

  init() {}

  /// Creates an empty stack. `reason` says why it is empty.
  init(emptyBecause reason: String?) { self.reason = reason }

  var count: Int { steps.count }
  var last: UndoStep? { steps.last }

  /// Why steps were forgotten, or "".
  var whyNoMore: String {
    guard let reason else { return "" }
    return forgotten > 0 ? "\(forgotten) more were forgotten, as \(reason)" : reason
  }

  mutating func push(_ step: UndoStep) {
    steps.append(step)
    memory += step.memory
    file += step.file
  }

  mutating func pop() {
    guard let last = steps.popLast() else { return }
    memory -= last.memory
    file -= last.file
  }

  /// Drops the oldest steps until the rest is small enough.
  mutating func drop(
    until isEnough: (_ memory: Int, _ file: Int, _ count: Int) -> Bool, keepLast: Bool,
    because reason: String
  ) {
    let droppable = keepLast ? max(steps.count - 1, 0) : steps.count
    var dropped = 0
    while dropped < droppable, !isEnough(memory, file, steps.count - dropped) {
      memory -= steps[dropped].memory
      file -= steps[dropped].file
      dropped += 1
    }
    guard dropped > 0 else { return }
    steps.removeFirst(dropped)
    forgotten += dropped
    self.reason = reason
  }

  /// Moves the oldest steps in memory to the file until memory is sufficient. A few steps share an
  /// extent.
  mutating func move(to file: UndoFile, until isEnough: (_ memory: Int) -> Bool) throws {
    var place = 0
    while !isEnough(memory), place < steps.count {
      let extent = try file.makeExtent()
      var end = 0
      while place < steps.count, end < UndoStack.extentSize, !isEnough(memory) {
        if let moved = try steps[place].moved(to: extent, at: end) {
          memory += moved.memory - steps[place].memory
          self.file += moved.file
          end += moved.file
          steps[place] = moved
        }
        place += 1
      }
    }
  }

  private static let extentSize = 1 << 20
}

/// The limits of kept steps.
struct UndoLimits {
  var memory: Int
  var file: Int
  var count: Int

  /// The limits, lowered by a sixteenth.
  var lowered: UndoLimits {
    UndoLimits(memory: memory / 16 * 15, file: file / 16 * 15, count: count / 16 * 15)
  }

  func allow(_ memory: Int, _ file: Int, _ count: Int) -> Bool {
    memory <= self.memory && file <= self.file && count <= self.count
  }

  /// The limits that remain for a stack if the other stack is kept too.
  func beside(_ other: UndoStack) -> UndoLimits {
    UndoLimits(
      memory: memory - other.memory, file: file - other.file, count: count - other.count)
  }
}
