// This file defines the number that identifies a commit whose answer was lost.

/// A number that a transaction leaves in its row of the log. It combines the low 31 bits of the
/// row's number with 32 random bits, since another transaction may have been given the same row.
public enum Receipt {
  static func new(forNumber number: Int64) -> Int64 {
    (number & 0x7FFF_FFFF) << 32 | Int64(UInt32.random(in: 1...UInt32.max))
  }

  /// A SELECT that returns 1 if the receipt in its parameter was kept, 0 if it was not, and NULL if
  /// the row that would show it is gone. `log` has the columns id and receipt.
  public static func question(_ log: String) -> String {
    // The distance from the last row to the nearest number that has the receipt's 31 bits.
    let distance = "((((?1 >> 32) - l.last + 1073741824) & 2147483647) - 1073741824)"
    return """
      SELECT CASE WHEN EXISTS (SELECT 1 FROM \(log) WHERE receipt = ?1) THEN 1
        WHEN l.last + \(distance) < l.first THEN NULL ELSE 0 END
      FROM (SELECT min(id) AS first, max(id) AS last FROM \(log)) AS l
      """
  }
}
