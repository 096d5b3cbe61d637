"""The settings of Sphinx for the pages that bindings/packaging/documentation/build lays out."""

import os

project = "Bookworm"
version = release = os.environ["BOOKWORM_VERSION"]
html_title = f"Bookworm {version}"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
html_theme = "furo"
html_show_sourcelink = html_copy_source = False
html_show_copyright = False
html_last_updated_fmt = None
highlight_language = "python"
maximum_signature_line_length = 88
# A name in backticks of a docstring links to what has that name, where something has.
default_role = "py:obj"
myst_heading_anchors = 3
suppress_warnings = ["myst.header"]
# The attributes that a class's text describes are its members, which have their own places.
napoleon_use_ivar = True
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True, "undoc-members": True}
# Most members of a class are inherited from a private class: they are shown as its own, but not
# what comes from Python's classes.
autodoc_default_options["inherited-members"] = (
    "object, BaseException, Exception, ValueError, OSError, KeyError, TypeError, RuntimeError, "
    "TimeoutError, PermissionError, MemoryError, ConnectionError, FileExistsError, "
    "FileNotFoundError, IsADirectoryError, tuple, str, Generic, TypedDict, dict"
)
