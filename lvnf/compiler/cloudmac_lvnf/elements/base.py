# SPDX-License-Identifier: Apache-2.0
"""What all elements share: their arguments, their handlers and their code."""

import string
from dataclasses import dataclass

from ..errors import ScriptError


@dataclass(frozen=True)
class Handler:
    """State of an element that a controller reads or writes: a map of the image.

    key, value, kind, entries: of the map; key and value are types in C.
    is_kept: the map is there even if no handler is declared for it, and moves with the image.
    """

    summary: str
    value: str
    key: str = "__u32"
    kind: str = "ARRAY"
    entries: int = 1
    access: str = "LVNF_READ | LVNF_WRITE | LVNF_MIGRATE"
    is_kept: bool = False


class Element:
    """A class of elements. An instance is one element of a script.

    USAGE: how to write it. SUMMARY: what it does, in one line.
    TYPES: C that all elements of the class share.
    CODE: C of one element, a template. It defines the function $name, which returns the number of
    the output where the frame leaves, or LVNF_DROP. $number is the element's, for other names.
    HANDLERS: by name. PRIVATE_MAPS: the number of maps that CODE defines. STRIPS: frames lose
    octets in front.
    """

    USAGE = ""
    SUMMARY = ""
    TYPES = ""
    CODE = ""
    HANDLERS = {}
    PRIVATE_MAPS = 0
    STRIPS = False

    def __init__(self, declaration):
        self.declaration = declaration
        self.outputs = 1
        self.read(declaration.arguments)

    def read(self, arguments):
        """Reads the arguments. An element without arguments does not override it."""
        self.expect_number_of(arguments, 0, 0)

    def handlers(self):
        """Returns the handlers by name."""
        return self.HANDLERS

    def values(self):
        """Returns what CODE has as $..., apart from $name and $number."""
        return {}

    def code(self, name, number, maps):
        """Returns the element's C.

        number: of the element. maps: for each handler a call that returns the address of its map's
        only value, or of the map if it is a hash; none if the image does not have the map.
        """
        return string.Template(self.CODE).substitute(
            {**{handler: maps.get(handler, "0") for handler in self.handlers()}, **self.values()},
            name=name,
            number=number,
        )

    def refuse(self, position, text):
        """Raises the error for a wrong argument."""
        raise ScriptError(position, f"{self.declaration.class_name}: {text}: write {self.USAGE}")

    def expect_number_of(self, arguments, least, most):
        """Refuses too few and too many arguments."""
        if len(arguments) > most:
            self.refuse(
                arguments[most].position,
                f"argument '{arguments[most].text}' is one too many",
            )
        if len(arguments) < least:
            self.refuse(
                self.declaration.class_position,
                f"{len(arguments)} arguments are too few, at least {least} are necessary",
            )

    def integer(self, argument, least, most, what):
        """Returns the argument's integer."""
        text = argument.text
        if not (text.isascii() and text.isdigit() and len(text) <= 12):
            self.refuse(argument.position, f"'{text}' is no number ({what})")
        if not least <= int(text) <= most:
            self.refuse(argument.position, f"{what} is from {least} to {most}, not {int(text)}")
        return int(text)
