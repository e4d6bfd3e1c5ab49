# SPDX-License-Identifier: Apache-2.0
"""The result files of docs/measured: their content, where they come from, and their age."""
import functools
import json
import pathlib
import re
import subprocess

from cloudmac_testbed.verdict import number_of_runs

TOP = pathlib.Path(__file__).resolve().parents[2]
FOLDER = "docs/measured"
MORE = "-more"
"""Ends the name of a file with lines of a figure that NAME.json lacks, from another run."""
ALWAYS = ("wtp-agent", "vap-driver", "cloudmac-impl", "cloudmac-ovsdb", "wire", "testbed/medium")
"""Folders that take part in nearly each measurement."""
UNKNOWN = "unknown"
HASH = re.compile(r"\b[0-9a-f]{12}\b")
"""A file whose parts are of several runs names a commit for each."""


class Measured:
    """The result files of one tree by name. top: the tree's folder."""

    def __init__(self, top=TOP):
        self.top = pathlib.Path(top)
        self.get = functools.cache(self._get)
        self.is_older = functools.cache(self._is_older)

    def names(self):
        """Returns the names of all result files."""
        return sorted(path.stem for path in (self.top / FOLDER).glob("*.json"))

    def _get(self, name):
        """Returns the content of a result file, None if there is none. A figure has the lines of
        its further file too."""
        path = self.top / FOLDER / f"{name}.json"
        if not path.exists():
            return None
        data = json.loads(path.read_text(encoding="utf-8"))
        more = self.get(name + MORE) if "lines" in data and not name.endswith(MORE) else None
        return data | {"lines": more["lines"] | data["lines"]} if more else data

    def commits(self, name):
        """Returns the commits of a result file: its own, or those of its runs."""
        data = self.get(name)
        runs = [data, *data.get("other_runs", {}).values()]
        return {one for run in runs for one in HASH.findall(run.get("commit") or "")}

    def _is_older(self, name):
        """Returns true if the parts that were measured have changed since, None if nobody can say:
        the file has no commit, or the tree no history."""
        found = self.commits(name)
        if not found:
            return None
        return any(map(self._has_changed, found)) if all(map(self._knows, found)) else None

    def _has_changed(self, commit):
        return bool(self._git("log", "-1", "--format=%h", f"{commit}..HEAD", "--", *ALWAYS))

    def _knows(self, commit):
        return bool(self._git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}"))

    def _git(self, *words):
        try:
            done = subprocess.run(
                ["git", "-c", "safe.directory=*", "-C", str(self.top), *words],
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    def age(self, name):
        """Returns in words whether a result is older than the code."""
        return {None: "age unknown", True: "older than the code", False: "of this code"}[
            self.is_older(name)
        ]

    def commit(self, name):
        """Returns the commits of a result file as text."""
        return ", ".join(f"`{commit}`" for commit in sorted(self.commits(name))) or UNKNOWN

    def origin(self, name):
        """Returns where a result comes from, as one Markdown paragraph."""
        data = self.get(name)
        seed = data.get("seeds", data.get("seed"))
        words = [f"Result file `{name}.json`", f"commit {self.commit(name)} ({self.age(name)})"]
        if isinstance(seed, (int, list)):
            words.append(f"seed {', '.join(map(str, seed)) if isinstance(seed, list) else seed}")
        if data.get("repetitions"):
            words.append(number_of_runs(data["repetitions"]))
        if data.get("clock"):
            words.append(f"clock: {data['clock']}")
        machine = data.get("machine")
        if machine:
            words.append(f"{machine['processors']} processors")
        return "; ".join(words) + ".\n"


def table(head, rows):
    """Returns a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    cells = [[str(cell).replace("|", r"\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def number(value, form=".3g"):
    """Returns a number as text, "not measured" for None."""
    return "not measured" if value is None else format(value, form)
