# SPDX-License-Identifier: Apache-2.0
"""Results of pings that send more requests than were asked for, until late replies arrive."""
from cloudmac_testbed.guest import traffic


def result(sent, *answered):
    return {"samples": [[number / 5, number, 1.0] for number in answered], "sent": sent, "lost": 0}


def test_late_last_reply_is_no_loss():
    found = traffic.of_first(result(4, 1, 2, 3), 3)
    assert (found["sent"], found["lost"], len(found["samples"])) == (3, 0, 3)


def test_reply_to_a_later_request_replaces_no_lost_one():
    found = traffic.of_first(result(4, 1, 3, 4), 3)
    assert (found["sent"], found["lost"]) == (3, 1)
    assert [sample[1] for sample in found["samples"]] == [1, 3]


def test_ping_that_ended_early_lost_what_it_sent():
    assert traffic.of_first(result(2, 1), 3)["lost"] == 1
