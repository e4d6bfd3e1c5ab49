# SPDX-License-Identifier: Apache-2.0
"""Computes what an 802.11 channel carries in theory. Tests and experiments compare the medium
with it. Times are in microseconds, lengths in octets.

It shares no code with the medium. Its sources are the formulas of IEEE 802.11-2020, clauses 15
to 19, and for contention G. Bianchi, "Performance Analysis of the IEEE 802.11 Distributed
Coordination Function" (2000)."""
import dataclasses
import math

SLOT = 9
CW_MIN, CW_MAX = 15, 1023
DSSS_SLOT, DSSS_CW_MIN = 20, 31
"""Slot time in us and CWmin of a network that has only rates of DSSS and CCK."""
ACK_OCTETS, BLOCK_ACK_OCTETS, FCS_OCTETS = 14, 32, 4
PHY_START_DELAY = 20
"""aRxPHYStartDelay of OFDM."""
AMPDU_OCTETS, AMPDU_MICROSECONDS, WINDOW = 65535, 4000, 64
HT_BITS = (26, 52, 78, 104, 156, 208, 234, 260)
"""Data bits a symbol and stream of MCS 0 to 7 in 20 MHz."""
DSSS_MBPS = (1, 2, 5.5, 11)
"""DSSS, and CCK from 5.5 on."""
LONG_PREAMBLE, SHORT_PREAMBLE = 192, 96
"""Durations of DSSS and CCK preambles with the header, us. 1 Mb/s has only the long one."""
LEGACY_MBPS = (6, 9, 12, 18, 24, 36, 48, 54)
IP_UDP, IP_TCP = 28, 52
"""Headers in front of the user's octets; TCP's with time stamps."""
SNAP, QOS_HEADER, CCMP = 8, 26, 16


@dataclasses.dataclass(frozen=True)
class Rate:
    """A DSSS, CCK or OFDM rate in Mb/s, or, if ``ht``, an MCS from 0 to 15 in 20 MHz. short:
    DSSS and CCK have the short preamble."""

    value: float
    ht: bool = False
    short: bool = False

    @property
    def dsss(self):
        return not self.ht and self.value in DSSS_MBPS

    @property
    def streams(self):
        return self.value // 8 + 1 if self.ht else 1

    @property
    def bits_per_symbol(self):
        """Returns the data bits of a symbol of OFDM or HT."""
        return HT_BITS[self.value % 8] * self.streams if self.ht else self.value * 4

    @property
    def mbps(self):
        return self.bits_per_symbol / 4 if self.ht else self.value

    @property
    def name(self):
        """Returns the medium-model's name of the rate."""
        return f"ht{self.value}" if self.ht else f"{self.value}{'s' if self.short else ''}"

    @property
    def preamble(self):
        """Returns the duration of preamble and header."""
        if self.dsss:
            return SHORT_PREAMBLE if self.short and self.value > 1 else LONG_PREAMBLE
        return 32 + 4 * self.streams if self.ht else 20

    def response(self):
        """Returns the rate of its acknowledgement."""
        if self.dsss:
            return self
        if self.ht:
            return Rate((6, 12, 12, 24, 24, 24, 24, 24)[self.value % 8])
        return Rate(max(rate for rate in (6, 12, 24) if rate <= self.value))

    def lowest(self):
        """Returns the lowest mandatory rate of its PHY."""
        return Rate(1 if self.dsss else 6)


def sifs(ghz):
    return 10 if ghz < 3 else 16


def ppdu(rate, octets, ghz=2.4):
    """Returns the airtime of one PPDU."""
    if rate.dsss:
        return rate.preamble + math.ceil(16 * octets / (2 * rate.value))
    symbols = math.ceil((22 + 8 * octets) / rate.bits_per_symbol)
    return rate.preamble + 4 * symbols + (6 if ghz < 3 else 0)


def timeout(rate, slot=SLOT):
    """Returns how long after SIFS a sender waits for an acknowledgement to begin."""
    return slot + (rate.response().preamble if rate.dsss else PHY_START_DELAY)


def frame_octets(payload, encrypted=False):
    """Returns the length of an 802.11 QoS data frame with an IP packet of ``payload`` octets,
    with FCS."""
    return payload + SNAP + QOS_HEADER + (CCMP if encrypted else 0) + FCS_OCTETS


def acknowledged(rate, octets, ghz=2.4):
    """Returns the airtime of a frame and its acknowledgement."""
    return ppdu(rate, octets, ghz) + sifs(ghz) + ppdu(rate.response(), ACK_OCTETS, ghz)


def access(aifsn, ghz=2.4, slot=SLOT, cw_min=CW_MIN):
    """Returns the mean wait before a frame of a sender that never collides."""
    return sifs(ghz) + aifsn * slot + cw_min / 2 * slot


def udp_mbps(
    rate, payload, aifsn=3, ghz=2.4, encrypted=False, frames=None, slot=SLOT, cw_min=CW_MIN
):
    """Returns the goodput of one saturated sender whose datagrams have ``payload`` octets of
    user data. frames: MPDUs of each A-MPDU at HT rates; None for as many as fit."""
    octets = frame_octets(payload + IP_UDP, encrypted)
    wait = access(aifsn, ghz, slot, cw_min)
    if not rate.ht:
        return 8 * payload / (wait + acknowledged(rate, octets, ghz))
    count = frames or ampdu_frames(rate, octets, ghz)
    exchange = (
        ppdu(rate, count * _subframe(octets), ghz)
        + sifs(ghz)
        + ppdu(rate.response(), BLOCK_ACK_OCTETS, ghz)
    )
    return count * 8 * payload / (wait + exchange)


def _subframe(octets):
    """Returns the length of an MPDU in an A-MPDU, with delimiter and padding."""
    return 4 * math.ceil((octets + 4) / 4)


def ampdu_frames(rate, octets, ghz=2.4):
    """Returns how many frames of ``octets`` fit into one A-MPDU."""
    count = 1
    while (
        count < WINDOW
        and (count + 1) * _subframe(octets) <= AMPDU_OCTETS
        and ppdu(rate, (count + 1) * _subframe(octets), ghz) <= AMPDU_MICROSECONDS
    ):
        count += 1
    return count


def attempt_probability(stations, window=CW_MIN + 1, largest=CW_MAX + 1, tries=7):
    """Solves Bianchi's fixed point with a limit of tries. Returns (tau, p): the probability that
    a saturated station sends in a slot, and that its frame collides."""

    def tau_of(p):
        widths = [min(window * 2**i, largest) for i in range(tries)]
        sent = sum(p**i for i in range(tries))
        slots = sum(p**i * (width - 1) / 2 for i, width in enumerate(widths))
        return sent / (sent + slots)

    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        if 1 - (1 - tau_of(p)) ** (stations - 1) > p:
            low = p
        else:
            high = p
    return tau_of(p), p


def saturation(stations, rate, octets, aifsn=2, ghz=2.4, slot=SLOT, cw_min=CW_MIN):
    """Returns the frames per second of ``stations`` saturated senders together, and the
    probability that a frame collides."""
    tau, p = attempt_probability(stations, cw_min + 1)
    some = 1 - (1 - tau) ** stations
    one = stations * tau * (1 - tau) ** (stations - 1)
    wait = sifs(ghz) + aifsn * slot
    success = acknowledged(rate, octets, ghz) + wait
    # Senders of a collision wait for the acknowledgement, the others for EIFS.
    if stations == 2:
        lost = sifs(ghz) + timeout(rate, slot)
    else:
        lost = sifs(ghz) + ppdu(rate.lowest(), ACK_OCTETS, ghz)
    collision = ppdu(rate, octets, ghz) + lost + wait
    mean = (1 - some) * slot + one * success + (some - one) * collision
    return one / mean * 1e6, p


def anomaly(rates, octets, aifsn=2, ghz=2.4):
    """Returns the frames per second of each of several saturated stations of different rates.
    DCF gives all the same number (Heusse et al., "Performance anomaly of 802.11b", 2003). A
    collision lasts as long as the slower frame."""
    stations = len(rates)
    tau, _ = attempt_probability(stations)
    wait = sifs(ghz) + aifsn * SLOT
    alone = tau * (1 - tau) ** (stations - 1)
    mean = (1 - tau) ** stations * SLOT
    mean += sum(alone * (acknowledged(rate, octets, ghz) + wait) for rate in rates)
    some = 1 - (1 - tau) ** stations - stations * alone
    slowest = max(rates, key=lambda rate: ppdu(rate, octets, ghz))
    lost = sifs(ghz) + ppdu(slowest.lowest(), ACK_OCTETS, ghz)
    mean += some * (ppdu(slowest, octets, ghz) + lost + wait)
    return alone / mean * 1e6


@dataclasses.dataclass(frozen=True)
class Sharer:
    """A saturated station that receives A-MPDUs of ``frames`` MPDUs on average, each with a
    datagram of ``payload`` octets, at ``rate``."""

    rate: Rate
    frames: float
    payload: int = 1472

    def data_time(self, encrypted=False, ghz=2.4):
        """Returns the airtime of one PPDU in microseconds: T_data of the paper."""
        octets = frame_octets(self.payload + IP_UDP, encrypted)
        if not self.rate.ht:
            return ppdu(self.rate, octets, ghz)
        return ppdu(self.rate, self.frames * _subframe(octets), ghz)

    def base_mbps(self, encrypted=False, ghz=2.4, aifsn=3):
        """Returns the goodput in Mb/s with the channel to itself: R(n, l, r) of the paper."""
        return udp_mbps(self.rate, self.payload, aifsn, ghz, encrypted, self.frames)


def airtime_shares(sharers, fair, encrypted=False, ghz=2.4):
    """Returns the share of the airtime of each station, from 0 to 1: T(i) of "Ending the Anomaly"
    (Høiland-Jørgensen et al., 2017), section 2.2.1.

    fair: with airtime fairness all shares are equal. Without, the access point sends one A-MPDU
    to each station in turn, and a share is proportional to the A-MPDU's duration. Unlike the
    paper, durations are those of this channel, in whole symbols."""
    if fair:
        return [1 / len(sharers)] * len(sharers)
    times = [sharer.data_time(encrypted, ghz) for sharer in sharers]
    return [time / sum(times) for time in times]


def shared_mbps(sharers, fair, encrypted=False, ghz=2.4):
    """Returns the goodput of each station in Mb/s: R(i) of the same section, the station's share
    of the airtime times its goodput with the channel to itself. fair: as in airtime_shares()."""
    shares = airtime_shares(sharers, fair, encrypted, ghz)
    return [share * sharer.base_mbps(encrypted, ghz) for share, sharer in zip(shares, sharers)]


def frame_fair_mbps(sharers, encrypted=False, ghz=2.4):
    """Returns the goodput of each station in Mb/s if all get the same number of frames: a FIFO
    whose arrivals are equal. The paper's R(i) has this from the lengths of A-MPDUs, which a FIFO
    makes shorter for fast stations; here they are given."""
    seconds = sum(1 / sharer.base_mbps(encrypted, ghz) for sharer in sharers)
    return [1 / seconds] * len(sharers)


def tcp_mbps(rate, segment, per_ack=2, aifsn=3, ghz=2.4, encrypted=False, slot=SLOT, cw_min=CW_MIN):
    """Returns the goodput of a TCP flow over one hop whose receiver acknowledges every
    ``per_ack`` segments. Sender and receiver contend while acknowledgements wait: a cycle is
    ``per_ack`` segments and one acknowledgement, without collisions."""
    data = acknowledged(rate, frame_octets(segment + IP_TCP, encrypted), ghz)
    ack = acknowledged(rate, frame_octets(IP_TCP, encrypted), ghz)
    wait = access(aifsn, ghz, slot, cw_min)
    cycle = per_ack * (data + wait) + ack + wait
    return per_ack * 8 * segment / cycle
