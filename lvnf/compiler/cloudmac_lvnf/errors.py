# SPDX-License-Identifier: Apache-2.0
"""What the compiler refuses, and where."""

import difflib
from dataclasses import dataclass


@dataclass(frozen=True)
class Position:
    """A place in a script: line and column from 1."""

    line: int = 1
    column: int = 1


class ScriptError(Exception):
    """A script that is refused. The text says what was refused and what to do."""

    def __init__(self, position, text):
        super().__init__(text)
        self.position, self.text = position, text

    def describe(self, file):
        """Returns the message as compilers write it."""
        return f"{file}:{self.position.line}:{self.position.column}: error: {self.text}"


class ImageError(Exception):
    """An image that cannot be made, although the script is right."""


def nearest(name, names):
    """Returns ", did you mean ...?" with the name that is most alike, or a list of all names."""
    by_lower = {known.lower(): known for known in names}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    if found:
        return f"did you mean '{by_lower[found[0]]}'?"
    if not by_lower:
        return "there is none"
    return f"use one of: {', '.join(sorted(names))}"
