"""A document as a file: the way of printing is told by the name, and nothing is half written."""

from __future__ import annotations

import contextlib
import os
import secrets
from importlib.util import find_spec
from pathlib import Path

from laydown.printing.content import Document
from laydown.printing.html import html


class CannotPrint(Exception):
    """Why no file was written, in words; `usage` where the wish itself was wrong."""

    def __init__(self, text: str, *, usage: bool = False) -> None:
        super().__init__(text)
        self.usage = usage


def prints_pdf() -> bool:
    """The extra for PDF is installed."""
    return find_spec("reportlab") is not None


def data_of(document: Document, suffix: str) -> bytes:
    """The bytes of a file whose name ends so; :class:`CannotPrint` where there is no such way."""
    match suffix.lower():
        case ".html" | ".htm":
            return html(document).text.encode()
        case ".pdf":
            try:
                from laydown.printing.pdf import pdf
            except ImportError:
                raise CannotPrint(
                    "PDF needs a library that is not installed: pip install 'laydown[pdf]'"
                    " (or print to a file that ends in .html)"
                ) from None
            return pdf(document)
        case _:
            raise CannotPrint(
                f"a name that ends in {suffix} tells no kind of file: use .html or .pdf"
                if suffix
                else "the name tells no kind of file: use .html or .pdf",
                usage=True,
            )


def write(document: Document, path: Path) -> None:
    """Write the whole file or none: an older one stays until the new one is complete."""
    if path.is_dir():
        raise CannotPrint(f"{path} is a folder: name a file in it", usage=True)
    data = data_of(document, path.suffix)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with draft.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    except OSError as wrong:
        raise CannotPrint(f"{path} could not be written: {wrong.strerror or wrong}") from None
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
