# SPDX-License-Identifier: Apache-2.0
"""Reads a script in Click's syntax: what it declares and connects, by names.

    script      = [statement] *(";" [statement])
    statement   = declaration / connection
    declaration = name *("," name) "::" class [arguments]
    connection  = end 1*("->" end)
    end         = [port] (name ["::" class [arguments]] / class [arguments]) [port]
"""

import re
from dataclasses import dataclass, field

from .errors import Position, ScriptError
from .tokens import Kind, split

# The ports of the image: in_0 is where frames enter port 0, out_0 where they leave it.
IMAGE_PORT = re.compile(r"(in|out)_(0|[1-9][0-9]{0,8})")


@dataclass(frozen=True)
class Declaration:
    """An element. name: also of one without a name in the script, as 'Strip@3'."""

    name: str
    class_name: str
    position: Position  # of its name, or of its class if it has no name
    class_position: Position
    arguments: tuple = ()


@dataclass(frozen=True)
class Use:
    """A name in the script that is not declared there: of an element, a class or the image's
    port."""

    name: str
    position: Position


@dataclass(frozen=True)
class End:
    """One side of '->'."""

    element: object  # Declaration or Use
    port: int
    position: Position


@dataclass(frozen=True)
class Connection:
    """An output to an input."""

    source: End
    target: End


@dataclass
class Script:
    """What the script says, in its order. order: declarations and connections."""

    declarations: list = field(default_factory=list)
    connections: list = field(default_factory=list)


class _Parser:
    def __init__(self, text, classes):
        self.tokens, self.at = split(text), 0
        self.classes = classes
        self.script, self.names, self.unnamed = Script(), {}, 0

    @property
    def token(self):
        return self.tokens[self.at]

    def take(self, kind):
        """Returns the token and goes on if it is of the kind, or returns None."""
        token = self.token
        if token.kind is not kind:
            return None
        self.at += token.kind is not Kind.END
        return token

    def expect(self, kind, what):
        token = self.take(kind)
        if not token:
            raise ScriptError(
                self.token.position, f"expected {what}, found {self.found()}: {self.hint()}"
            )
        return token

    def found(self):
        if self.token.kind is Kind.NAME:
            return f"'{self.token.value}'"
        return self.token.kind.value

    def hint(self):
        previous = self.tokens[self.at - 1] if self.at else None
        if self.token.kind is Kind.NAME and previous and previous.kind is not Kind.ARROW:
            return "end the statement before it with ';'"
        return "write 'name :: Class(arguments);' or 'a -> b;'"

    def parse(self):
        while not self.take(Kind.END):
            if not self.take(Kind.SEMICOLON):
                self.statement()
                if self.token.kind is not Kind.END:
                    self.expect(Kind.SEMICOLON, "';' or '->'")
        return self.script

    def statement(self):
        following = self.tokens[self.at + 1] if self.token.kind is Kind.NAME else None
        if following and following.kind is Kind.COMMA:
            self.declare_list()
            return
        source, source_port = self.end()
        if self.token.kind is not Kind.ARROW:
            if following and following.kind is Kind.DECLARE and not source_port:
                return
            self.expect(Kind.ARROW, "'->'")
        while arrow := self.take(Kind.ARROW):
            start = self.token.position
            target_port = self.take(Kind.PORT)
            target, port = self.element(), self.take(Kind.PORT)
            self.connect(source, source_port, (target, target_port, start), arrow)
            source, source_port = target, port
        if source_port:
            raise ScriptError(
                source_port.position,
                f"output [{source_port.value}] goes nowhere: add '-> ...' or remove it",
            )

    def connect(self, source, source_port, to, arrow):
        target, target_port, start = to
        self.script.connections.append(
            Connection(
                End(
                    source,
                    source_port.value if source_port else 0,
                    source_port.position if source_port else arrow.position,
                ),
                End(target, target_port.value if target_port else 0, start),
            )
        )

    def end(self):
        """Returns the first element of a connection, and its output port."""
        if self.token.kind is Kind.PORT:
            raise ScriptError(
                self.token.position,
                f"input [{self.token.value}] gets nothing here: write 'a -> [0] b'",
            )
        return self.element(), self.take(Kind.PORT)

    def declare_list(self):
        names = [self.expect(Kind.NAME, "a name")]
        while self.take(Kind.COMMA):
            names.append(self.expect(Kind.NAME, "a name"))
        self.expect(Kind.DECLARE, "'::'")
        self.declare(names)

    def declare(self, names):
        """Reads what follows '::'. Returns the last declaration."""
        found = self.expect(Kind.NAME, "a class")
        arguments = self.take(Kind.ARGUMENTS)
        for name in names:
            self.check_new(name)
            declaration = Declaration(
                name.value,
                found.value,
                name.position,
                found.position,
                arguments.value if arguments else (),
            )
            self.names[name.value] = declaration
            self.script.declarations.append(declaration)
        return declaration

    def check_new(self, name):
        if IMAGE_PORT.fullmatch(name.value):
            raise ScriptError(
                name.position, f"'{name.value}' is a port of the image: use another name"
            )
        if name.value in self.names:
            line = self.names[name.value].position.line
            raise ScriptError(
                name.position,
                f"there is an element '{name.value}' already, in line {line}: use another name",
            )
        if name.value in self.classes:
            raise ScriptError(
                name.position, f"'{name.value}' is a class of elements: use another name"
            )

    def element(self):
        name = self.expect(Kind.NAME, "an element")
        if self.take(Kind.DECLARE):
            return self.declare([name])
        arguments = self.take(Kind.ARGUMENTS)
        if not arguments and IMAGE_PORT.fullmatch(name.value):
            return Use(name.value, name.position)
        if not arguments and name.value in self.names:
            return self.names[name.value]
        if arguments or name.value in self.classes:
            self.unnamed += 1
            declaration = Declaration(
                f"{name.value}@{self.unnamed}",
                name.value,
                name.position,
                name.position,
                arguments.value if arguments else (),
            )
            self.script.declarations.append(declaration)
            return declaration
        return Use(name.value, name.position)


def parse(text, classes):
    """Returns the Script of the text. classes: the names of all classes of elements."""
    return _Parser(text, classes).parse()
