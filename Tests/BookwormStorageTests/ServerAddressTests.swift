// These tests parse server addresses: libpq's parameters, the schema, and passwords, which are
// never shown.
import TestSupport
import Testing

@testable import BookwormStorage

@Suite struct ServerAddressTests {
  private func value(_ name: String, of url: String) throws -> String? {
    try ServerAddress(url).parameters.last { $0.name == name }?.value
  }

  @Test func itIsKnownByItsBeginning() {
    #expect(ServerAddress.isOne("postgresql://"))
    #expect(ServerAddress.isOne("postgres://db/library"))
    #expect(!ServerAddress.isOne("./postgresql://"))
    #expect(!ServerAddress.isOne("library.books"))
    #expect(!ServerAddress.isOne("a b://c"))
    #expect(!ServerAddress.isOne(":memory:"))
  }

  @Test func libpqIsGivenWhatItSays() throws {
    let url = "postgresql://reader:secret@db.example:5433/library?sslmode=verify-full"
    #expect(try value("user", of: url) == "reader")
    #expect(try value("password", of: url) == "secret")
    #expect(try value("host", of: url) == "db.example")
    #expect(try value("port", of: url) == "5433")
    #expect(try value("dbname", of: url) == "library")
    #expect(try value("sslmode", of: url) == "verify-full")
    #expect(try value("client_encoding", of: url) == "UTF8")
    #expect(try value("connect_timeout", of: url) == "10")
    #expect(try value("connect_timeout", of: url + "&connect_timeout=3") == "3")
    #expect(try value("service", of: "postgresql:///?service=books") == "books")
  }

  static let schemas: [(url: String, schema: String)] = [
    ("postgresql://", "bookworm"), ("postgresql://db/library", "bookworm"),
    ("postgresql://db/library?bookworm_schema=other", "other"),
    ("postgresql:///?bookworm_schema=a&connect_timeout=4", "a"),
    ("postgresql://?connect_timeout=4&bookworm_schema=B%C3%BCcher%20%22x", "Bücher \"x"),
    ("postgresql://me:what?x@db/library?bookworm_schema=one", "one"),
  ]

  @Test(arguments: schemas)
  func theSchemaIsOurs(url: String, schema: String) throws {
    let address = try ServerAddress(url)
    #expect(address.schema == schema)
    #expect(!address.parameters.contains { $0.name == "bookworm_schema" })
  }

  @Test(arguments: [
    "postgresql://?bookworm_schema=", "postgresql://?bookworm_schema=pg_mine",
    "postgresql://?bookworm_schema=a&bookworm_schema=b", "postgresql://?bookworm_schema=%4",
    "postgresql://?bookworm_schema=%ff", "postgresql://?bookworm_schema=%00",
    "postgresql://?bookworm_schema=" + String(repeating: "a", count: 64),
    "postgresql://me:secret@[::1/db", "postgresql://me:secret@db/%zz",
    "postgresql://me:secret@db/?colour=red", "Postgresql://me:secret@db",
    " postgres://me:secret@db",
    "postgresql:/me:secret@db", "postgresql:me:secret@db", "postgresql+psycopg://me:secret@db",
    "mysql://me:secret@db", "postgresql://me:what@secret@db", "postgresql://me:99/secret@db",
    "postgresql://me:what?x@secret@db",
  ])
  func whatIsWrongIsRefusedWithoutItsPassword(url: String) {
    #expect(ServerAddress.isOne(url))
    let error = storageError { try ServerAddress(url) }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.hasPrefix("the server's address is wrong: ") == true)
    #expect(error?.message.contains("secret") == false)
  }

  static let shown: [(url: String, shown: String)] = [
    ("postgres://me:secret@db:99/library", "postgresql://me@db:99/library"),
    ("postgresql:///library?password=secret&host=/run", "postgresql://%2Frun/library"),
    ("postgresql://me@/?service=x&sslpassword=secret", "postgresql://me@/?service=x"),
    ("postgresql://db/?bookworm_schema=other", "postgresql://db/?bookworm_schema=other"),
    (
      "postgresql://me:secret@[::1]:5,b:6/d?application_name=a%20b&sslmode=verify-full",
      "postgresql://me@[::1]:5,b:6/d?application_name=a%20b&sslmode=verify-full"
    ),
    (
      "postgresql://a,b:7/d%40?hostaddr=1.2.3.4,::1",
      "postgresql://a,b:7/d%40?hostaddr=1.2.3.4%2C%3A%3A1"
    ),
  ]

  @Test(arguments: shown)
  func itIsShownWithoutThePassword(url: String, shown: String) throws {
    #expect(try ServerAddress(url).shown == shown)
  }

  @Test func aServerThatIsNotThereIsNamedWithoutThePassword() {
    let error = storageError {
      try Database(server: "postgresql://me:secret@127.0.0.1:1/db", options: DatabaseOptions())
    }
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.hasSuffix("cannot open postgresql://me@127.0.0.1:1/db") == true)
    #expect(error?.message.contains("secret") == false)
  }

  @Test func whereLibpqIsAbsentItIsSaidWhatToInstall() {
    let error = LibPQ.loading("libnothing-at-all.so.5")
    #expect(error?.kind == .cannotOpen)
    #expect(error?.message.contains("package libpq5") == true)
    // The existing library is still found afterwards.
    #expect(LibPQ.loading("libpq.so.5") == nil)
  }
}
