"""PDF by Typst: our templates, data as JSON, drawings as SVG, fonts from the package. Nothing comes from outside.

`apart` presses in a process of its own that is ended when it takes too long, for a server.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from importlib.resources import as_file, files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeAlias

from triclinium.book.imposing import booklet_order

PRESSING_MOST = 30.0
"""Seconds that a server gives to one book. A tale of sixty scenes takes one."""
MIB = 1024 * 1024
PDF_MOST = 32 * MIB


class NoPress(Exception):
    """Typst is not installed."""


class TooLong(Exception):
    """The book takes too long to press, or is too large."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """What is to be pressed. Text in the data is never read as markup."""

    template: str
    data: dict[str, Any]
    made: float
    """When it was made, in seconds: the same story pressed twice is the same file."""
    booklet: bool = False


Press: TypeAlias = Callable[[Sheets], bytes]


def pressed(sheets: Sheets) -> bytes:
    """The PDF of a template and its data."""
    if find_spec("typst") is None:
        raise NoPress("a PDF needs Typst: pip install 'triclinium[paper]'")
    # A folder of its own as the root: a template reads no other file of this machine.
    with tempfile.TemporaryDirectory() as root:
        pdf = _compiled(sheets.template, {"data": json.dumps(sheets.data, ensure_ascii=False)}, sheets.made, root)
        if not sheets.booklet:
            return pdf
        Path(root, "book.pdf").write_bytes(pdf)
        return _compiled("booklet", {"order": json.dumps(booklet_order(page_count(pdf)))}, sheets.made, root)


def _compiled(template: str, inputs: dict[str, str], made: float, root: str) -> bytes:
    import typst

    package = files("triclinium.book")
    main = Path(root, f"{template}.typ")
    main.write_bytes(package.joinpath("templates", main.name).read_bytes())
    with as_file(package.joinpath("fonts")) as fonts:
        return typst.compile(
            main,
            root=Path(root),
            font_paths=typst.Fonts(include_system_fonts=False, font_paths=[fonts]),
            format="pdf",
            sys_inputs=inputs,
            timestamp=datetime.fromtimestamp(made, UTC),
        )


def page_count(pdf: bytes) -> int:
    """The pages of a PDF that Typst has made: each is an object of its own."""
    return pdf.count(b"/Type /Page\n") + pdf.count(b"/Type/Page/")


def apart(sheets: Sheets, seconds: float = PRESSING_MOST) -> bytes:
    """The same in a process of its own. Raises `TooLong`."""
    if find_spec("typst") is None:
        raise NoPress("a PDF needs Typst: pip install 'triclinium[paper]'")
    try:
        done = subprocess.run(
            [sys.executable, "-m", __name__],
            input=json.dumps(asdict(sheets)).encode(),
            capture_output=True,
            timeout=seconds,
            check=True,
        )
    except subprocess.TimeoutExpired:
        raise TooLong from None
    if len(done.stdout) > PDF_MOST:
        raise TooLong
    return done.stdout


if __name__ == "__main__":
    sys.stdout.buffer.write(pressed(Sheets(**json.load(sys.stdin))))
