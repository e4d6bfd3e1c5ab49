# SPDX-License-Identifier: Apache-2.0
"""The result files of docs/measured."""
import functools
import hashlib
import json
import pathlib

TOP = pathlib.Path(__file__).resolve().parents[3]
FOLDER = "docs/measured"
FIGURES = "docs/figures"
MORE = "-more"
"""Of the name of a file with lines that NAME.json lacks, from another run."""


class Measured:
    """The result files of one tree by name, without their suffix. top: the tree's folder."""

    def __init__(self, top=TOP):
        self.top = pathlib.Path(top)
        self.folder = self.top / FOLDER
        self.get = functools.cache(self._get)

    def names(self):
        """Returns the names of all result files."""
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def _get(self, name):
        """Returns the content of a result file; None if there is none. With the lines that it lacks
        of NAME-more.json; ``more`` then has ``lines``, their names, and ``data``, that file."""
        data = self._read(name)
        other = self._read(name + MORE) if data else None
        if not other:
            return data
        lines = {line: one for line, one in other["lines"].items() if line not in data["lines"]}
        more = {"name": name + MORE, "lines": list(lines), "data": other}
        return data | {"lines": _ordered(data["lines"] | lines), "more": more} if lines else data

    def _read(self, name):
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def has_samples(self, name):
        """Returns true if the raw samples of a result file are there."""
        return self.samples(name).exists()

    def samples(self, name):
        """Returns the path of the raw samples of a result file."""
        return self.folder / "samples" / f"{name}.tar.xz"

    def checksum(self, name):
        """Returns a checksum of a result file, with that of further lines, in 12 digits."""
        content = (self.folder / f"{name}.json").read_bytes()
        more = self.folder / f"{name}{MORE}.json"
        content += more.read_bytes() if more.exists() else b""
        return hashlib.sha256(content).hexdigest()[:12]


def _ordered(lines):
    """Returns the lines of a figure in the testbed's order."""
    from cloudmac_testbed.paper import plan

    order = [line.name for line in plan.ALL_LINES]
    known = sorted((name for name in lines if name in order), key=order.index)
    return {name: lines[name] for name in [*known, *(set(lines) - set(known))]}
