# SPDX-License-Identifier: Apache-2.0
"""The attacks: their origins, their rates, and the counters that show that they arrive."""
import dataclasses

AIR, WTP, VAP = "air", "wtp", "vap"
"""Origins: the radio of a foreign access point; a WTP and a VAP host whose owners attack."""


@dataclasses.dataclass(frozen=True)
class Attack:
    """One kind of forged frame, a function of guest/attack_frames.py. per_s: frames a second;
    counters: of account.readings(), at least one of which grows; counted: who counts, in words."""

    name: str
    origin: str
    per_s: float
    counters: tuple
    counted: str


ATTACKS = (
    Attack("auth_forged", AIR, 10, ("hostapd_authentications",), "the VAP's hostapd"),
    Attack(
        "auth_random",
        AIR,
        10,
        (
            "hostapd_strangers",
            "controller_late-first-contact",
            "controller_too-many-contacts",
            "controller_too-many-stations",
        ),
        "the VAP's hostapd, and the controller: `late-first-contact`, `too-many-contacts`, "
        "`too-many-stations`",
    ),
    Attack("deauth_up", AIR, 10, ("vap_unprotected",), "the VAP's mac80211"),
    Attack("deauth_down", AIR, 10, ("stations_dropped",), "the stations' mac80211"),
    Attack("sequence", AIR, 50, ("vap_replays",), "the VAP's mac80211"),
    Attack("probes_random", AIR, 50, ("agent_foreign",), "the agents, `foreign`"),
    Attack("probes_one", AIR, 50, ("agent_probe_rate",), "the agents, `probe_rate`"),
    Attack("oversize", AIR, 10, ("driver_rx_segments",), "the driver, `rx_segments`"),
    Attack("truncated", AIR, 20, ("hostapd_short",), "the VAP's hostapd"),
    # The switch's drops are not its own: TX statuses of probe responses end there too.
    Attack(
        "tag_up",
        WTP,
        50,
        ("owned_status_unmatched",),
        "the driver of the attackers' own VAP, `status_unmatched`; the WTP's switch drops those of "
        "unknown VAPs",
    ),
    Attack(
        "status_stale",
        WTP,
        50,
        ("driver_status_unmatched", "driver_status_bad_token"),
        "the driver, `status_unmatched` and `status_bad_token`",
    ),
    Attack(
        "malformed_up",
        WTP,
        50,
        ("driver_rx_drop_radiotap", "driver_rx_drop_80211"),
        "the driver, `rx_drop_radiotap` and `rx_drop_80211`",
    ),
    Attack("tag_down", VAP, 50, ("agent_vap_id",), "the agents, `vap_id`"),
    Attack(
        "malformed_down",
        VAP,
        50,
        ("agent_radiotap", "agent_80211"),
        "the agents, `radiotap` and `80211`",
    ),
)


def of_origin(origin):
    """Returns name -> frames a second of the attacks of one origin."""
    return {attack.name: attack.per_s for attack in ATTACKS if attack.origin == origin}
