# SPDX-License-Identifier: Apache-2.0
"""N13, N14: a tenant does everything by RESTCONF alone; a hostile one meets its limits."""
import base64
import json
import subprocess
import tempfile
import threading
import time

from .. import client
from ..guest import raw_frames
from ..settings import ROOT
from . import accounts, sdk
from .site import NODES, SINK, SOURCE, TENANT, WAIT_S

SCRIPT = "in_0 -> count :: Counter -> out_1; in_1 -> out_0;"
COMPILER = ROOT / "lvnf" / "cloudmac-lvnf"
FRAMES = 200
HOSTILE, ITS_HOST, ITS_TARGET = "red", "ct3", "ct4"
VICTIM = "kept"
GAP_S, FLOOD_GAP_S = 0.005, 0.001
STREAM_S, QUICK_STREAM_S = 20, 5
ALLOWED_PER_S, BURST_S = 200, 0.1
"""What the quota of the hostile tenant lets its function have, and how much of it at once."""
QUOTA = {"lvnfs": 1, "chains": 1, "lvnf-packets": str(ALLOWED_PER_S)}
HERE = f"{accounts.TENANTS}/tenant="
STATE = "rests/data/cloudmac-nfv:"
CALL = "rests/operations/cloudmac-nfv:"


def _image():
    """Returns the entry of an image, compiled as a user does it."""
    with tempfile.NamedTemporaryFile(suffix=".o") as output:
        words = [
            COMPILER,
            "compile",
            "-",
            "-o",
            output.name,
            "--ports=2",
            "--handler=n=count.count",
        ]
        subprocess.run(words, input=SCRIPT.encode(), check=True, capture_output=True)
        return {
            "name": "i",
            "object": base64.b64encode(output.read()).decode(),
            "ports": 2,
        }


def _is_ready(node):
    return lambda found: found.get("status") == "ready" and found.get("packet-node") == node


def _spawn(account, node, lvnf="a"):
    account.sent("PUT", f"{account.path}/image=i", {"cloudmac-nfv:image": [_image()]})
    entry = {"name": lvnf, "image": "i", "packet-node": node}
    account.sent("PUT", f"{account.path}/lvnf={lvnf}", {"cloudmac-nfv:lvnf": [entry]})
    account.await_state("lvnf", lvnf, _is_ready(node))


def _chain(account, source, answers=None, lvnf="a"):
    entry = {"name": "c", "source": {"switch-port": source}, "hop": [{"lvnf": lvnf}]}
    entry |= {"symmetric": {"switch-port": answers}} if answers else {}
    account.sent("PUT", f"{account.path}/chain=c", {"cloudmac-nfv:chain": [entry]})
    account.await_state("chain", "c", lambda found: found.get("status") == "active")


def _count(account):
    entries = account.call("read-handler", lvnf="a", handler="n")["entry"]
    return int(entries[0]["value"])


def _received(account):
    """Returns the packets into port 0. A list of RESTCONF has no order."""
    ports = account.call("read-counters", lvnf="a")["port"]
    return next(int(port["packets-in"]) for port in ports if port["port"] == 0)


def _moved(account):
    """Moves the LVNF to the other node. Returns true if it went."""
    body = {"cloudmac-nfv:lvnf": [{"name": "a", "packet-node": NODES[1]}]}
    account.sent("PATCH", f"{account.path}/lvnf=a", body)
    found = account.await_state(
        "lvnf", "a", lambda one: one.get("migration", {}).get("state") in ("moved", "stayed")
    )
    account.await_state("lvnf", "a", _is_ready(NODES[1]))
    return found["migration"]["state"] == "moved"


def run(site):
    """N13: image, LVNF, chain, handlers, counters, trigger, placement and a move by plain HTTP."""
    port = {host: site.source(host).leaf["switch-port"] for host in (SOURCE, SINK)}
    with accounts.tenant("green", **{"flow-space": {"switch-port": list(port.values())}}) as own:
        nodes = own.sent("GET", f"{STATE}nfv-state")["cloudmac-nfv:nfv-state"]["packet-node"]
        _spawn(own, NODES[0])
        _chain(own, port[SOURCE], port[SINK])
        site.warm([raw_frames.ethernet(0)])
        own.call("write-handler", lvnf="a", handler="n", entry=[{"key": "0", "value": "0"}])
        trigger = {"name": "t", "lvnf": "a", "metric": "packets", "relation": "gt", "value": "0.0"}
        own.sent("PUT", f"{own.path}/trigger=t", {"cloudmac-nfv:trigger": [trigger]})
        before = _received(own)
        arrived = len(site.arrived(_frames(), FRAMES))
        after = _received(own)
        events = own.call("read-events", wait=5000).get("event", [])
        counted, moved = _count(own), _moved(own)
        arrived_there = len(site.arrived(_frames(), FRAMES))
        placed = own.call(
            "place-service", lvnf=[{"name": "b", "image": "i"}], dry_run=True, policy="least-loaded"
        )
        found = {
            "nodes": sorted(node["name"] for node in nodes),
            "arrived": [arrived, arrived_there],
            "counted": [counted, _count(own)],
            "packets": after - before,
            "events": len(events),
            "moved": moved,
            "placed": len(placed.get("placement", [])),
        }
        for one in ("trigger=t", "chain=c", "lvnf=a"):
            own.sent("DELETE", f"{own.path}/{one}")
        own.await_state("lvnf", "a", lambda state: not state)
        own.sent("DELETE", f"{own.path}/image=i")
    return found


def _frames():
    return [raw_frames.ethernet(number) for number in range(FRAMES)]


def attacks(port):
    """Returns (method, path, body) of requests that all have to be refused. port: of the victim."""
    victim = f"{HERE}{TENANT}"
    lvnf = {"name": VICTIM, "image": "i", "packet-node": NODES[0]}
    steal = {"name": "x", "source": {"switch-port": port}, "hop": [{"lvnf": "a"}]}
    own = f"{HERE}{HOSTILE}"
    reads = (
        *(victim, accounts.TENANTS, f"{HERE}%6cab", f"{own}/../tenant={TENANT}", "rests/data"),
        *(f"{own}/..;/tenant={TENANT}", f"{own}/%2e%2e/tenant={TENANT}"),
        *(f"{STATE}nfv-state/lvnf", f"{STATE}nfv-state/lvnf={TENANT},{VICTIM}"),
        *(f"{STATE}chain-state", f"{STATE}packet-nodes", "rests/data/cloudmac:cloudmac"),
        *("rests/notif/notification-stream/cloudmac-nfv:lvnf-event/JSON", "auth/v1/users"),
        *("jolokia/list", "rests//data/cloudmac-nfv:tenants", "rests/data/aaa:http-authorization"),
    )
    writes = (
        ("DELETE", victim, None),
        ("DELETE", f"{victim}/lvnf={VICTIM}", None),
        ("PUT", f"{victim}/lvnf={VICTIM}", {"lvnf": [lvnf]}),
        ("PATCH", accounts.TENANTS, {"tenants": {"tenant": [{"name": TENANT, "lvnf": [lvnf]}]}}),
        ("PUT", f"{own}/quota", {"quota": {"lvnfs": 1000}}),
        ("PATCH", own, {"tenant": [{"name": HOSTILE, "flow-space": {"switch-port": [port]}}]}),
        ("PUT", f"{own}/chain=x", {"chain": [steal]}),
        ("PUT", f"{own}/lvnf=z", {"lvnf": [lvnf | {"name": "z"}]}),
        ("POST", f"{CALL}read-handler", _input(lvnf=VICTIM, handler="n")),
        ("POST", f"{CALL}write-handler", _input(lvnf=VICTIM, handler="n", delete=["0"])),
        ("POST", f"{CALL}read-events", _input()),
        ("POST", f"{CALL}place-service", _input(lvnf=[{"name": "y", "image": "i"}])),
        ("POST", "rests/operations/cloudmac:drain-wtp", {"input": {"wtp": "wtp1"}}),
    )
    return [*(("GET", path, None) for path in reads), *writes]


def _input(**given):
    return {"input": {"tenant": TENANT, **given}}


class _Attack(threading.Thread):
    """Sends all attacks again and again until it is stopped."""

    def __init__(self, account, port):
        super().__init__(daemon=True)
        self.account, self.port = account, port
        self.answers, self.error = [], None
        self.stopping = threading.Event()
        self.start()

    def run(self):
        try:
            while not self.stopping.is_set():
                for method, path, body in attacks(self.port):
                    status, text = self.account.send(method, path, body)
                    self.answers.append((f"{method} {path}", status, text))
                    if self.stopping.is_set() and len(self.answers) >= len(attacks(self.port)):
                        break
        except Exception as error:  # whatever it is, who waits must be told
            self.error = error

    def end(self):
        """Stops after all attacks were sent once. Returns the answers."""
        self.stopping.set()
        self.join()
        if self.error:
            raise self.error
        return self.answers


def _goodput(site, seconds):
    """Returns how many frames of a stream were sent, and how many arrived."""
    client.call(raw_frames.watch, host=SINK)
    frames = [frame.hex() for frame in _frames()]
    client.call(raw_frames.start_frames, host=SOURCE, frames=frames, gap_s=GAP_S)
    time.sleep(seconds)
    sent = client.call(raw_frames.stop_stream, host=SOURCE)
    receiver = raw_frames.mac(raw_frames.RECEIVER)
    return sent, sum(head.startswith(receiver) for head in site.seen(sent, seconds=5))


def _victims():
    _, text = accounts.send("GET", f"{HERE}{TENANT}?content=config")
    return json.loads(text)


def run_hostile(site, seconds):
    """N14: a tenant sends what it may not, and floods through its own function."""
    package = sdk.load()
    lvnf = package.LVNF(package.Image(vnf=SCRIPT, nb_ports=2), name=VICTIM)
    lvnf.cpp = site.node()
    site.lead(lvnf)
    site.warm([raw_frames.ethernet(0)])
    port = {host: site.source(host).leaf["switch-port"] for host in (SOURCE, ITS_HOST)}
    space = {"flow-space": {"switch-port": [port[ITS_HOST]]}, "quota": QUOTA}
    with accounts.tenant(HOSTILE, **space) as hostile:
        _spawn(hostile, NODES[0])
        _chain(hostile, port[ITS_HOST])
        before, alone = _victims(), _goodput(site, seconds)
        counted = _count(hostile)
        attack = _Attack(hostile, port[SOURCE])
        receiver, sender = "02:00:00:00:0e:04", "02:00:00:00:0e:03"
        # The switches learn where the flood goes, so that it does not come to all hosts.
        known = raw_frames.ethernet(0, receiver=sender, sender=receiver)
        client.call(raw_frames.send_these, host=ITS_TARGET, frames=[known.hex()])
        flood = [raw_frames.ethernet(0, 1000, receiver, sender).hex()]
        began = time.monotonic()
        client.call(raw_frames.start_frames, host=ITS_HOST, frames=flood, gap_s=FLOOD_GAP_S)
        attacked = _goodput(site, seconds)
        flooded = client.call(raw_frames.stop_stream, host=ITS_HOST)
        answers = attack.end()
        through = _count(hostile) - counted
        allowed = round(ALLOWED_PER_S * (time.monotonic() - began + BURST_S))
        changed = _victims() != before
        for one in ("chain=c", "lvnf=a"):
            hostile.sent("DELETE", f"{hostile.path}/{one}")
        hostile.await_state("lvnf", "a", lambda state: not state)
    lvnf.remove().result(WAIT_S)
    statuses = {}
    for _, status, _ in answers:
        statuses[str(status)] = statuses.get(str(status), 0) + 1
    return {
        "requests": len(answers),
        "statuses": statuses,
        "kinds": len(attacks("")),
        "accepted": sorted({what for what, status, _ in answers if status < 400}),
        "seen": sorted({what for what, _, text in answers if VICTIM in text}),
        "changed": changed,
        "flood": [flooded, through],
        "allowed": allowed,
        "alone": alone,
        "attacked": attacked,
    }


def summary(rounds):
    """Returns N13 of the result file."""
    return {
        "runs": len(rounds),
        "as_wanted": sum(_is_as_wanted(one) for one in rounds),
        "frames": FRAMES,
        "rounds": rounds,
    }


def _is_as_wanted(found):
    return found == {
        "nodes": sorted(NODES),
        "arrived": [FRAMES, FRAMES],
        "counted": [FRAMES, 2 * FRAMES],
        "packets": FRAMES,
        "events": 1,
        "moved": True,
        "placed": 1,
    }


def hostile_summary(rounds):
    """Returns N14 of the result file."""

    def share(one, phase):
        sent, arrived = one[phase]
        return arrived / sent

    return {
        "runs": len(rounds),
        "requests": sum(one["requests"] for one in rounds),
        "statuses": {
            status: sum(one["statuses"].get(status, 0) for one in rounds)
            for status in sorted({status for one in rounds for status in one["statuses"]})
        },
        "accepted": sorted({what for one in rounds for what in one["accepted"]}),
        "seen": sorted({what for one in rounds for what in one["seen"]}),
        "changed": sum(one["changed"] for one in rounds),
        "flood": [sum(one["flood"][at] for one in rounds) for at in (0, 1)],
        "allowed": sum(one["allowed"] for one in rounds),
        "frames": sum(one["attacked"][0] for one in rounds),
        "goodput": round(min(share(one, "attacked") / share(one, "alone") for one in rounds), 4),
    }
