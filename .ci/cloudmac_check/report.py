# SPDX-License-Identifier: Apache-2.0
"""The table of stage times, on the terminal and as a file."""
import dataclasses
import json


def table(results, seconds):
    """Returns the table of a run: a line for each stage, and the whole."""
    rows = [(result.stage, f"{result.seconds:.0f} s", result.outcome) for result in results]
    rows.append(("all", f"{seconds:.0f} s", ""))
    lines = [f"{'stage':<8} {'time':>8}  outcome"]
    lines += [f"{stage:<8} {time:>8}  {outcome}".rstrip() for stage, time, outcome in rows]
    return "\n".join(lines)


def closing_line(results):
    """Returns the line that counts stages, alone on its line for those who read it."""
    passed = sum(result.passed for result in results)
    return f"{passed} passed, {len(results) - passed} failed"


def write(path, results, **about):
    """Writes stage times and outcomes as JSON, with what they were measured on."""
    document = {**about, "stages": [dataclasses.asdict(result) for result in results]}
    path.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
