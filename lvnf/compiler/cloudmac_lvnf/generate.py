# SPDX-License-Identifier: Apache-2.0
"""Writes an image in C from a graph.

Each element is a function that the compiler copies into the image's function, where frames go from
one to the next by goto. Elements stand in the order of frames, so all jumps go forward, and an
element that frames reach on several ways is there once.
"""

import re

from .errors import ScriptError, nearest
from .graph import Leave
from .syntax import Position

# What a packet node accepts.
HANDLERS_MAX = 16
MAPS_MAX = 32
# Names of maps: the kernel cuts off what is longer.
NAME = re.compile(r"[a-z][a-z0-9_]{0,14}")
RESERVED = re.compile(r"(lvnf|bpf|xdp|tc)_.*")
KEYWORDS = frozenset(
    "auto bool break case char const continue default do double else enum extern false float for goto "
    "if inline int long register restrict return short signed sizeof static struct switch true "
    "typedef typeof union unsigned void volatile while asm offsetof barrier linux unix".split()
)

HEAD = """/* SPDX-License-Identifier: Apache-2.0 */
/* Made by cloudmac-lvnf from a script: change that. */
#include "lvnf_frame.h"
"""
MAP = """
struct {{
        __uint(type, BPF_MAP_TYPE_{kind});
        __uint(max_entries, {entries});
        __type(key, {key});
        __type(value, {value});
        LVNF_HANDLER({access});
}} {name} SEC(".maps");
"""
# A function per map, so that a map may have the name of a variable in an element.
VALUE_OF = """
static __always_inline void *{call}(void)
{{
        __u32 lvnf_key = 0;

        return bpf_map_lookup_elem(&{name}, &lvnf_key);
}}
"""
ADDRESS_OF = """
static __always_inline void *{call}(void)
{{
        return &{name};
}}
"""


def _split(text):
    """Returns NAME, ELEMENT and HANDLER of NAME=ELEMENT.HANDLER."""
    name, equal, path = text.partition("=")
    element, dot, handler = path.rpartition(".")
    if not (name and equal and element and dot and handler):
        raise ScriptError(
            Position(), f"handler '{text}' is not understood: write NAME=ELEMENT.HANDLER"
        )
    return name, element, handler


class _Handlers:
    """What handlers are declared. declared: names by (element, handler)."""

    def __init__(self, graph):
        self.graph, self.declared = graph, {}

    def declare(self, text):
        name, element, handler = _split(text)
        named = {key: found for key, found in self.graph.elements.items() if "@" not in key}
        if element not in named:
            raise ScriptError(
                Position(),
                f"handler '{text}': no element '{element}' in the script: {nearest(element, named)}",
            )
        known = named[element].handlers()
        position = named[element].declaration.position
        if handler not in known:
            of = f"'{element}', a {named[element].declaration.class_name}"
            if not known:
                raise ScriptError(
                    position, f"handler '{text}': {of}, has no handlers: remove this one"
                )
            raise ScriptError(
                position,
                f"handler '{text}': no handler '{handler}' at {of}: {nearest(handler, known)}",
            )
        self.check_name(position, text, name)
        if (element, handler) in self.declared:
            raise ScriptError(
                position,
                f"handler '{text}': it is '{self.declared[element, handler]}' already: "
                "declare it once",
            )
        self.declared[element, handler] = name

    def check_name(self, position, text, name):
        if not NAME.fullmatch(name) or RESERVED.fullmatch(name) or name in KEYWORDS:
            raise ScriptError(
                position,
                f"handler '{text}': '{name}' cannot be a name: use a to z, 0 to 9 and _, at most 15, "
                "no keyword of C, nothing that begins with lvnf_, bpf_, xdp_ or tc_",
            )
        if name in self.declared.values():
            raise ScriptError(
                position, f"handler '{text}': '{name}' is declared already: use another name"
            )

    def finish(self):
        """Adds the state that no handler shows, but that moves with the image."""
        for number, (name, element) in enumerate(self.graph.elements.items()):
            for handler, found in element.handlers().items():
                if found.is_kept and (name, handler) not in self.declared:
                    self.declared[name, handler] = f"lvnf_state_{number}"
        if len(self.declared) > HANDLERS_MAX:
            name, _ = list(self.declared)[HANDLERS_MAX]
            raise ScriptError(
                self.graph.elements[name].declaration.position,
                f"more than {HANDLERS_MAX} handlers and tables, with those of '{name}': declare "
                "fewer handlers",
            )
        n_private = sum(element.PRIVATE_MAPS for element in self.graph.elements.values())
        if len(self.declared) + n_private > MAPS_MAX:
            raise ScriptError(
                Position(),
                f"{n_private} rate limits and {len(self.declared)} handlers are more than the "
                f"{MAPS_MAX} maps of an image: declare fewer handlers",
            )


def _map(handler, name, call):
    access = "LVNF_MIGRATE" if name.startswith("lvnf_") else handler.access
    definition = MAP.format(
        name=name,
        kind=handler.kind,
        entries=handler.entries,
        key=handler.key,
        value=handler.value,
        access=access,
    )
    accessor = VALUE_OF if handler.kind == "ARRAY" else ADDRESS_OF
    return definition + accessor.format(name=name, call=call)


def _elements(graph, handlers, functions):
    """Returns the C of all elements: types, maps, functions."""
    text, types = "", set()
    for number, (name, element) in enumerate(graph.elements.items()):
        found = type(element)
        if found not in types:
            types.add(found)
            text += found.TYPES
        maps = {}
        for handler, what in element.handlers().items():
            if (name, handler) in handlers:
                call = f"{functions[name]}_{handler}"
                text += _map(what, handlers[name, handler], call)
                maps[handler] = f"{call}()"
        line = element.declaration.position.line
        text += f"\n/* Line {line}: {name} :: {found.__name__} */"
        text += element.code(functions[name], number, maps)
    return text


def _image(graph, functions):
    """Returns the image's function."""

    def go(target):
        return (
            f"goto out_{target.port};"
            if isinstance(target, Leave)
            else f"goto {functions[target]};"
        )

    text = (
        "\nLVNF_IMAGE(packet, port)\n{\n\tint out;\n\n"
        "\tlvnf_set_offset(packet, 0);\n\tswitch (port) {\n"
    )
    for port, target in sorted(graph.entries.items()):
        text += f"\tcase {port}:\n\t\t{go(target)}\n"
    text += "\tdefault:\n\t\treturn LVNF_DROP;\n\t}\n"
    for name, element in graph.elements.items():
        text += f"{functions[name]}:\n\tswitch ({functions[name]}(packet)) {{\n"
        for output in range(element.outputs):
            text += f"\tcase {output}:\n\t\t{go(graph.outputs[name, output])}\n"
        text += "\tdefault:\n\t\treturn LVNF_DROP;\n\t}\n"
    leaves = {
        target.port
        for target in (*graph.entries.values(), *graph.outputs.values())
        if isinstance(target, Leave)
    }
    for port in sorted(leaves):
        text += f"out_{port}:\n\tout = {port};\n\tgoto leave;\n"
    if not leaves:
        text = text.replace("\tint out;\n\n", "")
    elif any(element.STRIPS for element in graph.elements.values()):
        text += "leave:\n\treturn lvnf_move_to_front(packet) ? out : LVNF_DROP;\n"
    else:
        text += "leave:\n\treturn out;\n"
    return text + "}\n"


def generate(graph, handlers=()):
    """Returns the image in C. handlers: texts NAME=ELEMENT.HANDLER."""
    declared = _Handlers(graph)
    for text in handlers:
        declared.declare(text)
    declared.finish()
    functions = {
        name: f"lvnf_{number}_{name.partition('@')[0].lower()}"
        for number, name in enumerate(graph.elements)
    }
    text = HEAD + _elements(graph, declared.declared, functions) + _image(graph, functions)
    return text.expandtabs()
