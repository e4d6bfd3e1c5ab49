# SPDX-License-Identifier: Apache-2.0
"""Tables and goals of the hostile neighbourhood."""
from .lines import needs
from .text import NOT_MEASURED, number, table

PHASES = {"quiet": "no other frames", "control": "harmless frames", "attack": "attackers"}
ORIGINS = {"air": "a foreign radio", "wtp": "a WTP", "vap": "a VAP host"}


@needs("hostile", NOT_MEASURED)
def phases(data):
    head = (
        "beside",
        "s",
        "sent",
        "lost",
        "air in use, %",
        "attackers' air, %",
        "share of real time",
    )
    rows = [
        (
            words,
            data["phases"][name]["seconds"],
            data["phases"][name]["sent"],
            data["phases"][name]["lost"],
            number(data["phases"][name]["air_percent"], ".1f"),
            number(data["phases"][name]["attackers_air_percent"], ".2f"),
            number(data["phases"][name]["speed"], ".2f"),
        )
        for name, words in PHASES.items()
    ]
    return table(head, rows)


@needs("hostile")
def stations(data):
    head = ("station", "traffic", *(f"lost beside {words}" for words in PHASES.values()))
    kinds = {"ping": "ping", "up": "call up", "down": "call down"}
    rows = [
        (
            name,
            words,
            *(_of(data["phases"][phase]["stations"][name][kind]) for phase in PHASES),
        )
        for name in data["phases"]["attack"]["stations"]
        for kind, words in kinds.items()
    ]
    return table(head, rows)


def _of(found):
    return f"{found['lost']} of {found['sent']}"


@needs("hostile")
def arrivals(data):
    head = ("attack", "sent", "counted", "who counts")
    from cloudmac_testbed.hostile.attacks import ATTACKS

    rows = [
        (
            f"`{attack.name}`",
            data["attacks"][attack.name]["sent"],
            data["attacks"][attack.name]["counted"],
            data["attacks"][attack.name]["counted_by"],
        )
        for attack in ATTACKS
        if attack.name in data["attacks"]
    ]
    how = (
        "Where each attack arrived, and how many frames were counted there. A frame that both WTPs "
        "receive counts twice:\n"
    )
    return f"{how}\n{table(head, rows)}"


@needs("hostile")
def attacks(data):
    from cloudmac_testbed.guest.attack_frames import FRAMES
    from cloudmac_testbed.hostile.attacks import ATTACKS

    rows = [
        (
            f"`{attack.name}`",
            ORIGINS[attack.origin],
            number(
                data["attacks"][attack.name]["sent"] / data["phases"]["attack"]["seconds"], ".0f"
            ),
            " ".join(FRAMES[attack.name].__doc__.split()).removesuffix("."),
        )
        for attack in ATTACKS
        if attack.name in data["attacks"]
    ]
    return table(("attack", "sent by", "frames/s", "frame"), rows)


@needs("hostile")
def growth(data):
    head = ("program", "growth, KB", "limit, KB")
    rows = [
        (name, f"{kb:+}", data["limits_kb"].get(name, "")) for name, kb in data["growth_kb"].items()
    ]
    how = (
        "Growth of each program while the attackers sent. Of several processes of a program, the one "
        "that grew most counts. The heap is the used one after a collection:\n"
    )
    return f"{how}\n{table(head, rows)}"


PARTS = {
    "hostile attacks": attacks,
    "hostile table": phases,
    "hostile stations": stations,
    "hostile arrivals": arrivals,
    "hostile growth": growth,
}


# --- goals -------------------------------------------------------------------------------------


def hostile_lost(data):
    """Returns the losses beside attackers, and those that the airtime explains."""
    text = f"{data['lost']} of {data['sent']}; explained {data['explained']}"
    return text, data["lost"] <= data["explained"]


def hostile_memory(data):
    """Returns the largest growth of an agent, hostapd or switch; met if all limits hold."""
    return number(data["rss_growth_kb"], "d"), not data["above_limits"]


def hostile_calm(data):
    """Returns restarts, new associations and the kernel's complaints."""
    anew, complaints = sum(data["reassociations"].values()), len(data["complaints"])
    text = f"{data['restarts']}, {anew}, {complaints}"
    return text, not (data["restarts"] or anew or complaints)


def hostile_arrived(data):
    """Returns the attacks that arrived."""
    return (
        f"{len(data['attacks']) - len(data['silent'])} of {len(data['attacks'])}",
        not data["silent"],
    )


GOALS = (hostile_lost, hostile_memory, hostile_calm, hostile_arrived)
