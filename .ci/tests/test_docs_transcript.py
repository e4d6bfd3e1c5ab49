# SPDX-License-Identifier: Apache-2.0
"""The picture of a terminal keeps the columns of what was recorded."""
from cloudmac_docs import transcript

RECORDED = (
    'Script started on 2026-11-26 [COMMAND="./cloudmac demo" TERM="xterm"]\n'
    "==> building kernel\r\n"
    "\x1b[1m  5 s\x1b[0m  starts\r\n"
    "old progress\r\x1b[Knew\r\n"
    f"{transcript.TOP}/results\r\n"
    "\r\n\r\n"
    "      median    lost\r\n"
    "  a     1.00  0 of 1\r\n"
    'Script done on 2026-11-26 [COMMAND_EXIT_CODE="0"]\n'
)


def test_the_terminal_shows_the_last_state_of_each_line():
    lines = [line.plain for line in transcript.lines_of(RECORDED)]
    assert lines[:5] == ["$ ./cloudmac demo", "  5 s  starts", "new", "results", ""]
    assert lines[5:7] == ["      median    lost", "  a     1.00  0 of 1"]
    assert "bold" in str(transcript.lines_of(RECORDED)[1].spans[0].style)


def test_the_picture_keeps_spaces_and_fetches_nothing():
    drawn = transcript.picture(RECORDED)
    assert "&#160;&#160;a&#160;&#160;&#160;&#160;&#160;1.00&#160;&#160;0&#160;of&#160;1" in drawn
    assert "url(" not in drawn.replace("url(#terminal", "")
    assert "building" not in drawn and "started" not in drawn
