# SPDX-License-Identifier: Apache-2.0
"""Reads manual pages in mdoc(7): their sections and the items of their lists."""
import dataclasses
import re

CODE = ("Ic", "Cm", "Fl", "Va", "Li", "Dv", "Pa", "Nm")
QUOTED = ("Ql", "Dq")
PLAIN = ("Ar", "Sx", "Xr", "Ns", "Po", "Pc", "No")
CALLABLE = {*CODE, *QUOTED, *PLAIN}
PUNCTUATION = (",", ".", ":", ";", "(", ")")


@dataclasses.dataclass
class Item:
    """An item of a list. name: its head as text; lines: of its text, as Markdown."""

    macros: str
    lines: list = dataclasses.field(default_factory=list)

    @property
    def text(self):
        return " ".join(self.lines)

    @property
    def head(self):
        """Returns the head without macros: "lower ifname" of "Fl -lower Ar ifname"."""
        return [word for word in self.macros.split() if word not in CALLABLE]


@dataclasses.dataclass
class Section:
    """A section or subsection: its title, its text before any list, and the items of its lists."""

    title: str
    lines: list = dataclasses.field(default_factory=list)
    items: list = dataclasses.field(default_factory=list)


def read(text):
    """Returns the sections of a manual page by title."""
    sections, current, target = {}, None, None
    name = ""
    for line in text.splitlines():
        macro, _, rest = line.partition(" ")
        if macro in (".Sh", ".Ss"):
            title = rest.strip().replace(" ,", ",")
            current = sections[title] = Section(title)
            target = current.lines
        elif current is None or macro in (".Bl", ".Bd", ".Ed", ".Pp", ".Op", '.\\"'):
            continue
        elif macro == ".El":
            target = current.lines
        elif macro == ".It":
            current.items.append(Item(rest.strip()))
            target = current.items[-1].lines
        elif macro == ".Nm":
            name = rest.strip() or name
            target.append(f"`{name}`")
        elif line.startswith("."):
            target.append(inline(line[1:]))
        else:
            target.append(line)
    for section in sections.values():
        for lines in (section.lines, *(item.lines for item in section.items)):
            lines[:] = [tidy(" ".join(lines))] if lines else []
    return sections


def inline(macros):
    """Returns a line of macros as Markdown: code for what is typed."""
    parts, kind, glue = [], "", False
    for word in macros.split():
        if word == "Ns":
            glue = True
        elif word == "Po":
            parts.append("(")
            glue = True
        elif word == "Pc":
            parts.append(")")
        elif word in CALLABLE:
            kind = word
        elif kind == "Xr" and word.isdigit():
            parts[-1] += f"({word})"
        elif word in PUNCTUATION and parts:
            parts[-1] += word
        else:
            _add(parts, kind, word, glue)
            glue = False
    return " ".join(parts)


def _add(parts, kind, word, glue):
    """Adds one argument of a macro to the parts of a line. glue: without a space before it."""
    before = parts[-1] if parts else ""
    if before.endswith("`") and (glue or kind in QUOTED):
        parts[-1] = f"{before[:-1]}{'' if glue else ' '}{word}`"
    elif glue and parts:
        parts[-1] += word
    elif kind in CODE or kind in QUOTED:
        parts.append(f"`-{word}`" if kind == "Fl" else f"`{word}`")
    elif kind == "Sx":
        parts.append(f"section {word} of the manual page")
    else:
        parts.append(word)


def tidy(text):
    """Returns the text with macros of mdoc's own kinds of punctuation put right."""
    return re.sub(r"\s+([,.;:)])", r"\1", text).replace("( ", "(")
