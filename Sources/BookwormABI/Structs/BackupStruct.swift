// Converts the progress of a backup to the caller's struct.
import BookwormExchange
import CBookwormTypes

extension bw_backup_progress {
  init(_ progress: Backup.Progress) {
    self.init(
      size: 0, reserved: 0, total: Int64(progress.total), remaining: Int64(progress.left))
  }
}
