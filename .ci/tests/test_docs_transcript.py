# SPDX-License-Identifier: Apache-2.0
"""Tests the pictures of recorded output."""
from xml.etree import ElementTree

import pytest
from cloudmac_docs import transcript

RECORDED = (
    'Script started on 2026-01-01 00:00:00+00:00 [COMMAND="./cloudmac demo" TERM="xterm"]\n'
    "\x1b[1m==>\x1b[0m starting\r\n"
    "\r\x1b[K    1 s  half\r\r\x1b[K    made in 2 s\r\n"
    "\r\n"
    "a bar  0 %\r\nits part\x1b[2K\x1b[1A\x1b[2K\rgone\r\x1b[K\r\n"
    "\r\n\r\n"
    "    3 s  <ready>   at once\r\n"
    '\nScript done on 2026-01-01 00:00:09+00:00 [COMMAND_EXIT_CODE="0"]\n'
)
SHOWN = "$ ./cloudmac demo\n==> starting\n    made in 2 s\n\n    3 s  <ready>   at once\n"


@pytest.fixture(name="top")
def _top(tmp_path):
    """A tree with one recorded output."""
    (tmp_path / "docs/figures").mkdir(parents=True)
    (tmp_path / "docs/figures/run.txt").write_text(SHOWN, encoding="utf-8")
    return tmp_path


def test_a_recording_becomes_what_the_terminal_shows():
    assert transcript.text_of(RECORDED) == SHOWN


def test_a_picture_has_all_words_at_their_columns(top):
    assert transcript.draw(top) == ["docs/figures/run.svg"]
    drawing = ElementTree.parse(top / "docs/figures/run.svg")
    texts = drawing.findall(".//{http://www.w3.org/2000/svg}text")
    assert [one.text for one in texts] == [
        "$ ./cloudmac demo",
        "==> starting",
        "made in 2 s",
        "3 s",
        "<ready>   at once",
    ]
    left = [(float(one.get("x")) - transcript.MARGIN) / transcript.COLUMN for one in texts]
    assert left == pytest.approx([0, 0, 4, 4, 9], abs=0.1)


def test_a_picture_leaves_out_builds_and_progress():
    text = "$ x\n==> building java\n    java: 9 s\nhtb: measured\n    3 s  up\n"
    shown = transcript.picture("run", text)
    assert "up</text>" in shown and "java" not in shown and "measured" not in shown


def test_a_changed_text_makes_its_picture_out_of_date(top):
    assert transcript.stale(top) == ["docs/figures/run.svg"]
    transcript.draw(top)
    assert transcript.stale(top) == []
    (top / "docs/figures/run.txt").write_text("$ other\n", encoding="utf-8")
    assert transcript.stale(top) == ["docs/figures/run.svg"]
    assert transcript.draw(top) == ["docs/figures/run.svg"]
    assert transcript.draw(top) == []
