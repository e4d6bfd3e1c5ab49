# SPDX-License-Identifier: Apache-2.0
"""Tests of the regulatory domain, which is the whole kernel's, and of the channels that it refuses."""

import contextlib
import subprocess

from connection import ControllerConnection, RpcError
from equipment import (
    GuestAgent,
    BSSID,
    FREQUENCY,
    acknowledged,
    agent_command,
    downlink_chain,
    drain,
    frame_of,
    output,
    receive,
    receive_status,
    run,
    STATION,
    until,
)
from pki import Pki

CHANNEL_13, CHANNEL_14, CHANNEL_36, CHANNEL_100 = 2472, 2484, 5180, 5500
NO_IR = "is for listening only (NO-IR) in regulatory domain 00 (world); set 'country'"


def domain():
    """Returns the regulatory domain of the kernel."""
    lines = output("iw", "reg", "get").splitlines()
    return next(line.split()[1][:2] for line in lines if line.startswith("country"))


@contextlib.contextmanager
def station_at(frequency, width="HT20"):
    """Moves the station to another channel and back."""
    run("iw", "dev", "mon0", "set", "freq", str(frequency), width)
    try:
        yield
    finally:
        run("iw", "dev", "mon0", "set", "freq", str(FREQUENCY), "HT20")


def refused(pki, **options):
    """Runs an agent that must not start. Returns its messages."""
    ended = subprocess.run(
        agent_command(pki, **options), capture_output=True, text=True, timeout=60
    )
    assert ended.returncode == 1, (ended.returncode, ended.stderr)
    assert "cmmon0" not in output("ip", "link")
    return ended.stderr


def arrives(vap, station):
    """Sends a frame of the VAP to the station, which hears it. The radio reports it too."""
    drain(vap)
    drain(station)
    vap.send(downlink_chain(STATION, 0x123, (12, 4)))
    receive(station, "the VAP's frame", lambda data: frame_of(data)[10:16] == BSSID)
    receive_status(vap)


def test_a_channel_for_listening_only_is_refused_at_the_start(vap, station, pki):
    for frequency in (CHANNEL_13, CHANNEL_36):
        messages = refused(pki, country="00", frequency=frequency)
        assert f"phy0: {frequency} MHz {NO_IR}" in messages, messages
    messages = refused(pki, country="00", frequency=CHANNEL_100)
    assert f"phy0: {CHANNEL_100} MHz needs radar detection" in messages, messages


def test_a_country_allows_its_channels(vap, station, pki):
    for frequency in (CHANNEL_13, CHANNEL_36):
        with GuestAgent(pki, leases=[BSSID], country="DE", frequency=frequency), station_at(
            frequency
        ):
            assert domain() == "DE"
            arrives(vap, station)
            assert acknowledged(station, BSSID)
    messages = refused(pki, country="DE", frequency=CHANNEL_14)
    assert (
        "2484 MHz is disabled in regulatory domain DE; set another 'country'" in messages
    ), messages
    messages = refused(pki, country="DE", frequency=CHANNEL_100)
    assert f"phy0: {CHANNEL_100} MHz needs radar detection" in messages, messages


def test_channel_14_has_no_ht(vap, station, pki):
    """The kernel refuses every width but 20 MHz without HT there."""
    with GuestAgent(pki, leases=[BSSID], country="JP"), ControllerConnection(
        Pki.of(pki)
    ) as controller:
        assert controller.call("agent.info")["radios"][0]["width"] == "20"
        for frequency, width in (CHANNEL_14, "20-noht"), (FREQUENCY, "20"):
            done = controller.call("radio.set", radio=0, frequency=frequency)
            assert done["frequency"] == frequency, done
            info = controller.call("agent.info")["radios"][0]
            assert (info["frequency"], info["width"]) == (frequency, width), info
            with station_at(frequency, "NOHT" if width == "20-noht" else "HT20"):
                arrives(vap, station)
    with GuestAgent(pki, leases=[BSSID], country="JP", frequency=CHANNEL_14), station_at(
        CHANNEL_14, "NOHT"
    ):
        assert acknowledged(station, BSSID)


def test_a_refused_radio_set_changes_nothing(vap, station, pki):
    with GuestAgent(pki, leases=[BSSID], country="00"), ControllerConnection(
        Pki.of(pki)
    ) as controller:
        for frequency in (CHANNEL_13, CHANNEL_36):
            try:
                done = controller.call("radio.set", radio=0, frequency=frequency, power_dbm=10)
                raise AssertionError(f"not refused: {done}")
            except RpcError as error:
                assert error.code == -32003, error
                assert f"phy0: {frequency} MHz {NO_IR}" in error.data, error.data
        info = controller.call("agent.info")["radios"][0]
        assert (info["frequency"], info["power_dbm"]) == (FREQUENCY, 15), info
        arrives(vap, station)
        assert acknowledged(station, BSSID)
        # The domain may change while the agent runs.
        run("iw", "reg", "set", "DE")
        until("domain DE", lambda: domain() == "DE")
        done = controller.call("radio.set", radio=0, frequency=CHANNEL_36)
        assert done["frequency"] == CHANNEL_36, done
        with station_at(CHANNEL_36):
            arrives(vap, station)


def test_a_country_without_rules_is_refused(vap, station, pki):
    messages = refused(pki, country="00", frequency=CHANNEL_13)
    assert "regulatory domain 00" in messages, messages
    messages = refused(pki, country="QX")
    assert "country QX: the kernel keeps regulatory domain 00" in messages, messages
