# SPDX-License-Identifier: Apache-2.0
"""Writes the executions and the corpora of all fuzz targets into one result file."""
import argparse
import json
import os
import pathlib
import sys

from .main import TOP, cache

COMMAND = "FUZZ_EXECUTIONS=100000000 ./cloudmac check --full wire agent vapd nfv medium"
GOAL = 100_000_000
"""Executions of each parser."""
MODELS = ("agent-flight", "medium-air", "wire-reassembly")
"""Targets whose input is operations, not octets of a peer. They have no goal."""


def main(arguments):
    """Returns the exit status: 0, or 1 if no target has run."""
    options = _parser().parse_args(arguments)
    targets = tallies(cache() / "fuzz")
    if not targets:
        print(f"fuzz-report: no target has run yet; run: {COMMAND}", file=sys.stderr)
        return 1
    sys.path.insert(0, str(TOP / "testbed"))
    from cloudmac_testbed import results

    options.file.parent.mkdir(parents=True, exist_ok=True)
    results.write_json(
        options.file, {**results.origin(COMMAND, None), "goal": GOAL, "targets": targets}
    )
    for name, target in targets.items():
        print(f"{name:<18} {target['executions']:>15,} executions")
    print(options.file)
    return 0


def tallies(folder):
    """Returns target -> ``commit`` at which its program began, ``executions``, ``inputs`` and
    ``octets`` of its corpus. Leaves out models, and targets that have not run to an end yet.
    folder: that of fuzzing.py, with a folder for each target."""
    found = {}
    for path in sorted(folder.glob("*/tally.json")):
        name, text = path.parent.name, path.read_text(encoding="utf-8")
        if name not in MODELS and text:
            tally = json.loads(text)
            found[name] = {key: tally.get(key, 0) for key in ("executions", "inputs", "octets")}
            found[name]["commit"] = tally.get("commit")
    return found


def _parser():
    parser = argparse.ArgumentParser(
        prog="fuzz-report",
        description="Writes the executions and the corpora of all fuzz targets into a result file.",
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=pathlib.Path,
        metavar="FILE",
        default=pathlib.Path(os.environ.get("CLOUDMAC_RESULTS", TOP / "results")) / "fuzzing.json",
        help="default: fuzzing.json in results/ of the tree, or in CLOUDMAC_RESULTS",
    )
    return parser
