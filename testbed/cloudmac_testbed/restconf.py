# SPDX-License-Identifier: Apache-2.0
"""Sends requests to the controller by RESTCONF, as an operator would."""
import contextlib
import json
import threading
import time

from .controller import credentials
from .errors import LabError
from .settings import RESTCONF_PORT, RUNTIME

BASE = f"http://127.0.0.1:{RESTCONF_PORT}/rests"
TIMEOUT_S = 90
"""Time limit of a request, on a busy machine."""


class Refused(LabError):
    """The controller answered with an error; ``status`` is HTTP's."""

    def __init__(self, status, message):
        super().__init__(message)
        self.status = status


def request(method, path, body=None):
    """Sends one request. Returns the answer's JSON; None if it has none.

    Raises Refused on a status of 400 or above."""
    # Here, as --help works before the package for it is installed.
    import requests

    try:
        answer = requests.request(
            method,
            f"{BASE}/{path}",
            json=body,
            auth=credentials(RUNTIME),
            timeout=TIMEOUT_S,
            headers={"Accept": "application/json"},
        )
    except requests.RequestException as error:
        raise LabError(f"RESTCONF: {error}") from None
    if answer.status_code >= 400:
        raise Refused(
            answer.status_code, f"{method} {path}: {answer.status_code} {_reason(answer)}"
        )
    return answer.json() if answer.content else None


STREAMS = "data/ietf-restconf-monitoring:restconf-state/streams"


@contextlib.contextmanager
def events(name):
    """Yields a list that grows by the content of each notification of a kind, as
    "cloudmac-state:steering-decided". Raises LabError if there is no such stream."""
    # Here, as --help works before the package for it is installed.
    import requests

    stream = f"notification-stream/{name}/JSON"
    # The controller creates streams when a client lists them all, and starts a stream when a
    # client asks for it.
    request("GET", STREAMS)
    request("GET", f"{STREAMS}/stream/{stream}")
    told = []

    def listen(answer):
        # The end of the context closes the connection in the middle of a read.
        with contextlib.suppress(requests.RequestException, AttributeError, ValueError):
            for line in answer.iter_lines(chunk_size=None):
                if line.startswith(b"data: "):
                    content = next(iter(json.loads(line[6:]).values()))
                    told.append(content[name])

    with requests.get(
        f"{BASE}/notif/{stream}",
        auth=credentials(RUNTIME),
        headers={"Accept": "text/event-stream"},
        stream=True,
        timeout=TIMEOUT_S,
    ) as answer:
        if answer.status_code != 200:
            raise Refused(answer.status_code, f"{name}: {answer.status_code} {_reason(answer)}")
        threading.Thread(target=listen, args=(answer,), daemon=True).start()
        yield told


def _reason(answer):
    try:
        errors = answer.json()["errors"]["error"]
        return "; ".join(error.get("error-message", "") for error in errors)
    except (ValueError, KeyError, TypeError):
        return answer.text[:300]


def operation(name, **arguments):
    """Calls one of CloudMAC's RPCs. Returns its output."""
    body = {"input": {key.replace("_", "-"): value for key, value in arguments.items()}}
    answer = request("POST", f"operations/cloudmac:{name}", body)
    return (answer or {}).get("cloudmac:output", {})


def _operational(path):
    """Returns part of the operational datastore; {} if there is none yet."""
    try:
        answer = request("GET", f"data/{path}?content=nonconfig")
    except Refused as error:
        if error.status in (404, 409):
            return {}
        raise
    return next(iter(answer.values()))


def state(path=""):
    """Returns part of cloudmac-state; {} if there is none yet."""
    return _operational(f"cloudmac-state:cloudmac-state{path}")


def packet_nodes():
    """Returns the packet nodes that the controller has: name -> entry of nfv-state."""
    found = _operational("cloudmac-nfv:nfv-state").get("packet-node", [])
    return {node["name"]: node for node in found}


def lvnf(tenant, name):
    """Returns the controller's state of an LVNF; {} if it has none."""
    found = _operational("cloudmac-nfv:nfv-state").get("lvnf", [])
    return next((one for one in found if (one["tenant"], one["name"]) == (tenant, name)), {})


def wait_for(what, condition, seconds=60, seen=None, pause=0.5):
    """Waits until ``condition()`` is true and returns its value. Raises LabError, whose message
    ends with what ``seen()`` returns. pause: between two looks, s."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            there = f"; there was {seen()}" if seen else ""
            raise LabError(f"waited {seconds} s for {what}{there}")
        time.sleep(pause)


def openflow_switches():
    """Returns the node ids of the switches that are connected by OpenFlow."""
    return _nodes("data/opendaylight-inventory:nodes?content=nonconfig&depth=3", "node", "id")


def ovsdb_switches():
    """Returns the node ids of the switches that are connected by OVSDB."""
    nodes = _nodes(
        "data/network-topology:network-topology/topology=ovsdb%3A1?content=nonconfig&depth=3",
        "node",
        "node-id",
    )
    return [node for node in nodes if "/bridge/" not in node]


def _nodes(path, member, key):
    try:
        answer = next(iter(request("GET", path).values()))
    except Refused as error:
        if error.status in (404, 409):
            return []
        raise
    if isinstance(answer, list):
        answer = answer[0]
    return sorted(node[key] for node in answer.get(member, []))


def wtps_up():
    """Returns the names of the WTPs that announce themselves and whose session is open."""
    return [
        wtp["name"]
        for wtp in state("/wtps").get("wtp", [])
        if wtp.get("up") and wtp.get("session", {}).get("state") == "open"
    ]


def vaps_up():
    """Returns the BSSIDs of the VAPs that are up and bound to a WTP."""
    return [
        vap["bssid"] for vap in state("/vaps").get("vap", []) if vap.get("up") and vap.get("wtp")
    ]


CLASSFUL = {"cloudmac", "htb", "hfsc", "prio", "cake"}
"""Strategies with queues that rules choose (CAKE too, unless it has only the tin of
besteffort)."""


def apply_qos(strategy, ports, **parameters):
    """Applies a strategy to all links between switches by one call. Waits until ``ports`` switch
    ports report it and all rules choose its queues. Returns the ports' state.

    strategy: as in cloudmac-types:qos-type; parameters: more input of apply-qos."""
    operation("apply-qos", type=strategy, **parameters)

    def port_states():
        return state("/qos").get("port", [])

    def active():
        states = port_states()
        failed = [port for port in states if port["state"] == "failed"]
        if failed:
            raise LabError(f"{strategy} on {failed[0]['port']}: {failed[0].get('error')}")
        done = [port for port in states if port["state"] == "active" and port["wanted"] == strategy]
        return done if len(done) >= ports else None

    def programmed():
        flows = state("/flows").get("flow", [])
        queued = any("set_queue" in flow["actions"] for flow in flows)
        installed = all(flow["state"] == "installed" for flow in flows)
        return installed and queued == (strategy in CLASSFUL)

    ports_active = wait_for(
        f"{strategy} to be active on {ports} ports", active, 30, seen=port_states
    )
    wait_for(f"the rules to choose {strategy}'s queues", programmed, 30)
    return ports_active


def virtual_stations():
    """Returns the virtual stations that the controller knows: MAC address -> its state."""
    found = state("/virtual-stations").get("virtual-station", [])
    return {one["station"]: one for one in found}


def move_virtual_station(address, wtp):
    """Moves a virtual station to a WTP, without a new association. wtp: its id. Returns the
    controller's answer."""
    return operation("bind-virtual-station", station=address, wtp=wtp)
