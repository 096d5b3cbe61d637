// This file finds the terms of a search in a text.

/// Looks for terms in texts, token by token, to show the hits to a person. It uses only the first
/// 64 terms of a search, and the first 64 tokens of each.
public final class TermMatcher {
  private struct Place {
    let bytes: [UInt8]
    let term: Int
    let position: Int
    let isPrefix: Bool
    let isCharacter: Bool
  }

  /// A bit for each of the terms.
  public let all: UInt64
  private let lengths: [Int]
  /// Places in the terms, by the hash of their token.
  private var places: [UInt64: [Place]] = [:]
  private var prefixes: [Place] = []
  private var buffer = ByteBuffer()
  /// For each term: bit n is set if its first n tokens match the last n tokens read from the text.
  private var states: [UInt64]
  private var next: [UInt64]
  /// The beginnings of the last tokens.
  private var starts = [Int](repeating: 0, count: limit)

  private static let limit = 64

  public init(_ terms: [SearchTerm]) {
    let terms = terms.prefix(TermMatcher.limit)
    all = terms.count == TermMatcher.limit ? .max : 1 << UInt64(terms.count) &- 1
    lengths = terms.map { min($0.tokens.count, TermMatcher.limit) }
    states = lengths.map { _ in 0 }
    next = states
    for (index, term) in terms.enumerated() {
      for (position, token) in term.tokens.prefix(TermMatcher.limit).enumerated() {
        let isLast = position == term.tokens.count - 1
        let place = Place(
          bytes: token, term: index, position: position, isPrefix: isLast && term.isPrefix,
          isCharacter: isLast && term.endsInCharacter)
        if place.isPrefix {
          prefixes.append(place)
        } else {
          token.withUnsafeBufferPointer { places[TermMatcher.hash($0), default: []].append(place) }
        }
      }
    }
  }

  /// True once memory ran out. Some hits may then be missing.
  public var isExhausted: Bool { buffer.isExhausted }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  /// The terms that end at one token: a bit for each, and the beginning of the first of them.
  struct Hit {
    var terms: UInt64 = 0
    var start = Int.max
    var end = 0
  }

  private struct Enough: Error {}

  /// Calls `found` for each token that ends a term, until it returns false.
  func match(_ text: UnsafeBufferPointer<UInt8>, _ found: (Hit) -> Bool) {
    guard all != 0 else { return }
    for term in lengths.indices { states[term] = 0 }
    var number = 0
    buffer.truncate(to: 0)
    do {
      try UTF8Text.tokens(of: text, into: &buffer) { token, out in
        let hit = step(token, UnsafeBufferPointer(rebasing: out.bytes[token.place...]), number)
        number &+= 1
        out.truncate(to: 0)
        if hit.terms != 0, !found(hit) { throw Enough() }
      }
    } catch {}
  }

  private func step(_ token: Token, _ bytes: UnsafeBufferPointer<UInt8>, _ number: Int) -> Hit {
    var hit = Hit()
    starts[number & 63] = token.start
    func meet(_ place: Place) {
      let before = place.position == 0 || states[place.term] >> UInt64(place.position) & 1 == 1
      guard before else { return }
      guard place.position &+ 1 == lengths[place.term] else {
        return next[place.term] |= 2 << UInt64(place.position)
      }
      hit.terms |= 1 << UInt64(place.term)
      hit.start = min(hit.start, starts[(number &- place.position) & 63])
      hit.end = max(hit.end, place.isCharacter ? token.firstEnd : token.end)
    }
    if let known = places[TermMatcher.hash(bytes)] {
      for place in known where place.bytes.elementsEqual(bytes) { meet(place) }
    }
    for place in prefixes where bytes.starts(with: place.bytes) { meet(place) }
    swap(&states, &next)
    for term in next.indices { next[term] = 0 }
    return hit
  }
}
