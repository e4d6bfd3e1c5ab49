# SPDX-License-Identifier: Apache-2.0
"""The air without kernel and clock, compared with analytic models.

One receiver is in the middle. Saturated senders are at a distance of one metre. A frame
has 1,534 octets (an IP packet of 1,500) and an FCS.
"""
import json
import math
import subprocess

import pytest

from cloudmac_testbed import analytic
from cloudmac_testbed.analytic import Rate
from conftest import BUILD

MODEL = BUILD / "medium-model"
OCTETS = 1534
WITHIN = 0.05


def run(*senders, seconds=20, seed=1, options=("--aifsn", "2")):
    """Runs the model. A sender is (rate, octets, x, y), with MHz if it has its own channel."""
    words = [",".join(map(str, sender)) for sender in senders]
    output = subprocess.run(
        [MODEL, "--seconds", str(seconds), "--seed", str(seed), *options, *words],
        check=True,
        capture_output=True,
        text=True,
        timeout=300,
    ).stdout
    return json.loads(output)


def around(rates, radius=1, octets=OCTETS):
    """Returns senders on a circle."""
    turn = 2 * math.pi / len(rates)
    return [
        (rate, octets, radius * math.cos(i * turn), radius * math.sin(i * turn))
        for i, rate in enumerate(rates)
    ]


def frames_of(key, result):
    return sum(sender[key] for sender in result)


def frames(result):
    return frames_of("frames_per_s", result)


@pytest.mark.parametrize("band", [2.4, 5])
@pytest.mark.parametrize("mbps", analytic.LEGACY_MBPS)
def test_one_sender_of_80211a_and_g(mbps, band):
    mhz = "2437" if band == 2.4 else "5180"
    measured = frames(run((mbps, OCTETS, 1, 0), options=("--mhz", mhz)))
    rate = Rate(mbps)
    expected = 1e6 / (
        analytic.access(3, band) + analytic.acknowledged(rate, OCTETS + analytic.FCS_OCTETS, band)
    )
    assert measured == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize("mcs", range(8))
def test_one_sender_of_80211n_aggregates(mcs):
    measured = frames(run((f"ht{mcs}", OCTETS, 1, 0), options=("--aggregate",)))
    payload = 1500 - analytic.IP_UDP
    expected = analytic.udp_mbps(Rate(mcs, True), payload) * 1e6 / 8 / payload
    assert measured == pytest.approx(expected, rel=0.02)


DSSS = [Rate(mbps) for mbps in analytic.DSSS_MBPS]
SHORT = [Rate(mbps, short=True) for mbps in analytic.DSSS_MBPS]
SLOW_SLOTS = {"slot": analytic.DSSS_SLOT, "cw_min": analytic.DSSS_CW_MIN}
"""Channel access of a network that has only rates of DSSS and CCK."""


def slow_slots(*more):
    """Returns the model's options for such a network."""
    return ("--slot", str(analytic.DSSS_SLOT), "--cw-min", str(analytic.DSSS_CW_MIN), *more)


@pytest.mark.parametrize("rate", [*DSSS, *SHORT], ids=lambda rate: rate.name)
def test_one_sender_of_80211b(rate):
    expected = 1e6 / (
        analytic.access(3, **SLOW_SLOTS) + analytic.acknowledged(rate, OCTETS + analytic.FCS_OCTETS)
    )
    measured = frames(run((rate.name, OCTETS, 1, 0), options=slow_slots()))
    assert measured == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize(
    "rate, octets, microseconds",
    [
        # 192 + 14 * 8, and the same once more at 2 Mb/s, with 96 us of short preamble
        (Rate(1), 14, 304),
        (Rate(1, short=True), 14, 304),
        (Rate(2), 14, 248),
        (Rate(2, short=True), 14, 152),
        # 1024 octets: 1489.45 us at 5.5 Mb/s and 744.7 at 11, rounded up
        (Rate(5.5), 1024, 192 + 1490),
        (Rate(11), 1024, 192 + 745),
        (Rate(11, short=True), 1024, 96 + 745),
    ],
)
def test_durations_of_80211b_by_hand(rate, octets, microseconds):
    assert analytic.ppdu(rate, octets) == microseconds


def test_a_slow_sender_at_an_access_point_of_80211g():
    """The slots stay short: a station that is limited to 1 Mb/s is one of 802.11g."""
    measured = frames(run((1, OCTETS, 1, 0), options=()))
    expected = 1e6 / (
        analytic.access(3) + analytic.acknowledged(Rate(1), OCTETS + analytic.FCS_OCTETS)
    )
    assert measured == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize(
    "frames_of_session, aggregates",
    [("q", False), ("a", False), ("qa", True), ("qqa", True), ("qad", False), ("qadqa", True)],
)
def test_sessions_that_were_agreed_upon_encrypted(frames_of_session, aggregates):
    """q: request of the sender; a: response; d: DELBA. The air knows them by length only."""
    options = ("--aggregate", "--protected", frames_of_session)
    measured = frames(run(("ht7", OCTETS, 1, 0), options=options))
    plain = frames(run(("ht7", OCTETS, 1, 0), options=("--aggregate",)))
    assert measured == pytest.approx(plain, rel=0.01) if aggregates else measured < plain / 1.8


def test_without_a_session_nothing_is_aggregated():
    single = frames(run(("ht7", OCTETS, 1, 0), options=()))
    many = frames(run(("ht7", OCTETS, 1, 0), options=("--aggregate",)))
    assert many > 1.8 * single


@pytest.mark.parametrize("stations", [2, 3, 5, 10, 15, 20])
def test_saturated_stations_follow_bianchi(stations):
    result = run(*around([54] * stations), seconds=40)
    expected, collisions = analytic.saturation(stations, Rate(54), OCTETS + analytic.FCS_OCTETS)
    assert frames(result) == pytest.approx(expected, rel=WITHIN)
    lost = 1 - frames_of("acked", result) / frames_of("tries", result)
    assert lost == pytest.approx(collisions, rel=0.1)


@pytest.mark.parametrize("rate", [Rate(5.5), Rate(11)], ids=lambda rate: rate.name)
@pytest.mark.parametrize("stations", [2, 5, 20])
def test_saturated_stations_of_80211b_follow_bianchi(stations, rate):
    options = slow_slots("--aifsn", "2")
    result = run(*around([rate.name] * stations), seconds=200, options=options)
    expected, _ = analytic.saturation(stations, rate, OCTETS + analytic.FCS_OCTETS, **SLOW_SLOTS)
    assert frames(result) == pytest.approx(expected, rel=WITHIN)


def test_equal_stations_share_equally():
    shares = [sender["frames_per_s"] for sender in run(*around([54] * 5), seconds=60)]
    assert max(shares) / min(shares) < 1.05


def test_other_stations_wait_for_an_acknowledgement_at_1_mbps():
    """After a collision at 11 Mb/s, EIFS is longer than the frames of 104 octets."""
    options = slow_slots("--aifsn", "2")
    result = run(*around([11] * 20, octets=100), seconds=60, options=options)
    expected, _ = analytic.saturation(20, Rate(11), 100 + analytic.FCS_OCTETS, **SLOW_SLOTS)
    assert frames(result) == pytest.approx(expected, rel=WITHIN)


def test_1_mbps_survives_collisions():
    """The spreading of DSSS at 1 Mb/s is worth 10 dB. Of two frames as strong as each other, the
    receiver decodes the one whose preamble it follows."""
    slow = run(*around([1, 1]), seconds=200, options=slow_slots("--aifsn", "2"))
    fast = run(*around([11, 11]), seconds=200, options=slow_slots("--aifsn", "2"))
    lost = [1 - frames_of("acked", result) / frames_of("tries", result) for result in (slow, fast)]
    # Of both senders, one is lost. At 11 Mb/s both are.
    assert lost[0] == pytest.approx(lost[1] / 2, rel=0.2)


def test_the_slow_station_slows_the_fast_one_down():
    """The 802.11 anomaly: both send the same number of frames, so the slow one takes most
    of the time."""
    fast, slow = run(*around([54, 6]), seconds=60)
    assert fast["frames_per_s"] == pytest.approx(slow["frames_per_s"], rel=WITHIN)
    expected = analytic.anomaly([Rate(54), Rate(6)], OCTETS + analytic.FCS_OCTETS)
    assert fast["frames_per_s"] == pytest.approx(expected, rel=WITHIN)
    assert slow["airtime"] > 7 * fast["airtime"]


def test_one_station_at_1_mbps_takes_the_air():
    """A frame of 1,538 octets lasts 12,496 us at 1 Mb/s and 254 at 54 Mb/s. The slow station
    wins collisions, so it sends more frames too."""
    fast, slow = run(*around([54, 1]), seconds=200)
    assert slow["airtime"] > 12496 / 254 * fast["airtime"]
    assert slow["airtime"] > 0.9


def test_air_of_a_radio_has_its_frames_and_their_acknowledgements():
    octets = OCTETS + analytic.FCS_OCTETS
    (sender,) = run((54, OCTETS, 1, 0))
    assert sender["acked"] > 100
    assert sender["air"] * 20e6 == pytest.approx(
        sender["acked"] * analytic.acknowledged(Rate(54), octets), rel=0.01
    )
    (lone,) = run((54, OCTETS, 1, 0), options=("--nobody",))
    assert lone["air"] * 20e6 == pytest.approx(
        lone["tries"] * analytic.ppdu(Rate(54), octets), rel=0.01
    )


def test_one_seed_gives_one_result():
    senders = around([54, 24, 6])
    assert run(*senders, seed=7) == run(*senders, seed=7)
    assert run(*senders, seed=7) != run(*senders, seed=8)


@pytest.mark.parametrize(
    "senders, options",
    [
        (around([54, 24, 6, 54]), ()),
        (around([6, 54, 12]), ("--hidden", "--rts")),
        (around(["ht7", "ht0", "ht3"]), ("--aggregate",)),
        (around([54, 6]), ("--loss", "82", "--rts")),
        (around([54]), ("--nobody",)),
        (around([1, "11s", 54]), ("--loss", "62", "--slot", "20", "--cw-min", "31")),
    ],
    ids=["contention", "hidden", "aggregation", "loss", "nobody", "dsss"],
)
def test_air_wake_gives_the_results_of_air_next(senders, options):
    """The daemon does not wake up for contention and gaps. Senders here submit a new frame
    as soon as one has left, so a late wake-up would change the results."""
    assert run(*senders, options=options, seconds=5) == run(
        *senders, options=(*options, "--every"), seconds=5
    )


def test_hidden_stations_collide_and_rts_helps():
    senders = around([6, 6])
    heard = frames(run(*senders))
    hidden = frames(run(*senders, options=("--aifsn", "2", "--hidden")))
    protected = frames(run(*senders, options=("--aifsn", "2", "--hidden", "--rts")))
    assert hidden < 0.6 * heard
    assert protected > 0.8 * heard


def test_channels_do_not_hear_each_other():
    alone = frames(run((54, OCTETS, 1, 0)))
    both = run((54, OCTETS, 1, 0, 2412), (54, OCTETS, 0, 1, 2462))
    for sender in both:
        assert sender["frames_per_s"] == pytest.approx(alone, rel=0.01)
        assert sender["tries"] - sender["acked"] <= 1


def test_nobody_acknowledges_for_an_address_that_nobody_holds():
    (sender,) = run((54, OCTETS, 1, 0), seconds=2, options=("--nobody",))
    assert sender["acked"] == 0 and sender["failed"] > 100
    assert sender["tries"] == pytest.approx(7 * sender["failed"], abs=7)


@pytest.mark.parametrize("rate", [Rate(54), Rate(11), Rate(11, short=True)], ids=lambda r: r.name)
def test_a_sender_waits_for_the_header_of_an_acknowledgement(rate):
    """Without an acknowledgement, a try lasts until the sender stops to wait for one. The window
    is doubled for each of the seven tries."""
    octets = 100
    windows = [min(2**n - 1, analytic.CW_MAX) for n in range(4, 11)]
    wait = sum(analytic.access(3, cw_min=window) for window in windows) / len(windows)
    busy = analytic.ppdu(rate, octets + analytic.FCS_OCTETS)
    expected = 1e6 / (wait + busy + analytic.sifs(2.4) + analytic.timeout(rate))
    (sender,) = run((rate.name, octets, 1, 0), seconds=100, options=("--nobody",))
    assert sender["tries"] / 100 == pytest.approx(expected, rel=0.02)


def test_a_much_nearer_station_is_captured():
    """Two hidden senders, one of them 20 dB stronger."""
    near, far = run((54, OCTETS, 1, 0), (54, OCTETS, 10, 0), options=("--aifsn", "2", "--hidden"))
    assert near["acked"] > 0.95 * near["tries"]
    assert far["acked"] < 0.2 * far["tries"]


@pytest.mark.parametrize("rate", [1, 2, 5.5, 11, 6, 24, 54, "ht0", "ht7"])
def test_loss_follows_the_signal(rate):
    """Loss grows from 0 to 1 within few dB, and never falls with less signal."""
    losses = []
    for extra in range(30, 75, 3):
        (sender,) = run((rate, OCTETS, 1, 0), seconds=2, options=("--loss", str(extra)))
        losses.append(1 - sender["acked"] / sender["tries"] if sender["tries"] else 1)
    assert losses[0] < 0.01
    assert losses[-1] == 1
    assert all(b >= a - 0.05 for a, b in zip(losses, losses[1:]))
    assert sum(0.1 < loss < 0.9 for loss in losses) <= 2


def signal_for(mbps, octets, lost, noise):
    """Returns the signal in dBm at which a share of the frames is lost."""
    for tenth in range(200, 750, 5):
        (sender,) = run(
            (mbps, octets, 1, 0),
            seconds=2 if mbps in analytic.DSSS_MBPS else 0.5,
            options=("--loss", str(tenth / 10), "--mhz", "2437", "--noise", str(noise)),
        )
        if sender["acked"] < (1 - lost) * sender["tries"]:
            return 20 - 40.2 - tenth / 10
    raise AssertionError(f"{mbps} Mb/s: no loss")


def test_faster_rates_need_more_signal():
    """The signal in dBm at which 10 % of the frames are lost, by rate. It is within 4 dB of
    the standard's minimum sensitivity (17.3.10.2) less 9 dB. The standard allows 15 dB for
    noise figure and implementation, and the model has 6 dB of them."""
    minimum = {6: -82, 9: -81, 12: -79, 18: -77, 24: -74, 36: -70, 48: -66, 54: -65}
    for mbps, sensitivity in minimum.items():
        signal = signal_for(mbps, 1004, 0.1, -95)
        assert signal == pytest.approx(sensitivity - 9, abs=4), mbps


def test_signal_for_80211b():
    """The ratio of signal to noise in dB at which 8 % of frames of 1,024 octets are lost.

    1 - (1 - b)^8192 = 0.08 holds for a bit error rate b of 1.02e-5. A chip has 11/20 of the noise
    in 20 MHz: 2.6 dB less.

        1 Mb/s     b = exp(-11 c)/2: c = 0.983, -0.1 dB a chip
        2 Mb/s     DQPSK needs 2.3 dB more a bit than QPSK, whose 9.6 dB are 2.2 dB a chip
        5.5 Mb/s   b = 14 * 8/15 Q(sqrt(8 c)): Q = 1.37e-6, 4.69 sigma, 4.4 dB a chip
        11 Mb/s    b = 24 * 128/255 Q(sqrt(4 c)): Q = 8.5e-7, 4.79 sigma, 7.6 dB a chip
    """
    noise = -75  # the radios notice no signal below -92 dBm
    for mbps, chip in {1: -0.1, 2: 4.5, 5.5: 4.4, 11: 7.6}.items():
        ratio = signal_for(mbps, 1020, 0.08, noise) - noise
        assert ratio == pytest.approx(chip - 2.6, abs=0.6), mbps


def with_power(dbm, *options):
    """Returns the frames per second at MCS 7 and the radio's 20 dBm, of frames with a power of their
    own; two values with a comma alternate."""
    power = () if dbm is None else ("--power", dbm)
    return frames(run(("ht7", OCTETS, 1, 0), seconds=2, options=(*options, *power)))


def test_a_frame_has_its_own_power_but_at_most_the_radios():
    far = ("--loss", "40")  # -60 dBm with the radio's power
    ordinary = with_power(None, *far)
    assert ordinary > 0
    assert with_power("20", *far) == with_power("40", *far) == ordinary
    # -100 dBm is not noticed.
    assert with_power("-20", *far) == 0
    assert with_power("-20") > 0


def test_frames_of_different_power_share_no_aggregate():
    ordinary = with_power(None, "--aggregate")
    assert with_power("10", "--aggregate") == ordinary
    # Frames alone have 52 % of the rate.
    assert with_power("10,20", "--aggregate") < 0.6 * ordinary
