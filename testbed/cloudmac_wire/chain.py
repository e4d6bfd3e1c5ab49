# SPDX-License-Identifier: Apache-2.0
"""Builds and parses the chain of rates of a frame: a vendor namespace of radiotap."""

import dataclasses
import enum

from .ethernet import check_range
from .radiotap import vendor_namespaces

STAGES_MAX = 4
HT_MCS_MAX, VHT_MCS_MAX, VHT_NSS_MAX = 76, 11, 8

_HEADER = bytes.fromhex("121337") + b"\x01"  # OUI and sub-namespace
_STAGE = 4
_WIDTHS = (20, 40, 80, 160)
_FLAGS = {"short_gi": 0x10, "rts": 0x20, "cts": 0x40, "short_preamble": 0x80}
_CHANGED = 0x01


class RateKind(str, enum.Enum):
    """Kind of a stage's rate. NONE: the radio chooses it, or it is unknown."""

    NONE = "none"
    LEGACY = "legacy"
    HT = "ht"
    VHT = "vht"


_KINDS = tuple(RateKind)


@dataclasses.dataclass(frozen=True)
class Stage:
    """One rate of a chain.

    rate: legacy, units of 500 kb/s; mcs: HT and VHT; nss: VHT, spatial streams
    tries: maximum number (downlink), actual number (TX status)
    width: MHz
    rts, cts: the radio sends an RTS, or a CTS to itself, before each try
    changed: TX status only; the radio used another rate than the requested one
    """

    kind: RateKind
    rate: int = 0
    mcs: int = 0
    nss: int = 0
    width: int = 20
    short_gi: bool = False
    rts: bool = False
    cts: bool = False
    short_preamble: bool = False
    tries: int = 1
    changed: bool = False

    def __post_init__(self):
        object.__setattr__(self, "kind", RateKind(self.kind))
        ht, vht = self.kind is RateKind.HT, self.kind is RateKind.VHT
        legacy = self.kind is RateKind.LEGACY
        check_range("rate", self.rate, int(legacy), 255 if legacy else 0)
        check_range("mcs", self.mcs, 0, HT_MCS_MAX if ht else VHT_MCS_MAX if vht else 0)
        check_range("nss", self.nss, int(vht), VHT_NSS_MAX if vht else 0)
        check_range("tries", self.tries, 0, 255)
        if self.width not in _WIDTHS or (ht and self.width > 40):
            raise ValueError(f"width: {self.width!r} is not a width of {self.kind.value}")

    def build(self):
        """Returns the four octets."""
        first = _KINDS.index(self.kind) | _WIDTHS.index(self.width) << 2
        first |= sum(bit for name, bit in _FLAGS.items() if getattr(self, name))
        number = self.rate or (self.mcs << 4 | self.nss if self.nss else self.mcs)
        return bytes([first, number, self.tries, _CHANGED if self.changed else 0])

    @classmethod
    def parse(cls, octets):
        """Parses four octets. Raises ValueError if the rate does not exist."""
        first, number, tries, last = octets
        kind = _KINDS[first & 3]
        fields = {name: bool(first & bit) for name, bit in _FLAGS.items()}
        if kind is RateKind.LEGACY:
            fields["rate"] = number
        elif kind is RateKind.HT:
            fields["mcs"] = number
        elif kind is RateKind.VHT:
            fields |= {"mcs": number >> 4, "nss": number & 15}
        width = _WIDTHS[first >> 2 & 3]
        return cls(kind, width=width, tries=tries, changed=bool(last & _CHANGED), **fields)


def build_chain(stages):
    """Returns the namespace with its header. It must start at an even offset of radiotap."""
    check_range("number of stages", len(stages), 1, STAGES_MAX)
    content = bytes([len(stages)]) + b"".join(stage.build() for stage in stages)
    return _HEADER + len(content).to_bytes(2, "little") + content


def parse_namespace(octets):
    """Returns the stages of a namespace, or None. octets: radiotap from the namespace's header."""
    if len(octets) < len(_HEADER) + 3 or not octets.startswith(_HEADER):
        return None
    length = int.from_bytes(octets[4:6], "little")
    content, count = octets[6 : 6 + length], octets[6] & 7
    if len(content) < length or not 1 <= count <= STAGES_MAX or length < 1 + count * _STAGE:
        return None
    try:
        starts = range(1, 1 + count * _STAGE, _STAGE)
        return tuple(Stage.parse(content[at : at + _STAGE]) for at in starts)
    except ValueError:
        return None


def find_chain(radiotap):
    """Returns the stages of the first chain in a radiotap header, or None."""
    for at in vendor_namespaces(radiotap):
        stages = parse_namespace(radiotap[at:])
        if stages:
            return stages
    return None
