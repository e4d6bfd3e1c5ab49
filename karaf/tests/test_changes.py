# SPDX-License-Identifier: Apache-2.0
"""Tests previews, records and undo of changes at a running controller without switches."""
import json

import pytest

from conftest import ACCOUNTS

CONFIGURATION = "/rests/data/cloudmac:cloudmac"
BOOK = "/rests/data/cloudmac-changes:cloudmac-changes"
UNDO = "cloudmac-changes:undo"
WTP, VAP = "02:c1:0d:ee:01:01", "02:c1:0d:00:e1:01"


def rpc(controller, name, user="operator", **given):
    """Call an RPC. Return its status, and its output or its error message."""
    status, text = controller.send(
        "POST", f"/rests/operations/{name}", {"input": given}, password=ACCOUNTS[user][0], user=user
    )
    said = json.loads(text) if text else {}
    if status >= 400:
        return status, said["errors"]["error"][0]["error-message"]
    return status, next(iter(said.values()), {})


def read(controller, path):
    status, text = controller.send("GET", path, None)
    return next(iter(json.loads(text).values())) if status == 200 else None


def draining(controller):
    found = read(controller, f"{CONFIGURATION}/wtps/wtp={WTP.replace(':', '%3A')}?content=config")
    return found[0].get("draining")


@pytest.fixture(name="known", scope="module")
def _known(running):
    """Yield a controller that knows a WTP."""
    body = {"cloudmac:wtps": {"wtp": [{"id": WTP}]}}
    status, text = running.send("PUT", f"{CONFIGURATION}/wtps", body)
    assert status in (201, 204), text
    yield running
    for name in ("bindings", "wtps", "mobility", "airtime"):
        running.send("DELETE", f"{CONFIGURATION}/{name}", None)


def test_a_dry_run_changes_nothing(known):
    status, said = rpc(known, "cloudmac:drain-wtp", wtp=WTP, **{"dry-run": True})
    assert status == 200
    (edit,) = said["edit"]
    assert edit == {"target": f"wtps/wtp[id={WTP}]/draining", "after": "true"}
    assert "change" not in said and draining(known) is None


def test_a_dry_run_is_refused_like_the_change(known):
    for extra in ({}, {"dry-run": True}):
        status, text = rpc(known, "cloudmac:bind", bssid=VAP, wtp=["02:00:00:00:00:99"], **extra)
        assert (status, text) == (
            400,
            f"VAP {VAP} cannot be bound to unknown WTP 02:00:00:00:00:99: it is not configured and was"
            " never admitted",
        )


def test_a_change_is_recorded_and_undone(known):
    _, said = rpc(known, "cloudmac:drain-wtp", wtp=WTP)
    number = said["change"]
    assert draining(known) is True
    change = next(one for one in read(known, BOOK)["change"] if one["number"] == number)
    assert (change["user"], change["what"]) == ("operator", "drain-wtp")
    status, said = rpc(known, UNDO, change=number, **{"dry-run": True})
    assert status == 200 and draining(known) is True
    status, said = rpc(known, UNDO, change=number)
    assert status == 200, said
    assert draining(known) is None
    status, text = rpc(known, UNDO, change=number)
    assert (status, text) == (409, f"change {number} was undone by change {said['change']}")


def test_undo_is_refused_if_something_changed_since(known):
    _, said = rpc(known, "cloudmac:set-mobility", hysteresis=7)
    body = {"cloudmac:mobility": {"hysteresis": 9}}
    assert known.send("PATCH", f"{CONFIGURATION}/mobility", body)[0] == 200
    status, text = rpc(known, UNDO, change=said["change"])
    assert status == 409 and "mobility/hysteresis changed since, from 7 to 9" in text


def test_settings_have_previews(known):
    status, text = rpc(known, "cloudmac:set-mobility", hysteresis=61)
    assert status == 400 and "hysteresis must be 0 to 60 dB" in text
    given = {"bssid": VAP, "weight": 512}
    status, said = rpc(known, "cloudmac:set-airtime", **given, **{"dry-run": True})
    assert said["edit"][0]["target"] == f"airtime/vap[bssid={VAP}]"
    assert read(known, f"{CONFIGURATION}/airtime?content=config") is None
    status, said = rpc(known, "cloudmac:set-airtime", **given)
    assert status == 200 and said["change"]
    status, text = rpc(known, "cloudmac:set-airtime", weight=512)
    assert (status, text) == (400, "name either the bssid of a VAP or a station")


def test_viewers_see_changes_and_undo_none(known):
    password = ACCOUNTS["viewer"][0]
    assert known.send("GET", BOOK, None, password=password, user="viewer")[0] == 200
    assert rpc_status(known, "viewer") == 403
    # Operators may not write it; administrators may.
    assert (
        known.send("DELETE", BOOK, None, password=ACCOUNTS["operator"][0], user="operator")[0]
        == 403
    )


def rpc_status(controller, user):
    body = {"input": {"change": 1}}
    return controller.send(
        "POST", f"/rests/operations/{UNDO}", body, password=ACCOUNTS[user][0], user=user
    )[0]
