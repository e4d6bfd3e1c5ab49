# SPDX-License-Identifier: Apache-2.0
"""The elements of a script and how frames go from one to the next."""

from dataclasses import dataclass, field

from .elements import CLASSES
from .errors import Position, ScriptError, nearest
from .syntax import IMAGE_PORT, Use, parse

ELEMENTS_MAX = 20
PORTS_MAX = 8  # LVNF_PORTS_MAX


@dataclass(frozen=True)
class Leave:
    """Where frames leave the image: its port."""

    port: int


@dataclass
class Graph:
    """A script that is checked.

    elements: by name, each behind those that send frames to it. ports: how many the image has.
    entries: where frames of a port go. outputs: where frames of (name, output) go. Both lead to the
    name of an element or to a Leave.
    """

    ports: int
    elements: dict = field(default_factory=dict)
    entries: dict = field(default_factory=dict)
    outputs: dict = field(default_factory=dict)


class _Builder:
    def __init__(self, script, ports):
        self.script, self.ports = script, ports
        self.graph = Graph(ports or 1)
        self.taken = {}  # the line that connects an output

    def build(self):
        self.add_elements()
        for connection in self.script.connections:
            self.connect(connection)
        self.check_connected()
        self.graph.elements = {name: self.graph.elements[name] for name in self.order()}
        return self.graph

    def add_elements(self):
        for declaration in self.script.declarations:
            found = CLASSES.get(declaration.class_name)
            if not found:
                raise ScriptError(
                    declaration.class_position,
                    f"no element class '{declaration.class_name}': "
                    + nearest(declaration.class_name, CLASSES),
                )
            if len(self.graph.elements) == ELEMENTS_MAX:
                raise ScriptError(
                    declaration.position,
                    f"'{declaration.name}' is element {ELEMENTS_MAX + 1}, a script has at most "
                    f"{ELEMENTS_MAX}: make two images, and chain them",
                )
            self.graph.elements[declaration.name] = found(declaration)

    def image_port(self, use, direction):
        """Returns the number of the image's port that the name is."""
        match = IMAGE_PORT.fullmatch(use.name)
        if not match:
            known = [*self.declared(), *CLASSES]
            raise ScriptError(
                use.position,
                f"no element or class '{use.name}' before this line: {nearest(use.name, known)}",
            )
        if match[1] != direction:
            what = "sends no" if match[1] == "out" else "receives no"
            raise ScriptError(
                use.position,
                f"'{use.name}' {what} frames inside the image: write 'in_0 -> ... -> out_0'",
            )
        port, most = int(match[2]), self.ports or PORTS_MAX
        if port >= most:
            raise ScriptError(
                use.position,
                f"'{use.name}' is beyond the {most} port{'s'[:most != 1]} of the image: "
                f"use {direction}_{most - 1} or less"
                + ("" if most == PORTS_MAX else ", or more --ports"),
            )
        self.graph.ports = max(self.graph.ports, port + 1)
        return port

    def declared(self):
        return [name for name in self.graph.elements if "@" not in name]

    def connect(self, connection):
        source, target = connection.source, connection.target
        if isinstance(source.element, Use):
            port = self.image_port(source.element, "in")
            self.check_port(source, 1, "output", source.element.name)
            key, table = port, self.graph.entries
        else:
            name = source.element.name
            self.check_port(source, self.graph.elements[name].outputs, "output", name)
            key, table = (name, source.port), self.graph.outputs
        if isinstance(target.element, Use):
            found = Leave(self.image_port(target.element, "out"))
            name = target.element.name
        else:
            found = name = target.element.name
        self.check_port(target, 1, "input", name)
        if key in table:
            of = source.element.name
            raise ScriptError(
                source.position,
                f"output [{source.port}] of '{of}' is connected already, in line "
                f"{self.taken[id(table), key]}: a frame has one way, remove one of them",
            )
        table[key] = found
        self.taken[id(table), key] = source.position.line

    @staticmethod
    def check_port(end, most, what, name):
        if end.port < most:
            return
        has = f"{what}s [0] to [{most - 1}]" if most > 1 else f"only {what} [0]"
        raise ScriptError(
            end.position,
            f"no {what} [{end.port}] at '{name}', it has {has if most else f'no {what}'}: "
            + ("use one of them" if most else "remove the connection"),
        )

    def check_connected(self):
        fed = {*self.graph.entries.values(), *self.graph.outputs.values()}
        for name, element in self.graph.elements.items():
            position = element.declaration.position
            for output in range(element.outputs):
                if (name, output) not in self.graph.outputs:
                    raise ScriptError(
                        position,
                        f"output [{output}] of '{name}' is not connected: connect it, to drop "
                        "frames to Discard",
                    )
            if name not in fed:
                raise ScriptError(
                    position, f"'{name}' gets no frames: connect its input or remove it"
                )
        if not self.graph.entries:
            raise ScriptError(Position(), "no frames enter the script: write 'in_0 -> ...'")

    def order(self):
        """Returns the names of elements, each behind those that send frames to it."""
        found, trail = [], []

        def visit(name):
            if name in found:
                return
            trail.append(name)
            for output in range(self.graph.elements[name].outputs):
                following = self.graph.outputs[name, output]
                if isinstance(following, Leave):
                    continue
                if following in trail:
                    self.refuse_cycle(trail[trail.index(following) :], output)
                visit(following)
            trail.pop()
            found.append(name)

        for name in self.graph.elements:
            visit(name)
        return reversed(found)

    def refuse_cycle(self, cycle, output):
        """Raises the error at the connection that closes the cycle."""
        for connection in self.script.connections:
            source = connection.source
            if source.element.name == cycle[-1] and source.port == output:
                raise ScriptError(
                    connection.target.position,
                    f"frames would go round: {' -> '.join([*cycle, cycle[0]])}: remove this "
                    "connection",
                )


def build(text, ports=None):
    """Returns the Graph of a script. ports: how many the image has, or None for those it uses."""
    return _Builder(parse(text, CLASSES), ports).build()
