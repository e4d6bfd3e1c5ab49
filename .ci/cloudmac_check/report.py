# SPDX-License-Identifier: Apache-2.0
"""Formats the table of stage times and writes all recorded times to a file."""
import dataclasses
import json


def table(results, seconds):
    """Returns the table of a run: one line for each stage and one for the total."""
    rows = [("stage", "time", "tests", "boots", "outcome")]
    for one in results:
        counts = (len(one.tests) or "", len(one.boots) or "")
        rows.append((one.stage, f"{one.seconds:.0f} s", *counts, one.outcome))
    rows.append(("all", f"{seconds:.0f} s", "", "", ""))
    return "\n".join("{:<8} {:>8} {:>6} {:>6}  {}".format(*row).rstrip() for row in rows)


def closing_line(results):
    """Returns the line that counts passed and failed stages."""
    passed = sum(result.passed for result in results)
    return f"{passed} passed, {len(results) - passed} failed"


def lines(path):
    """Returns the objects of a file of JSON lines, none if there is no such file."""
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path, results, **about):
    """Writes the times of stages, tests and boots as JSON, with ``about``: data on the run and the
    machine."""
    document = {**about, "stages": [dataclasses.asdict(result) for result in results]}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
