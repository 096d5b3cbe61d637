"""The benchmark's machinery: generated books, peers in lock-step, medians, the tables."""
