# SPDX-License-Identifier: Apache-2.0
"""Measures the agent's processor time of a frame with and without the airtime scheduler.

    vap0 ===veth=== wired0  agent  radio0 ===veth=== air0

The program "answers" is the VAP and the radio. It shares the agent's core: each runs until it has
nothing left to do, so both modes get frames in batches of the same size. Other programs change the
processor time of both modes. So the agent switches between the modes every few thousand frames,
in random order, and the ratio of each such pair counts.
"""

import contextlib
import itertools
import os
import random
import signal
import subprocess
import tempfile
import time

import bench_frames
import ratios

# The frames on their way: a full radio (in-flight), and frames that wait for all stations.
WINDOWS = {1: 64, 8: 64, 64: 128}
SIZES = (100, 1550)
# By the number of rates. A flow whose frames have more than one has one frame in flight.
CHAINS = {1: [(15, 4)], 2: [(15, 3), (7, 3)]}
FRAMES = 6000  # of one measurement
MODES = ("off", "on")

CONFIG = """
[wtp]
wired = wired0
user = root
log-level = info
[radio]
phy = ether:radio0
lease = 02:aa:bb:cc:00:01
airtime = {mode}
"""


class Agent:
    """An agent whose scheduler can be switched. Its log says when it has read the options."""

    def __init__(self, options, folder):
        self.options = options
        self.config = os.path.join(folder, "wtp.conf")
        self.process = None

    def __enter__(self):
        self.write("off")
        self.process = subprocess.Popen(
            [self.options.agent, "-f", "-c", self.config],
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=lambda: share(self.options.core),
        )
        try:
            self.wait_for("acknowledging frames")
        except BaseException:
            self.end()
            raise
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.terminate()
        self.process.wait()
        self.process.stderr.close()

    def write(self, mode):
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(CONFIG.format(mode=mode))

    def wait_for(self, text):
        for line in self.process.stderr:
            if text in line:
                return
        raise SystemExit(f"bench: the agent ended before it logged: {text}")

    def switch(self, mode):
        self.write(mode)
        self.process.send_signal(signal.SIGHUP)
        self.wait_for("again")


def share(core):
    """Binds this process to a core. As a batch process it does not preempt another one of these
    when a frame arrives."""
    os.sched_setaffinity(0, {core})
    os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def measure(options, agent, stations, path):
    """Returns the agent's microseconds of processor time for a frame, and the frames that failed."""
    arguments = agent.process.pid, stations, WINDOWS[stations], FRAMES, path
    text = subprocess.run(
        [options.answers, "vap0", "air0", *map(str, arguments)],
        check=True,
        text=True,
        stdout=subprocess.PIPE,
        preexec_fn=lambda: share(options.core),
    ).stdout
    frames, failed, seconds = text.split()
    return float(seconds) / int(frames) * 1e6, int(failed)


def alternate(options, agent, case, path, chance):
    """Returns the sample of one alternation: both modes, in random order."""
    stations, rates, size = case
    sample = {"stations": stations, "rates": rates, "size": size, "failed": 0}
    for mode in chance.sample(MODES, len(MODES)):
        agent.switch(mode)
        sample[f"{mode}_us"], failed = measure(options, agent, stations, path)
        sample["failed"] += failed
    return sample


def sample_agent(options, chance, progress):
    """Returns the samples of one agent: all cases, options.alternations of each."""
    samples = []
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        agent = stack.enter_context(Agent(options, folder))
        for case in itertools.product(WINDOWS, CHAINS, SIZES):
            _, rates, size = case
            path = os.path.join(folder, "frame")
            radiotap = bench_frames.rates(CHAINS[rates])
            with open(path, "wb") as file:
                file.write(bench_frames.downlink(size, radiotap, bench_frames.QOS_DATA))
            for _ in range(options.alternations):
                samples.append(alternate(options, agent, case, path, chance))
            progress(case)
    return samples


def run(options, progress):
    """Returns the members of the result file, and the samples. progress: called with each case."""
    chance, start, samples = random.Random(options.seed), time.monotonic(), []
    for _ in range(options.agents):
        samples += sample_agent(options, chance, progress)
    rows = ratios.summarise(samples, options.seed)
    _, passed = ratios.judge(rows)
    content = {
        "agents": options.agents,
        "frames": FRAMES,
        "seconds": round(time.monotonic() - start),
        "bound": ratios.BOUND,
        "verdict": "pass" if passed else "fail",
        "rows": rows,
    }
    return content, samples
