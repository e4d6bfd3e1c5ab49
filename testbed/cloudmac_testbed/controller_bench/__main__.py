# SPDX-License-Identifier: Apache-2.0
"""Measures the controller with real switches and simulated WTPs, VAP hosts and stations, and
writes the results to a JSON file. Needs root, for network namespaces."""
import argparse
import json
import os
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time

from .. import results
from ..errors import LabError
from ..settings import RESULTS, ROOT, TESTBED
from . import failover, plan, report

MODULE = __package__
STEPS = (plan.Step(100, 1000, 10), plan.Step(1000, 10000, 100))
LIMIT_S, QUICK_LIMIT_S = 480, 60
"""Time after the WTPs are up, in which stations arrive."""
SAMPLE, QUICK_SAMPLE = 500, 100
INTERRUPTED = 130


def parser():
    """Returns the parser of the command line."""
    options = argparse.ArgumentParser(prog="cloudmac bench controller", description=__doc__)
    options.add_argument(
        "--quick", action="store_true", help="only the first step, with few contacts and handovers"
    )
    for name, what in (("wtps", "WTPs"), ("stations", "stations"), ("switches", "switches")):
        options.add_argument(
            f"--{name}", type=int, metavar="N", help=f"one step, with this number of {what}"
        )
    options.add_argument(
        "--heap", default="2g", metavar="SIZE", help="the controller's heap (default: %(default)s)"
    )
    options.add_argument(
        "--json",
        type=pathlib.Path,
        default=RESULTS / "controller.json",
        metavar="FILE",
        help="result file (default: %(default)s)",
    )
    options.add_argument(
        "--kills",
        type=int,
        default=5,
        metavar="N",
        help="kills of a controller in a cluster, after all steps; 0: none (default: %(default)s)",
    )
    options.add_argument("--only-check", action="store_true", help=argparse.SUPPRESS)
    options.add_argument("--inside", type=pathlib.Path, help=argparse.SUPPRESS)
    return options


def steps(wanted):
    """Returns the steps of a command line, and the contacts to measure in each. Raises ValueError."""
    own = {name: getattr(wanted, name) for name in ("wtps", "stations", "switches")}
    own = {name: value for name, value in own.items() if value is not None}
    first = STEPS[0]
    size = {"wtps": first.wtps, "stations": first.stations, "switches": first.switches, **own}
    chosen = (plan.Step(**size),) if own or wanted.quick else STEPS
    return [(step, _sample(step, wanted.quick)) for step in chosen]


def _sample(step, quick):
    return max(1, min(QUICK_SAMPLE if quick else SAMPLE, step.stations // 4))


def main(words):
    options = parser()
    wanted = options.parse_args(words)
    try:
        chosen = steps(wanted)
    except ValueError as error:
        options.error(str(error))
    if wanted.only_check:
        return 0
    if wanted.inside:
        measure_all(wanted, chosen)
        return 0
    if os.geteuid() != 0:
        options.error("needs root, for network namespaces")
    status = _in_namespaces(words)
    if status == 0 and wanted.kills and len(chosen) > 1:
        _add_failover(wanted)
    return status


def _add_failover(wanted):
    say(f"{wanted.kills} kills of a controller in a cluster of three")
    found = failover.measure(wanted.kills)
    written = json.loads(wanted.json.read_text())
    results.write_json(wanted.json, report.with_failover(written, found))
    print("\n".join(report.failover_table(found)), flush=True)


def _in_namespaces(words):
    """Runs this program again in namespaces of its own: its ports are free there, and the kernel
    ends its processes and mounts with it."""
    with tempfile.TemporaryDirectory(prefix="cloudmac-bench-") as folder:
        command = [
            *("unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"),
            *(sys.executable, "-m", MODULE, *words, "--inside", folder),
        ]
        environment = {
            **os.environ,
            "CLOUDMAC_RUNTIME": folder,
            "CLOUDMAC_RESTCONF_PORT": "8181",
            "PYTHONPATH": str(TESTBED),
        }
        with subprocess.Popen(command, env=environment) as inner:
            # The namespaces end with unshare, which ignores SIGTERM. The terminal sends Ctrl-C to
            # the inner process too, which then ends in order.
            signal.signal(signal.SIGTERM, lambda *_: inner.kill())
            signal.signal(signal.SIGINT, lambda *_: None)
            status = inner.wait()
    return INTERRUPTED if status < 0 else status


def measure_all(wanted, chosen):
    """Measures the steps and writes the result file after each. Runs in the namespaces."""
    from ..parts import Parts  # pylint: disable=import-outside-toplevel
    from ..topology import CONTROLLER  # pylint: disable=import-outside-toplevel
    from . import measure  # pylint: disable=import-outside-toplevel

    for words in (("link", "set", "lo", "up"), ("address", "add", f"{CONTROLLER}/32", "dev", "lo")):
        subprocess.run(["ip", *words], check=True)
    # A compiler thread that ends takes its time out of reach, so their number must not vary.
    os.environ["EXTRA_JAVA_OPTS"] = f"-Xmx{wanted.heap} -XX:-UseDynamicNumberOfCompilerThreads"
    origin = results.origin(shlex.join(["./cloudmac", "bench", "controller", *_shown()]), None)
    done, limit = [], QUICK_LIMIT_S if wanted.quick else LIMIT_S
    for step, sample in chosen:
        say(f"{step.wtps} WTPs, {step.stations} stations, {step.switches} switches")
        built = Parts(
            None, None, None, ovs=_ovs(), pki=ROOT / "pki" / "cloudmac-pki", karaf=_karaf()
        )
        found = measure.step(plan.make(step), built, wanted.inside, sample, limit, say)
        done.append(found)
        wanted.json.parent.mkdir(parents=True, exist_ok=True)
        results.write_json(wanted.json, report.result({**origin, "heap": wanted.heap}, done))
        print("\n".join(report.table(found)), flush=True)


def _shown():
    words = sys.argv[1:]
    return words[: words.index("--inside")]


def _karaf():
    return ROOT / "karaf" / "target" / "assembly"


def _ovs():
    done = subprocess.run(
        [ROOT / "ovs-patches" / "build"], stdout=subprocess.PIPE, text=True, check=True
    )
    return pathlib.Path(done.stdout.strip().splitlines()[-1])


STARTED = time.monotonic()


def say(text):
    """Prints a line of progress."""
    print(f"==> {time.monotonic() - STARTED:5.0f} s  {text}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except LabError as failure:
        sys.exit(f"cloudmac bench controller: {failure}")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
