# SPDX-License-Identifier: Apache-2.0
"""Writes Markdown tables."""


def cell(text):
    """Returns the text as a cell: on one line, with bars escaped."""
    return " ".join(str(text).split()).replace("|", "\\|")


def code(text):
    """Returns the text as code, "" if there is none."""
    return f"`{text}`" if text else ""


def table(columns, rows):
    """Returns a table. rows: of as many texts as there are columns."""
    lines = [columns, ["---"] * len(columns), *rows]
    written = ["|" + "".join(f" {cell(text)} |" if text else " |" for text in row) for row in lines]
    written[1] = "|" + "---|" * len(columns)
    return "\n".join(written) + "\n"
