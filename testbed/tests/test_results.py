# SPDX-License-Identifier: Apache-2.0
"""Tests the origin that each result file records. No lab runs."""
import json
import subprocess

import pytest
from cloudmac_testbed import results


def git(top, *words):
    who = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org")
    command = ["git", "-C", str(top), *who, *words]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


@pytest.fixture(name="tree")
def _tree(tmp_path):
    """A checkout with one commit."""
    git(tmp_path, "init", "-q")
    (tmp_path / "source").write_text("one\n", encoding="utf-8")
    git(tmp_path, "add", "source")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def test_commit_of_a_clean_tree(tree):
    (tree / "untracked").write_text("result\n", encoding="utf-8")
    assert results.commit(tree) == git(tree, "rev-parse", "--short=12", "HEAD")


def test_commit_of_a_dirty_tree_has_a_plus(tree):
    (tree / "source").write_text("two\n", encoding="utf-8")
    assert results.commit(tree) == git(tree, "rev-parse", "--short=12", "HEAD") + "+"


def test_commit_is_not_a_tag(tree):
    git(tree, "tag", "-a", "v1", "-m", "version")
    assert results.commit(tree) == git(tree, "rev-parse", "--short=12", "HEAD")


def test_commit_outside_of_a_checkout(tmp_path):
    assert results.commit(tmp_path) == results.UNKNOWN


def test_commit_without_git(tree, monkeypatch):
    monkeypatch.setenv("PATH", str(tree))
    assert results.commit(tree) == results.UNKNOWN


def test_machine_names_no_host():
    found = results.machine()
    assert set(found) == {"processors", "model", "memory_mb", "kernel"}
    assert found["processors"] > 0 and found["memory_mb"] > 0


def test_machine_without_a_model_name(tmp_path, monkeypatch):
    """Processors other than x86 name no model."""
    info = tmp_path / "cpuinfo"
    info.write_text("processor\t: 0\nBogoMIPS\t: 50.00\n", encoding="utf-8")
    monkeypatch.setattr(results, "CPU_INFO", info)
    assert results.machine()["model"] == results.platform.machine()


def test_origin_has_all_four():
    found = results.origin("./cloudmac lab run doubling", 7)
    assert list(found) == ["commit", "command", "seed", "machine"]
    assert (found["command"], found["seed"]) == ("./cloudmac lab run doubling", 7)
    assert json.loads(json.dumps(found)) == found
