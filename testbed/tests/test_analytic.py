# SPDX-License-Identifier: Apache-2.0
"""Compares the model of shared airtime with values computed by hand. No lab runs.

Datagrams of 1,472 octets are frames of 1,538 octets, in an A-MPDU 1,544."""
import pytest
from cloudmac_testbed import analytic
from cloudmac_testbed.analytic import Rate, Sharer

FAST = Sharer(Rate(15, ht=True), 21)
"""A-MPDUs of 2 ms: 32,424 octets are 499 symbols of 520 bits, with 46 us around them."""
FAST_US = 499 * 4 + 46
SLOW = Sharer(Rate(0, ht=True), 1)
"""One frame: 476 symbols of 26 bits, with 42 us around them."""
SLOW_US = 476 * 4 + 42
ACCESS_US = 10 + 27 + 67.5
"""SIFS, AIFS of three slots, and the mean backoff."""


def test_rate_of_two_streams():
    """MCS 15 has 130 Mb/s in 20 MHz and one training field more than MCS 7."""
    rate = Rate(15, ht=True)
    assert (rate.streams, rate.mbps, rate.preamble) == (2, 130, 40)
    assert rate.response() == Rate(24)
    assert (Rate(7, ht=True).mbps, Rate(0, ht=True).mbps) == (65, 6.5)


def test_goodput_alone():
    """SIFS and block acknowledgements of 32 octets: 38 us at 24 Mb/s, 74 us at 6 Mb/s."""
    fast = 21 * 1472 * 8 / (ACCESS_US + FAST_US + 10 + 38)
    slow = 1472 * 8 / (ACCESS_US + SLOW_US + 10 + 74)
    assert FAST.base_mbps() == pytest.approx(fast) == pytest.approx(112.69, abs=0.01)
    assert SLOW.base_mbps() == pytest.approx(slow) == pytest.approx(5.517, abs=0.001)


def test_shares_of_the_airtime():
    both = [FAST, FAST, SLOW]
    assert analytic.airtime_shares(both, fair=True) == [1 / 3] * 3
    total = 2 * FAST_US + SLOW_US
    expected = [FAST_US / total, FAST_US / total, SLOW_US / total]
    assert analytic.airtime_shares(both, fair=False) == pytest.approx(expected)
    assert analytic.airtime_shares([SLOW], fair=False) == [1]


def test_short_aggregates_give_the_slow_station_the_air():
    """Without fairness, two frames at 130 Mb/s last 192 us and 2 frames at 6.5 Mb/s 3,844 us."""
    fast, slow = Sharer(Rate(15, ht=True), 2), Sharer(Rate(0, ht=True), 2)
    shares = analytic.airtime_shares([fast, slow], fair=False)
    assert shares == pytest.approx([238 / 4084, 3846 / 4084])
    assert analytic.shared_mbps([fast, slow], fair=False) == pytest.approx(
        [share * each.base_mbps() for share, each in zip(shares, [fast, slow])]
    )


def test_two_fast_stations_and_a_slow_one():
    """Two stations at MCS 15 with aggregates of 21 frames, and one at MCS 0 with single frames.
    With airtime fairness each has a third of its goodput alone. If all get as many frames, the
    total is the harmonic mean of the three goodputs."""
    sharers = [FAST, FAST, SLOW]
    fair = analytic.shared_mbps(sharers, fair=True)
    assert fair == pytest.approx([112.69 / 3, 112.69 / 3, 5.517 / 3], abs=0.01)
    assert sum(fair) == pytest.approx((2 * 112.69 + 5.517) / 3, abs=0.01)
    equal = analytic.frame_fair_mbps(sharers)
    assert sum(equal) == pytest.approx(3 / (2 / 112.69 + 1 / 5.517), abs=0.01)
    assert len(set(equal)) == 1


def test_station_at_1_mbps():
    """A frame of 1,538 octets lasts 192 + 12,304 us. Airtime fairness halves its goodput."""
    slow = Sharer(Rate(1), 1)
    assert slow.data_time() == 192 + 12304
    alone = 1472 * 8 / (ACCESS_US + 192 + 12304 + 10 + 304)
    assert analytic.shared_mbps([FAST, slow], fair=True)[1] == pytest.approx(alone / 2)
