"""The text of a PDF, in the order in which it was set."""

from __future__ import annotations

import subprocess


def text_of(pdf: bytes) -> str:
    """By Poppler: where a sheet is full of drawings, pypdf takes seconds."""
    read = ["pdftotext", "-raw", "-enc", "UTF-8", "-", "-"]
    return subprocess.run(read, input=pdf, stdout=subprocess.PIPE, check=True).stdout.decode()
