# SPDX-License-Identifier: Apache-2.0
"""The console's commands, from the annotations of their Java classes."""
import re

from .marks import code
from .tree import TOP

ANNOTATION = re.compile(
    r"@(Command|Option|Argument)\(((?:[^()\"]|\"(?:[^\"\\]|\\.)*\")*)\)", re.DOTALL
)
MEMBER = re.compile(r"(\w+)\s*=\s*((?:\"(?:[^\"\\]|\\.)*\"\s*\+?\s*)+|[^,\s]+)")
TEXT = re.compile(r"\"((?:[^\"\\]|\\.)*)\"")
FIELD = re.compile(r"private\s+([\w<>]+)\s+\w+(?:\s*=\s*([^;]+))?;")


def read(source):
    """Returns kind, members and default of each annotation: first @Command, then @Argument and
    @Option in the order of the fields."""
    found = []
    for annotation in ANNOTATION.finditer(source):
        members = {
            name: "".join(TEXT.findall(value)) if value.startswith('"') else value.strip()
            for name, value in MEMBER.findall(annotation[2])
        }
        field = FIELD.search(source, annotation.end())
        is_flag = field is None or field[1] == "boolean"
        default = "" if is_flag else (field[2] or "").strip().strip('"')
        found.append((annotation[1], members, default))
    return found


def console(top=TOP):
    """A definition list of all commands, with their arguments and options."""
    rows = []
    for path in sorted(top.glob("*/src/main/java/**/*Command.java")):
        annotations = read(path.read_text(encoding="utf-8"))
        if annotations and annotations[0][0] == "Command":
            rows.append(row(annotations[0][1], annotations[1:]))
    if not rows:
        raise ValueError("no command in *Command.java")
    return "\n".join(sorted(rows))


def row(command, parts):
    """Returns the definition of a command."""
    arguments = [(members, default) for kind, members, default in parts if kind == "Argument"]
    arguments.sort(key=lambda part: int(part[0].get("index", 0)))
    usage = [f"{command['scope']}:{command['name']}", *(usage_of(each) for each, _ in arguments)]
    named = [(each["name"].upper(), each, default) for each, default in arguments]
    named += [
        (", ".join(filter(None, (each["name"], each.get("aliases")))), each, default)
        for kind, each, default in parts
        if kind == "Option"
    ]
    texts = [
        f"{code(name)}: {each['description']}" + (f" (default {code(default)})" if default else "")
        for name, each, default in named
    ]
    return f"{code(' '.join(usage))}\n:   {'<br>'.join([command['description'] + '.', *texts])}\n"


def usage_of(argument):
    """Returns an argument as a synopsis shows it."""
    name = argument["name"].upper() + ("..." if argument.get("multiValued") == "true" else "")
    return name if argument.get("required") == "true" else f"[{name}]"


MACROS = {"console": console}
