# SPDX-License-Identifier: Apache-2.0
"""Tests the sequence of events of a running controller without switches.

An operator's binding of a VAP is an event, so the tests bind one to WTPs in turn."""
import json
import re

import pytest

from conftest import ACCOUNTS
from switch import until

STREAM = "/events/stream"
SINCE = "/rests/operations/cloudmac-events:events-since"
CONFIGURATION = "/rests/data/cloudmac:cloudmac"
VAP = "02:c1:0d:00:e0:01"
WTPS = tuple(f"02:c1:0d:ee:00:{number:02x}" for number in range(1, 5))


def bind(controller, *wtps):
    body = {"cloudmac:bindings": {"vap": [{"bssid": VAP, "wtp": list(wtps)}]}}
    status, text = controller.send("PUT", f"{CONFIGURATION}/bindings", body)
    assert status in (201, 204), text


@pytest.fixture(scope="module")
def bound(running):
    """Yield a controller that knows four WTPs and a binding of the VAP."""
    body = {"cloudmac:wtps": {"wtp": [{"id": wtp} for wtp in WTPS]}}
    status, text = running.send("PUT", f"{CONFIGURATION}/wtps", body)
    assert status in (201, 204), text
    bind(running, WTPS[0])
    yield running
    for name in ("bindings", "wtps"):
        assert running.send("DELETE", f"{CONFIGURATION}/{name}", None)[0] == 204


def parsed(text):
    """Return status and events of what a stream has sent: each with its fields, and its JSON as data."""
    head, _, body = text.partition("\n\n")
    found = []
    for block in body.split("\n\n")[:-1]:
        fields = dict(re.findall(r"^(\w+): (.*)$", block, re.MULTILINE))
        if "data" in fields:
            found.append(fields | {"data": json.loads(fields["data"])})
    status = head.split(" ")[1] if head else ""
    return status, found


class Follower:
    """Reads a stream as an account."""

    def __init__(self, controller, path=STREAM, *headers, user="viewer"):
        self.opened = controller.following(path, *headers, user=user, password=ACCOUNTS[user][0])
        self.sent = None

    def __enter__(self):
        self.sent = self.opened.__enter__()
        until("the stream is open", lambda: parsed(self.sent())[0] == "200")
        return self

    def __exit__(self, *why):
        self.opened.__exit__(*why)

    def events(self, number):
        """Return the first events, as soon as there are so many."""
        until(f"there are {number} events", lambda: len(parsed(self.sent())[1]) >= number)
        return parsed(self.sent())[1][:number]


def texts(events):
    """Return the WTPs to which the VAP was bound, by each event of that."""
    return [one["data"]["text"] for one in events if one["data"].get("kind") == "vap-bound"]


def since(controller, user="viewer", **given):
    status, text = controller.send(
        "POST", SINCE, {"input": given}, password=ACCOUNTS[user][0], user=user
    )
    return status, json.loads(text)["cloudmac-events:output"] if status == 200 else text


def position(event):
    return {name: event["data"][name] for name in ("epoch", "number")}


def test_one_get_opens_the_stream(bound):
    with Follower(bound) as stream:
        (begin,) = stream.events(1)
        assert begin["event"] == "begin" and begin["retry"] == "2000"
        assert begin["id"] == f"{begin['data']['epoch']}-{begin['data']['number']}"
        bind(bound, WTPS[1])
        event = stream.events(2)[1]
        assert "event" not in event and event["id"] == "{epoch}-{number}".format(**event["data"])
        assert int(event["data"]["number"]) == int(begin["data"]["number"]) + 1
        assert event["data"]["kind"] == "vap-bound" and event["data"]["vap"] == VAP
        assert event["data"]["text"] == WTPS[1]
        assert "text/event-stream" in stream.sent() and "no-store" in stream.sent()


def test_a_reconnect_misses_nothing(bound):
    with Follower(bound) as stream:
        bind(bound, WTPS[2])
        last = stream.events(2)[1]["id"]
    for wtp in (WTPS[0], WTPS[1], WTPS[3]):
        bind(bound, wtp)
    # A browser repeats the first request, and adds the header.
    again = (
        (STREAM, f"Last-Event-ID: {last}"),
        (f"{STREAM}?after={last}",),
        (f"{STREAM}?after=1-1", f"Last-Event-ID: {last}"),
    )
    for request in again:
        with Follower(bound, *request, user="operator") as stream:
            events = stream.events(3)
            assert texts(events) == [WTPS[0], WTPS[1], WTPS[3]], (request, events)
            assert [int(one["id"].split("-")[1]) for one in events] == [
                int(last.split("-")[1]) + step for step in (1, 2, 3)
            ]


def test_all_streams_have_the_same_events(bound):
    with Follower(bound) as one, Follower(bound) as other:
        for stream in (one, other):
            stream.events(1)
        for wtp in WTPS[1:]:
            bind(bound, wtp, WTPS[0])
        assert one.events(4)[1:] == other.events(4)[1:]


def test_another_epoch_says_that_the_state_must_be_read_anew(bound):
    with Follower(bound, f"{STREAM}?after=1-1") as stream:
        (reset,) = stream.events(1)
        assert reset["event"] == "reset" and reset["data"]["gap"] == "other-epoch"
        bind(bound, WTPS[0])
        bind(bound, WTPS[1])
        assert WTPS[1] in texts(stream.events(3)[1:])


def test_viewers_may_read_and_tenants_may_not(bound):
    for user in ("viewer", "operator"):
        with Follower(bound, user=user) as stream:
            assert stream.events(1)[0]["event"] == "begin"
        assert since(bound, user)[0] == 200
    for path in (STREAM, f"{STREAM}?after=1-1", f"{STREAM}/x", "/events/%73tream", "/events/x"):
        assert bound.get(path, ACCOUNTS["red"][0], "red")[0] == 403, path
    assert bound.get(STREAM, "wrong password", "viewer")[0] == 401
    assert since(bound, "red")[0] == 403
    assert bound.get("/events/x", ACCOUNTS["viewer"][0], "viewer")[0] == 403
    with bound.following(STREAM) as sent:
        until("administrators read too", lambda: parsed(sent())[0] == "200")


def test_wrong_requests_get_their_reason(bound):
    status, text = bound.get(f"{STREAM}?after=17")
    assert status == 400 and "'17' is no id of an event: send EPOCH-NUMBER" in text, text
    status, text = bound.send("POST", STREAM, {})
    assert status == 405 and "events are read by GET" in text, text
    for given, reason in (
        ({"limit": 0}, "limit must be 1 to 1000"),
        ({"wait": 10001}, "wait must be 0 to 10000 milliseconds"),
        ({"number": "5"}, "number 5 needs an epoch: send both of the last known event, or neither"),
    ):
        status, text = since(bound, **given)
        assert status == 400 and reason in text, (given, text)


def test_events_since_reads_the_same_sequence(bound):
    status, newest = since(bound)
    assert status == 200 and "event" not in newest and "gap" not in newest, newest
    known = {name: newest[name] for name in ("epoch", "number")}
    with Follower(bound, f"{STREAM}?after={known['epoch']}-{known['number']}") as stream:
        for wtp in (WTPS[2], WTPS[3], WTPS[0]):
            bind(bound, wtp)
        streamed = [one["data"] for one in stream.events(3)]
    assert since(bound, **known)[1]["event"] == streamed
    page = since(bound, **known, limit=2)[1]
    assert page["event"] == streamed[:2] and int(page["number"]) == int(known["number"]) + 3
    assert since(bound, **position({"data": streamed[1]}))[1]["event"] == streamed[2:]
    none = since(bound, **position({"data": streamed[2]}), wait=100)[1]
    assert "event" not in none and none["number"] == streamed[2]["number"]
    assert since(bound, epoch="1", number="1")[1]["gap"] == "other-epoch"
    ahead = since(bound, epoch=known["epoch"], number="99999999")[1]
    assert ahead["gap"] == "ahead" and ahead["number"] == streamed[2]["number"]


@pytest.mark.full
def test_a_restart_begins_another_epoch(bound):
    with Follower(bound) as stream:
        (begin,) = stream.events(1)
    bound.__exit__()
    bound.__enter__()
    bound.wait_until_serving()
    until("the application runs", lambda: since(bound)[0] == 200)
    with Follower(bound, f"{STREAM}?after={begin['id']}") as stream:
        (reset,) = stream.events(1)
        assert reset["event"] == "reset" and reset["data"]["gap"] == "other-epoch"
        assert int(reset["data"]["epoch"]) > int(begin["data"]["epoch"])
        # What was configured before the start is no event.
        assert texts(stream.events(1)) == []
        bind(bound, WTPS[3], WTPS[2])
        until("the binding is an event", lambda: texts(parsed(stream.sent())[1]))
        assert texts(parsed(stream.sent())[1]) == [f"{WTPS[2]}, {WTPS[3]}"]
