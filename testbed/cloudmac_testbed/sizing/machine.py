# SPDX-License-Identifier: Apache-2.0
"""Boots the lab kernel with one part of CloudMAC in it, in real time. This process holds the
other ends of its wires."""
from .. import calls, topology, virtual
from ..uml import Uml
from . import processor

CLOCK = "processor time by the machine's scheduler; seconds are real"
TIMEOUT_S = 1800
MEMORY_MB = 2048
NEEDED = ("labwire", "hwsim", "driver", "vap_tool", "agent", "pki", "ovs")


def run(built, experiment, arguments, people, wires=1):
    """Runs a declared function of guest/ in a boot of its own and returns its result.

    people(paths, used): returns the thread at the other ends of the wires. paths: of the
    wires' sockets; used: processor.used_ns() of this kernel. Raises LabError; WrongCall
    before the boot if the function does not take the arguments."""
    calls.check(experiment, arguments)
    with virtual.scratch() as scratch:
        folder = scratch / "run"
        folder.mkdir()
        paths = [scratch / f"wire{number}" for number in range(wires)]
        kernel = Uml(
            folder,
            {
                "topology": topology.parse({}).to_json(),
                "mode": "run",
                "experiment": calls.name_of(experiment),
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
