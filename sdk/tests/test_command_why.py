# SPDX-License-Identifier: Apache-2.0
"""The commands why and whatif."""
import json

from command import harmful
from fake_network import address

from cloudmac.command.what_if import NOTE

HOSTILE = "\x1b[31m[red]\u202e"


def test_why(cloudmac, network):
    network.add_wtp(1, name="lobby")
    network.add_wtp(2, name="hall")
    network.add_decision({3: -50}, reason="first-contact", to=address(3, 6), **{"from": None})
    network.decisions[0] = {
        name: value for name, value in network.decisions[0].items() if value is not None
    }
    network.decisions[0]["input"][0] = {"wtp": address(3, 6), "signal": -50}
    network.add_decision({1: -70, 2: -58})
    network.add_decision({1: -70}, station=address(501))
    ended = cloudmac("why", address(500).upper())
    assert (ended.status, ended.err) == (0, "")
    assert [line.rstrip() for line in ended.lines] == [
        "#2  2026-11-30 12:00:02  VAP 02:00:00:00:00:a0  moved from lobby to hall",
        "  hall hears the station with -58 dBm and lobby with -70 dBm: 12 dB >= hysteresis 6 dB.",
        "    WTP    dBm  Last dBm  Samples  Age ms  Stations",
        "    hall   -58       -58        9      40         5",
        "    lobby  -70       -70        9      40         5",
        "",
        "#1  2026-11-30 12:00:01  VAP 02:00:00:00:00:a0  bound to 06:00:00:00:00:03",
        "  The station's first frame.",
        "  06:00:00:00:00:03 received it best of the WTPs that may serve it, with -50 dBm.",
        "    WTP                dBm  Last dBm  Samples  Age ms  Stations",
        "    06:00:00:00:00:03  -50         -        -       -         -",
    ]
    assert len(cloudmac("why", address(500), "--top", 1).lines) == 5
    found = json.loads(cloudmac("why", address(500), "--json", "--top", 1).out)
    assert found[0].pop("words")[0] == "moved from lobby to hall"
    assert found == network.decisions[1:2]


def test_why_of_nothing(cloudmac):
    error = f"the log has no decision about station {address(500)}"
    assert cloudmac.fail("why", address(500)) == (1, error)


def test_two_wtps_of_a_name(cloudmac, network):
    network.add_wtp(1, name="hall")
    network.add_wtp(2, name="hall")
    network.add_decision({1: -70, 2: -58})
    assert (
        cloudmac("why", address(500))
        .lines[0]
        .endswith(f"moved from hall ({address(1, 6)}) to hall ({address(2, 6)})")
    )


def test_why_with_hostile_texts(cloudmac, network):
    network.add_wtp(2, name=HOSTILE)
    network.add_decision(
        {1: -70, 2: -58}, error=HOSTILE, outcome="undone", user=HOSTILE, **{"why-not": "failed"}
    )
    network.add_decision({1: -70}, reason="operator", user=HOSTILE)
    for words in (
        ("why", address(500)),
        ("why", address(500), "--json"),
        ("whatif", "--hysteresis", 20),
    ):
        ended = cloudmac(*words)
        assert ended.status == 0 and harmful(ended.out + ended.err) == set()
        assert words[-1] == "--json" or r"\x1b[31m[red]\u202e" in ended.out


def test_what_if(cloudmac, network):
    network.add_wtp(1, name="lobby")
    network.add_decision({1: -70, 2: -58})
    network.add_decision({1: -70, 2: -62})
    network.add_decision({1: -70, 2: -61})
    network.add_decision({1: -70, 2: -66}, outcome="kept", **{"why-not": "hysteresis"})
    network.add_decision({1: -70, 2: -62}, reason="drain")
    ended = cloudmac("whatif", "--hysteresis", 9)
    assert (ended.status, ended.err) == (0, "")
    assert [line.rstrip() for line in ended.lines] == [
        "No  Time                 Station            At     Was                        Would  Inputs",
        " 2  2026-11-30 12:00:02  02:00:00:00:01:f4  lobby  move to 06:00:00:00:00:02  stay   "
        "06:00:00:00:00:02 hears the station with -62 dBm and lobby with -70 dBm: 8 dB >= "
        "hysteresis 6 dB.",
        "1 of 4 decisions by signal would differ; of 1 the log does not tell.",
        NOTE,
    ]
    found = json.loads(cloudmac("whatif", "--hysteresis", 9, "--json").out)
    assert [(one["decision"]["number"], one["was"], one["would"]) for one in found] == [
        ("2", "move", "stay"),
        ("3", "move", "unknown"),
    ]
    ended = cloudmac("whatif", "--hysteresis", 3)
    assert ended.lines[1].split()[0] == "4" and "stay  move to 06:00:00:00:00:02" in ended.lines[1]
    assert ended.lines[-2] == "1 of 4 decisions by signal would differ; of 0 the log does not tell."


def test_what_if_with_filters(cloudmac, network):
    network.add_decision({1: -70, 2: -62})
    network.add_decision({1: -70, 2: -62}, station=address(501))
    for words, wanted in (
        (("--station", address(501)), "1 of 1 decision "),
        (("--since", "2026-11-30T12:00:02Z"), "1 of 1 decision "),
        (("--until", "2026-11-30T12:00:01Z"), "0 of no decisions "),
        (("--top", 1), "2 of 2 decisions "),
        (("--load-tie-break", 0), "2 of 2 decisions "),
        (("--minimum-samples", 10), "2 of 2 decisions "),
        (("--stale-after", 100), "2 of 2 decisions "),
    ):
        ended = cloudmac("whatif", "--hysteresis", 9, *words)
        assert ended.lines[-2].startswith(wanted), words
    assert len(cloudmac("whatif", "--hysteresis", 9, "--top", 1).lines) == 4


def test_what_if_of_nothing(cloudmac, controller):
    status, said = cloudmac.fail("whatif")
    assert status == 2 and said.startswith("no threshold: give --hysteresis")
    assert cloudmac.fail("whatif", "--hysteresis", 61)[0] == 2
    assert not controller.requests
