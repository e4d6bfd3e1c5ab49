# SPDX-License-Identifier: Apache-2.0
"""A live lab with the controller for as long as it takes to keep what the
controller made of it."""
import pathlib
import shutil

from . import client, restconf
from .guest import basics, experiments
from .settings import RUNTIME


def live_snapshot(plan, built, target):
    """Bring a lab up with the controller, let its stations join, and keep what
    the controller made of it in the folder ``target``."""
    with client.Lab(plan, built, progress=lambda text: print(f"lab: {text}", flush=True)) as lab:
        wtps = {host.name for host in plan.of_kind("wtp")}
        restconf.wait_for(
            "the WTPs to announce themselves", lambda: wtps <= set(restconf.wtps_up())
        )
        for host in plan.of_kind("station"):
            client.call(basics.join, name=host.name)
        client.call(experiments.snapshot, folder="snapshot")
        shutil.copytree(RUNTIME / "exchange" / "snapshot", target)
        lab.check()
    return pathlib.Path(target)
