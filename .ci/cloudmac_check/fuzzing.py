# SPDX-License-Identifier: Apache-2.0
"""Runs a libFuzzer target. Its corpus stays in the cache, so that each run goes on where the last
one ended. So does the number of executions of the same program."""
import argparse
import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys

from .main import cache, commit

UNITS = re.compile(r"^stat::number_of_executed_units:\s*(\d+)$", re.MULTILINE)
INITIAL = re.compile(r"^#(\d+)\s+INITED\b", re.MULTILINE)
"""Executions of the inputs of the corpus, which find nothing new."""


def main(arguments):
    """Returns the exit status: 0, or 1 if the target failed."""
    options = _parser().parse_args(arguments)
    program = hashlib.sha256(pathlib.Path(options.binary).read_bytes()).hexdigest()
    with _tally(cache() / "fuzz" / options.name, program) as tally:
        while True:
            if not _run(options, tally):
                return 1
            if tally["executions"] >= options.goal:
                return 0


def _run(options, tally):
    """Fuzzes for a while, adds to the tally and prints it. Returns False if the target failed."""
    corpus = tally["corpus"]
    command = [options.binary, f"-max_total_time={options.seconds}", "-print_final_stats=1"]
    command += [*options.option, corpus, *options.seeds]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace", check=False
    )
    found = UNITS.search(done.stdout)
    if done.returncode or not found:
        print(done.stdout)
        print(f"fuzz: {options.name}: exit status {done.returncode}", file=sys.stderr)
        return False
    initial = INITIAL.search(done.stdout)
    new = int(found[1]) - (int(initial[1]) if initial else 0)
    tally["executions"] += new
    inputs = [path for path in corpus.iterdir() if path.is_file()]
    tally["inputs"] = len(inputs)
    tally["octets"] = sum(path.stat().st_size for path in inputs)
    print(
        f"fuzz: {options.name}: {new:,} executions in {options.seconds} s, "
        f"{tally['executions']:,} in all; corpus: {tally['inputs']:,} inputs, "
        f"{tally['octets']:,} octets",
        flush=True,
    )
    return True


@contextlib.contextmanager
def _tally(folder, program):
    """Yields the tally of a target: the ``commit`` at which its program began, its ``executions``,
    and ``inputs`` and ``octets`` of its ``corpus``. Keeps it when the block ends. One process at a
    time has it. The count begins anew if the program has changed. program: its digest."""
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    with open(folder / "tally.json", "a+", encoding="utf-8") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        tally = json.loads(text) if text else {}
        if tally.get("program") != program:
            tally = {"program": program, "commit": commit(), "executions": 0}
        tally["corpus"] = corpus
        try:
            yield tally
        finally:
            file.truncate(0)
            kept = {key: value for key, value in tally.items() if key != "corpus"}
            file.write(json.dumps(kept) + "\n")


def _parser():
    parser = argparse.ArgumentParser(
        prog="fuzz",
        description="Runs a libFuzzer target, keeps its corpus and counts its executions.",
        epilog="The corpus and the count are in fuzz/NAME of the cache.",
    )
    parser.add_argument("name", metavar="NAME", help="of the target, such as agent-rpc")
    parser.add_argument("binary", metavar="BINARY", help="the target", type=os.path.abspath)
    parser.add_argument("seeds", metavar="SEEDS", nargs="*", help="folders of more inputs")
    parser.add_argument(
        "--seconds", type=int, default=5, metavar="N", help="how long it runs (default %(default)s)"
    )
    parser.add_argument(
        "--goal",
        type=int,
        default=int(os.environ.get("FUZZ_EXECUTIONS", 0)),
        metavar="N",
        help="run again until this many executions are counted; default: FUZZ_EXECUTIONS, or once",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="-NAME=VALUE",
        help="one more option of libFuzzer, as --option=-max_len=100",
    )
    return parser
