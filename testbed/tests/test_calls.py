# SPDX-License-Identifier: Apache-2.0
"""Calls from one side of the lab to the other: a wrong one fails before anything boots,
and each one in the tree fits the function that it calls. No topology."""
import importlib
import socket

import pytest
from call_sites import faults, source_module
from conftest import TESTBED
from cloudmac_testbed import calls, client, topology, virtual
from cloudmac_testbed.guest import (
    goodput,
    lab,
    roaming,
    round_trips,
    station,
    timing,
    traffic,
    vap_host,
)
from cloudmac_testbed.sizing import machine
from cloudmac_testbed.wires import crowd, relay

PACKAGE = TESTBED / "cloudmac_testbed"
MODULES = sorted(
    [
        ".".join(path.relative_to(TESTBED).with_suffix("").parts)
        for path in PACKAGE.rglob("*.py")
        if not path.name.startswith("__init__")
        and path.parent.name + path.name != "guest__main__.py"
    ]
    + [path.stem for path in (TESTBED / "tests").glob("*.py") if path.name != "test_calls.py"]
)
"""All modules of the tree that can hold a call, except this one with its wrong calls."""
WRONG = [
    (traffic.ping, {"host": "mn"}, "missing a required argument: 'address'"),
    (traffic.ping, {"host": "mn", "address": "a", "size": 1}, "unexpected keyword argument 'size'"),
    (traffic.ping, {"host": "mn", "address": "a", "count": "3"}, "count is '3', not int"),
    (traffic.ping, {"host": "mn", "address": "a", "count": True}, "count is True, not int"),
    (traffic.ping, {"host": None, "address": "a"}, "host is None, not str"),
    (traffic.received, {"seen": {}}, "is not a declared function"),
    (station.status, {"name": "mn", "lab": None}, "unexpected keyword argument 'lab'"),
    ("station.status", {"name": "mn"}, "is not a declared function"),
    (timing.power_save, {"name": "mn", "flows": {"down": {"gap": 1}}}, "flows is"),
    (timing.power_save, {"name": "mn", "flows": {"side": {"count": 1, "gap": 1}}}, "flows is"),
    (roaming.roam, {"name": "mn", "legs": [{"to": [1], "speed": 1, "seconds": 1}]}, "legs is"),
    (roaming.roam, {"name": "mn", "legs": [], "kinds": ["mail"]}, "kinds is"),
]
"""Function, arguments and what is wrong with them."""


@pytest.fixture
def no_boot(monkeypatch):
    """Fails a test that starts a kernel or talks to a lab."""

    def started(*_, **__):
        raise AssertionError("something was started")

    monkeypatch.setattr(virtual, "Uml", started)
    monkeypatch.setattr(machine, "Uml", started)
    monkeypatch.setattr(client, "_connect", started)


@pytest.mark.parametrize("function, arguments, says", WRONG)
def test_a_wrong_call_fails_before_it_is_sent(no_boot, function, arguments, says):
    with pytest.raises(calls.WrongCall, match=says):
        client.call(function, **arguments)


@pytest.mark.parametrize("function, arguments, says", WRONG)
def test_a_wrong_measurement_fails_before_the_boot(no_boot, tmp_path, function, arguments, says):
    with pytest.raises(calls.WrongCall, match=says):
        virtual.measure(tmp_path / "run", None, topology.parse({}), function, seed=1, **arguments)
    with pytest.raises(calls.WrongCall, match=says):
        machine.run(None, function, arguments, None)
    assert not (tmp_path / "run").exists()


def test_a_wrong_call_from_the_guest_is_not_sent():
    near, far = socket.socketpair()
    with near, far:
        with pytest.raises(calls.WrongCall, match="octets is 'many', not int"):
            vap_host.ask(near, crowd.Crowd.up, vaps=1, each=1, count=1, octets="many")
        with pytest.raises(calls.WrongCall, match="what is 'sideways'"):
            vap_host.ask(
                near, relay.Relay.measure, what="sideways", into=1, out=1, count=1, octets=1
            )
        far.setblocking(False)
        with pytest.raises(BlockingIOError):
            far.recv(1)


def test_a_call_goes_by_name_and_comes_to_the_function():
    """The receiver fills in the lab, and accepts lists for tuples."""
    assert calls.name_of(station.status) == "guest.station:status"
    assert calls.find("wires.relay:Relay.end") is relay.Relay.end
    assert calls.run("guest.shell:uptime", {}, None, "cloudmac_testbed.guest") > 0
    calls.check(round_trips.congest, {"cross": ["ct1", "ct2"]})
    calls.check(goodput.measure_points, {"names": ("mn",), "points": [{"rate": 6, "mbps": 1}]})

    class Given:
        """What the receiver fills in."""

        plan = {"parts": {}}

    with pytest.raises(KeyError, match="vap_tool"):
        calls.run("guest.vap:counters", {"name": "vap"}, Given, "cloudmac_testbed.guest")


@pytest.mark.parametrize(
    "name",
    [
        *("guest.station:folder", "guest.station:os.remove", "guest.nowhere:status", "os:remove"),
        *("guest.station", "", None, "guest..station:status"),
    ],
)
def test_only_declared_functions_are_served(name):
    with pytest.raises(calls.WrongCall, match="is not a declared function"):
        calls.run(name, {}, None, "cloudmac_testbed.guest")


def test_each_receiver_serves_its_own_functions():
    with pytest.raises(calls.WrongCall, match="is not served here"):
        calls.run("guest.shell:uptime", {}, None, crowd.__name__)
    with pytest.raises(calls.WrongCall, match="is not served here"):
        calls.run("wires.crowd:Crowd.idle", {"seconds": 0}, None, lab.__package__)


def test_a_parameter_without_a_type_cannot_be_declared():
    with pytest.raises(TypeError, match="parameter address has no type"):

        @calls.declare
        def find(lab, name: str, address):  # pylint: disable=unused-variable,unused-argument
            pass


@pytest.mark.parametrize("name", MODULES)
def test_each_call_in_the_tree_fits(name):
    assert faults(importlib.import_module(name)) == []


@pytest.mark.parametrize(
    "line, says",
    [
        ('client.call(station.stats, name="mn")', "has no attribute 'stats'"),
        ('client.call(station.folder, name="mn")', "station.folder is not a declared function"),
        ('client.call("station.status", name="mn")', "is not a declared function"),
        ("client.call(station.status)", "missing a required argument: 'name'"),
        ('client.call(station.status, name="mn", host="mn")', "keyword argument 'host'"),
        ("client.call(station.status, name=1)", "name is 1, not str"),
        ('virtual.measure(1, 2, 3, timing.quiet, seed=1, name="mn")', "argument: 'seconds'"),
        ('wrapped(timing.quiet, side="a", second=1)', "keyword argument 'second'"),
    ],
)
def test_a_wrong_call_in_a_module_is_found(tmp_path, line, says):
    """Also in a function that never runs, and behind a wrapper that passes arguments on."""
    module = source_module(
        tmp_path / "made_up.py",
        "from cloudmac_testbed import client, virtual\n"
        "from cloudmac_testbed.guest import station, timing\n"
        "def wrapped(experiment, side, **arguments):\n"
        '    virtual.measure(1, 2, 3, experiment, seed=1, name="mn", **arguments)\n'
        f"def never():\n    {line}\n",
    )
    (found,) = faults(module)
    assert says in found and ":6: " in found
