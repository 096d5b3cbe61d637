// This file parses the address of a store on a server: a URL for libpq, and the store's schema.
import CPostgres
import Glibc

public struct ServerAddress: Sendable {
  /// The parameters for libpq, under its own names.
  let parameters: [(name: String, value: String)]
  /// The store's schema in the database.
  let schema: String
  /// For messages: the address without a password.
  let shown: String
  /// How long a session waits for a lock that somebody else holds, such as an operator's lock on a
  /// table.
  var lockTimeout = DatabaseOptions().busyTimeout

  /// SQL for the schema that comes first in the search path of our sessions, whatever its name.
  public static let ownSchema = "quote_ident(current_schema())::regnamespace"

  /// SQL that selects the object ids of the tables, views and the like in a schema. pg_class has no
  /// index by schema, and has very many rows in a database with many stores.
  public static func tables(of schema: String) -> String {
    """
    SELECT d.objid FROM pg_depend d WHERE d.refclassid = 'pg_namespace'::regclass
    AND d.refobjid = \(schema) AND d.classid = 'pg_class'::regclass
    """
  }

  private static let schemes = ["postgresql://", "postgres://"]
  private static let schemaParameter = "bookworm_schema="
  private static let standardSchema = "bookworm"
  /// PostgreSQL truncates longer names.
  private static let longestName = 63

  /// Whether a path is an address. True also for addresses that we cannot use, such as
  /// "Postgresql://" or "mysql://". Otherwise a password in them would be part of a file's name,
  /// which messages show.
  public static func isOne(_ path: String) -> Bool {
    let text = path.drop { $0 == " " }
    let scheme = text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+.-".contains($0)) }
    let rest = text[scheme.endIndex...]
    guard scheme.first?.isLetter == true, rest.hasPrefix(":") else { return false }
    return rest.hasPrefix("://") || scheme.lowercased().hasPrefix("postgres")
  }

  init(_ url: String) throws {
    try LibPQ.load()
    let (rest, schema) = try ServerAddress.takingSchema(from: url)
    self.schema = schema
    var options = try ServerAddress.parsed(rest)
    shown = ServerAddress.shown(options, schema)
    for (name, variable, value) in ServerAddress.defaults
    where !options.contains(where: { $0.name == name })
      && variable.flatMap({ getenv($0) }) == nil
    {
      options.append((name, value))
    }
    options.append(("client_encoding", "UTF8"))
    parameters = options
  }

  /// Defaults, unless the address or an environment variable of libpq sets something else. A silent
  /// loss of the server is noticed within a minute.
  private static let defaults: [(name: String, variable: String?, value: String)] = [
    ("connect_timeout", "PGCONNECT_TIMEOUT", "10"), ("keepalives_idle", nil, "30"),
    ("keepalives_interval", nil, "10"), ("keepalives_count", nil, "3"),
    ("tcp_user_timeout", nil, "60000"), ("fallback_application_name", nil, "bookworm"),
  ]

  /// Splits the schema off the URL, because libpq does not know it, and returns both parts.
  private static func takingSchema(from url: String) throws -> (rest: String, schema: String) {
    guard let scheme = schemes.first(where: { url.hasPrefix($0) }) else {
      throw fault(
        "it begins with postgresql:// or postgres://; if a file has such a name, put ./ before it")
    }
    let start = url.index(url.startIndex, offsetBy: scheme.count)
    // A password may contain a question mark.
    let host =
      url[start...].firstIndex { $0 == "@" || $0 == "/" }.map {
        url[$0] == "@" ? url.index(after: $0) : start
      } ?? start
    // If a password contains an @ or a /, libpq takes a part of it for the server's name, port or
    // database. Its messages show that part.
    guard !url[host...].prefix(while: { $0 != "?" }).contains("@") else {
      throw fault("within a user's name or a password, an @ is written %40, and a / is %2F")
    }
    guard let mark = url[host...].firstIndex(of: "?") else { return (url, standardSchema) }
    let given = url[url.index(after: mark)...].split(separator: "&")
    let schemas = given.filter { $0.hasPrefix(schemaParameter) }
    let others = given.filter { !$0.hasPrefix(schemaParameter) }
    guard schemas.count <= 1 else { throw fault("bookworm_schema is given more than once") }
    let rest = others.isEmpty ? String(url[..<mark]) : url[...mark] + others.joined(separator: "&")
    guard let schema = schemas.first else { return (String(rest), standardSchema) }
    guard let name = decoded(schema.dropFirst(schemaParameter.count)), !name.isEmpty,
      name.utf8.count <= longestName, !name.hasPrefix("pg_"), !name.utf8.contains(0)
    else {
      throw fault(
        "bookworm_schema is not a name of a schema: 1 to \(longestName) bytes that do not begin"
          + " with pg_")
    }
    return (String(rest), name)
  }

  /// Nil if a % is not followed by two hexadecimal digits, or if the bytes are not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2,
        let number = Int64(String(decoding: digits, as: UTF8.self), radix: 16), number >= 0
      else { return nil }
      bytes.append(UInt8(number))
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func parsed(_ url: String) throws -> [(name: String, value: String)] {
    var reason: UnsafeMutablePointer<CChar>?
    guard let list = pq_conninfoParse(url, &reason) else {
      // libpq's own message contains the whole URL.
      pq_freemem(reason)
      throw fault(
        "libpq cannot read it: look at the names after the ?, at each %, which two hexadecimal"
          + " digits follow, and at brackets around an IPv6 address")
    }
    defer { pq_conninfoFree(list) }
    var options: [(String, String)] = []
    var option = list
    while let name = option.pointee.keyword {
      if let value = option.pointee.value {
        options.append((String(cString: name), String(cString: value)))
      }
      option += 1
    }
    return options
  }

  private static func fault(_ reason: String) -> StorageError {
    StorageError(.cannotOpen, "the server's address is wrong: \(reason)")
  }

  /// An address that opens the same store again, without the password, which ~/.pgpass may have.
  private static func shown(
    _ options: [(name: String, value: String)], _ schema: String
  ) -> String {
    func value(_ name: String) -> String? { options.first { $0.name == name }?.value }
    var shown = schemes[0]
    if let user = value("user") { shown += escaped(user) + "@" }
    let hosts = (value("host") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    let ports = (value("port") ?? "").split(separator: ",", omittingEmptySubsequences: false)
    for (number, host) in hosts.enumerated() {
      if number > 0 { shown += "," }
      shown += host.contains(":") ? "[\(host)]" : escaped(String(host))
      let port = ports.count == 1 ? ports[0] : number < ports.count ? ports[number] : ""
      if !port.isEmpty { shown += ":" + port }
    }
    shown += "/" + escaped(value("dbname") ?? "")
    var rest: [String] = []
    for (name, value) in options where !partsBeforeTheMark.contains(name) && !isSecret(name) {
      rest.append(name + "=" + escaped(value))
    }
    if schema != standardSchema { rest.append(schemaParameter + escaped(schema)) }
    return rest.isEmpty ? shown : shown + "?" + rest.joined(separator: "&")
  }

  private static let partsBeforeTheMark = ["user", "host", "port", "dbname"]

  private static func isSecret(_ name: String) -> Bool {
    name.hasSuffix("password") || name.hasSuffix("secret") || name.hasPrefix("scram_")
  }

  /// RFC 3986, 2.1: the form allowed in any part of a URL.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCII,
        Character(scalar).isLetter || Character(scalar).isNumber
          || "-._~".unicodeScalars.contains(scalar)
      {
        escaped.unicodeScalars.append(scalar)
      } else {
        escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return escaped
  }
}
