# SPDX-License-Identifier: Apache-2.0
"""Tables of the console's commands, from the annotations in Java."""
import re

from .generated import Fault
from .tables import code, table

ANNOTATION = re.compile(
    r"@(Command|Option|Argument)\(((?:[^()\"]|\"(?:[^\"\\]|\\.)*\")*)\)", re.DOTALL
)
MEMBER = re.compile(r"(\w+)\s*=\s*((?:\"(?:[^\"\\]|\\.)*\"\s*\+?\s*)+|[^,\s]+)")
TEXT = re.compile(r"\"((?:[^\"\\]|\\.)*)\"")
FIELD = re.compile(r"private\s+([\w<>]+)\s+\w+(?:\s*=\s*([^;]+))?;")


def commands(tree, scope):
    """All commands of a scope, as "cloudmac", with arguments and options."""
    found = {}
    for name in tree.files:
        if name.endswith("Command.java") and "/main/" in name:
            own, parts = read(tree.read(name))
            if own.get("scope") == scope:
                found[own["name"]] = (own, parts)
    if not found:
        raise Fault(f"no command of scope {scope} in *Command.java")
    return "\n".join(_command(scope, *found[name]) for name in sorted(found))


def read(source):
    """Returns the members of @Command, and a list of kind, members, type and default of each
    @Option and @Argument."""
    own, parts = {}, []
    for annotation in ANNOTATION.finditer(source):
        members = {
            name: "".join(TEXT.findall(value)) if value.startswith('"') else value.strip()
            for name, value in MEMBER.findall(annotation[2])
        }
        if annotation[1] == "Command":
            own = members
        else:
            field = FIELD.search(source, annotation.end())
            default = (field[2] or "").strip().strip('"')
            parts.append((annotation[1], members, field[1], default))
    return own, parts


def _command(scope, own, parts):
    options = [part for part in parts if part[0] == "Option"]
    arguments = sorted(
        (part for part in parts if part[0] == "Argument"),
        key=lambda part: int(part[1].get("index", 0)),
    )
    usage = [f"{scope}:{own['name']}", *(["[OPTION...]"] if options else [])]
    usage += [_usage(members) for _, members, _, _ in arguments]
    text = f"## {scope}:{own['name']}\n\n{own['description']}.\n\n    {' '.join(usage)}\n"
    if not parts:
        return text
    rows = [[code(m["name"].upper()), m["description"], ""] for _, m, _, _ in arguments]
    rows += [
        [", ".join(map(code, (m["name"], m.get("aliases")))).rstrip(", "), m["description"]]
        + [code(default) if kind != "boolean" else ""]
        for _, m, kind, default in options
    ]
    return text + "\n" + table(["", "meaning", "default"], rows)


def _usage(members):
    name = members["name"].upper() + ("..." if members.get("multiValued") == "true" else "")
    return name if members.get("required") == "true" else f"[{name}]"


GENERATORS = {"console": commands}
