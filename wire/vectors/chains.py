# SPDX-License-Identifier: Apache-2.0
"""Well-formed frames with a vendor namespace: chains of rates, and namespaces that are none."""

import blocks as b
import downlink
import frames

TO_STATION = (b.FROM_DS, b.STATION, b.BSSID, b.PEER)
QOS = b.data(*TO_STATION, b.ping(), seq=20, tid=5)

LEGACY = [b.stage("legacy", 108, 2), b.stage("legacy", 48, 2), b.stage("legacy", 12, 4)]
HT = [
    b.stage("ht", 7, 2, width=40, short_gi=True),
    b.stage("ht", 4, 2, width=40, rts=True),
    b.stage("ht", 0, 3, rts=True),
    b.stage("legacy", 2, 7, cts=True, short_preamble=True),
]
VHT = [b.stage("vht", (9, 2), 3, width=80), b.stage("vht", (0, 1), 255, width=160)]


def down(name, description, vendor, octets, stages, *, canonical=True, **fields):
    """Returns a downlink frame. 'octets' reach from the namespace to the end of radiotap."""
    radiotap = b.radiotap(vendor=vendor, tx_flags=downlink.DOWN_UNICAST, **fields)
    return downlink.down(
        f"chain-{name}",
        description,
        QOS,
        26,
        radiotap=radiotap,
        priority=5,
        namespace=octets,
        chain=stages,
        canonical=canonical,
    )


def good(name, description, stages, **fields):
    """Returns a downlink frame with a chain. The standard fields describe the first stage."""
    octets = b.chain(stages)
    retries = stages[0]["tries"] - 1
    return down(name, description, [octets], len(octets), stages, data_retries=retries, **fields)


def ignored(name, description, octets):
    """Returns a downlink frame whose namespace is no chain."""
    return down(f"ignored-{name}", description, [octets], len(octets), None, rate=12)


def status(name, description, stages, *, flags=0, **fields):
    """Returns a TX status with a chain."""
    octets = b.chain(stages)
    retries = sum(stage["tries"] for stage in stages) - 1
    return frames.frame_vector(
        f"uplink-status-chain-{name}",
        description,
        "uplink",
        b.STATION,
        b.radiotap(vendor=[octets], tx_flags=flags, data_retries=retries, **fields),
        b.data(*TO_STATION, seq=20, tid=5),
        26,
        kind=1,
        rate=fields.get("rate", 0),
        priority=5,
        namespace=len(octets),
        chain=stages,
    )


# AID 3; 6 and 12 Mb/s; HT capabilities.
STATION = b.namespace(bytes([3, 0, 0x12, 12, 24]) + bytes(range(26)), sub=2)

TOKEN = b.namespace(bytes.fromhex("efbeadde"), sub=3)


def downlinks():
    """Returns chains of every kind of rate, and namespaces that are no chain."""
    vht = (0x0044, 0, 4, bytes([0x92, 0, 0, 0]), 0, 0, 0)
    one = b.chain([b.stage("legacy", 12, 4)])
    other = b.namespace(b"\x01\x02\x03", oui=b.OTHER_OUI)
    return [
        good("legacy", "Three legacy rates; the standard fields have the first", LEGACY, rate=108),
        good("ht", "HT with a legacy rate at the end, all flags", HT, mcs=(0x07, 0x05, 7)),
        good("vht", "VHT, maximum of tries, 160 MHz", VHT, vht=vht),
        good("any", "A stage whose rate is the radio's choice", [b.stage("none", tries=7)]),
        down(
            "behind-another",
            "A namespace of another vendor, of odd length, precedes the chain",
            [other, one],
            len(one),
            [b.stage("legacy", 12, 4)],
            rate=12,
        ),
        down(
            "longer",
            "Octets after the stages and reserved bits are ignored",
            [b.namespace(bytes([0xF9]) + one[7:10] + b"\xfe" + b"\xff" * 3)],
            14,
            [b.stage("legacy", 12, 4)],
            rate=12,
            canonical=False,
        ),
        down(
            "behind-station",
            "A description of the station precedes the chain",
            [STATION, one],
            len(one),
            [b.stage("legacy", 12, 4)],
            rate=12,
        ),
        down(
            "behind-token",
            "The token of the TX status precedes the chain",
            [TOKEN, one],
            len(one),
            [b.stage("legacy", 12, 4)],
            rate=12,
        ),
        ignored("token", "A token", TOKEN),
        ignored("station", "A description of the station", STATION),
        ignored("oui", "Another OUI", b.namespace(one[6:], oui=b.OTHER_OUI)),
        ignored("sub", "Another sub-namespace of the same OUI", b.namespace(one[6:], sub=2)),
        ignored("empty", "An empty namespace", b.namespace(b"")),
        ignored("no-stage", "A chain without stages", b.chain([])),
        ignored("five", "Five stages", b.chain(LEGACY + LEGACY[:2])),
        ignored("cut", "One octet less than its stages need", b.namespace(one[6:-1])),
        ignored("count", "More stages than octets", b.chain(LEGACY, 4)),
        ignored("past-end", "Longer than the radiotap header", b.namespace(one[6:], length=200)),
        ignored("rate-0", "A legacy rate of 0", b.chain([b.stage("legacy", 0)])),
        ignored("mcs-77", "An MCS that HT does not have", b.chain([b.stage("ht", 77)])),
        ignored("ht-80", "HT has no 80 MHz", b.chain([b.stage("ht", 7, width=80)])),
        ignored("vht-12", "An MCS that VHT does not have", b.chain([b.stage("vht", (12, 1))])),
        ignored("nss-0", "VHT without a stream", b.chain([b.stage("vht", (1, 0))])),
        ignored("nss-9", "VHT of nine streams", b.chain([b.stage("vht", (1, 9))])),
        ignored(
            "second-bad",
            "A malformed stage invalidates the chain",
            b.chain([LEGACY[0], b.stage("ht", 77)]),
        ),
    ]


def uplinks():
    """Returns TX statuses."""
    untried = b.stage("legacy", 12, 0)
    return [
        status(
            "second",
            "Acknowledged at the first try of the second stage; the third was not needed",
            [LEGACY[0], b.stage("legacy", 48, 1), untried],
            rate=48,
        ),
        status(
            "failed",
            "All tries failed; one stage used another rate than the requested one",
            [b.stage("ht", 7, 2), b.stage("ht", 3, 4, changed=True)],
            flags=b.TX_FAIL,
            mcs=(0x07, 0, 3),
        ),
    ]
