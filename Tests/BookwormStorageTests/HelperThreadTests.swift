// These tests check the library's threads: they take no signals, and pause while the process forks.
import Glibc
import Synchronization
import Testing

@testable import BookwormStorage

@Suite struct HelperThreadTests {
  private final class Seen: Sendable {
    let blocked = Atomic<Int>(0)
    let rounds = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
  }

  private let seen = Seen()

  private var mask: sigset_t {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return mask
  }

  @Test func noSignalIsHandledOnAHelper() throws {
    var before = mask
    let helper = HelperThread { [seen] in
      var mask = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &mask)
      let usual = [SIGINT, SIGTERM, SIGCHLD, SIGALRM, SIGUSR1, SIGHUP]
      seen.blocked.store(usual.count { sigismember(&mask, $0) == 1 }, ordering: .relaxed)
    }
    try #require(helper).join()
    #expect(seen.blocked.load(ordering: .relaxed) == 6)
    var after = mask
    for signal in Int32(1)...31 {
      #expect(sigismember(&after, signal) == sigismember(&before, signal))
    }
  }

  @Test func helpersStandStillWhileTheProcessForks() throws {
    let helpers = (0..<3).compactMap { _ in
      HelperThread { [seen] in
        while !seen.isOver.load(ordering: .relaxed) {
          seen.rounds.add(1, ordering: .relaxed)
          HelperThread.pauseIfForking()
        }
      }
    }
    #expect(helpers.count == 3)
    while seen.rounds.load(ordering: .relaxed) == 0 { usleep(100) }
    HelperThread.pauseAll()
    let before = seen.rounds.load(ordering: .relaxed)
    usleep(20_000)
    #expect(seen.rounds.load(ordering: .relaxed) == before)
    HelperThread.resumeAll()
    while seen.rounds.load(ordering: .relaxed) == before { usleep(100) }
    seen.isOver.store(true, ordering: .relaxed)
    for helper in helpers { helper.join() }
  }

  @Test func thereIsAtLeastOneProcessor() {
    #expect(HelperThread.processors >= 1)
  }
}
