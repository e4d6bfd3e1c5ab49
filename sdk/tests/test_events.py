# SPDX-License-Identifier: Apache-2.0
"""Events over connections that break, plain and for asyncio."""
import asyncio
import http.server
import itertools
import threading

import pytest

from cloudmac import AsyncClient, Client, Event, Gap, Refused, Unreachable, following
from cloudmac.models.events import EventsSinceOutput

EPOCH = 1796119200123456


@pytest.fixture(name="journal")
def _journal(controller):
    return controller.journal


@pytest.fixture(autouse=True)
def _short_times(monkeypatch):
    monkeypatch.setattr(following, "FIRST_S", 0.02)
    monkeypatch.setattr(following, "SHORTEST_S", 0.02)
    monkeypatch.setattr(following, "RETRY_S", 0.02)


def plain(url, password_file, count, after=None, each=None, on_wait=None):
    """Returns ``count`` events and gaps of the plain client. each: called with each of them."""
    found = []
    with Client(url, password_file=password_file) as client:
        for one in client.events.follow(after, on_wait=on_wait):
            found.append(one)
            if each:
                each(one)
            if len(found) == count:
                return found


def asynchronous(url, password_file, count, after=None, each=None, on_wait=None):
    """Returns ``count`` events and gaps of the client for asyncio."""

    async def ask():
        found = []
        async with AsyncClient(url, password_file=password_file) as client:
            async for one in client.events.follow(after, on_wait=on_wait):
                found.append(one)
                if each:
                    each(one)
                if len(found) == count:
                    return found

    return asyncio.run(ask())


@pytest.fixture(name="follow", params=[plain, asynchronous], ids=["plain", "async"])
def _follow(request, controller, password_file):
    def follow(*given, **named):
        return request.param(controller.url, password_file, *given, **named)

    return follow


def numbers(found):
    """Returns the numbers of events; of gaps their reasons."""
    return [one.reason if isinstance(one, Gap) else one.number for one in found]


def test_events_as_they_happen(follow, journal):
    journal.add()

    def step(_):
        for kind in next(steps):
            journal.add(kind, name="hall")

    steps = iter((("vap-lost",), ("wtp-moved", "queue-failed"), (), ()))
    found = follow(4, each=step)
    assert found[0] == Gap(EPOCH, 1, "begin")
    assert [one.kind for one in found[1:]] == ["vap-lost", "wtp-moved", "queue-failed"]
    assert isinstance(found[1], Event) and found[1].name == "hall" and found[1].wtp is None
    assert journal.begun == 1


@pytest.mark.parametrize(
    "after", [f"{EPOCH}-2", Event(epoch=EPOCH, number=2), EventsSinceOutput(epoch=EPOCH, number=2)]
)
def test_after_a_known_event(follow, journal, after):
    for _ in range(4):
        journal.add()
    assert numbers(follow(2, after)) == [3, 4]
    assert journal.asked == [f"{EPOCH}-2"]


@pytest.mark.parametrize("after", ["", "7", "1-2-3", "a-1", f"{'1' * 19}-1", "1-1\n", Event()])
def test_an_id_that_is_none(follow, controller, after):
    with pytest.raises(ValueError, match="id of an event|no epoch"):
        follow(1, after)
    assert controller.journal.asked == []


def test_streams_that_end(follow, journal):
    """Each stream ends after an event, and nothing is lost or comes twice."""

    def step(one):
        if isinstance(one, Gap):
            journal.add()
        elif one.number == journal.number:
            journal.end()
            journal.add()

    assert numbers(follow(7, each=step)) == ["begin", 1, 2, 3, 4, 5, 6]
    assert journal.begun >= 2
    assert journal.asked[0] == "" and all(journal.asked[1:])


@pytest.mark.parametrize("octets", range(20, 420, 37))
def test_a_connection_that_breaks_anywhere(follow, journal, octets):
    journal.break_after = octets
    for _ in range(3):
        journal.add()
    waits = []
    found = follow(3, f"{EPOCH}-0", on_wait=lambda *given: waits.append(given))
    assert numbers(found) == [1, 2, 3]
    assert all(isinstance(error, Unreachable) for error, _ in waits)


def test_a_controller_that_restarts(follow, journal):
    def step(one):
        if numbers([one]) == ["begin"]:
            journal.add()
        elif not isinstance(one, Gap):
            journal.restart()
        else:
            assert one == Gap(EPOCH + 1, 0, "other-epoch")

    assert numbers(follow(3, each=step)) == ["begin", 1, "other-epoch"]


def test_events_that_the_controller_no_longer_has(follow, journal):
    journal.kept = 3
    for _ in range(9):
        journal.add()
    assert follow(1, f"{EPOCH}-2") == [Gap(EPOCH, 9, "too-old")]
    assert follow(1, f"{EPOCH}-12") == [Gap(EPOCH, 9, "ahead")]
    assert numbers(follow(3, f"{EPOCH}-6")) == [7, 8, 9]


def test_a_controller_that_is_away(follow, journal):
    """It waits longer and longer, and goes on after the last event."""
    waits = []

    def wait(error, seconds):
        waits.append((error, seconds))
        if len(waits) == 5:
            journal.is_away = False
            journal.add()

    def step(_):
        if not journal.number:
            journal.is_away = True
            journal.end()

    assert numbers(follow(2, each=step, on_wait=wait)) == ["begin", 1]
    assert len(waits) == 5 and all(isinstance(error, Unreachable) for error, _ in waits)
    seconds = [seconds for _, seconds in waits]
    assert seconds[-1] > 4 * seconds[0] and max(seconds) < 1


@pytest.mark.parametrize("status", [404, 429, 500, 503])
def test_a_controller_that_is_not_ready_yet(follow, journal, status):
    waits = []

    def wait(error, _):
        waits.append(error)
        if len(waits) == 2:
            journal.refusal = None
            journal.add()

    def step(_):
        if not journal.number:
            journal.refusal = (status, "it is starting")
            journal.end()

    assert numbers(follow(2, each=step, on_wait=wait)) == ["begin", 1]
    assert [(str(error), error.status) for error in waits] == [("it is starting", status)] * 2


def test_the_controller_says_how_long_to_wait(monkeypatch):
    progress = following.Following(f"{EPOCH}-1")
    progress.open("text/event-stream")
    for asked, least, most in (("5", 3.75, 5), ("", 0, 0.1), ("soon", 0, 0.1), ("9999", 22, 30)):
        assert least <= progress.refused(503, "", b"", asked) <= most


def test_the_waiting_time_is_bounded():
    progress = following.Following()
    progress.open("text/event-stream")
    for _ in range(2000):
        seconds = progress.failed(Unreachable("gone"))
    assert 0 < seconds <= following.LONGEST_S
    list(progress.take(b"retry: 999999999\n:\n\n"))
    assert progress.ended() == following.LONGEST_S
    list(progress.take(b"retry: 0\n"))
    assert progress.ended() == following.SHORTEST_S
    assert progress.failed(Unreachable("gone")) <= 0.1, "a sign of life ends the doubling"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 503])
def test_no_stream_at_the_beginning(follow, journal, status):
    journal.refusal = (status, "no")
    with pytest.raises(Refused, match="no") as refused:
        follow(1)
    assert refused.value.status == status and len(journal.asked) == 1
    journal.is_away = True
    with pytest.raises(Unreachable, match="events/stream"):
        follow(1)


@pytest.mark.parametrize("status", [401, 403])
def test_an_account_that_is_removed(follow, journal, status):
    def step(_):
        journal.refusal = (status, "your account may not")
        journal.end()

    with pytest.raises(Refused, match="may not"):
        follow(2, each=step)
    assert journal.begun == 1


def test_several_clients(controller, journal, password_file):
    found = []

    def one(kind):
        found.append(numbers(kind(controller.url, password_file, 4)))

    threads = [threading.Thread(target=one, args=(kind,)) for kind in (plain, asynchronous) * 3]
    for thread in threads:
        thread.start()
    journal.until_begun(6)
    for _ in range(3):
        journal.add()
    for thread in threads:
        thread.join(20)
    assert len(found) == 6 and {tuple(one) for one in found} == {("begin", 1, 2, 3)}


@pytest.mark.parametrize(
    "sent, wanted",
    [
        (("1-4", "1-5"), [4, 5]),
        (("1-4", "1-4", "1-3", "1-5"), [4, 5]),
        (("1-4", "1-6", "1-7"), [4, "lost", 6, 7]),
        (("1-4", "2-1", "2-2"), [4, "other-epoch", 1, 2]),
    ],
)
def test_numbers_of_a_stream(sent, wanted):
    """Nothing comes twice, and what is missing is told, whatever the controller sends."""
    progress = following.Following("1-3")
    progress.open("text/event-stream; charset=utf-8")
    octets = b"".join(
        b'id: %s\ndata: {"epoch":"%s","number":"%s"}\n\n'
        % (one.encode(), *(part.encode() for part in one.split("-")))
        for one in sent
    )
    assert numbers(progress.take(octets)) == wanted
    assert progress.request.query == (("after", sent[-1]),)


@pytest.mark.parametrize(
    "octets",
    [
        b"data: {\n\n",
        b"data: []\n\n",
        b"data: {}\n\n",
        b"data: 7\n\n",
        b'data: {"epoch":"x","number":"1"}\n\n',
        b'event: begin\nid: x\ndata: {"epoch":"1","number":"1"}\n\n',
        b"event: reset\nid: 1-1\ndata: []\n\n",
        b"x" * (1 << 21),
    ],
)
def test_a_stream_that_is_not_as_expected(octets):
    progress = following.Following()
    progress.open("text/event-stream")
    with pytest.raises(Unreachable, match="not as expected"):
        list(progress.take(octets))


def test_messages_of_later_versions_are_ignored():
    progress = following.Following("1-3")
    progress.open("text/event-stream")
    octets = b'event: moon\ndata: [\n\ndata: {"epoch":"1","number":"4","kind":"moon","x":[]}\n\n'
    with pytest.raises(Unreachable):
        list(progress.take(octets))
    octets = b'event: moon\ndata: {}\n\ndata: {"epoch":"1","number":"4","kind":"moon","x":[]}\n\n'
    assert [one.kind for one in progress.take(octets)] == ["moon"]


class Other(http.server.BaseHTTPRequestHandler):
    """Another server than the controller."""

    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>")

    def log_message(self, *_):
        """Keeps standard error for failures."""


def test_another_server(password_file):
    with http.server.HTTPServer(("127.0.0.1", 0), Other) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        for kind in (plain, asynchronous):
            with pytest.raises(Unreachable, match="is this the controller"):
                kind(f"http://127.0.0.1:{server.server_port}", password_file, 1)
        server.shutdown()


def test_a_reader_that_leaves_closes_its_stream(controller, password_file):
    with Client(controller.url, password_file=password_file) as client:
        stream = client.events.follow()
        assert next(stream).reason == "begin"
        stream.close()
        controller.journal.add()
        assert client.events.since().number == 1


def test_events_since(controller, journal, password_file):
    with Client(controller.url, password_file=password_file) as client:
        assert client.events.since() == EventsSinceOutput(epoch=EPOCH, number=0)
        journal.add(text="why")
        found = client.events.since(f"{EPOCH}-0", limit=10, wait=5000)
        assert [(one.number, one.text) for one in found.event] == [(1, "why")]
        threading.Timer(0.1, journal.add).start()
        assert [one.number for one in client.events.since(found, wait=10_000).event] == [2]
        assert client.events.since(f"{EPOCH + 1}-0").gap == "other-epoch"


def test_the_newest(controller, journal, password_file):
    with Client(controller.url, password_file=password_file) as client:
        assert list(client.events.newest()) == []
        for _ in range(12):
            journal.add()
        assert numbers(client.events.newest(5)) == [8, 9, 10, 11, 12]
        assert numbers(client.events.newest(50)) == list(range(1, 13))
        for number in (0, 9001):
            with pytest.raises(ValueError, match="1 to 9000"):
                client.events.newest(number)

    async def ask():
        async with AsyncClient(controller.url, password_file=password_file) as client:
            return [one async for one in client.events.newest(3)]

    assert numbers(asyncio.run(ask())) == [10, 11, 12]


def test_the_newest_in_pages(controller, journal, password_file, monkeypatch):
    from cloudmac import pages

    monkeypatch.setattr(pages, "LARGEST_PAGE", 4)
    for _ in range(11):
        journal.add()
    with Client(controller.url, password_file=password_file) as client:
        assert numbers(client.events.newest(10)) == list(range(2, 12))
    assert [given.get("limit") for given in journal.inputs] == [None, 4, 4, 2]


def test_random_ends_of_streams(controller, journal, password_file):
    """Events, ends and breaks in any order: each event comes once, in order."""
    import random

    chance = random.Random(7)
    is_over = threading.Event()

    def disturb():
        for number in itertools.count():
            if is_over.wait(0.005) or number == 120:
                break
            journal.add()
            if chance.random() < 0.1:
                journal.end()
            elif chance.random() < 0.1:
                journal.break_after = chance.randint(1, 600)

    thread = threading.Thread(target=disturb)
    thread.start()
    try:
        found = plain(controller.url, password_file, 120, f"{EPOCH}-0")
    finally:
        is_over.set()
        thread.join()
    assert numbers(found) == list(range(1, 121))
