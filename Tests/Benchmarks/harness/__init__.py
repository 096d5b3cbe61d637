"""The benchmark's own machinery: made books, peers in lock-step, medians, the table."""
