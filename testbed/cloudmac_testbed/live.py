# SPDX-License-Identifier: Apache-2.0
"""Steps that experiments share in a live lab with the controller."""
import concurrent.futures
import contextlib
import pathlib
import shutil
import time

from . import client, restconf
from .errors import LabError
from .guest import basics, queueing, snapshots, station
from .settings import RUNTIME

JOINING = 8
"""Stations that are waited for at the same time."""
MOBILITY = "data/cloudmac:cloudmac/mobility"


def wait_for_wtps(plan, seconds=60):
    """Waits until the controller has a session with each WTP's agent. Raises LabError."""
    names = {host.name for host in plan.of_kind("wtp")}
    restconf.wait_for(
        "the WTPs to announce themselves", lambda: names <= set(restconf.wtps_up()), seconds
    )


def await_stations(plan, progress, seconds=90):
    """Waits until all stations and virtual stations are associated, and gets them an address if
    their network has DHCP. Calls progress with a line for each. Returns the names of those that
    are not connected after ``seconds``.

    plan: the running lab's topology."""
    hosts = [*plan.of_kind("station"), *plan.of_kind("vsta")]
    deadline = time.monotonic() + seconds
    missing = []
    pool = concurrent.futures.ThreadPoolExecutor(JOINING)
    try:
        waits = {pool.submit(_connected, plan, host, deadline): host.name for host in hosts}
        for done in concurrent.futures.as_completed(waits):
            name = waits[done]
            try:
                progress(f"{name}: {done.result()}")
            except LabError:
                client.check_up()
                missing.append(name)
    finally:
        # An interrupt ends the lab, and that ends the calls of these threads.
        pool.shutdown(wait=False, cancel_futures=True)
    return [host.name for host in hosts if host.name in missing]


def _connected(plan, host, deadline):
    """Waits for one station. Returns in words how it is connected."""
    seconds = max(1.0, deadline - time.monotonic())
    access_point = plan.hosts[host.options["vap"]]
    if access_point.address or any(other.options["dhcp"] for other in plan.of_kind("host")):
        joined = client.call(basics.join, name=host.name, seconds=seconds)
        address = f", address {joined['address']}"
    else:
        joined = client.call(station.wait_associated, name=host.name, seconds=seconds)
        address = ""
    return f"associated with {access_point.name}, {joined['bssid']}{address}"


def enable_mobility(plan):
    """Enables mobility at the controller as the topology asks. Returns true if it does."""
    if plan.mobility is None:
        return False
    restconf.request("PUT", MOBILITY, {"cloudmac:mobility": plan.mobility})
    return True


@contextlib.contextmanager
def joined_lab(plan, built, progress, *, stations=None, paced=False, seconds=60):
    """Brings a lab up with the controller, lets stations join, and yields the lab.

    stations: their names, None for all; paced: as for client.Lab; seconds: how long the WTPs
    may take. Raises LabError, also if the lab's kernel has complained at the end."""
    if stations is None:
        stations = [host.name for kind in ("station", "vsta") for host in plan.of_kind(kind)]
    with client.Lab(plan, built, paced=paced, progress=progress) as lab:
        wait_for_wtps(plan, seconds)
        for name in stations:
            client.call(basics.join, name=name)
        yield lab
        lab.check()


def copy_snapshot(target):
    """Copies the state of the lab's switches and agents to a new folder. Returns the checksums of
    the rules, by switch."""
    folder = f"snapshots/{pathlib.Path(target).name}"
    sums = client.call(snapshots.snapshot, folder=folder)
    shutil.copytree(RUNTIME / "exchange" / folder, target)
    return sums


def live_snapshot(plan, built, target, progress):
    """Brings a lab up, lets all stations join, and copies its snapshot to the folder
    ``target``. Returns the folder."""
    with joined_lab(plan, built, progress):
        copy_snapshot(target)
    return pathlib.Path(target)


def apply_policy(strategy, parameters, qdisc):
    """Applies a queueing policy to all links between switches and waits until it is in effect.
    Returns the number of ports.

    strategy, parameters: of restconf.apply_qos(); qdisc: the root qdisc of each port then."""
    trunks = client.call(queueing.trunk_ports)
    restconf.apply_qos(strategy, len(trunks), **parameters)
    for switch, port in trunks:
        client.call(queueing.wait_qdisc, switch=switch, port=port, kind=qdisc)
    return len(trunks)
