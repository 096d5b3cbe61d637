"""What crosses the border to the native library, and nothing that the package is about.

No module in here imports one of those above. `library` finds and calls it, `prototypes` is its
interface, `errors` are the exceptions for what it refuses, `values` and `fields` say what goes over
the border, and the other modules carry it: one book in (`drafts`) and many (`batches`), columns out
(`columns`), streams of Arrow (`arrow`), and books out in two ways, by the library's own hand where
Python is CPython (`cpython`) and by ctypes elsewhere (`by_ctypes`).
"""
