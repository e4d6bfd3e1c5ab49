# SPDX-License-Identifier: Apache-2.0
"""Connections over which numbered lines go (guest/talking.py)."""
import socket
import threading
import time

from cloudmac_testbed.guest import talking
from cloudmac_testbed.nfv import connections


def answer_lines(sock, count=None):
    """Answers the lines of a socket, or the first ones, and closes it."""
    with sock, sock.makefile() as lines:
        for number, line in enumerate(lines, 1):
            sock.sendall(f"{line.strip()} 192.0.2.1 7\n".encode())
            if number == count:
                return


def test_a_talk_notes_answers_and_its_end():
    one, other = socket.socketpair()
    found = talking._Talk(one, 0.001)
    answering = threading.Thread(target=answer_lines, args=(other,))
    answering.start()
    assert found.answered.wait(10)
    told = found.end()
    answering.join(10)
    assert told["answered"] == told["sent"] > 0 and not told["broken"]
    assert told["seen_as"] == ["192.0.2.1"] and connections.goes_on(told)


def test_a_talk_whose_other_end_closes_does_not_go_on():
    one, other = socket.socketpair()
    found = talking._Talk(one, 0.001)
    answer_lines(other, 10)
    # One line more cannot be answered, or not even be sent.
    deadline = time.monotonic() + 10
    while found.sent <= 10 and not found.broken and time.monotonic() < deadline:
        time.sleep(0.001)
    told = found.end()
    assert told["answered"] <= 10 and not connections.goes_on(told)
