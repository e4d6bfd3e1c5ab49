# SPDX-License-Identifier: Apache-2.0
"""The result files of docs/measured: their content, where they come from, and their age."""
import functools
import json
import pathlib
import subprocess

from cloudmac_testbed import catalogue, measure
from cloudmac_testbed.verdict import number_of_runs

TOP = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "docs/measured"
MORE = "-more"
"""Ends the name of a file with lines of a figure that NAME.json lacks, from another run."""
BY_FILE = {name: one for one in catalogue.CATALOGUE for name in one.results}
AGES = {None: "age unknown", True: "older than the code", False: "of this code"}


def command(name):
    """Returns the command that measures a result file again."""
    return BY_FILE[name].command


class Measured:
    """The result files of one tree by name. top: the tree's folder."""

    def __init__(self, top=TOP):
        self.top = pathlib.Path(top)
        self.record = measure.Record(top=self.top)
        self.get = functools.cache(self._get)
        self.is_older = functools.cache(self._is_older)

    def names(self):
        """Returns the names of all result files."""
        return sorted(path.stem for path in (self.top / FOLDER).glob("*.json"))

    def _read(self, name):
        path = self.top / FOLDER / f"{name}.json"
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None

    def _get(self, name):
        """Returns the content of a result file, None if there is none. A figure has the lines of
        its further file too."""
        data, more = self._read(name), self._read(name + MORE)
        return data | {"lines": more["lines"] | data["lines"]} if data and more else data

    def _is_older(self, name):
        """Returns true if the code that was measured has changed since, None if nobody can say:
        the file names no commit, or one that git does not know."""
        found = catalogue.commits(self.get(name))
        if not found or not all(self._date(commit) for commit, _ in found):
            return None
        code = BY_FILE[name].code
        return any(changes or self.record.changed_since(commit, code) for commit, changes in found)

    def _date(self, commit):
        """Returns the day of a commit, "" if git does not know it."""
        words = ("git", "-c", f"safe.directory={self.top}", "-C", str(self.top))
        words += ("log", "-1", "--format=%cs", f"{commit}^{{commit}}")
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return done.stdout.strip()

    def commit(self, name):
        """Returns the commits of a result file as text, each with its day."""
        found = []
        for commit, changes in sorted(catalogue.commits(self._read(name))):
            day = self._date(commit)
            found.append(f"`{commit}{'+' if changes else ''}`" + (f" of {day}" if day else ""))
        return "commit " + (", ".join(found) or "unknown")

    def origin(self, name):
        """Returns where a result comes from, as one Markdown paragraph."""
        data = self.get(name)
        words = [f"Result file `{name}.json`, {self.commit(name)} ({AGES[self.is_older(name)]})"]
        seed = data.get("seeds", data.get("seed"))
        if isinstance(seed, (int, list)):
            words.append(f"seed {', '.join(map(str, seed)) if isinstance(seed, list) else seed}")
        if data.get("repetitions"):
            words.append(number_of_runs(data["repetitions"]))
        if data.get("clock"):
            words.append(f"clock: {data['clock']}")
        more, own = self._read(name + MORE), self._read(name)
        if more:
            lines = [line for line in more["lines"] if line not in own["lines"]]
            runs = number_of_runs(more["repetitions"])
            words.append(
                f"{', '.join(lines)} are of `{name}{MORE}.json`, {self.commit(name + MORE)}, {runs}"
            )
        return f"{'; '.join(words)}. Again: `{command(name)}`.\n"


def table(head, rows):
    """Returns a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [[str(cell).replace("|", r"\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)
