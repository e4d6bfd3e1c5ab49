# SPDX-License-Identifier: Apache-2.0
"""Formats the table of stage times and writes it to a file."""
import dataclasses
import json


def table(results, seconds):
    """Returns the table of a run: one line per stage and one for the total."""
    rows = [(result.stage, f"{result.seconds:.0f} s", result.outcome) for result in results]
    rows.append(("all", f"{seconds:.0f} s", ""))
    lines = [f"{'stage':<8} {'time':>8}  outcome"]
    lines += [f"{stage:<8} {time:>8}  {outcome}".rstrip() for stage, time, outcome in rows]
    return "\n".join(lines)


def closing_line(results):
    """Returns the line that counts passed and failed stages."""
    passed = sum(result.passed for result in results)
    return f"{passed} passed, {len(results) - passed} failed"


def write(path, results, **about):
    """Writes stage times and outcomes as JSON, with ``about``: data on the run and the machine."""
    document = {**about, "stages": [dataclasses.asdict(result) for result in results]}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
