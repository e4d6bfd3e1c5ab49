# SPDX-License-Identifier: Apache-2.0
"""The dataclasses of the YANG modules, and their JSON."""
import dataclasses
import importlib.util
import pathlib

import pytest

from cloudmac.models import configuration, queries, state, values
from cloudmac.pages import Change

SDK = pathlib.Path(__file__).resolve().parents[1]


def test_a_station():
    json = {
        "bssid": "02:00:00:00:00:01",
        "last-seen": "2026-11-30T12:00:00Z",
        "signal": [{"wtp": "06:00:00:00:00:01", "average": -70}],
        "member-of-a-later-version": [1],
    }
    station = values.load(queries.Station, json)
    assert (station.last_seen, station.ssid) == ("2026-11-30T12:00:00Z", None)
    assert [(one.average, one.last) for one in station.signal] == [(-70, None)]
    del json["member-of-a-later-version"]
    assert values.dump(station) == json


def test_integers_of_64_bits_are_strings_in_json():
    decision = values.load(state.Decision, {"number": "18446744073709551615", "from": "06"})
    assert (decision.number, decision.from_) == (2**64 - 1, "06")
    assert values.dump(decision) == {"number": "18446744073709551615", "from": "06"}


def test_names_with_a_module():
    vap = values.load(state.Vap, {"cloudmac-state:vap-id": 1, "ssid-octets": "c3RhZmY="})
    assert (vap.vap_id, vap.ssid_octets) == (1, b"staff")
    assert values.dump(vap)["ssid-octets"] == "c3RhZmY="


def test_parts_of_a_policy():
    htb = configuration.PolicyHtb(class_=({"queue": 1},), default_queue=0)
    policy = configuration.Policy(name="p", type="htb", link_rate=95_000_000, htb=htb)
    json = values.dump(policy)
    assert json == {
        **{"name": "p", "type": "htb", "link-rate": "95000000"},
        "htb": {"default-queue": 0, "class": [{"queue": 1}]},
    }
    assert values.load(configuration.Policy, json).htb.class_[0].queue == 1


def test_a_value_of_a_later_version():
    assert values.load(state.Decision, {"reason": "moon"}).reason == "moon"


@pytest.mark.parametrize(
    "kind, json",
    [
        (queries.Station, []),
        (queries.Station, {"bssid": 1}),
        (queries.Station, {"signal": {}}),
        (queries.Station, {"signal": [1]}),
        (state.Decision, {"number": "many"}),
        (state.Decision, {"number": True}),
        (state.Decision, {"input": [{"samples": True}]}),
        (state.Vap, {"ssid-octets": "no base64"}),
        (state.Vap, {"up": "true"}),
        (Change, {"status": "200"}),
    ],
)
def test_an_answer_that_is_none(kind, json):
    with pytest.raises(ValueError):
        values.load(kind, json)


def test_absent_members_are_none_or_empty():
    for module in (configuration, queries, state):
        for kind in vars(module).values():
            if dataclasses.is_dataclass(kind):
                assert set(dataclasses.astuple(values.load(kind, {}))) <= {None, ()}


def test_the_files_are_those_of_the_yang_modules():
    if importlib.util.find_spec("pyang") is None:
        pytest.skip("pyang is missing, which .ci/python has: ../.ci/python -m pytest tests")
    spec = importlib.util.spec_from_file_location("generate_models", SDK / "generate_models.py")
    generator = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(generator)
    for name, text in generator.files().items():
        written = (SDK / "cloudmac" / "models" / name).read_text(encoding="utf-8")
        assert written == text, f"{name}: run ../.ci/python generate_models.py"
