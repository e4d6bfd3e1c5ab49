# SPDX-License-Identifier: Apache-2.0
"""Adds the runs of the stage lab that are in the cache to the record of its runs."""
import argparse
import json
import pathlib
import re

from .lab import read_outcome
from .main import TOP, cache

RECORD = TOP / "docs" / "measured" / "lab-runs.json"
SKIPPED = re.compile(r"^\d+ .*?\b(\d+) skipped\b.* in [\d.]+s", re.MULTILINE)
"""pytest's closing line of a run with skipped tests."""


def main(arguments):
    """Adds the runs, prints each, and returns the exit status 0."""
    options = _parser().parse_args(arguments)
    record = json.loads(options.file.read_text(encoding="utf-8"))
    known = {run["started"] for run in record["runs"]}
    new = [run for run in runs(cache() / "checks") if run["started"] not in known]
    record["runs"] = sorted(record["runs"] + new, key=lambda run: run["started"])
    options.file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    for run in new:
        print(f"{run['started']} {run['commit']}: {run['passed']} passed, {run['failed']} failed")
    print(options.file)
    return 0


def runs(folder):
    """Returns the runs of the stage lab, also failed ones, the oldest first. Leaves out those of a
    check that was interrupted, which has no times.json. folder: checks/ of the cache."""
    found = []
    for path in sorted(folder.glob("*/times.json")):
        check = json.loads(path.read_text(encoding="utf-8"))
        stages = {stage["stage"]: stage for stage in check["stages"]}
        outcome = read_outcome(path.with_name("lab.json"))
        if "lab" in stages and outcome is not None:
            found.append(_run(check, stages, outcome, path.with_name("lab.log")))
    return found


def _run(check, stages, outcome, log):
    """Returns one run. ``passed`` is of the first try; an unsteady test is not in ``failed``."""
    lab, failed = stages["lab"], outcome["failed"]
    skipped = SKIPPED.search(log.read_text(encoding="utf-8", errors="replace"))
    run = {
        "started": check["started"],
        "commit": check["commit"],
        "passed": outcome["ran"] - len(failed) - (int(skipped[1]) if skipped else 0),
        "failed": 0 if lab["unsteady"] else len(failed),
        "unsteady": lab["unsteady"],
        "seconds": round(lab["seconds"]),
        "other_stages_beside": len(stages) - 1,
    }
    if lab["outcome"] == "FAILED":
        run |= {"reason": lab["reason"], "failed_tests": failed}
    return run


def _parser():
    parser = argparse.ArgumentParser(
        prog="lab-report",
        description="Adds the runs of the stage lab that are in the cache to the record of them.",
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=pathlib.Path,
        metavar="FILE",
        default=RECORD,
        help="default: docs/measured/lab-runs.json of the tree",
    )
    return parser
