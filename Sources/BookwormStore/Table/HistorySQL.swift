// Contains all SQL of the steps of histories.
import BookwormStorage

package enum HistorySQL {
  /// The columns of a result of steps, in order: see RowSet.steps(). The second parameter is the
  /// form of the logs that this library can read.
  private static let columns = """
    id, done, undone, CASE WHEN log IS NULL OR form <> ?2 THEN 0 ELSE 1 END, naming, name, action,
    entity, row_count, row_id, fields, more, subject, value
    """
  /// The first parameter, here and below, is the name of the history.
  private static let ofHistory = "FROM history_steps WHERE history = ?1"
  /// The condition that redoing step by step reaches a step: it was undone after the last new
  /// step.
  private static let isNextToRedo = """
    undone = 1 AND change > (SELECT coalesce(max(id), 0) FROM history_steps WHERE history = ?1)
    """

  static let all = SQL("SELECT \(columns) \(ofHistory) ORDER BY change DESC")
  /// The third parameter is the step.
  static let one = SQL("SELECT \(columns) \(ofHistory) AND id = ?3")
  static let nextToUndo = SQL(
    "SELECT \(columns) \(ofHistory) AND undone = 0 ORDER BY change DESC LIMIT 1")
  static let nextToRedo = SQL(
    "SELECT \(columns) \(ofHistory) AND \(isNextToRedo) ORDER BY change DESC LIMIT 1")
  private static let forgottenSteps = "CAST(coalesce(max(forgotten), 0) AS bigint)"
  static let forgotten = SQL("SELECT \(forgottenSteps) \(ofHistory)")
  /// Selects the columns of a result of histories, in order: see RowSet.histories().
  static let histories = SQL(
    """
    SELECT history, count(*), CAST(coalesce(sum(size), 0) AS bigint), max(done), \(forgottenSteps)
    FROM history_steps GROUP BY history ORDER BY max(done) DESC, history
    """)
  /// Selects the numbers of steps that can be undone and redone, the bytes of all steps, and the
  /// number of steps that the history has forgotten.
  static let counts = SQL(
    """
    SELECT CAST(coalesce(sum(CASE WHEN undone = 0 THEN 1 ELSE 0 END), 0) AS bigint),
      CAST(coalesce(sum(CASE WHEN \(isNextToRedo) THEN 1 ELSE 0 END), 0) AS bigint),
      CAST(coalesce(sum(size), 0) AS bigint), \(forgottenSteps)
    \(ofHistory)
    """)

  /// The second parameter is the step.
  static let log = SQL("SELECT change, form, size, checksum, log \(ofHistory) AND id = ?2")
  /// Selects the name of a step's history.
  static let owner = SQL("SELECT history FROM history_steps WHERE id = ?")
  package static let every = SQL(
    """
    SELECT id, change, undone, size, checksum, log, naming, action, entity FROM history_steps
    """)

  /// The parameters are the columns in their order; `id` and `change` share the first. The last
  /// parameter belongs to `subject`.
  static func insert(subject: String, value: String) -> String {
    """
    INSERT INTO history_steps (id, change, history, undone, done, naming, name, action, entity,
      row_count, row_id, fields, more, form, size, checksum, log, forgotten, subject, value)
    VALUES (?1, ?1, ?2, 0, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16,
      \(subject), \(value))
    """
  }

  /// The value of a column in the row with this id.
  static func value(of column: String, in table: String, _ id: String) -> String {
    "(SELECT \(column) FROM \(table) WHERE id = \(id))"
  }
  /// The rating of a book, or hundredths of its exact rating.
  static let exactRating = """
    CASE WHEN exact_rating IS NULL THEN rating ELSE CAST(exact_rating * 100 AS integer) END
    """
  /// The text of a column in the row with this id, truncated to the length that a report can hold.
  static func text(of column: String, in table: String, _ id: String) -> String {
    value(of: "substr(\(column), 1, 127)", in: table, id)
  }

  /// The second parameter is the transaction that last carried out, undid or redid the step. The
  /// new values of the columns follow in their order.
  static let move = SQL(
    """
    UPDATE history_steps
    SET change = ?3, undone = ?4, form = ?5, size = ?6, checksum = ?7, log = ?8
    WHERE history = ?1 AND change = ?2
    """)

  /// Removes all steps of a history except the newest ?2.
  static let trimSteps = SQL(
    """
    DELETE \(ofHistory) AND change <= (
      SELECT change \(ofHistory) ORDER BY change DESC LIMIT 1 OFFSET ?2)
    """)
  /// Removes the oldest steps of a history beyond ?2 bytes.
  static let trimBytes = SQL(
    """
    DELETE \(ofHistory) AND change IN (
      SELECT change FROM (
        SELECT change, CAST(sum(size) OVER (ORDER BY change DESC) AS bigint) AS total
        \(ofHistory) AND ?2 < (SELECT CAST(sum(size) AS bigint) \(ofHistory))) AS sizes
      WHERE total > ?2)
    """)
  /// Removes the steps whose transaction has the number ?2 or a higher one. The number ?2 is that
  /// of the transaction about to commit, so such steps exist only if somebody has emptied the log.
  static let dropUnborn = SQL("DELETE \(ofHistory) AND change >= ?2")
  /// Records in the last step how many steps the history has forgotten.
  static let setForgotten = SQL(
    """
    UPDATE history_steps SET forgotten = ?2
    WHERE history = ?1 AND change = (SELECT max(change) FROM history_steps WHERE history = ?1)
    """)
  static let drop = SQL("DELETE \(ofHistory) AND id = ?2")
  static let clear = SQL("DELETE \(ofHistory)")
  package static let clearAll = SQL("DELETE FROM history_steps")

  /// Selects the transactions after the parameter that carried out, undid or redid steps.
  static let moves = SQL(
    "SELECT id, step FROM changes WHERE id > ? AND step IS NOT NULL ORDER BY id")
}
