"""The benchmark's own machinery: generated books, peers in lock-step, medians, the table."""
