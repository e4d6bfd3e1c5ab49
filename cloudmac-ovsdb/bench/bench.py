#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the OVSDB southbound, writes the results to a JSON file and prints a table."""
import argparse
import json
import os
import pathlib
import platform
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parent.parent
sys.path.insert(0, str(TOP / "testbed"))

from cloudmac_testbed import results  # noqa: E402

OVSDB = HERE.parent
FAILOVER = TOP / "karaf" / "tests" / "cluster" / "failover.py"
RESULTS = pathlib.Path(os.environ.get("CLOUDMAC_RESULTS", TOP / "results"))
ROWS = (
    ("switches", "switches with 10 ports each", ""),
    ("bring_up_s", "until all are in the operational datastore", "s"),
    ("changes_per_s", "changes by single RESTCONF requests", "1/s"),
    ("bulk_changes_per_s", "changes by one PATCH for all switches", "1/s"),
    ("vs_vsctl_ratio", "time of one change, ovs-vsctl = 1", ""),
    ("failover_s", "next change after the owner is killed", "s"),
    ("random_sequences", "random sequences", ""),
    ("mismatches", "sequences that ended in wrong rows", ""),
    ("rss_mb", "resident memory of the controller", "MB"),
)


def main():
    parser = argparse.ArgumentParser(prog="cloudmac bench ovsdb", description=__doc__)
    parser.add_argument("--switches", type=int, default=1000)
    parser.add_argument("--sequences", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1, help="seed of the random sequences")
    parser.add_argument(
        "--quick", action="store_true", help="50 switches, 20 sequences, few rounds"
    )
    parser.add_argument(
        "--json",
        type=pathlib.Path,
        default=RESULTS / "ovsdb.json",
        metavar="FILE",
        help="result file (default: %(default)s)",
    )
    parser.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    wanted = parser.parse_args()
    if wanted.only_check:
        return
    if wanted.quick:
        wanted.switches, wanted.sequences = min(wanted.switches, 50), min(wanted.sequences, 20)
    result = {
        "clock": "real",
        **results.origin(shlex.join(["./cloudmac", "bench", "ovsdb", *sys.argv[1:]]), wanted.seed),
        "cores": os.cpu_count(),
        "versions": versions(),
    }
    with tempfile.TemporaryDirectory() as folder:
        place = pathlib.Path(folder)
        result.update(measured(wanted, place))
        result["failover_s"], result["raw_failover"] = failover(wanted.quick, place)
        result.update(sequences(wanted, place))
    wanted.json.parent.mkdir(parents=True, exist_ok=True)
    wanted.json.write_text(json.dumps(result, indent=2) + "\n")
    for key, text, unit in ROWS:
        value = "not measured" if result.get(key) is None else result[key]
        print(f"{text:42} {value:>14} {unit}")
    sys.exit(1 if result["mismatches"] or result.get("connections_lost") else 0)


def measured(wanted, place):
    say("measuring simulated switches and a real one")
    target = OVSDB / "target"
    classpath = place / "classpath"
    maven(
        "dependency:build-classpath", f"-Dmdep.outputFile={classpath}", "-Dmdep.includeScope=test"
    )
    output = place / "measured.json"
    run(
        "unshare",
        "--net",
        "sh",
        "-c",
        'ip link set lo up && exec "$@"',
        "sh",
        "/usr/bin/python3",
        HERE / "measure.py",
        "--assembly",
        TOP / "karaf" / "target" / "assembly",
        "--classpath",
        f"{target / 'test-classes'}:{target / 'classes'}:{classpath.read_text().strip()}",
        "--switches",
        str(wanted.switches),
        "--rounds",
        "20" if wanted.quick else "100",
        "--changes",
        str(wanted.switches if wanted.quick else max(2000, wanted.switches)),
        "--json",
        output,
    )
    return json.loads(output.read_text())


def failover(quick, place):
    """Returns the median seconds from the owner's death to the next change in the switch, and all samples."""
    if not FAILOVER.exists():
        return None, None
    say("measuring failover in a cluster")
    output = place / "failover.json"
    run("/usr/bin/python3", FAILOVER, "--rounds", "1" if quick else "5", "--json", output)
    found = json.loads(output.read_text())
    return found["failover_s"], found


def sequences(wanted, place):
    say(f"running {wanted.sequences} random sequences")
    report = place / "sequences.json"
    done = subprocess.run(
        [
            *MAVEN,
            "-Dtest=RandomSequenceTest",
            f"-Dovsdb.sequences={wanted.sequences}",
            f"-Dovsdb.seed={wanted.seed}",
            f"-Dovsdb.report={report}",
            "test",
        ],
        cwd=OVSDB,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if not report.exists():
        raise SystemExit("the random sequences wrote no report:\n" + done.stdout[-4000:])
    found = json.loads(report.read_text())
    return {"random_sequences": found["random_sequences"], "mismatches": found["mismatches"]}


def versions():
    def first(*command):
        lines = (
            subprocess.run(command, capture_output=True, text=True, check=False).stdout or "?"
        ).split("\n")
        return lines[0].strip()

    return {
        "commit": first("git", "-C", str(TOP), "describe", "--always", "--dirty"),
        "kernel": platform.release(),
        "java": first("java", "--version"),
        "openvswitch": first("ovs-vsctl", "--version"),
    }


MAVEN = ("mvn", "-B", "-q", "-ntp", "-Dodlparent.checkstyle.skip", "-Dodlparent.spotbugs.skip")


def maven(*words):
    run(*MAVEN, *words, cwd=OVSDB)


def run(*command, **keywords):
    if subprocess.run([str(word) for word in command], check=False, **keywords).returncode:
        raise SystemExit(f"failed: {' '.join(map(str, command))[:200]}")


def say(text):
    print("==> " + text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
