# SPDX-License-Identifier: Apache-2.0
"""Draws pictures of a terminal from the recorded output of commands in docs/figures/*.txt.

    python3 -m cloudmac_docs.transcript NAME TYPESCRIPT [FOLDER]
                          writes docs/figures/NAME.txt from a file that script(1) recorded in
                          FOLDER (this tree), without that path, and draws the picture (in .ci)

"./cloudmac docs" draws pictures that are out of date, "./cloudmac docs --check" names them."""
import hashlib
import pathlib
import re
import sys
from xml.sax.saxutils import escape

from .record.files import FIGURES, TOP

STAMP = re.compile(r"<!-- drawn from (\S+)\.txt (\w+) -->")
ABOUT = ("Script started ", "Script done ")
TOKEN = re.compile(
    r"\x1b\[(?P<control>[0-9;?]*)(?P<letter>[A-Za-z])|\x1b\][^\x07]*\x07|\x1b."
    r"|(?P<plain>[\r\n]|[^\r\n\x1b]+)"
)
COMMAND = re.compile(r'^Script started .*?COMMAND="(.*?)"', re.MULTILINE)
ELAPSED = re.compile(r"^( *\d+ s)(  .*)$")
HIDDEN = re.compile(r"==> building |    [a-z-]+: \d+ s$|[a-z_]+: measured$|\s+virtual seconds ")
"""Lines that a picture leaves out: of builds, and of the progress of measurements."""
COLUMN, LINE, MARGIN = 7.8, 17, 14
"""Width of a character, height of a line, and margin, in px."""
BACK, FRONT, DIM, BRIGHT = "#1b1f27", "#d8dee9", "#8a94a6", "#8fd3a8"


def text_of(typescript):
    """Returns what a terminal shows after a command, from a file that script(1) recorded: the
    command, and the last state of each line."""
    command = COMMAND.search(typescript)
    recorded = [line for line in typescript.split("\n") if not line.startswith(ABOUT)]
    shown = "\n".join(line.rstrip() for line in _screen("\n".join(recorded)))
    body = re.sub(r"\n{3,}", "\n\n", shown).strip("\n")
    head = f"$ {command[1]}\n" if command else ""
    return f"{head}{body}\n"


def _screen(output):
    """Returns the lines of a terminal of unlimited size after the output of a program. Knows the
    controls of progress bars; colours and other controls change nothing."""
    lines, row, column = [""], 0, 0
    for token in TOKEN.finditer(output):
        control, letter, plain = token["control"], token["letter"], token["plain"]
        if plain == "\r":
            column = 0
        elif plain == "\n":
            row += 1
            lines += [""] * (row + 1 - len(lines))
        elif plain:
            line = lines[row].ljust(column)
            lines[row] = line[:column] + plain + line[column + len(plain) :]
            column += len(plain)
        elif letter == "A":
            row = max(0, row - int(control or 1))
        elif letter == "K":
            lines[row] = "" if control == "2" else lines[row][:column]
    return lines


def picture(name, text):
    """Returns the SVG of a terminal that shows a text."""
    lines = [line for line in text.rstrip("\n").split("\n") if not HIDDEN.match(line)]
    width = round(max(map(len, lines)) * COLUMN + 2 * MARGIN)
    height = len(lines) * LINE + 2 * MARGIN
    rows = [_row(number, line) for number, line in enumerate(lines) if line]
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}">',
            f"<!-- drawn from {name}.txt {_checksum(text)} -->",
            f"<title>{escape(lines[0].removeprefix('$ '))}</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{BACK}"/>',
            f'<g font-family="ui-monospace, Menlo, Consolas, DejaVu Sans Mono, monospace" '
            f'font-size="13" fill="{FRONT}" xml:space="preserve">',
            *rows,
            "</g>",
            "</svg>\n",
        )
    )


def _row(number, line):
    """Returns the SVG of one line. Each part begins at its column, whatever font the reader has."""
    down = MARGIN + (number + 0.75) * LINE
    if line.startswith("$ "):
        return _text(0, down, line, f' fill="{BRIGHT}"')
    elapsed = ELAPSED.match(line)
    if elapsed:
        first, rest = elapsed.groups()
        return _text(0, down, first, f' fill="{DIM}"') + _text(len(first), down, rest)
    return _text(0, down, line)


def _text(column, down, words, more=""):
    bare = words.lstrip(" ")
    column += len(words) - len(bare)
    return (
        f'<text x="{MARGIN + column * COLUMN:.1f}" y="{down:.1f}" '
        f'textLength="{len(bare) * COLUMN:.1f}" lengthAdjust="spacingAndGlyphs"{more}>'
        f"{escape(bare)}</text>"
    )


def _checksum(text):
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def _texts(top):
    """Yields name and text of each recorded output."""
    for path in sorted((pathlib.Path(top) / FIGURES).glob("*.txt")):
        yield path.stem, path.read_text(encoding="utf-8")


def stale(top):
    """Returns the paths of pictures that do not show the present text. Changes nothing."""
    found = []
    for name, text in _texts(top):
        path = pathlib.Path(top) / FIGURES / f"{name}.svg"
        drawn = STAMP.search(path.read_text(encoding="utf-8")) if path.exists() else None
        if drawn is None or drawn.groups() != (name, _checksum(text)):
            found.append(f"{FIGURES}/{name}.svg")
    return found


def draw(top):
    """Draws the pictures that are out of date, in place. Returns their paths."""
    names, texts = stale(top), dict(_texts(top))
    for name in names:
        path = pathlib.Path(top) / name
        path.write_text(picture(path.stem, texts[path.stem]), encoding="utf-8")
    return names


def main(argv):
    """Runs the command line. Returns the exit status."""
    if len(argv) not in (2, 3) or argv[0].startswith("-"):
        print(__doc__)
        return 2
    name, typescript, *folder = argv
    with open(typescript, encoding="utf-8", newline="") as file:
        recorded = file.read()
    where = pathlib.Path(*folder or [TOP]).resolve()
    text = text_of(recorded).replace(f"{where}/", "")
    (TOP / FIGURES / f"{name}.txt").write_text(text, encoding="utf-8")
    for path in draw(TOP):
        print(f"changed: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
