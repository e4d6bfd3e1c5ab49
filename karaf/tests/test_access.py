# SPDX-License-Identifier: Apache-2.0
"""Tests what accounts of each role may do at a running controller."""
import base64
import json
import time

import pytest

from conftest import ACCOUNTS
from controller import RESTCONF_PASSWORD

NFV = "/rests/data/cloudmac-nfv:"
RED, BLUE = f"{NFV}tenants/tenant=red", f"{NFV}tenants/tenant=blue"
CALL = "/rests/operations/cloudmac-nfv:"
IMAGE = {"name": "i", "object": base64.b64encode(b"object").decode()}
LVNF = {"name": "a", "image": "i", "packet-node": "node1"}


def sent(controller, user, method, path, body=None):
    return controller.send(method, path, body, password=ACCOUNTS[user][0], user=user)


def as_admin(controller, method, path, body=None):
    return controller.send(method, path, body)


@pytest.fixture(scope="module")
def tenants(running):
    """Yield a controller with the tenants red and blue, and a packet node."""
    nodes = {"packet-nodes": {"packet-node": [{"name": "node1", "address": "192.0.2.9"}]}}
    own = [
        {"name": "red", "quota": {"lvnfs": 3}},
        {"name": "blue", "image": [IMAGE], "lvnf": [LVNF], "quota": {"lvnfs": 1}},
    ]
    for name, body in (
        ("packet-nodes", {f"cloudmac-nfv:{name}": one for name, one in nodes.items()}),
        ("tenants", {"cloudmac-nfv:tenants": {"tenant": own}}),
    ):
        status, said = as_admin(running, "PUT", f"{NFV}{name}", body)
        assert status in (201, 204), said
    yield running
    for name in ("tenants", "packet-nodes"):
        assert as_admin(running, "DELETE", f"{NFV}{name}")[0] == 204


def own_state(controller, lvnf):
    """Return the state of an LVNF of red, which the controller publishes within some seconds."""
    path = f"{NFV}nfv-state/lvnf=red,{lvnf}?content=nonconfig"
    deadline = time.monotonic() + 20
    while True:
        status, text = sent(controller, "red", "GET", path)
        if status == 200:
            assert "blue" not in text
            return json.loads(text)["cloudmac-nfv:lvnf"][0]
        assert status == 404 and time.monotonic() < deadline, text
        time.sleep(0.2)


def test_a_tenant_works_with_its_own(tenants):
    whole = {"cloudmac-nfv:tenants": {"tenant": [{"name": "red", "image": [IMAGE]}]}}
    assert sent(tenants, "red", "PATCH", f"{NFV}tenants", whole)[0] in (200, 204)
    entry = {"cloudmac-nfv:lvnf": [LVNF]}
    assert sent(tenants, "red", "POST", RED, entry)[0] == 201
    status, text = sent(tenants, "red", "GET", f"{RED}?content=config")
    assert status == 200 and json.loads(text)["cloudmac-nfv:tenant"][0]["lvnf"] == [LVNF], text
    assert sent(tenants, "red", "PUT", f"{RED}/lvnf=b", {"lvnf": [LVNF | {"name": "b"}]})[0] == 201
    assert sent(tenants, "red", "DELETE", f"{RED}/lvnf=b")[0] == 204
    given = {"input": {"tenant": "red", "lvnf": "a", "handler": "x"}}
    status, text = sent(tenants, "red", "POST", f"{CALL}read-handler", given)
    assert status == 503, (status, text)  # the node has no session
    assert (
        sent(tenants, "red", "POST", f"{CALL}read-events", {"input": {"tenant": "red"}})[0] == 200
    )
    assert own_state(tenants, "a")["status"] == "waiting"
    assert sent(tenants, "red", "DELETE", f"{RED}/lvnf=a")[0] == 204


def test_a_tenant_sees_of_nodes_their_names_and_sessions(tenants):
    for query in ("", "?content=nonconfig", "?fields=lvnf", "?depth=9"):
        status, text = sent(tenants, "red", "GET", f"{NFV}nfv-state{query}")
        nodes = json.loads(text)["cloudmac-nfv:nfv-state"]
        assert status == 200 and list(nodes) == ["packet-node"], text
        assert set(nodes["packet-node"][0]) == {"name", "session"}, text


REFUSED = (
    ("GET", BLUE),
    ("GET", f"{NFV}tenants"),
    ("GET", f"{NFV}tenants/tenant=%62lue"),
    ("GET", f"{NFV}tenants/tenant=red/../tenant=blue"),
    ("GET", f"{NFV}tenants/tenant=red/..;/tenant=blue"),
    ("GET", f"{NFV}tenants/tenant=red/%2e%2e/tenant=blue"),
    ("GET", f"{NFV}tenants;x=tenant=red"),
    ("GET", "/rests//data/cloudmac-nfv:tenants/tenant=blue"),
    ("GET", "/%72ests/data/cloudmac-nfv:tenants/tenant=blue"),
    ("GET", f"{NFV}nfv-state/lvnf"),
    ("GET", f"{NFV}nfv-state/lvnf=blue,a"),
    ("GET", f"{NFV}chain-state"),
    ("GET", f"{NFV}packet-nodes"),
    ("GET", "/rests/data"),
    ("GET", "/rests/data/cloudmac-state:cloudmac-state"),
    ("GET", "/rests/data/aaa:http-authorization"),
    ("GET", "/rests/data/ietf-restconf-monitoring:restconf-state/streams"),
    ("GET", "/rests/notif/notification-stream/cloudmac-nfv:lvnf-event/JSON"),
    ("GET", "/rests/operations"),
    ("GET", "/openapi/api/v3/single"),
    ("GET", "/auth/v1/users"),
    ("GET", "/auth/%761/users"),
    ("OPTIONS", RED),
    ("DELETE", RED),
    ("DELETE", BLUE),
    ("DELETE", f"{BLUE}/lvnf=a"),
    ("DELETE", f"{RED}/quota"),
    ("DELETE", f"{NFV}tenants"),
)
WRITES = (
    ("PUT", RED, {"cloudmac-nfv:tenant": [{"name": "red"}]}),
    ("PUT", f"{RED}/quota", {"quota": {"lvnfs": 999}}),
    ("POST", RED, {"cloudmac-nfv:flow-space": {"switch-port": ["openflow:1:1"]}}),
    ("PATCH", RED, {"cloudmac-nfv:tenant": [{"name": "red", "quota": {"lvnfs": 999}}]}),
    ("PATCH", RED, {"cloudmac-nfv:tenant": [{"name": "blue", "lvnf": []}]}),
    ("PATCH", f"{NFV}tenants", {"tenants": {"tenant": [{"name": "blue", "lvnf": [LVNF]}]}}),
    ("PATCH", f"{NFV}tenants", {"tenants": {"tenant": [{"name": "red"}, {"name": "blue"}]}}),
    ("POST", f"{NFV}tenants", {"tenant": [{"name": "green"}]}),
    ("PUT", f"{NFV}packet-nodes", {"packet-nodes": {}}),
    ("POST", "/rests/data", {"cloudmac-nfv:tenants": {}}),
    ("POST", f"{CALL}read-handler", {"input": {"tenant": "blue", "lvnf": "a", "handler": "x"}}),
    ("POST", f"{CALL}read-counters", {"input": {"tenant": "blue", "lvnf": "a"}}),
    ("POST", f"{CALL}read-events", {"input": {"tenant": "blue"}}),
    ("POST", f"{CALL}place-service", {"input": {"tenant": "blue", "lvnf": [LVNF]}}),
    ("POST", "/rests/operations/cloudmac:apply-qos", {"input": {}}),
    ("POST", "/auth/v1/users", {"name": "x"}),
)


@pytest.mark.parametrize("method, path, body", [(*one, None) for one in REFUSED] + list(WRITES))
def test_a_tenant_may_nothing_else(tenants, method, path, body):
    status, text = sent(tenants, "red", method, path, body)
    assert status in (400, 401, 403, 404), (status, text)
    assert "blue" not in text and status != 404 or path.startswith("/%72"), (status, text)


def test_nothing_has_changed(tenants):
    status, text = as_admin(tenants, "GET", f"{NFV}tenants?content=config")
    assert status == 200
    found = {one["name"]: one for one in json.loads(text)["cloudmac-nfv:tenants"]["tenant"]}
    assert sorted(found) == ["blue", "red"]
    assert found["red"]["quota"] == {"lvnfs": 3} and found["blue"]["quota"] == {"lvnfs": 1}
    assert found["blue"]["lvnf"] == [LVNF] and "flow-space" not in found["red"]


def test_a_write_with_another_key_in_its_body_changes_nothing(tenants):
    entry = {"cloudmac-nfv:lvnf": [LVNF | {"name": "z"}]}
    assert sent(tenants, "red", "PUT", f"{RED}/lvnf=y", entry)[0] == 400
    assert as_admin(tenants, "GET", f"{RED}/lvnf=z?content=config")[0] == 404


@pytest.mark.parametrize("user", ["red", "viewer", "operator"])
def test_accounts_and_java_are_the_administrators(tenants, user):
    for path in ("/auth/v1/users", "/jolokia/version", "/rests/data/aaa:http-authorization"):
        assert sent(tenants, user, "GET", path)[0] in (401, 403), path
    assert as_admin(tenants, "GET", "/jolokia/version")[0] == 200
    assert as_admin(tenants, "GET", "/auth/v1/users")[0] == 200


def test_viewer_reads_and_operator_writes(tenants):
    settings = {"cloudmac:cloudmac": {}}
    path = "/rests/data/cloudmac:cloudmac"
    for user, status in (("viewer", 403), ("operator", 201)):
        assert sent(tenants, user, "GET", f"{NFV}tenants?content=config")[0] == 200
        assert sent(tenants, user, "GET", "/openapi/explorer/index.html")[0] == 200
        assert sent(tenants, user, "PUT", path, settings)[0] == status
    # An empty container is no data.
    assert sent(tenants, "operator", "DELETE", path)[0] in (204, 409)
    assert sent(tenants, "operator", "DELETE", "/rests/data/aaa:http-authorization")[0] == 403


QUERY = "/rests/operations/cloudmac-query:query-"


@pytest.mark.parametrize("name", ["stations", "wtps", "decisions"])
def test_queries_are_for_all_but_tenants(tenants, name):
    for user in ("viewer", "operator"):
        status, text = sent(tenants, user, "POST", f"{QUERY}{name}", {"input": {"limit": 1}})
        assert status == 200, (status, text)
        assert json.loads(text)["cloudmac-query:output"]["total"] >= 0, text
    assert sent(tenants, "red", "POST", f"{QUERY}{name}", {"input": {}})[0] == 403
    for field, value in (("limit", 0), ("limit", 1001), ("cursor", "AAAA")):
        given = {"input": {field: value}}
        status, text = sent(tenants, "viewer", "POST", f"{QUERY}{name}", given)
        assert status == 400 and field in text, (status, text)


def test_an_account_without_a_role_of_ours_may_nothing(tenants):
    created = {"name": "plain", "password": RESTCONF_PASSWORD, "domainid": "sdn"}
    grant = {"roleid": "user@sdn"}
    for path, body in (("users", created), ("domains/sdn/users/plain@sdn/roles", grant)):
        status, text = tenants.send("POST", f"/auth/v1/{path}", body, content="application/json")
        assert status == 201, text
    for path in ("/rests/data", f"{NFV}tenants", "/rests/operations"):
        assert tenants.get(path, user="plain")[0] == 403, path
    # OpenDaylight's own rule for this path comes first.
    assert tenants.get("/auth/v1/users", user="plain")[0] in (401, 403)
    assert as_admin(tenants, "DELETE", "/auth/v1/users/plain@sdn")[0] == 204


CHANGES = "/audit/query-changes"


def changes(controller, query="", wanted=lambda lines: lines):
    """Return the newest lines of the audit, which come a moment after the answers that they tell."""
    deadline = time.monotonic() + 10
    while True:
        status, text = as_admin(controller, "GET", f"{CHANGES}{query}")
        assert status == 200, text
        lines = json.loads(text)["changes"]
        if wanted(lines):
            return lines
        assert time.monotonic() < deadline, text
        time.sleep(0.1)


def test_changes_and_refusals_are_audited(tenants):
    path, settings = "/rests/data/cloudmac:cloudmac/mobility", {
        "cloudmac:mobility": {"period": 500}
    }
    last = changes(tenants)[0]["number"]
    assert sent(tenants, "operator", "PUT", path, settings)[0] == 201
    assert sent(tenants, "viewer", "PUT", path, settings)[0] == 403
    assert sent(tenants, "viewer", "GET", f"{path}?content=config")[0] == 200
    assert sent(tenants, "viewer", "POST", f"{QUERY}wtps", {"input": {}})[0] == 200
    refused = sent(tenants, "red", "GET", "/auth/v1/users")[0]
    assert refused in (401, 403)
    assert tenants.get(path, password="hunter2", user="guess")[0] == 401
    wrong = {"cloudmac:mobility": {"period": 0}}
    assert sent(tenants, "operator", "PATCH", path, wrong)[0] == 400
    assert sent(tenants, "operator", "DELETE", path)[0] == 204

    def new(lines):
        return [one for one in lines if one["number"] > last]

    lines = new(changes(tenants, "", lambda lines: len(new(lines)) >= 6))
    told = [
        (one["share"], one.get("user", one.get("tried")), one["method"], one["path"], one["status"])
        for one in reversed(lines)
    ]
    for one in (
        ("operator", "operator", "PUT", path, 201),
        ("viewer", "viewer", "PUT", path, 403),
        # OpenDaylight's own rule for this path comes before the account is known.
        ("nobody", "red", "GET", "/auth/v1/users", refused),
        ("nobody", "guess", "GET", path, 401),
        ("operator", "operator", "PATCH", path, 400),
        ("operator", "operator", "DELETE", path, 204),
    ):
        assert told.count(one) == 1, (one, told)
    assert not [one for one in told if one[1] == "viewer" and one[2] != "PUT"]
    files = list((tenants.home / "data" / "log").glob("cloudmac-audit-*.log"))
    assert {file.stat().st_mode & 0o777 for file in files} == {0o600}
    text = "".join(file.read_text() for file in files)
    assert (
        "hunter2" not in text
        and ACCOUNTS["viewer"][0] not in text
        and RESTCONF_PASSWORD not in text
    )


def test_query_changes_is_the_administrators(tenants):
    for user in ("red", "viewer", "operator"):
        assert sent(tenants, user, "GET", CHANGES)[0] == 403, user
    status, text = tenants.get(CHANGES, password="wrong")
    assert status == 401 and "user name or password is wrong" in text, text
    lines = changes(tenants, "?user=operator&limit=1")
    assert [one["user"] for one in lines] == ["operator"]
    older = changes(tenants, f"?limit=5&cursor={lines[0]['number']}")
    assert older and all(one["number"] < lines[0]["number"] for one in older)
    assert changes(tenants, "?since=2100-01-01T00:00:00Z", lambda lines: True) == []
    status, text = as_admin(tenants, "GET", f"{CHANGES}?limit=0")
    assert status == 400 and "parameter 'limit' is '0': allowed is a number from 1 to 1000" in text
    assert as_admin(tenants, "POST", CHANGES, {})[0] == 405


def test_an_error_names_field_and_what_is_allowed(tenants):
    path = "/rests/data/cloudmac:cloudmac"
    for body, reason in (
        ({"mobility": {"period": 0}}, "period must be 20 to 60000 milliseconds"),
        (
            {"qos": {"policy": [{"name": "p", "type": "htb", "cake": {"nat": True}}]}},
            "QoS policy p: cake has parameters, but the type is htb",
        ),
    ):
        status, text = as_admin(tenants, "PUT", path, {"cloudmac:cloudmac": body})
        assert status == 400 and reason in text, text
    unknown = {"input": {"bssid": "02:c1:0d:00:ff:01", "power": 10}}
    for name in ("set-radio", "unbind"):
        status, text = as_admin(tenants, "POST", f"/rests/operations/cloudmac:{name}", unknown)
        assert status == 400 and "unknown VAP 02:c1:0d:00:ff:01" in text, (name, text)
        unknown["input"].pop("power", None)


def test_broken_json_and_a_wrong_path_are_named(tenants):
    path = "/rests/data/cloudmac:cloudmac"
    for method, broken in (("PUT", path), ("POST", "/rests/operations/cloudmac:bind")):
        status, text = tenants.send_text(
            method, broken, '{"cloudmac:cloudmac":{"mobility":{"period":'
        )
        assert status == 400 and "the body ends inside its JSON, at line 1 column" in text, text
        assert "in cloudmac:cloudmac.mobility.period" in text and "Exception" not in text, text
    status, text = as_admin(tenants, "GET", f"{path}/mobilty")
    assert status == 404 and "nothing is named mobilty at that place" in text, text
    wrong = {"cloudmac:mobility": {"perod": 5}}
    status, text = as_admin(tenants, "PUT", f"{path}/mobility", wrong)
    assert status == 400 and "mobility has no member perod" in text, text


def test_a_read_of_nothing_says_so(tenants):
    path = "/rests/data/cloudmac:cloudmac/bindings?content=config"
    status, text = as_admin(tenants, "GET", path)
    assert status == 404 and "there is nothing at this path now" in text, text
    assert "data-missing" in text


def test_a_refused_change_has_one_line_in_the_log(tenants):
    before = tenants.log()
    body = {"qos": {"policy": [{"name": "p", "type": "htb", "cake": {"nat": True}}]}}
    path = "/rests/data/cloudmac:cloudmac"
    assert sent(tenants, "operator", "PUT", path, {"cloudmac:cloudmac": body})[0] == 400
    deadline = time.monotonic() + 10
    while " RefusalLog " not in (new := tenants.log()[len(before) :]):
        assert time.monotonic() < deadline, new
        time.sleep(0.2)
    lines = [one for one in new.splitlines() if "QoS policy p" in one]
    assert len(lines) == 1 and "\n\tat " not in new, new
    assert f"Refused PUT {path} of account operator from 127.0.0.1: 400, QoS policy p: " in lines[0]
