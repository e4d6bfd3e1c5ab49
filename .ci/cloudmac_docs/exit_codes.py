# SPDX-License-Identifier: Apache-2.0
"""Table of the exit codes of programs without a manual page, from their help.

The help has a paragraph "exit status: 0 done; 1 failed; others as the program exits"."""
import re

from .generated import Fault
from .tables import code, table
from .verbs import help_of

SETUP = "karaf/src/main/assembly/bin/cloudmac-setup"
CLUSTER = "karaf/src/main/assembly/bin/cloudmac-cluster"
LAB = "testbed/cloudmac_testbed/__main__.py"
SOURCES = {
    "./cloudmac": "cloudmac",
    "./cloudmac check": ".ci/cloudmac_check/main.py",
    "./cloudmac docs": ".ci/cloudmac_docs/main.py",
    "./cloudmac lab": LAB,
    "./cloudmac lab shell": "",
    "./cloudmac lab console": "",
    "./cloudmac lab capture": "",
    SETUP: SETUP,
    CLUSTER: CLUSTER,
    "./pki/cloudmac-pki": "pki/cloudmac-pki",
}
"""Command -> the source that sets its exit status; "" for one that passes another's on."""
OWN_COLUMNS = ("0", "1", "2")
STATUS = re.compile(r"^exit status: (.+?)(?:\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)
PIECE = re.compile(r";\s+(?=\d+ |others )")
LITERAL = re.compile(r"\b_?(?:exit|return)[ (](\d+)\b")


def stated(command, text):
    """Returns code -> meaning, as a command's help states them."""
    found = STATUS.search(text)
    if not found:
        raise Fault(f"{command} --help has no paragraph that starts with 'exit status:'")
    pieces = PIECE.split(" ".join(found[1].split()).rstrip("."))
    return dict(piece.split(" ", 1) for piece in pieces)


def compare(command, codes, text):
    """Raises Fault if a source exits with a number that the help of its command does not state."""
    missing = sorted(set(LITERAL.findall(text)) - set(codes), key=int)
    if missing:
        raise Fault(f"{command} --help does not state exit status {', '.join(missing)}")


def row(command, codes):
    """Returns the row of a command."""
    name = command if command.startswith("./cloudmac") else command.rpartition("/")[2]
    own = [codes.get(each, "") for each in OWN_COLUMNS]
    more = [
        meaning if each == "others" else f"{each}: {meaning}"
        for each, meaning in codes.items()
        if each not in OWN_COLUMNS
    ]
    return [code(name), *own, "; ".join(more)]


def exit_codes(tree):
    """Table of the exit codes of the commands."""
    rows = []
    for command, source in SOURCES.items():
        codes = stated(command, help_of(tree, command))
        if source:
            compare(command, codes, tree.read(source))
        rows.append(row(command, codes))
    return table(["program", *OWN_COLUMNS, "others"], rows)


GENERATORS = {"exit-codes": exit_codes}
