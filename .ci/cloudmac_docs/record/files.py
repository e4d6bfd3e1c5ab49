# SPDX-License-Identifier: Apache-2.0
"""The result files of docs/measured."""
import functools
import hashlib
import json
import pathlib

TOP = pathlib.Path(__file__).resolve().parents[3]
FOLDER = "docs/measured"
FIGURES = "docs/figures"


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
        """Returns the content of a result file; None if there is none."""
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def has_samples(self, name):
        """Returns true if the raw samples of a result file are there."""
        return self.samples(name).exists()

    def samples(self, name):
        """Returns the path of the raw samples of a result file."""
        return self.folder / "samples" / f"{name}.tar.xz"

    def checksum(self, name):
        """Returns a checksum of a result file in 12 digits."""
        content = (self.folder / f"{name}.json").read_bytes()
        return hashlib.sha256(content).hexdigest()[:12]
