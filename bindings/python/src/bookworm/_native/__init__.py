"""The border to the native library. No module here imports a module of the package above.

`library` finds and calls the native library, `prototypes` is its interface, `errors` has the
exceptions, and `values` and `fields` define the values that cross the border. The other modules
transfer them: one book in (`drafts`) or many (`batches`), columns out (`columns`), Arrow streams
(`arrow`), and books out in two ways: by the library itself on CPython (`cpython`), otherwise by
ctypes (`by_ctypes`).
"""
