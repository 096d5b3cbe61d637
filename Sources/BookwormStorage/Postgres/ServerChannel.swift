// This file announces commits to a store on a server between processes. A NOTIFY follows each
// commit in the same flight, and a store with observers keeps a listening session. If a session
// cannot listen, as on a standby, or is shared, as behind a pooler, a timer makes observers look
// instead.
import CPostgres
import CSystem

final class ServerChannel: CommitChannel {
  private let address: ServerAddress
  init(_ address: ServerAddress) { self.address = address }

  // The announcement was sent with the commit.
  func announce() {}
  func watch() throws -> any CommitWatch { try ServerWatch(address) }

  /// The statement waits for other notifying sessions without limit, however short the session's
  /// own time-out is.
  static let tell = """
    SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '0', true),
      pg_notify(?, '')
    """

  /// The channel that announces commits of the store in the schema of this number.
  static func name(_ schemaNumber: Int64) -> String { "bookworm_\(schemaNumber)" }

  /// The same name, for the schema that a session uses.
  fileprivate static let nameHere =
    "SELECT 'bookworm_' || \(ServerAddress.ownSchema)::oid::int"
}

private final class ServerWatch: CommitWatch {
  private let address: ServerAddress
  private let news: Descriptor
  private let clock: Descriptor
  private let forks = Fork.generation
  private var connection: OpaquePointer?
  /// No other session is opened before this time.
  private var nextTry: Milliseconds = 0

  /// How long a session may take to open. Observers wait for it; if the server is unreachable,
  /// their own reads cannot reach it either.
  private static let patience: Milliseconds = 2000
  private static let pause: Milliseconds = 10_000

  init(_ address: ServerAddress) throws {
    self.address = address
    news = try Descriptor(system_new_wait(), "a descriptor for a server's news")
    clock = try Descriptor(system_new_timer(), "a timer")
  }

  deinit { disconnect() }

  var descriptors: [Descriptor] { [news, clock] }
  var isArmed: Bool { connection != nil }

  func arm() {
    system_set_timer(clock.number, 1000)
    guard connection == nil, Clock.monotonic() >= nextTry else { return }
    nextTry = Clock.monotonic() &+ ServerWatch.pause
    guard
      let session = try? address.connect(readOnly: true, within: ServerWatch.patience)
    else { return }
    let made = session.connection
    Fork.opened(socket: pq_socket(made))
    connection = made
    // `news` watches the socket until the socket is closed.
    guard !session.isShared, listen(made), system_add_to_wait(news.number, pq_socket(made)) >= 0
    else {
      return disconnect()
    }
    nextTry = 0
  }

  private func listen(_ session: OpaquePointer) -> Bool {
    let until = Clock.end(of: ServerWatch.patience)
    guard
      let answer = ServerSocket.answer(of: session, to: ServerChannel.nameHere, until: until)
    else { return false }
    defer { pq_clear(answer) }
    guard pq_ntuples(answer) == 1, let name = pq_getvalue(answer, 0, 0) else { return false }
    let listen = "LISTEN \(address.quoted(String(cString: name)))"
    let done = ServerSocket.answer(of: session, to: listen, until: until)
    defer { pq_clear(done) }
    return pq_resultStatus(done) == Int32(CPOSTGRES_COMMAND_OK)
  }

  private func disconnect() {
    guard let connection, Fork.generation == forks else { return }
    Fork.closed(socket: pq_socket(connection))
    pq_finish(connection)
    self.connection = nil
  }

  func takeNews() -> Bool {
    var isNews = system_take_timer(clock.number)
    guard let connection, Fork.generation == forks else { return isNews }
    guard pq_consumeInput(connection) == 1,
      pq_status(connection) == Int32(CPOSTGRES_CONNECTION_OK)
    else {
      disconnect()
      return true
    }
    while let notice = pq_notifies(connection) {
      pq_freemem(notice)
      isNews = true
    }
    return isNews
  }
}
