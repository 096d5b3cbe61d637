// This file reads the system's clocks.
import Glibc

public typealias Milliseconds = Int64

public enum Clock {
  /// Milliseconds on a clock that never goes back.
  public static func monotonic() -> Milliseconds { read(CLOCK_MONOTONIC) }

  /// The same clock, up to some milliseconds late, for a tenth of the cost.
  static func coarse() -> Milliseconds { read(CLOCK_MONOTONIC_COARSE) }

  /// When a wait that begins now is over. The clock counts whole milliseconds, so one is added: the
  /// wait never ends early.
  public static func end(of wait: Milliseconds) -> Milliseconds {
    wait > 0 ? monotonic() &+ wait &+ 1 : monotonic()
  }

  /// Milliseconds since 1970-01-01T00:00:00Z. If a store cannot hold the instant that the clock
  /// shows, this is the nearest instant that a store can hold.
  public static func now() -> Milliseconds { nearest(read(CLOCK_REALTIME)) }

  /// The instants whose year has four digits, which every language can show.
  public static let instants: ClosedRange<Milliseconds> = -62_135_596_800_000...253_402_300_799_999

  static func nearest(_ instant: Milliseconds) -> Milliseconds {
    min(max(instant, instants.lowerBound), instants.upperBound)
  }

  private static func read(_ clock: clockid_t) -> Milliseconds {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
  }
}
