# SPDX-License-Identifier: Apache-2.0
"""A boot of the lab kernel with nothing in it but what is measured, in real time, its wires'
other ends in this process."""
from .. import topology, virtual
from ..uml import Uml
from . import processor

CLOCK = "processor time by the machine's scheduler; seconds are real"
TIMEOUT_S = 1800
MEMORY_MB = 2048
NEEDED = ("labwire", "hwsim", "driver", "vap_tool", "agent", "pki", "ovs")


def run(built, experiment, arguments, people, wires=1):
    """What one of guest/experiments.py returns. people(paths, used): the thread at the other
    ends of the wires: sockets at ``paths``; used: processor.used_ns() of this kernel. Raises
    LabError."""
    with virtual.scratch() as scratch:
        folder = scratch / "run"
        folder.mkdir()
        paths = [scratch / f"wire{number}" for number in range(wires)]
        kernel = Uml(
            folder,
            {
                "topology": topology.parse({}).to_json(),
                "mode": "run",
                "experiment": experiment,
                "arguments": arguments,
                "parts": {name: str(getattr(built, name)) for name in NEEDED},
                "controller": False,
            },
            built,
            virtual=False,
            wires=paths,
            memory_mb=MEMORY_MB,
        )
        people(paths, lambda: processor.used_ns(kernel.process.pid)).start()
        with kernel:
            return kernel.wait(TIMEOUT_S)
