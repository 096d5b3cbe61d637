// What stops the generator: one sentence that says where, what, and what would be right.

struct Fault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
