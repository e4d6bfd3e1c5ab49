#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks C sources for dependency cycles.

* No cycle of calls: x.c depends on y.c if x.c names a function or an object
  that y.c defines and exports.
* No cycle of includes between headers.

    cycles.py FOLDER...         check the sources of each folder on its own
    cycles.py --show FOLDER...  print the dependencies as well

The definitions must be formatted as clang-format or the kernel's style leave
them: the name starts at column 0 after its type, the body's brace stands alone
on its line.
"""

import re
import sys
import tempfile
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)
COMMENT_OR_STRING = re.compile(
    r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.DOTALL
)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.MULTILINE)
FUNCTION = re.compile(r"^(?!static\b)\w[\w\s*]*?\b(\w+)\s*\([^;{}]*\)[\w\s()]*\n\{", re.MULTILINE)
OBJECT = re.compile(
    r"^(?!static\b|extern\b|typedef\b|return\b|(?:struct|union|enum)\s+\w+\s*;)"
    r"\w[\w\s*]*?\b(\w+)\s*(?:\[\w*\]\s*)*(?:=|;)",
    re.MULTILINE,
)


def find_cycles(graph):
    """Returns each cycle of 'graph' that a depth-first walk meets.

    'graph' maps a node to the nodes that it depends on. A cycle is a list of
    nodes whose first and last node are the same.
    """
    cycles, done = [], set()

    def visit(node, trail):
        if node in trail:
            cycles.append(trail[trail.index(node) :] + [node])
            return
        if node in done:
            return
        for target in sorted(graph.get(node, ())):
            visit(target, trail + [node])
        done.add(node)

    for node in sorted(graph):
        visit(node, [])
    return cycles


def code_of(path):
    """Returns the text of 'path' without comments, strings and directives."""
    return DIRECTIVE.sub("", COMMENT_OR_STRING.sub(" ", path.read_text()))


def exports(code):
    """Returns the names that a source exports."""
    return set(FUNCTION.findall(code) + OBJECT.findall(code)) - {"main"}


def calls(folder):
    """Returns, for each source of 'folder', the sources whose names it uses."""
    code = {path.name: code_of(path) for path in sorted(folder.glob("*.c"))}
    owner = {name: file for file, text in code.items() for name in exports(text)}
    return {
        file: {owner[name] for name in set(re.findall(r"\w+", text)) & owner.keys()} - {file}
        for file, text in code.items()
    }


def includes(folder):
    """Returns, for each header of 'folder', the headers of 'folder' that it includes."""
    headers = {path.name: path for path in sorted(folder.glob("*.h"))}
    return {
        name: set(INCLUDE.findall(path.read_text())) & headers.keys()
        for name, path in headers.items()
    }


def check(folder):
    """Returns a message for each cycle in 'folder'."""
    return [
        f"{folder}: {kind} cycle: " + " -> ".join(cycle)
        for kind, graph in (("call", calls(folder)), ("include", includes(folder)))
        for cycle in find_cycles(graph)
    ]


SELF_CHECK = {
    "calls": (
        1,
        {
            "a.c": "static int x(void)\n{\n\treturn b();\n}\nint a(void)\n{\n\treturn x();\n}\n",
            "b.c": "int b(void)\n{\n\treturn a();\n}\n",
        },
    ),
    "object and callback": (
        1,
        {
            "a.c": "const struct ops a_ops = { b };\n",
            "b.c": "struct s *b(const struct x *x,\n\t  int y)\n{\n\tuse(&a_ops);\n}\n",
        },
    ),
    "headers": (1, {"a.h": '#include "b.h"\n', "b.h": '#include "a.h"\n'}),
    "none": (
        0,
        {
            "a.c": '/* b() */\nstruct s;\nint a(struct s *s)\n{\n\tputs("b");\n\treturn 0;\n}\n',
            "b.c": "struct s;\nint b(void)\n{\n\treturn a(0);\n}\n",
        },
    ),
}


def self_check():
    """Returns a message for each example in which check() counts a wrong number of cycles."""
    wrong = []
    for name, (expected, files) in SELF_CHECK.items():
        with tempfile.TemporaryDirectory() as folder:
            for file, text in files.items():
                (Path(folder) / file).write_text(text)
            if len(check(Path(folder))) != expected:
                wrong.append(f"self-check: expected {expected} cycles: {name}")
    return wrong


def show(folder):
    """Prints the dependencies of the sources in 'folder'."""
    for file, targets in calls(folder).items():
        print(f"{folder}/{file}: {' '.join(sorted(targets))}")


def main():
    arguments = sys.argv[1:]
    folders = [Path(name) for name in arguments if name != "--show"]
    if not folders:
        print(__doc__, file=sys.stderr)
        return 2
    if "--show" in arguments:
        for folder in folders:
            show(folder)
    errors = self_check() + [error for folder in folders for error in check(folder)]
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    count = sum(len(list(folder.glob("*.[ch]"))) for folder in folders)
    print(f"cycles: {count} files, none")
    return 0


if __name__ == "__main__":
    sys.exit(main())
