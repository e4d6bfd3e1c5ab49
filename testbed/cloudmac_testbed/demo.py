# SPDX-License-Identifier: Apache-2.0
"""The main job: a station online through CloudMAC, live, and then its RTT under
each queueing strategy, in virtual time on what the controller installed."""
import concurrent.futures
import pathlib
import shutil
import threading
import time

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from . import client, parts, restconf, results, topology, virtual
from .guest import basics, experiments, queueing, traffic
from .settings import RESTCONF_PORT, RESULTS, RUNTIME, LabError

STRATEGIES = {"fifo": "fifo", "htb": "htb", "sfq": "sfq", "codel": "codel", "fq_codel": "fq-codel"}
"""Names in the result file -> the controller's."""
QDISC = {"fifo": "pfifo_fast", "htb": "htb", "sfq": "sfq", "codel": "codel", "fq_codel": "fq_codel"}
"""The root qdisc that the switch's kernel must then have."""
PARAMETERS = {"htb": {"link_rate": "95000000"}}
"""HTB shapes a little below the wire's rate, as one does, so that the queue is
in its classes and not in the card behind it. It counts octets without Ethernet's
24 of preamble, frame check and gap, which is up to a quarter for TCP's ACKs."""
STATION = "mn"
LIVE_ATTEMPTS = 5
IDLE_SAMPLES = 200
LOADED_SAMPLES = 600
WARM_S = 22
BOOT_S = 15
"""Virtual seconds before the measurement, association included."""
PARALLEL = 2


class Demo:
    """plan: topology; seed: of the measurements; quick: a tenth of the samples."""

    def __init__(self, plan, seed=1, quick=False, folder=None):
        self.plan = plan
        self.seed = seed
        self.loaded = 60 if quick else LOADED_SAMPLES
        self.folder = pathlib.Path(folder or RESULTS / "demo")
        self.folder.mkdir(parents=True, exist_ok=True)
        self.snapshots = self.folder / "snapshots"
        self.started = time.monotonic()
        self.association = {"attempts": 0, "successes": 0, "security": ""}
        self.checksums = {}

    def say(self, text):
        print(f"{time.monotonic() - self.started:5.0f} s  {text}", flush=True)

    def run(self, keep=False):
        """Everything; returns the content of demo.json. Raises LabError."""
        built = parts.gather()
        with client.Lab(self.plan, built, progress=self.say) as lab:
            self.live()
            shutil.rmtree(self.snapshots, ignore_errors=True)
            for name in STRATEGIES:
                self.apply(name)
            lab.check()
            if keep:
                lab.keep()
        return self.report(built, self.measure(built))

    def live(self):
        """The part with the controller, in real time."""
        switches = self.plan.of_kind("switch")
        wanted = [f"openflow:{host.index}" for host in switches]
        restconf.wait_for(
            "both switches to connect by OpenFlow",
            lambda: set(wanted) <= set(restconf.openflow_switches()),
        )
        restconf.wait_for(
            "both switches to connect by OVSDB",
            lambda: len(restconf.ovsdb_switches()) >= len(switches),
        )
        self.say(f"{len(switches)} switches are connected by OpenFlow 1.3 and OVSDB")
        wtps = [host.name for host in self.plan.of_kind("wtp")]
        restconf.wait_for(
            "the WTP to announce itself", lambda: set(wtps) <= set(restconf.wtps_up())
        )
        self.say(f"{', '.join(wtps)}: announced, session open")
        bssids = [host.options["bssid"] for host in self.plan.of_kind("vap")]
        restconf.wait_for("the VAP to be found", lambda: set(bssids) <= set(restconf.vaps_up()))
        self.say(f"VAP {', '.join(bssids)}: found by its beacon, bound")
        joined = client.call(basics.join, name=STATION)
        self.say(
            f"{STATION}: associated with {joined['bssid']} ({joined['key_mgmt']}), "
            f"address {joined['address']} by DHCP"
        )
        again = client.call(experiments.associations, name=STATION, attempts=LIVE_ATTEMPTS - 1)
        self.association = {
            "attempts": LIVE_ATTEMPTS,
            "successes": 1 + len(again["seconds"]),
            "security": joined["key_mgmt"],
        }
        address = client.call(basics.gateway, name=STATION)
        ping = results.summary(client.call(traffic.ping, host=STATION, address=address), "real")
        self.say(f"ping: {ping['n']} of {ping['n'] + ping['lost']}, median {ping['median_ms']} ms")
        up, down = (
            client.call(traffic.throughput, host=STATION, address=address, reverse=reverse)
            for reverse in (False, True)
        )
        self.say(f"TCP through CloudMAC: {up:.0f} Mb/s up, {down:.0f} Mb/s down")
        crowded = client.call(experiments.congest, name=STATION)
        ping = results.summary(crowded["loaded"], "real", crowded)
        self.say(
            f"cross traffic on the link between the switches: {ping['cross_up_mbps']:.0f} Mb/s up, "
            f"{ping['cross_down_mbps']:.0f} Mb/s down; ping now {ping['median_ms']} ms"
        )

    def apply(self, name):
        """Apply a strategy by one RESTCONF call and keep what the switches made
        of it."""
        trunks = client.call(queueing.trunk_ports)
        restconf.apply_qos(STRATEGIES[name], len(trunks), **PARAMETERS.get(name, {}))
        for switch, port in trunks:
            client.call(queueing.wait_qdisc, switch=switch, port=port, kind=QDISC[name])
        folder = f"snapshots/{name}"
        self.checksums[name] = client.call(experiments.snapshot, folder=folder)
        shutil.copytree(RUNTIME / "exchange" / folder, self.snapshots / name)
        self.say(
            f"{results.LABELS[name]}: active on {len(trunks)} ports, read back from the switches"
        )

    def measure(self, built):
        """The measurements in virtual time; returns strategy -> result."""
        self.say(f"measuring in virtual time, {PARALLEL} strategies at a time")
        bars = Progress(
            TextColumn("{task.description:>10}"),
            BarColumn(),
            TextColumn("{task.percentage:3.0f} %"),
            TimeElapsedColumn(),
        )
        abandoned = threading.Event()
        with virtual.scratch() as scratch, bars:
            with concurrent.futures.ThreadPoolExecutor(PARALLEL) as pool:
                jobs = {
                    name: pool.submit(self._measure_one, name, built, scratch, bars, abandoned)
                    for name in STRATEGIES
                }
                try:
                    return {name: job.result() for name, job in jobs.items()}
                except BaseException:
                    abandoned.set()
                    pool.shutdown(wait=True, cancel_futures=True)
                    raise

    def _measure_one(self, name, built, scratch, bars, abandoned):
        idle = IDLE_SAMPLES if name == "fifo" else 0
        total = BOOT_S + WARM_S + (idle + self.loaded) / 20
        bar = bars.add_task(results.LABELS[name], total=total)

        def tick(seconds):
            if abandoned.is_set():
                raise LabError("another measurement failed")
            bars.update(bar, completed=seconds)

        result = virtual.measure(
            scratch / name,
            built,
            self.plan,
            experiments.round_trips,
            seed=self.seed,
            snapshot=self.snapshots / name,
            tick=tick,
            name=STATION,
            idle=idle,
            loaded=self.loaded,
            warm_s=WARM_S,
        )
        bars.update(bar, completed=total)
        if result["checksums"] != self.checksums[name]:
            raise LabError(
                f"{name}: the switches' rules are not those that the controller installed"
            )
        return result

    def report(self, built, measured):
        """Write the result files and print the table."""
        strategies = {"idle": results.summary(measured["fifo"]["idle"], virtual.CLOCK)}
        samples = {"idle": measured["fifo"]["idle"]["samples"]}
        for name, result in measured.items():
            strategies[name] = results.summary(result["loaded"], virtual.CLOCK, result)
            samples[name] = result["loaded"]["samples"]
            self.association["attempts"] += 1
            self.association["successes"] += (
                result["joined"]["key_mgmt"] == self.association["security"]
            )
        for name, rows in samples.items():
            lines = ["seconds,sequence,rtt_ms", *(",".join(map(str, row)) for row in rows)]
            (self.folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
        results.write_json(
            self.folder / "queues.json",
            {name: result["queues"] for name, result in measured.items()},
        )
        data = {
            "strategies": strategies,
            "association": self.association,
            "versions": results.versions(built),
            "seed": self.seed,
            "rules": self.checksums,
        }
        results.write_json(self.folder.parent / "demo.json", data)
        results.plot(
            {name: [row[2] for row in rows] for name, rows in samples.items()},
            self.folder / "rtt.png",
        )
        results.print_table(strategies)
        self._print_queues(measured["htb"]["queues"])
        self._print_where()
        return data

    @staticmethod
    def _print_queues(ports):
        print("HTB's queues on the link between the switches, in frames:")
        for port, seen in ports.items():
            queues = ", ".join(
                f"{queue['frames']} through queue {queue['queue']}"
                + (f" ({queue['dropped']} dropped)" if queue["dropped"] else "")
                for queue in seen["queues"]
            )
            print(f"  {port}: {seen['cloudmac']} of CloudMAC and {seen['other']} others; {queues}")

    def _print_where(self):
        print(
            f"""
Raw samples, queue counters, snapshots and plot: {self.folder}
Figures:                                         {self.folder.parent / 'demo.json'}

To look around:  ./cloudmac lab up             the same lab, until ./cloudmac lab down
                 ./cloudmac lab shell mn       a shell in the station
                 ./cloudmac lab console        the controller's Karaf console
                 http://127.0.0.1:{RESTCONF_PORT}/rests                        RESTCONF
                 http://127.0.0.1:{RESTCONF_PORT}/openapi/explorer/index.html  OpenAPI"""
        )


def main(arguments):
    """``demo`` on the command line."""
    plan = topology.load(arguments.topology)
    if not plan.of_kind("station") or STATION not in plan.hosts:
        raise LabError(f"the demo needs a topology with a station {STATION}")
    Demo(plan, arguments.seed, arguments.quick).run(arguments.keep)
