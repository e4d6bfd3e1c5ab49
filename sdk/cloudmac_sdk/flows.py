# SPDX-License-Identifier: Apache-2.0
"""Flows: which frames a chain takes."""
MEMBERS = {
    "dl_src": "source-address",
    "dl_dst": "destination-address",
    "dl_vlan": "vlan",
    "dl_type": "ethertype",
    "nw_proto": "ip-protocol",
    "nw_src": "source-prefix",
    "nw_dst": "destination-prefix",
    "tp_src": "source-port",
    "tp_dst": "destination-port",
}
"""Fields of OpenFlow 1.0, as the paper has them, and their leaves in cloudmac-nfv."""
RAW = ("vap", "station", "priority", "kind")
"""Fields of frames between VAPs and WTPs: two addresses, the user priority, and "frame", "tx-status"
or "neighbour"."""
BOTH = ("dl_vlan",)
IPV4, TCP = 0x0800, 6


class Flow(dict):
    """Fields of OpenFlow 1.0, or of the raw domain -> values. An absent field matches all, but
    without ``dl_vlan`` the frames have no VLAN tag, and without ``kind`` they are 802.11 frames."""

    def __setitem__(self, field, value):
        if field not in MEMBERS and field not in RAW:
            raise ValueError(f"a flow has no field {field}; it has {', '.join((*MEMBERS, *RAW))}")
        super().__setitem__(field, value)


def make_wild_card_flow():
    """Returns a flow that all frames without a VLAN tag match. Set its fields to narrow it."""
    return Flow()


def match(flow):
    """Returns the match of a chain for a flow: leaf -> value. Ports mean TCP without ``nw_proto``,
    and ``nw_proto`` means IPv4 without ``dl_type`` and addresses. Raises ValueError."""
    full = Flow()
    for field, value in flow.items():
        full[field] = value
    if "tp_src" in full or "tp_dst" in full:
        full.setdefault("nw_proto", TCP)
    if "nw_proto" in full and "nw_src" not in full and "nw_dst" not in full:
        full.setdefault("dl_type", IPV4)
    for field in ("nw_src", "nw_dst"):
        if "/" not in str(full.get(field, "/")):
            full[field] = f"{full[field]}/{128 if ':' in full[field] else 32}"
    return {MEMBERS.get(field, field): value for field, value in full.items()}


def check_domain(flow, is_raw, source):
    """Raises ValueError if a flow has a field that frames of a source do not have."""
    wrong = [field for field in flow if field not in BOTH and (field in RAW) != is_raw]
    if wrong:
        kind = "raw" if is_raw else "plain"
        raise ValueError(
            f"{', '.join(wrong)}: {source} is {kind}, and its frames have no such field"
        )
