# SPDX-License-Identifier: Apache-2.0
"""A well-formed frame of ethertype 0x1337 as a vector."""

import struct

import blocks as b

ACTION_BODY = bytes.fromhex("0300000110010000")  # block ack: ADDBA request


def frame_vector(
    name,
    description,
    direction,
    station,
    radiotap,
    frame,
    header,
    *,
    level=b.AUTO,
    rate=0,
    priority=0,
    kind=0,
    vap=b.VAP,
    vlan=None,
    pcp=0,
    dei=0,
    reserved=0,
    namespace=None,
    chain=None,
    survey=None,
    message=None,
    canonical=True,
):
    """Returns the vector of a frame with its fields.

    'header' is the length of the 802.11 header in octets, counted by hand. 'namespace' is
    the distance in octets from the vendor namespace to the end of radiotap. 'chain' has its
    stages, None if the namespace is no chain. 'survey' has the values of a report, 'message'
    the fields of a message of kind 3.
    """
    tag = b.tag(level, rate, priority, kind, vap, reserved=reserved)
    outer = b.mac(station) + tag if direction == "downlink" else tag + b.mac(station)
    outer += b.vlan_tag(vlan, pcp, dei) + struct.pack(">H", b.FRAME_TYPE)
    return {
        "name": name,
        "description": description,
        "direction": direction,
        "canonical": canonical and not (pcp or dei or reserved),
        "hex": (outer + radiotap + frame).hex(),
        "expect": {
            "error": "ok",
            "vlan": vlan,
            "station": station,
            "level": level,
            "rate": rate,
            "priority": priority,
            "kind": kind,
            "vap": vap,
            "radiotap_offset": len(outer),
            "radiotap_length": len(radiotap),
            "namespace_offset": namespace and len(outer) + len(radiotap) - namespace,
            "chain": chain,
            **({"survey": survey} if kind == 2 else {}),
            **({"message": message} if kind == 3 else {}),
            "frame_offset": len(outer) + len(radiotap),
            "frame_length": len(frame),
            "header_length": header,
        },
    }
