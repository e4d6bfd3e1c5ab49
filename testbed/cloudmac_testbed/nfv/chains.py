# SPDX-License-Identifier: Apache-2.0
"""N9, its plain part: a chain counter, inspection, NAT over three switches, with answers.

    ct3 -- swa == pn1 (counter, NAT)
            |
            ==== pn2 (inspection) -- ct4

The addresses of the packets are not those of the hosts, so that nothing but the test answers."""
import collections

from .. import client, restconf
from ..guest import captures, switch
from ..settings import ROOT
from . import raw_chains, sdk
from .site import WAIT_S

CLIENT, SERVER = "ct3", "ct4"
SWITCHES = ("swa", "pn1", "pn2")
INSPECTION = """
kind :: Classifier(62/62616421, -);
dropped, passed, back :: Counter;
in_0 -> kind;
kind [0] -> dropped -> Discard;
kind [1] -> passed -> out_1;
in_1 -> back -> out_0;
"""
BAD = "bad!"
"""The octets behind a packet's number that the inspection looks for."""
NAT = ROOT / "lvnf" / "build" / "nat.bpf.o"
PORT, OTHER_PORT = 5000, 5001
OWN = "192.0.2.1"
"""Address of the NAT."""
MACS = {CLIENT: "02:00:00:00:0c:03", SERVER: "02:00:00:00:0c:04"}
ADDRESSES = {CLIENT: "10.20.1.3", SERVER: "10.20.1.4"}
SENDERS = 7
REQUESTS, BAD_EVERY, OTHERS = 100, 5, 50
WARM, REQUEST, OTHER, ANSWER, LATER = 1, 1000, 2000, 3000, 4000
"""First numbers of packets."""


def _packet(number, sender, port=PORT, note=""):
    """Returns a packet of the client to a port of the server, or of that port to the client."""
    client_port = 40000 + number % SENDERS
    receiver = SERVER if sender == CLIENT else CLIENT
    ports = (client_port, port) if sender == CLIENT else (port, client_port)
    return captures.Packet(
        number,
        (MACS[receiver], MACS[sender]),
        (ADDRESSES[sender], ADDRESSES[receiver]),
        ports,
        note,
    )


def requests():
    """Returns the packets of the chain's flow. The inspection drops each fifth."""
    return [
        _packet(REQUEST + n, CLIENT, note=BAD if n % BAD_EVERY == BAD_EVERY - 1 else "")
        for n in range(REQUESTS)
    ]


def others():
    """Returns packets of another flow: sender -> packets."""
    there = [_packet(OTHER + n, CLIENT, OTHER_PORT) for n in range(OTHERS)]
    back = [_packet(OTHER + OTHERS + n, SERVER, OTHER_PORT) for n in range(OTHERS)]
    return {CLIENT: there, SERVER: back}


def answer(request, number):
    """Returns the answer of the server to a request as it has come."""
    return captures.Packet(number, request.macs[::-1], request.addresses[::-1], request.ports[::-1])


def link(one, other, is_segment):
    """Returns the way from a switch to another one: (switch, interface, direction, whether in a
    segment) of each interface. All links are those of swa."""
    if one == other:
        return []
    if "swa" not in (one, other):
        return link(one, "swa", is_segment) + link("swa", other, is_segment)
    return [(one, other, "out", is_segment), (other, one, "in", is_segment)]


def way(sender, hops, until=None):
    """Returns the way of a packet from a host to the other one. hops: (switch, interface where it
    enters, interface where it leaves) of LVNFs; until: the hop that drops it."""
    receiver, ends = SERVER if sender == CLIENT else CLIENT, {CLIENT: "swa", SERVER: "pn2"}
    first = at = ends[sender]
    found = [(first, sender, "in", False)]
    for hop in hops:
        node, enters, leaves = hop
        found += link(at, node, True) + [(node, enters, "out", False)]
        if hop is until:
            return found
        found.append((node, leaves, "in", False))
        at = node
    found += link(at, first, True) + link(first, ends[receiver], False)
    return found + [(ends[receiver], receiver, "out", False)]


def ways(seen):
    """Returns number -> way as captured, and the VLAN ids. seen: of captures.stop()."""
    found, vlans = collections.defaultdict(list), set()
    for host, interface, direction, vlan, frame in seen:
        number = captures.read(bytes.fromhex(frame)).number
        found[number].append((host, interface, direction, bool(vlan)))
        vlans |= {vlan} - {0}
    return dict(found), vlans


class _Functions:
    """The three LVNFs and their chain."""

    def __init__(self, site):
        package = sdk.load()
        image = package.Image
        images = [
            image(raw_chains.COUNTER, 2, [("there", "there.count"), ("back", "back.count")]),
            image(INSPECTION, 2, [(name, f"{name}.count") for name in ("dropped", "passed")]),
            image(NAT, 2),
        ]
        self.nodes = ("pn1", "pn2", "pn1")
        self.lvnfs = [package.LVNF(one) for one in images]
        for lvnf, node in zip(self.lvnfs, self.nodes):
            lvnf.cpp = node
        states = [lvnf.ready.result(WAIT_S) for lvnf in self.lvnfs]
        self.hops = [
            (node, state.ports[0].interface, state.ports[1].interface)
            for node, state in zip(self.nodes, states)
        ]
        octets = ":".join(f"{int(one):02x}" for one in OWN.split("."))
        self.lvnfs[2].address(value={0: {"octets": octets}}).result(WAIT_S)
        self.flow = package.make_wild_card_flow()
        self.flow["nw_proto"], self.flow["tp_dst"] = captures.UDP, PORT
        self.source, self.router = site.source(CLIENT), site.source(SERVER)

    def start(self):
        """Starts the chain, in the paper's form. Returns its state when frames pass."""
        counter, inspection, nat = self.lvnfs
        flow = self.flow
        self.source.answers[flow] = self.router
        self.source.next[flow] = counter.ports[0]
        counter.ports[1].next[flow] = inspection.ports[0]
        inspection.ports[1].next[flow] = nat.ports[0]
        return self.source.chain(flow).result(WAIT_S)

    def counts(self):
        """Returns the packets that entered each port of each LVNF."""
        return [[port.packets_in for port in lvnf.counters().result(WAIT_S)] for lvnf in self.lvnfs]

    def handlers(self):
        """Returns what the images have counted."""
        counter, inspection, nat = self.lvnfs
        found = {
            name: getattr(lvnf, name)().result(WAIT_S)[0]
            for lvnf, name in (
                *((counter, name) for name in ("there", "back")),
                *((inspection, name) for name in ("dropped", "passed")),
            )
        }
        return found | {"bindings": len(nat.bindings().result(WAIT_S))}

    def remove(self):
        """Ends the chain, and then removes the LVNFs."""
        del self.source.next[self.flow]
        for removed in [lvnf.remove() for lvnf in self.lvnfs]:
            removed.result(WAIT_S)


def _rules():
    """Returns the flow rules of each switch, when the switches have all that the controller
    wants."""

    def installed():
        flows = restconf.state("/flows").get("flow", [])
        return flows and all(flow["state"] == "installed" for flow in flows)

    restconf.wait_for("the switches to have their rules", installed)
    return {name: set(client.call(switch.flows, name=name)) for name in SWITCHES}


def _send(sender, packets, count):
    """Sends packets from one host to the other. Returns those that leave there."""
    receiver, at = (SERVER, "pn2") if sender == CLIENT else (CLIENT, "swa")
    frames = client.call(
        captures.send,
        host=sender,
        frames=[packet.octets().hex() for packet in packets],
        to=(at, receiver),
        count=count,
    )
    return [captures.read(bytes.fromhex(frame)) for frame in frames]


def _points(hops):
    points = {(host, interface) for host, interface, *_ in way(CLIENT, hops)}
    return sorted(points | {(host, interface) for host, interface, *_ in way(SERVER, hops)})


def _learn(points):
    """Sends packets until the switches flood them no more: the datapath keeps a flow that floods
    for a while after its switch has learned a host."""
    packets = {CLIENT: _packet(WARM, CLIENT, OTHER_PORT), SERVER: _packet(WARM, SERVER, OTHER_PORT)}

    def is_known():
        right = []
        for sender, packet in packets.items():
            client.call(captures.start, points=points)
            _send(sender, [packet], 1)
            found, _ = ways(client.call(captures.stop))
            right.append(found.get(WARM) == way(sender, []))
        return all(right)

    restconf.wait_for("the switches to learn where the hosts are", is_known)


def run(site):
    """Runs the chain once. Returns the raw result."""
    functions = _Functions(site)
    hops, back = functions.hops, [(node, out, into) for node, into, out in functions.hops[::-1]]
    rules = {"before": _rules()}
    state = functions.start()
    rules["during"] = _rules()
    _learn(_points(hops))
    client.call(captures.start, points=_points(hops))
    counts = {"before": functions.counts()}
    other = others()
    for sender, packets in other.items():
        _send(sender, packets, len(packets))
    counts["others"] = functions.counts()
    sent = requests()
    good = [packet for packet in sent if packet.note != BAD]
    # The datapath has the flows of the first ones when the others come.
    arrived = _send(CLIENT, sent[:SENDERS], SENDERS - 1)
    arrived += _send(CLIENT, sent[SENDERS:], len(good) - len(arrived))
    replies = [answer(packet, packet.number - REQUEST + ANSWER) for packet in arrived]
    returned = _send(SERVER, replies[:1], 1) + _send(SERVER, replies[1:], len(replies) - 1)
    counts["after"], handlers = functions.counts(), functions.handlers()
    functions.remove()
    rules["after"] = _rules()
    later = [_packet(LATER + n, CLIENT) for n in range(SENDERS)]
    passed = _send(CLIENT, later, len(later))
    found, vlans = ways(client.call(captures.stop))
    wanted = {packet.number: way(CLIENT, hops) for packet in sent}
    wanted |= {
        packet.number: way(CLIENT, hops, until=hops[1]) for packet in sent if packet.note == BAD
    }
    wanted |= {packet.number: way(SERVER, back) for packet in replies}
    wanted |= {packet.number: way(CLIENT, []) for packet in [*other[CLIENT], *later]}
    wanted |= {packet.number: way(SERVER, []) for packet in other[SERVER]}
    wrong = {number: found.get(number) for number in wanted if found.get(number) != wanted[number]}
    return {
        "packets": len(wanted),
        "on_path": len(wanted) - len(wrong),
        "wrong": [[number, wanted[number], wrong[number]] for number in list(wrong)[:3]],
        "points": len(_points(hops)),
        "requests": len(sent),
        "dropped": len(sent) - len(arrived),
        "translated": sum(is_translated(packet) for packet in arrived),
        "answers": sum(is_restored(packet) for packet in returned),
        "others": 2 * OTHERS,
        "touched": sum(map(sum, counts["others"])) - sum(map(sum, counts["before"])),
        "counted": [
            [last - first for first, last in zip(*pair)]
            for pair in zip(counts["others"], counts["after"])
        ],
        "handlers": handlers,
        "later": len(passed),
        "chain_rules": state.rules,
        "segments": len(state.segment),
        "vlans_as_told": vlans == set(state.segment),
        "rules_added": sum(len(rules["during"][name] - rules["before"][name]) for name in SWITCHES),
        "plain_rules": sum(map(len, rules["before"].values())),
        "plain_rules_changed": sum(
            len(rules["before"][name] - rules["during"][name])
            + len(rules["before"][name] ^ rules["after"][name])
            for name in SWITCHES
        ),
    }


def is_translated(packet):
    """Returns whether a request comes from the NAT."""
    return packet.addresses == (OWN, ADDRESSES[SERVER]) and packet.ports[1] == PORT


def is_restored(packet):
    """Returns whether an answer goes to who has asked."""
    asked = 40000 + (packet.number - ANSWER + REQUEST) % SENDERS
    return packet.addresses == (ADDRESSES[SERVER], ADDRESSES[CLIENT]) and packet.ports == (
        PORT,
        asked,
    )


def is_as_wanted(found):
    """Returns whether a run shows what it should."""
    bad = REQUESTS // BAD_EVERY
    good = REQUESTS - bad
    return (
        found["on_path"] == found["packets"]
        and found["dropped"] == bad
        and found["translated"] == found["answers"] == good
        and found["counted"] == [[REQUESTS, good], [REQUESTS, good], [good, good]]
        and found["handlers"]
        == {"there": REQUESTS, "back": good, "dropped": bad, "passed": good, "bindings": SENDERS}
        and found["later"] == SENDERS
        and found["vlans_as_told"]
        and found["rules_added"] == found["chain_rules"] > 0
        and not found["touched"]
        and not found["plain_rules_changed"]
    )


def summary(rounds):
    """Returns N9 of the result file."""
    members = ("packets", "on_path", "others", "touched", "plain_rules_changed")
    raw = [one["raw"] for one in rounds]
    return {
        "runs": len(rounds),
        "as_wanted": sum(
            is_as_wanted(one) and raw_chains.is_as_wanted(one["raw"]) for one in rounds
        ),
        **{member: sum(one[member] for one in rounds) for member in members},
        "raw": {member: sum(one[member] for one in raw) for member in raw_chains.MEMBERS},
        "rounds": rounds,
    }
