// These tests check the gate to the one writing connection: one holder, bounded waits, closing.
import BookwormStorage
import TestSupport
import Testing

@Suite struct GateTests {
  let gate = Gate()
  let past = Clock.monotonic()
  let never = Clock.monotonic() + 600_000

  @Test func aFreeGateIsEnteredEvenWhenTheTimeIsUp() {
    #expect(gate.enter(until: past) == .entered)
  }

  @Test func aHeldGateTurnsAwayWhoeverHasNoTimeLeft() {
    _ = gate.enter(until: never)
    #expect(gate.enter(until: past) == .timedOut)
    gate.leave()
    #expect(gate.enter(until: past) == .entered)
  }

  @Test func aWaitIsNotShorterThanItWasToBe() {
    _ = gate.enter(until: never)
    let deadline = Clock.monotonic() + 30
    #expect(gate.enter(until: deadline) == .timedOut)
    #expect(Clock.monotonic() >= deadline - 1)
  }

  @Test func whoWaitsEntersWhenTheHolderLeaves() {
    _ = gate.enter(until: never)
    let waiting = Worker { [gate, never] in gate.enter(until: never) }
    gate.leave()
    #expect(waiting.join() == .entered)
    #expect(gate.enter(until: past) == .timedOut)
  }

  @Test func aShutGateTurnsAwayAllWhoWaitAndAllWhoCome() {
    _ = gate.enter(until: never)
    let waiting = Worker { [gate, never] in gate.enter(until: never) }
    let shutting = Worker { [gate] in gate.shutAndWait() }
    #expect(waiting.join() == .shut)
    #expect(gate.enter(until: never) == .shut)
    gate.leave()
    #expect(shutting.join() != nil)
    #expect(gate.enter(until: never) == .shut)
  }

  @Test func shuttingWaitsForTheHolder() {
    _ = gate.enter(until: never)
    let isShut = Shared(false)
    let shutting = Worker { [gate] in
      gate.shutAndWait()
      isShut.with { $0 = true }
    }
    while gate.enter(until: past) != .shut {}
    #expect(!isShut.value)
    gate.leave()
    _ = shutting.join()
    #expect(isShut.value)
  }

  @Test func thereIsNeverASecondHolder() {
    nonisolated(unsafe) var holders = 0
    nonisolated(unsafe) var passes = 0
    let crowded = Shared(0)
    inParallel(4) { [gate, never] _ in
      for _ in 0..<500 {
        guard gate.enter(until: never) == .entered else { continue }
        holders += 1
        passes += 1
        if holders != 1 { crowded.with { $0 += 1 } }
        holders -= 1
        gate.leave()
      }
    }
    #expect(passes == 2000)
    #expect(crowded.value == 0)
  }
}
