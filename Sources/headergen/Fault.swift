// A fault stops the generator. One sentence says where it is, what is wrong, and what would be
// right.

struct Fault: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
