# SPDX-License-Identifier: Apache-2.0
"""Builds the controller and the WTP agent of an earlier commit, for tests of upgrades.

A build takes about five minutes. It is kept in the cache, by commit."""
import dataclasses
import fcntl
import pathlib
import shutil
import subprocess

from .errors import LabError
from .settings import CACHE, ROOT

COMMIT = "eb065e7e01dd"
"""The commit from which operators upgrade in the tests. A release moves it to the one before."""
REPOSITORY = pathlib.Path.home() / ".m2" / "repository"
"""Maven's downloads."""
SAFE = ("-c", f"safe.directory={ROOT}", "-c", f"safe.directory={ROOT}/.git")
"""Options of git for a tree of another user."""
OURS = pathlib.PurePath("io", "cloudmac")
"""Our own artifacts in it, of this tree."""


@dataclasses.dataclass(frozen=True)
class Earlier:
    """Paths of the parts of an earlier commit."""

    karaf: pathlib.Path
    agent: pathlib.Path


def is_known(commit=COMMIT):
    """Returns true if this tree's history has the commit. A shallow clone can lack it."""
    words = ("git", *SAFE, "-C", str(ROOT), "cat-file", "-e", f"{commit}^{{commit}}")
    return subprocess.run(words, capture_output=True, check=False).returncode == 0


def built(commit=COMMIT):
    """Returns the parts of a commit, and builds them if the cache lacks them. Raises LabError."""
    place = CACHE / "earlier" / commit
    found = Earlier(place / "karaf", place / "cloudmac-wtp")
    place.mkdir(parents=True, exist_ok=True)
    with open(place / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (found.karaf.exists() and found.agent.exists()):
            _build(commit, place, found)
    return found


def _build(commit, place, wanted):
    work = place / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    source = work / "source"
    with open(place / "build.log", "wb") as log:

        def run(*argv):
            done = subprocess.run(
                [str(word) for word in argv],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                check=False,
            )
            if done.returncode:
                raise LabError(f"{argv[0]} failed for commit {commit}, see {log.name}")

        run("git", *SAFE, "clone", "--quiet", "--shared", "--no-checkout", ROOT, source)
        run("git", "-C", source, "checkout", "--quiet", "--detach", commit)
        run("make", "-C", source / "wtp-agent")
        # "install" would replace this tree's artifacts of the same version: links to all others.
        artifacts = work / "artifacts"
        if REPOSITORY.exists():
            run("cp", "-al", REPOSITORY, artifacts)
            shutil.rmtree(artifacts / OURS, ignore_errors=True)
        maven = ("mvn", "-B", "-ntp", "-f", source / "pom.xml", "-Pq", "-DskipTests")
        run(*maven, f"-Dmaven.repo.local={artifacts}", "clean", "install")
    shutil.rmtree(wanted.karaf, ignore_errors=True)
    shutil.move(source / "karaf" / "target" / "assembly", wanted.karaf)
    shutil.move(source / "wtp-agent" / "build" / "cloudmac-wtp", wanted.agent)
    shutil.rmtree(work)
