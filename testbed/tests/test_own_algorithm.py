# SPDX-License-Identifier: Apache-2.0
"""The example of a mobility algorithm outside the controller. Its decisions need no lab. Live, it
hands a station over by signals that the test chooses.

    mn1 mn2 mn3 ))) wtp1 --- swa === swb === swc --- vap1 (WPA2): mn1 mn3
                ))) wtp2 -------------+       +----- vap2 (WPA3): mn2
"""
import contextlib
import importlib.util
import pathlib

import pytest
from cloudmac_testbed import restconf
from cloudmac_testbed.controller import credentials
from cloudmac_testbed.settings import RUNTIME

PROGRAM = pathlib.Path(__file__).resolve().parents[1] / "examples/own_algorithm.py"
MOBILITY = "data/cloudmac:cloudmac/mobility"


def load():
    """Returns the program as a module."""
    spec = importlib.util.spec_from_file_location("own_algorithm", PROGRAM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


own_algorithm = load()


def station(here, there, age_s=0):
    """Returns a station at wtp1 with its signal there and at wtp2, which is older by age_s."""
    times = ("2026-11-25T01:00:30.5Z", f"2026-11-25T01:00:{30 - age_s}.5Z")
    return {
        "bssid": "02:43:4d:a0:00:01",
        "station": "02:00:00:00:00:00",
        "wtp": "wtp1",
        "signal": [
            {"wtp": wtp, "average": average, "last-seen": time}
            for wtp, average, time in zip(("wtp1", "wtp2"), (here, there), times)
        ],
    }


def choices(*stations):
    history = {}
    return [own_algorithm.choose(each, history) for each in stations]


def test_it_moves_at_the_third_look():
    assert choices(*[station(-70, -62)] * 4) == [None, None, "wtp2", "wtp2"]


def test_it_stays_below_the_gain_and_starts_to_count_again():
    better, worse = station(-70, -62), station(-70, -63)
    assert choices(better, better, worse, better, better, better) == [None] * 5 + ["wtp2"]


def test_a_stale_signal_does_not_count():
    assert choices(*[station(-90, -40, age_s=4)] * 5) == [None] * 5


def test_it_stays_without_signals():
    assert own_algorithm.choose({"wtp": "wtp1"}, {}) is None


@pytest.fixture
def mobility(campus):
    """Yields the lab. Removes the configuration of mobility, which the program writes."""
    yield campus
    with contextlib.suppress(restconf.Refused):
        restconf.request("DELETE", MOBILITY)


@pytest.mark.controller
def test_it_reads_signals_and_hands_over(mobility, monkeypatch, capsys):
    """Both WTPs hear all stations equally well, so the test decides in place of choose()."""
    controller = own_algorithm.Controller(restconf.BASE, credentials(RUNTIME)[1])
    controller.observe_only()
    settings = restconf.request("GET", f"{MOBILITY}?content=config")["cloudmac:mobility"]
    assert settings == {"enabled": True, "observe-only": True}
    restconf.wait_for(
        "signals of all stations at both WTPs",
        lambda: [len(each.get("signal", [])) for each in controller.stations()] == [2] * 3,
    )
    monkeypatch.setattr(own_algorithm, "choose", elsewhere)
    before = {each["station"]: each["wtp"] for each in controller.stations()}
    own_algorithm.run(controller, seconds=0.5)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and all(line.endswith(" ms") for line in lines), lines
    for line in lines:
        address, was, _, now, *_ = line.split()
        assert before[address] == was and now.rstrip(":") != was


def elsewhere(station_, _):
    """Chooses a WTP that hears the station and does not serve it."""
    return next(each["wtp"] for each in station_["signal"] if each["wtp"] != station_["wtp"])
