# SPDX-License-Identifier: Apache-2.0
"""Tests the quality of calls and the page loads of ``lab run airtime``. No lab runs."""
import socket
import threading

import pytest
from cloudmac_testbed.airtime import speech
from cloudmac_testbed.guest import pages, shell


def stream(*delays, lost=0):
    """Returns one way of a call with these delays in ms."""
    arrivals = [[number, number * 0.02, ms] for number, ms in enumerate(delays)]
    return {"arrivals": arrivals, "sent": len(delays) + lost}


@pytest.mark.parametrize(
    "value, score", [(93.2, 4.41), (90, 4.34), (80, 4.03), (70, 3.60), (60, 3.10), (50, 2.58)]
)
def test_scores_of_ratings(value, score):
    """Annex B of G.107 has this table."""
    assert speech.opinion(value) == pytest.approx(score, abs=0.01)


def test_scores_have_limits():
    assert speech.opinion(-5) == speech.opinion(3) == 1.0
    assert speech.opinion(120) == 4.5


def test_delay_and_loss_impair():
    assert speech.rating(100, 0) == pytest.approx(93.2 - 2.4)
    # Above 177.3 ms each ms costs 0.134.
    assert speech.rating(277.3, 0) == pytest.approx(93.2 - 0.024 * 277.3 - 11)
    # 4.3 % of loss cost half of 95.
    assert speech.rating(0, 0.043) == pytest.approx(93.2 - 47.5)


def test_a_perfect_call():
    assert speech.score(stream(*[5.0] * 100)) == pytest.approx(4.41, abs=0.01)


def test_silence_has_the_lowest_score():
    assert speech.score(stream(lost=10)) == 1.0


def test_a_late_datagram_is_lost_if_it_is_not_worth_the_wait():
    """To wait 3 s for one of 100 would cost more than its loss."""
    late = speech.score(stream(*[5.0] * 99, 3000.0))
    assert late == pytest.approx(speech.score(stream(*[5.0] * 99, lost=1)))
    # But all are played after 20 ms rather than to lose one in ten.
    mixed = speech.score(stream(*[5.0] * 90, *[20.0] * 10))
    assert mixed == pytest.approx(speech.score(stream(*[20.0] * 100)))


def test_duplicates_count_once():
    twice = {"arrivals": [[0, 0.0, 30.0], [0, 0.1, 5.0]], "sent": 1}
    assert speech.score(twice) == speech.score(stream(5.0))


def test_sizes_of_answers():
    assert pages.sizes(56_000, 3) == [18667, 18667, 18666]
    assert sum(pages.sizes(3_000_000, 110)) == 3_000_000


@pytest.fixture(name="port")
def _port():
    """A server of pages on loopback."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    threading.Thread(target=pages.serve, args=("127.0.0.1", port), daemon=True).start()
    return port


def test_pages_are_loaded_again_and_again(port):
    """The page is small, so that one is complete at the end on a busy machine too."""
    found = pages.load("127.0.0.1", port, 30_000, 11, 0.5)
    assert len(found) >= 1 and all(0 < ms < 500 for ms in found)


def test_an_incomplete_page(port):
    """A load that the end cuts off counts only if there is no other."""
    assert pages.load("127.0.0.1", port, 2_000_000_000, 3, 0.1) == [None]


def test_a_program_that_ended_too_early_is_an_error(port):
    """The port is in use already."""
    loads = pages.Loads((None, "127.0.0.1"), (None, "127.0.0.1"), 1000, 3, 0.1, port)
    with pytest.raises(shell.CommandFailed, match="(?s)server: exit 1: .*in use"):
        loads.result()
