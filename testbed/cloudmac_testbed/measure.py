# SPDX-License-Identifier: Apache-2.0
"""``./cloudmac measure``: measures what the pages need and what is missing or older than the
code, and copies the result files to docs/measured."""
import fcntl
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tarfile
import time

from . import catalogue, results
from .errors import LabError
from .settings import RESULTS, ROOT

POLL_S = 0.5
TAIL = 3
"""Lines of a failed command's output that are shown."""


def declare(verbs):
    """Adds the verb to the command line."""
    parser = verbs.add_parser(
        "measure",
        help="measure what the pages need",
        description="Runs the measurements behind the numbers of README and docs/ that are "
        "missing or older than the code, two at a time, and copies their result files to "
        "docs/measured. An interrupted run resumes.",
        epilog="exit status: 0 all are measured; 1 one failed, the others were measured; 2 "
        "arguments are wrong; 130 interrupted",
    )
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help="measure only these (--list shows the names)"
    )
    parser.add_argument(
        "--list",
        action="store_true",
        help="show all measurements with their time, state and command, and run none",
    )
    parser.add_argument(
        "--dirty",
        action="store_true",
        help="measure a tree with uncommitted changes; the result files then say so",
    )
    parser.set_defaults(run=main, check=check)


def check(arguments):
    """Returns the measurements of the command line. Raises LabError for an unknown name, and for
    a tree with uncommitted changes."""
    try:
        chosen = catalogue.by_name(arguments.names)
    except ValueError as error:
        raise LabError(str(error)) from None
    if not (arguments.list or arguments.dirty) and results.commit().endswith("+"):
        raise LabError(
            "the tree has uncommitted changes, so that no commit would describe the results; "
            "commit them, or measure with --dirty"
        )
    return chosen


def main(arguments):
    chosen = check(arguments)
    record = Record(dirty=arguments.dirty)
    if arguments.list:
        states = {one.name: record.state(one) for one in chosen}
        print("\n".join(catalogue.listing(chosen, states, record.took())))
    elif not Run(record).all(chosen):
        sys.exit(1)


class Record:
    """The result files: new ones in ``folder``, and committed ones in ``measured``.

    top: the tree; dirty: results of a tree with uncommitted changes count."""

    def __init__(self, folder=RESULTS, measured=ROOT / "docs" / "measured", top=ROOT, dirty=False):
        self.folder = pathlib.Path(folder)
        self.measured = pathlib.Path(measured)
        self.top = top
        self.dirty = self._git("rev-parse", "HEAD").stdout.strip() if dirty else ""

    def state(self, one):
        """Returns the catalogue.State of a measurement: of the new files if they are of the
        present code, else of the committed ones."""
        states = [
            catalogue.state(
                one,
                {name: _read(folder / f"{name}.json") for name in one.results},
                lambda commit: self.changed_since(commit, one.code),
                self.dirty,
            )
            for folder in (self.folder, self.measured)
        ]
        for found in states:
            if found.word == catalogue.MEASURED:
                return found
        there = [found for found in states if found.word != catalogue.MISSING]
        return (there or states)[0]

    def changed_since(self, commit, code):
        """Returns whether this code differs from a commit, or git does not know the commit."""
        paths = [f":(top){path}" for path in code]
        paths += [f":(top,exclude,glob){pattern}" for pattern in self._besides(code)]
        return self._git("diff", "--quiet", commit, "--", *paths).returncode != 0

    @staticmethod
    def _besides(code):
        inside = any("bench" in path for path in code)
        return [one for one in catalogue.BESIDES if not (inside and "bench" in one)]

    def _git(self, *words):
        return subprocess.run(
            ["git", "-C", str(self.top), "-c", f"safe.directory={self.top}", *words],
            capture_output=True,
            text=True,
            check=False,
        )

    def took(self):
        """Returns name -> minutes of the last run."""
        return _read(self.folder / "measure" / "minutes.json") or {}

    def note(self, name, minutes):
        """Keeps how long a measurement took."""
        folder = self.folder / "measure"
        results.write_json(folder / "minutes.json", self.took() | {name: round(minutes, 1)})

    def files(self, one):
        """Returns an identity of each new result file of a measurement; None for a missing one.
        It changes when the file is written."""
        paths = [self.folder / f"{name}.json" for name in one.results]
        found = [path.stat() if path.exists() else None for path in paths]
        return [stat and (stat.st_ino, stat.st_mtime_ns) for stat in found]

    def take(self, one):
        """Copies a measurement's new result files to docs/measured, with a figure's raw samples.
        Returns the names of the files that changed. Lines of a figure that came from another
        run are removed, because the new file has all of them."""
        changed = []
        for name in one.results:
            content = (self.folder / f"{name}.json").read_bytes()
            target = self.measured / f"{name}.json"
            if target.exists() and target.read_bytes() == content:
                continue
            self.measured.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
            samples = self.measured / "samples"
            for old in (
                self.measured / f"{name}-more.json",
                samples / f"{name}-more.tar.xz",
                samples / f"{name}.tar.xz",
            ):
                old.unlink(missing_ok=True)
            self._pack(samples / f"{name}.tar.xz", name, json.loads(content))
            changed.append(target.name)
        return changed

    def _pack(self, target, name, data):
        """Packs a figure's raw samples. The same samples give the same archive."""
        files = [self.folder / "reproduce" / "raw" / one for one in _raw_names(name, data)]
        files = [path for path in files if path.exists()]
        if not files:
            return
        target.parent.mkdir(exist_ok=True)
        with tarfile.open(target, "w:xz") as archive:
            for path in files:
                archive.add(path, path.name, filter=_plain)


def _plain(member):
    """Returns an archive's member without time and owner."""
    member.mtime = member.uid = member.gid = 0
    member.uname = member.gname = ""
    return member


def _raw_names(name, data):
    """Yields the files of a figure's raw samples."""
    # Here, as --help works before the packages for the guest's programs are installed.
    from .paper import plan

    if name not in plan.FIGURES:
        return
    part = plan.FIGURES[name].part
    suffix = ".json" if data["seed"] == 1 else f"-seed{data['seed']}.json"
    if part not in plan.PARTS:
        yield from (f"{part}.{number}{suffix}" for number in range(1, data["repetitions"] + 1))
        return
    for line in data["lines"]:
        for number in range(data["repetitions"]):
            yield f"{part}-{line}-{number}{suffix}"


def _read(path):
    """Returns a JSON file's content; None if there is none."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


class Job:
    """A running command with its output in a log. before: Record.files() at its start."""

    def __init__(self, one, log, top, before):
        self.one = one
        self.log = log
        self.before = before
        self.began = time.monotonic()
        argv = shlex.split(one.command)
        if one.kind == catalogue.VIRTUAL:
            # Its results do not depend on the time that it takes. Those of others may.
            argv = ["nice", "-n", "10", *argv]
        with open(log, "wb") as output:
            self.process = subprocess.Popen(
                argv,
                cwd=top,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def minutes(self):
        return (time.monotonic() - self.began) / 60

    def interrupt(self):
        """Ends the command, which cleans up as after Ctrl-C. SIGINT would be ignored by commands
        of a call in the background."""
        os.killpg(self.process.pid, signal.SIGTERM)

    def tail(self):
        """Returns the last lines of the output."""
        text = self.log.read_text(encoding="utf-8", errors="replace")
        return [line for line in text.splitlines() if line.strip()][-TAIL:]


class Run:
    """One call of ``measure``. record: a Record; say: gets the lines of progress."""

    def __init__(self, record, say=lambda text: print(text, flush=True)):
        self.record = record
        self.began = time.monotonic()
        self.told = say
        self.jobs = []
        self.failed = []

    def say(self, text):
        self.told(f"{(time.monotonic() - self.began) / 60:5.0f} min  {text}")

    def all(self, chosen):
        """Measures those that are missing or old, and takes the result files of all. Returns
        whether nothing failed. Raises LabError if another call runs."""
        (self.record.folder / "measure").mkdir(parents=True, exist_ok=True)
        with open(self.record.folder / "measure" / "lock", "w", encoding="utf-8") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise LabError("another ./cloudmac measure runs here") from None
            waiting = [one for one in chosen if self.record.state(one).word != catalogue.MEASURED]
            self.say(
                f"{len(waiting)} of {len(chosen)} wait for a measurement, {self._left(waiting)}"
            )
            try:
                self._measure(waiting)
            except BaseException:
                self._stop()
                raise
            self._take(chosen)
        if self.failed:
            self.say(f"failed: {', '.join(self.failed)}")
        return not self.failed

    def _left(self, waiting):
        running = {job.one: job.minutes() for job in self.jobs}
        return f"about {catalogue.duration(catalogue.left_minutes(waiting, running))}"

    def _measure(self, waiting):
        waiting = list(waiting)
        while waiting or self.jobs:
            while one := catalogue.next_of(waiting, [job.one for job in self.jobs]):
                waiting.remove(one)
                log = self.record.folder / "measure" / f"{one.name}.log"
                self.jobs.append(Job(one, log, self.record.top, self.record.files(one)))
                self.say(
                    f"{one.name} began, about {catalogue.duration(one.minutes)}; "
                    f"{len(waiting)} wait, {self._left(waiting)} left"
                )
            time.sleep(POLL_S)
            for job in [job for job in self.jobs if job.process.poll() is not None]:
                self.jobs.remove(job)
                self._ended(job)

    def _ended(self, job):
        status, name = job.process.returncode, job.one.name
        took = catalogue.duration(job.minutes())
        now = self.record.files(job.one)
        written = None not in now and not set(now) & set(job.before)
        if written:
            self.record.note(name, job.minutes())
        state = self.record.state(job.one)
        if status == 0 and written and state.word == catalogue.MEASURED:
            self.say(f"{name} is {state.text}, {took}")
            return
        self.failed.append(name)
        if status == 0:
            why = f"is {state.text} after the run" if written else "wrote no result file"
        else:
            # A verdict that is not met ends with 1 too, after the result file is written.
            why = f"ended with {status}" + (", its result is kept" if written else "")
        self.say(f"{name} failed, {took}: {why}; {job.log}")
        for line in job.tail():
            self.told(f"           {line}")

    def _stop(self):
        for job in self.jobs:
            self.say(f"{job.one.name} is interrupted; the next run resumes")
            job.interrupt()
        for job in self.jobs:
            job.process.wait()

    def _take(self, chosen):
        """Copies the new result files that are of the present code. At the end: a changed file
        in the tree would be noted as a change by the measurements that begin later."""
        changed = []
        for one in chosen:
            if all((self.record.folder / f"{name}.json").exists() for name in one.results):
                if self.record.state(one).word == catalogue.MEASURED:
                    changed += self.record.take(one)
        if changed:
            self.say(f"new in docs/measured: {', '.join(changed)}; commit them")
