# SPDX-License-Identifier: Apache-2.0
"""Tests that the folders of measurements that run are left alone, and others removed. No lab runs."""
import fcntl
import os

import pytest
from cloudmac_testbed import virtual

DEAD = 2**22 + 1
"""Larger than any process id."""


@pytest.fixture(autouse=True)
def _runtime(tmp_path, monkeypatch):
    monkeypatch.setattr(virtual, "RUNTIME", tmp_path)
    monkeypatch.setattr(virtual, "RUNS", tmp_path / "runs")


def test_a_measurement_keeps_its_folder_while_others_begin_and_end():
    with virtual.scratch() as first:
        with virtual.scratch() as second:
            assert first != second and first.exists()
        assert first.exists() and not second.exists()
    assert not first.exists()


def test_a_running_owner_counts_whatever_process_id_it_has(tmp_path):
    """In a container, or in a process id namespace, its id is another one here."""
    folder = tmp_path / "runs" / f"{DEAD}-of-a-container"
    folder.mkdir(parents=True)
    owner = os.open(folder, os.O_RDONLY)
    fcntl.flock(owner, fcntl.LOCK_EX)
    with virtual.scratch():
        assert folder.exists()
    os.close(owner)
    with virtual.scratch():
        assert not folder.exists()


def test_a_folder_whose_owner_was_killed_is_removed_also_if_its_id_is_in_use_again(tmp_path):
    folder = tmp_path / "runs" / f"{os.getpid()}-of-another"
    (folder / "exchange").mkdir(parents=True)
    with virtual.scratch():
        assert not folder.exists()
