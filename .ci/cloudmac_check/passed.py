# SPDX-License-Identifier: Apache-2.0
"""Remembers which stages have passed with which files, so that a check does not repeat them."""
import datetime
import hashlib
import json
import pathlib
import platform
import re
import subprocess

from .stages import BUILD

DAYS = 7
"""How long a pass counts. After that the stage runs again, so that a test that fails only
sometimes is still seen."""
KEPT_PASSES = 20
DATE = "%Y-%m-%d %H:%M"
DPKG_LOG = pathlib.Path("/var/log/dpkg.log")


def _output(words, top):
    return subprocess.run(words, cwd=top, capture_output=True, check=True).stdout


def installed(top):
    """Returns the lines "PACKAGE VERSION" of all installed packages."""
    listed = _output(["dpkg-query", "-W", "-f", "${Package} ${Version}\n"], top)
    return listed.decode().splitlines(keepends=True)


def added(log, since):
    """Returns the names of the packages that were installed after a time and were not there before.

    log: the text of dpkg's log, with lines "DATE TIME install PACKAGE:ARCHITECTURE OLD NEW"."""
    found = set()
    for line in log.splitlines():
        words = line.split()
        is_new = len(words) == 6 and words[2] == "install" and words[4] == "<none>"
        if is_new and " ".join(words[:2]) >= since.strftime(f"{DATE}:00"):
            found.add(words[3].partition(":")[0])
    return found


def packages(lines, without=()):
    """Returns a text that differs when the kernel or a package does. lines: of installed(); without:
    names of packages that do not count."""
    listed = "".join(line for line in lines if line.split()[0] not in without)
    return f"{platform.release()} {hashlib.sha256(listed.encode()).hexdigest()}"


def files(top):
    """Returns the hash of the content of each file of the tree by its name, changed and new files
    among them. Raises OSError or CalledProcessError for a tree without git."""
    git = ["git", "-c", f"safe.directory={top}", "-c", "core.quotePath=false"]
    listed = _output([*git, "ls-files", "-z", "-co", "--exclude-standard"], top)
    found = {}
    for name in sorted(set(listed.decode().split("\0")) - {""}):
        path = top / name
        if path.is_symlink():
            found[name] = f"link {path.readlink()}"
        elif path.is_file():
            mode = "x" if path.stat().st_mode & 0o100 else "-"
            found[name] = f"{mode} {hashlib.sha256(path.read_bytes()).hexdigest()}"
    return found


def builds(script, parts):
    """Returns how ./cloudmac builds parts: its functions build_PART. script: its text."""
    found = {}
    for part in parts:
        name = f"build_{part.replace('-', '_')}"
        one_line = rf"^{name}\(\) \{{ [^\n]* \}}$"
        several = rf"^{name}\(\) \{{$.*?^\}}$"
        (found[part],) = re.findall(f"{one_line}|{several}", script, re.MULTILINE | re.DOTALL)
    return found


def fingerprint(stage, steps, tree, machine, environment, script=""):
    """Returns a text that is equal for two runs only if they have the same commands, the same files
    that concern the stage, the same way to build its parts, and the same packages.

    steps: the commands of the run; tree: of files(); machine: of packages(); environment: of the
    run; script: the text of ./cloudmac."""
    concerned = {
        name: text for name, text in tree.items() if name in BUILD or name.startswith(stage.paths)
    }
    parts = builds(script, stage.parts)
    about = [stage.folder, steps, parts, concerned, machine, environment, stage.environment]
    return hashlib.sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


class Passed:
    """The passes of one machine, a file for each stage.

    folder: holds the files; now: returns the time."""

    def __init__(self, folder, now=datetime.datetime.now):
        self.folder = folder
        self.now = now

    def _read(self, stage):
        try:
            return json.loads((self.folder / f"{stage}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def find(self, stage, key_at):
        """Returns the latest pass of a stage that still counts as {"date", "commit"}, or None.

        key_at(date) returns the fingerprint that the stage would have had at a time, if only
        packages had come since."""
        oldest = self.now() - datetime.timedelta(days=DAYS)
        for key, found in reversed(self._read(stage).items()):
            date = datetime.datetime.strptime(found["date"], DATE)
            if date >= oldest and key == key_at(date):
                return found
        return None

    def add(self, stage, key, commit):
        """Stores that a stage has passed. Replaces the oldest passes."""
        known = self._read(stage)
        known.pop(key, None)
        known[key] = {"date": self.now().strftime(DATE), "commit": commit}
        self.folder.mkdir(parents=True, exist_ok=True)
        new = self.folder / f".{stage}.json"
        kept = dict(list(known.items())[-KEPT_PASSES:])
        new.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        new.replace(self.folder / f"{stage}.json")
