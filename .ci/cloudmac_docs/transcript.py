# SPDX-License-Identifier: Apache-2.0
"""Draws a picture of a terminal from a file that script(1) recorded.

script --quiet --command "./cloudmac demo --quick" /tmp/demo
.ci/python .ci/cloudmac_docs/transcript.py /tmp/demo docs/figures/demo-quick.svg"""
import io
import itertools
import pathlib
import re
import sys

import pyte
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text

TOP = pathlib.Path(__file__).resolve().parents[2]
ABOUT = re.compile(r"^Script (?:started|done).*\n?", re.MULTILINE)
COMMAND = re.compile(r'^Script started .*?COMMAND="(.*?)"', re.MULTILINE)
HIDDEN = re.compile(r"==> building |    [a-z-]+: \d+ s$|[a-z_]+: measured$|\s+virtual seconds ")
"""Lines that a picture leaves out: builds, and the progress of measurements."""
COLUMNS, LINES = 120, 2000
FORMAT = re.sub(r"@font-face \{\{.*?\}\}\s*", "", CONSOLE_SVG_FORMAT, flags=re.DOTALL).replace(
    "Fira Code, monospace", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace"
)
"""rich's picture with fonts of the reader's machine, because it would fetch others."""


def lines_of(typescript):
    """Returns what a terminal shows after the command, as rich's texts with their colours."""
    screen = pyte.Screen(COLUMNS, LINES)
    screen.set_mode(pyte.modes.LNM)
    pyte.Stream(screen).feed(ABOUT.sub("", typescript).replace(f"{TOP}/", ""))
    found = [Text(f"$ {command}", "bold green") for command in COMMAND.findall(typescript)]
    for row in range(screen.cursor.y + 1):
        cells = [screen.buffer[row][column] for column in range(COLUMNS)]
        parts = itertools.groupby(cells, style_of)
        line = Text.assemble(*(("".join(cell.data for cell in run), style) for style, run in parts))
        line.rstrip()
        is_second_blank = not line.plain and not (found and found[-1].plain)
        if not HIDDEN.match(line.plain) and not is_second_blank:
            found.append(line)
    return found


def style_of(cell):
    """Returns the style of a cell by rich's names of colours."""
    return f"{'bold ' if cell.bold else ''}{cell.fg.replace('brown', 'yellow')}"


def picture(typescript):
    """Returns the SVG of a terminal."""
    lines = lines_of(typescript)
    width = max(len(line.plain) for line in lines)
    console = Console(record=True, width=width, file=io.StringIO(), force_terminal=True)
    for line in lines:
        console.print(line, soft_wrap=True)
    return console.export_svg(title="", code_format=FORMAT, unique_id="terminal")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8", newline="") as recorded:
        pathlib.Path(sys.argv[2]).write_text(picture(recorded.read()), encoding="utf-8")
