# SPDX-License-Identifier: Apache-2.0
"""Estimates the quality of a telephone call by the E-model (ITU-T G.107). Does no I/O.

The impairment by delay is the usual approximation of G.107's (R. Cole and J. Rosenbluth, "Voice
over IP Performance Monitoring", 2001). The codec is G.711 without concealment of losses (G.113:
Ie 0, Bpl 4.3), and losses are random. The receiver plays each datagram after a fixed delay from
its sending. It has the best delay for this call, and a datagram that comes later is lost."""
import math

BEST = 93.2
"""The rating with all defaults of G.107."""
ROBUSTNESS = 4.3
"""Bpl of the codec."""
KNEE_MS = 177.3


def rating(delay_ms, loss):
    """Returns the rating R of a call. delay_ms: from mouth to ear; loss: share of datagrams."""
    by_delay = 0.024 * delay_ms + 0.11 * max(0.0, delay_ms - KNEE_MS)
    by_loss = 95 * 100 * loss / (100 * loss + ROBUSTNESS)
    return BEST - by_delay - by_loss


def opinion(value):
    """Returns the mean opinion score of a rating, from 1 to 4.5 (G.107, annex B)."""
    if value <= 0:
        return 1.0
    if value >= 100:
        return 4.5
    return max(1.0, 1 + 0.035 * value + value * (value - 60) * (100 - value) * 7e-6)


def score(stream):
    """Returns the mean opinion score of one way of a call. stream: ``arrivals``: [number, time,
    delay in ms] with duplicates, and the number ``sent``."""
    first = {}
    for number, _, delay in stream["arrivals"]:
        first[number] = min(delay, first.get(number, math.inf))
    delays = sorted(first.values())
    best = 1.0
    for place, delay in enumerate(delays, 1):
        best = max(best, opinion(rating(delay, 1 - place / stream["sent"])))
    return best
