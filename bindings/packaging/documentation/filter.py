"""Prints the header as doxygen reads it best: its first comment becomes the main page.

The headings of the overview stand alone above indented text; in Markdown they have marks.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path


def main() -> int:
    """Print the header that the command line names."""
    text = Path(sys.argv[1]).read_text(encoding="utf-8")
    begin = text.index("/*\n * ")
    end = text.index("*/", begin)
    overview = "/**\n * @mainpage\n *" + text[begin + len("/*") : end]
    overview = re.sub(r"^ \* (\S.*)\n(?= \*   \S)", r" * ## \1\n *\n", overview, flags=re.M)
    overview = re.sub(r"(?<= )--(?=\w)", r"\\--", overview)  # an option, no dash
    sys.stdout.write(text[:begin] + overview + text[end:])
    return 0


if __name__ == "__main__":
    sys.exit(main())
