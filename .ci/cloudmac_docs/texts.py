# SPDX-License-Identifier: Apache-2.0
"""Texts of the tree that pages show as they are: specifications and test vectors."""
import json
import re

from .tree import TOP

LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:|#)([^)]+)\)")
ROW = 16


def include(path, deeper=0, top=TOP):
    """Returns a Markdown file without its title, for a page in docs/reference. Links into docs/
    stay; the site does not have other files, so only their names stay. deeper: number of levels
    by which its headings move down."""
    text = re.sub(r"\A# .*\n", "", (top / path).read_text(encoding="utf-8"))
    return LINK.sub(_link, re.sub(r"^#", "#" * (deeper + 1), text, flags=re.MULTILINE))


def _link(found):
    text, target = found.groups()
    below = re.match(r"(?:\.\./)*docs/(.*)", target)
    return f"[{text}](../{below[1]})" if below else text


def source(path, top=TOP):
    """Returns a file for a block of code in a page, without the licence's line."""
    lines = (top / path).read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.startswith("# SPDX-"))


def vector(name, top=TOP):
    """Returns the octets of a test vector of the wire format, 16 a line with their offset."""
    vectors = {
        each["name"]: each["hex"]
        for path in sorted((top / "wire/vectors").glob("*.json"))
        for each in json.loads(path.read_text(encoding="utf-8"))
        if "hex" in each
    }
    octets = bytes.fromhex(vectors[name])
    rows = [f"{at:04x}  {octets[at : at + ROW].hex(' ')}" for at in range(0, len(octets), ROW)]
    return "```text\n" + "\n".join(rows) + "\n```\n"


MACROS = {"include": include, "source": source, "vector": vector}
