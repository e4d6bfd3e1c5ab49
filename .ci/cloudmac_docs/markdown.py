# SPDX-License-Identifier: Apache-2.0
"""Reads the fenced blocks of a Markdown page."""
import dataclasses
import re

FENCED = re.compile(r"^(```+|~~~+) *(.*?) *\n(.*?)^\1 *$", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Block:
    """A fenced block. info: what stands behind the fence; line: of its first line of text."""

    info: str
    line: int
    text: str


class Page:
    """One page. name: path within the tree."""

    def __init__(self, name, text):
        self.name = name
        self.lines = text.splitlines()
        self.blocks = [
            Block(found[2], text.count("\n", 0, found.start(3)) + 1, found[3])
            for found in FENCED.finditer(text)
        ]
