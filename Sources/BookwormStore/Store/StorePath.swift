// Distinguishes the path of a file from other texts, such as the address of a server.
import BookwormRecords
import BookwormStorage

extension Rules {
  /// Returns a file's path, and throws for an address of a server.
  package static func noAddress(_ given: Bytes, _ parameter: String = "path") throws -> String {
    let path = String(decoding: given, as: UTF8.self)
    guard !ServerAddress.isOne(path) else {
      // The message omits the address, which may contain a password.
      throw Failure(
        .argument, parameter,
        "\(parameter) is a server's address, and this call needs a file; if a file has such a name,"
          + " put ./ before it")
    }
    if let meant = whatIsMeant(by: path, parameter) {
      throw Failure(.argument, parameter, "\(meant); if a file has such a name, put ./ before it")
    }
    return path
  }

  /// Returns what to write instead of a text that is probably not the path of a file.
  private static func whatIsMeant(by path: String, _ parameter: String) -> String? {
    let text = path.lowercased()
    let isMemory =
      path != ":memory:" && text.split(whereSeparator: \.isWhitespace) == [":memory:"]
      || text.hasPrefix("file::memory:")
    if isMemory { return "for a store in memory write \":memory:\", without anything around it" }
    let word = text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && $0 != "=" }
    let rest = text.drop(while: \.isWhitespace).dropFirst(word.count)
    guard keywords.contains(word), rest.drop(while: \.isWhitespace).first == "=" else {
      return nil
    }
    // The message omits the text, which may contain a password.
    return "\(parameter) begins with a keyword of libpq; for a server write"
      + " postgresql://USER@HOST/DATABASE"
  }

  private static let keywords: Set<Substring> = [
    "host", "hostaddr", "port", "dbname", "user", "password", "service", "sslmode",
  ]
}
