# SPDX-License-Identifier: Apache-2.0
"""Splits a script into tokens."""

import enum
import re
from dataclasses import dataclass

from .errors import Position, ScriptError


class Kind(enum.Enum):
    """What a token is."""

    NAME = "a name"
    PORT = "a port in brackets"
    ARGUMENTS = "arguments in parentheses"
    DECLARE = "'::'"
    ARROW = "'->'"
    COMMA = "','"
    SEMICOLON = "';'"
    END = "the end of the script"


@dataclass(frozen=True)
class Argument:
    """The text of one argument."""

    text: str
    position: Position


@dataclass(frozen=True)
class Token:
    """A token. value: a name, the number of a port, or a tuple of arguments."""

    kind: Kind
    position: Position
    value: object = None


SPACE = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)+", re.DOTALL)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
PORT = re.compile(r"\[\s*([0-9]{1,9})\s*\]")
MARKS = {"::": Kind.DECLARE, "->": Kind.ARROW, ",": Kind.COMMA, ";": Kind.SEMICOLON}
QUOTED = re.compile(r'"(?:\\.|[^"\\])*"', re.DOTALL)
COMMENT_END = re.compile(r"\*/")


class _Scanner:
    def __init__(self, text):
        self.text, self.at = text, 0

    def position(self, at=None):
        at = self.at if at is None else at
        start = self.text.rfind("\n", 0, at) + 1
        return Position(self.text.count("\n", 0, at) + 1, at - start + 1)

    def take(self, pattern):
        """Returns the match at this place and goes behind it, or returns None."""
        match = pattern.match(self.text, self.at)
        if match:
            self.at = match.end()
        return match

    def skip_space(self):
        self.take(SPACE)
        if self.text.startswith("/*", self.at):
            raise ScriptError(self.position(), "this comment does not end: add '*/'")

    def token(self):
        self.skip_space()
        position = self.position()
        if self.at == len(self.text):
            return Token(Kind.END, position)
        if match := self.take(NAME):
            return Token(Kind.NAME, position, match[0])
        if match := self.take(PORT):
            return Token(Kind.PORT, position, int(match[1]))
        if self.text[self.at] == "(":
            return Token(Kind.ARGUMENTS, position, self.arguments())
        for mark, kind in MARKS.items():
            if self.text.startswith(mark, self.at):
                self.at += len(mark)
                return Token(kind, position)
        if self.text[self.at] == "[":
            raise ScriptError(position, "a port is a number in brackets: write '[0]'")
        raise ScriptError(
            position, f"'{self.text[self.at]}' is not part of the language: remove it"
        )

    def arguments(self):
        """Returns the arguments of an element, without comments and the space around each."""
        opening = self.position()
        self.at += 1
        found, depth = [], 0
        self.skip_space()
        start, text = self.position(), ""
        while self.at < len(self.text):
            character = self.text[self.at]
            if character == ")" and not depth:
                self.at += 1
                if text.strip() or found:
                    found.append(Argument(text.strip(), start))
                return tuple(found)
            if match := self.take(QUOTED):
                text += match[0]
            elif self.take(SPACE):
                self.skip_space()
                text += " "
            elif character == "," and not depth:
                self.at += 1
                self.skip_space()
                found.append(Argument(text.strip(), start))
                start, text = self.position(), ""
            else:
                self.skip_space()
                depth += (character == "(") - (character == ")")
                text += character
                self.at += 1
        raise ScriptError(opening, "this parenthesis is not closed: add ')'")


def split(text):
    """Returns the tokens of a script. The last one is Kind.END."""
    scanner, found = _Scanner(text), []
    while not found or found[-1].kind is not Kind.END:
        found.append(scanner.token())
    return found
