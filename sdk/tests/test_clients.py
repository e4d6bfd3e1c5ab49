# SPDX-License-Identifier: Apache-2.0
"""The plain client and that for asyncio: both ask the same, and read answers alike."""
import asyncio
import http.server
import random
import threading

import pytest
from fake_network import address

from cloudmac import AsyncClient, AsyncListing, Client, Refused, Unreachable, pages
from cloudmac.errors import CloudmacError


def plain(url, password_file, question):
    """Returns the answer of the plain client to a question."""
    with Client(url, password_file=password_file) as client:
        answer = question(client)
        return answer if not hasattr(answer, "total") else list(answer)


def asynchronous(url, password_file, question):
    """Returns the answer of the client for asyncio to a question."""

    async def ask():
        async with AsyncClient(url, password_file=password_file) as client:
            answer = question(client)
            if isinstance(answer, AsyncListing):
                return [entry async for entry in answer]
            return await answer

    return asyncio.run(ask())


@pytest.fixture(name="ask", params=[plain, asynchronous], ids=["plain", "async"])
def _ask(request, controller, password_file):
    return lambda question: request.param(controller.url, password_file, question)


@pytest.fixture(name="small_pages")
def _small_pages(monkeypatch):
    monkeypatch.setattr(pages, "PAGE", 3)


def stations_of(answer):
    """Returns the addresses of stations."""
    return [station.station for station in answer]


def test_a_list_in_pages(ask, network, controller, small_pages):
    wanted = [network.add_station(number)["station"] for number in range(500, 508)]
    assert stations_of(ask(lambda client: client.stations())) == wanted
    inputs = [body["cloudmac-query:input"] for _, _, body in controller.requests]
    assert [len(given) for given in inputs] == [1, 2, 2]
    assert all(given["limit"] == 3 for given in inputs)


def test_a_limit_of_more_than_a_page(ask, network, controller, monkeypatch):
    monkeypatch.setattr(pages, "LARGEST_PAGE", 3)
    for number in range(500, 510):
        network.add_station(number)
    assert len(ask(lambda client: client.stations(limit=7))) == 7
    inputs = [body["cloudmac-query:input"] for _, _, body in controller.requests]
    assert [given["limit"] for given in inputs] == [3, 3, 1]


def test_filter_sort_and_limit(ask, network):
    for number, signal in ((500, -80), (501, -40), (502, None), (503, -60)):
        found = [{"wtp": address(1, 6), "average": signal}] if signal else []
        network.add_station(number, signal=found)
    network.add_station(504, ssid="guests")
    answer = ask(lambda client: client.stations(ssid="staff", sort="signal", limit=2))
    assert stations_of(answer) == [address(500), address(503)]
    answer = ask(lambda client: client.stations(ssid="staff", sort="signal", descending=True))
    assert stations_of(answer) == [address(501), address(503), address(500), address(502)]


@pytest.mark.parametrize("seed", range(4))
def test_pages_while_entries_come_and_go(ask, network, small_pages, seed):
    """Entries that are there all the time come exactly once, in order."""
    chance = random.Random(seed)
    lasting = [network.add_station(2 * number)["station"] for number in range(250, 262)]
    others = [2 * number + 1 for number in range(240, 270)]

    def change():
        for number in chance.sample(others, 8):
            found = [one for one in network.stations if one["station"] == address(number)]
            if found:
                network.stations.remove(found[0])
            else:
                network.add_station(number)

    network.after_page = change
    answer = stations_of(ask(lambda client: client.stations(descending=seed % 2 == 1)))
    assert [one for one in answer if one in lasting] == sorted(lasting, reverse=seed % 2 == 1)
    assert len(answer) == len(set(answer))


def test_the_audit_in_pages(ask, network, small_pages):
    for number in range(1, 9):
        network.changes.append({"number": number, "time": f"2026-11-30T12:00:0{number}Z"})
    network.changes[6] |= {"tried": "eve"}
    network.after_page = lambda: network.changes.append(
        {"number": len(network.changes) + 1, "time": "2026-11-30T13:00:00Z"}
    )
    answer = ask(lambda client: client.changes(since="2026-11-30T12:00:03Z"))
    assert [change.number for change in answer] == [8, 7, 6, 5, 4, 3]
    assert [one.number for one in ask(lambda client: client.changes(user="eve"))] == [7]


def test_decisions_and_wtps(ask, network):
    for number in (1, 2):
        network.add_wtp(number, stations=3 - number)
    network.add_decision({1: -70, 2: -58})
    network.add_decision({1: -70}, user="alice", reason="operator")
    found = ask(lambda client: client.decisions(user="alice"))
    assert [(one.number, one.reason) for one in found] == [(2, "operator")]
    assert len(ask(lambda client: client.decisions(since="2026-11-30T12:00:02Z"))) == 1
    assert [one.name for one in ask(lambda client: client.wtps(sort="stations"))] == [
        "wtp2",
        "wtp1",
    ]
    assert [one.id for one in ask(lambda client: client.wtps(name="wtp2"))] == [address(2, 6)]


def test_state_and_configuration(ask, network):
    assert ask(lambda client: client.vaps()) == ()
    assert ask(lambda client: client.policies()) == ()
    network.vaps.append({"bssid": address(0xA0), "wtp": [address(1, 6)], "ssid": "staff"})
    network.state["drains"] = {"wtp": [{"id": address(1, 6), "stations-left": 0}]}
    network.state["wtps"] = {"wtp": [{"id": address(1, 6), "session": {"state": "open"}}]}
    network.state["qos"] = {"port": [{"port": "openflow:1:1", "state": "active"}]}
    network.configuration["qos"] = {"policy": [{"name": "default", "link-rate": "95000000"}]}
    assert [vap.wtp for vap in ask(lambda client: client.vaps())] == [(address(1, 6),)]
    assert [one.stations_left for one in ask(lambda client: client.drains())] == [0]
    assert [one.session.state for one in ask(lambda client: client.wtp_states())] == ["open"]
    assert [one.state for one in ask(lambda client: client.queues())] == ["active"]
    assert [one.link_rate for one in ask(lambda client: client.policies())] == [95_000_000]


def test_absent_settings_have_their_defaults(ask, network):
    settings = ask(lambda client: client.mobility())
    assert (settings.enabled, settings.observe_only, settings.hysteresis) == (False, True, 6)
    network.configuration["mobility"] = {"hysteresis": 9}
    assert ask(lambda client: client.mobility()).hysteresis == 9


ACTIONS = [
    (
        lambda client: client.hand_over(address(0xA0), address(500), address(2, 6)),
        "hand-over",
        {"bssid": address(0xA0), "station": address(500), "wtp": address(2, 6)},
    ),
    (
        lambda client: client.bind(address(0xA0), [address(1, 6), address(2, 6)]),
        "bind",
        {"bssid": address(0xA0), "wtp": [address(1, 6), address(2, 6)]},
    ),
    (
        lambda client: client.unbind(address(0xA0), address(500)),
        "unbind",
        {"bssid": address(0xA0), "station": address(500)},
    ),
    (lambda client: client.drain_wtp(address(1, 6)), "drain-wtp", {"wtp": address(1, 6)}),
    (lambda client: client.undrain_wtp(address(1, 6)), "undrain-wtp", {"wtp": address(1, 6)}),
    (lambda client: client.forget_wtp(address(1, 6)), "forget-wtp", {"wtp": address(1, 6)}),
    (lambda client: client.forget_vap(address(0xA0)), "forget-vap", {"bssid": address(0xA0)}),
    (
        lambda client: client.apply_qos("htb", link_rate=95_000_000, port=("openflow:1:2",)),
        "apply-qos",
        {"type": "htb", "link-rate": "95000000", "port": ["openflow:1:2"]},
    ),
    (lambda client: client.clear_qos(), "clear-qos", {}),
    (
        lambda client: client.set_radio(address(0xA0), power=-3),
        "set-radio",
        {"bssid": address(0xA0), "power": -3},
    ),
]


@pytest.mark.parametrize("question, name, given", ACTIONS, ids=[one[1] for one in ACTIONS])
def test_an_action(ask, network, question, name, given):
    ask(question)
    assert network.called == [(name, given)]
    network.refusal = (400, "invalid-value", "WTP 06 is\n   draining")
    with pytest.raises(Refused, match="WTP 06 is draining") as refused:
        ask(question)
    assert (refused.value.status, refused.value.tag) == (400, "invalid-value")


def test_the_output_of_an_action(ask, network):
    network.answers["hand-over"] = {"from": address(1, 6), "duration": 24}
    output = ask(lambda client: client.hand_over(address(0xA0), address(500), address(2, 6)))
    assert (output.from_, output.duration) == (address(1, 6), 24)


def test_refusals(ask, network):
    with pytest.raises(Refused, match="sort cannot be 'moon'"):
        ask(lambda client: client.stations(sort="moon"))
    network.is_admin = False
    with pytest.raises(Refused, match="may not send") as refused:
        ask(lambda client: client.changes())
    assert refused.value.status == 403
    for limit in (0, -1):
        with pytest.raises(ValueError, match="limit"):
            ask(lambda client: client.stations(limit=limit))


def test_a_cursor_that_leads_nowhere(ask, network, controller, small_pages, monkeypatch):
    for number in range(500, 508):
        network.add_station(number)
    monkeypatch.setattr(network, "_after", lambda places, *_: places)
    with pytest.raises(Unreachable, match="twice"):
        ask(lambda client: client.stations())


@pytest.mark.parametrize(
    "url, error",
    [
        ("http://127.0.0.1:1", "GET http://127.0.0.1:1/rests/data/.*: "),
        ("http://[::1", "no address"),
        ("http://127.0.0.1:99999", "no address"),
        ("127.0.0.1:8181", "no address"),
        ("file:///etc/passwd", "no address"),
    ],
)
def test_no_controller(password_file, url, error):
    for client in (plain, asynchronous):
        with pytest.raises(CloudmacError, match=error):
            client(url, password_file, lambda client: client.vaps())


@pytest.mark.parametrize("content", [None, "", "\nsecond line\n"])
def test_no_password(controller, tmp_path, content):
    file = tmp_path / "file"
    if content is not None:
        file.write_text(content)
    for client in (plain, asynchronous):
        with pytest.raises(CloudmacError, match="password"):
            client(controller.url, file, lambda client: client.vaps())
    assert not controller.requests


def test_the_environment_has_the_defaults(controller, password_file, monkeypatch):
    monkeypatch.delenv("CLOUDMAC_PASSWORD_FILE", raising=False)
    with pytest.raises(ValueError, match="CLOUDMAC_PASSWORD_FILE"):
        Client()
    for name, value in (("URL", controller.url), ("USER", "eve"), ("CA_FILE", "/ca")):
        monkeypatch.setenv(f"CLOUDMAC_{name}", value)
    monkeypatch.setenv("CLOUDMAC_PASSWORD_FILE", str(password_file))
    account = Client().account
    assert (account.url, account.user, account.ca_file) == (controller.url, "eve", "/ca")
    with Client() as client, pytest.raises(Refused, match="401"):
        client.vaps()


def test_several_questions_at_a_time(controller, network, password_file):
    for number in range(500, 520):
        network.add_station(number)

    async def ask():
        async with AsyncClient(controller.url, password_file=password_file) as client:

            async def one(number):
                return [entry async for entry in client.stations(station=address(number))]

            return await asyncio.gather(*(one(number) for number in range(500, 520)))

    assert [len(found) for found in asyncio.run(ask())] == [1] * 20


class Other(http.server.BaseHTTPRequestHandler):
    """Another server than the controller."""

    status, content = 200, b"<html>"

    def do_GET(self):
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(self.content)))
        self.send_header("Location", "/")
        self.end_headers()
        self.wfile.write(self.content)

    def log_message(self, *_):
        """Keeps standard error for failures."""


@pytest.mark.parametrize(
    "status, content, error",
    [
        (200, b"<html>", "not JSON"),
        (200, b"\xff", "not JSON"),
        (200, b"[1]", "not as expected"),
        (200, b'{"cloudmac-state:vaps": {"vap": [1]}}', "not as expected"),
        (200, b'{"cloudmac-state:vaps": 7}', "not as expected"),
        (302, b"", "is this the controller"),
        (500, b"<html>\x1b[31m", "500 Internal Server Error$"),
        (500, b" one\n two ", "500 one two$"),
        (503, b"", "503 Service Unavailable"),
    ],
)
def test_an_answer_of_another_server(password_file, status, content, error):
    handler = type("Bound", (Other,), {"status": status, "content": content})
    with http.server.HTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        for client in (plain, asynchronous):
            with pytest.raises(CloudmacError, match=error):
                client(
                    f"http://127.0.0.1:{server.server_port}",
                    password_file,
                    lambda client: client.vaps(),
                )
        server.shutdown()
