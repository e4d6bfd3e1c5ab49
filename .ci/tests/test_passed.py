# SPDX-License-Identifier: Apache-2.0
"""Tests that a check leaves out a stage only if nothing that concerns it has changed."""
import dataclasses
import datetime
import subprocess

import pytest
from cloudmac_check import main, passed, stages
from cloudmac_check.passed import Passed, builds, files, fingerprint
from cloudmac_check.stages import Stage

STAGE = Stage("pki", "a test", "pki", (("true",),), paths=("pki/",))
TREE = {"pki/one": "- 1", "sdk/one": "- 1", "debian-packages": "- 1"}
SCRIPT = "build_ovs() { make; }\nbuild_wtp_agent() {\n\tlogged make\n}\nother() {\n\tfalse\n}\n"


def key(
    stage=STAGE, tree=None, steps=(("true",),), machine="6.1 a", environment=None, script=SCRIPT
):
    tree = {**TREE, **(tree or {})}
    return fingerprint(stage, steps, tree, machine, environment or {}, script)


@pytest.mark.parametrize(
    "change",
    [
        {"tree": {"pki/one": "- 2"}},
        {"tree": {"pki/one": "x 1"}},
        {"tree": {"pki/two": "- 1"}},
        {"tree": {"debian-packages": "- 2"}},
        {"steps": (("false",),)},
        {"machine": "6.1 b"},
        {"environment": {"CLOUDMAC_FULL": "1"}},
        {"stage": dataclasses.replace(STAGE, parts=("ovs",))},
    ],
)
def test_what_concerns_a_stage_changes_its_fingerprint(change):
    assert key() == key()
    assert key(**change) != key()


def test_how_parts_are_built():
    parts = builds(SCRIPT, ("wtp-agent", "ovs"))
    assert parts == {
        "wtp-agent": "build_wtp_agent() {\n\tlogged make\n}",
        "ovs": "build_ovs() { make; }",
    }
    known = (main.TOP / "cloudmac").read_text(encoding="utf-8")
    assert all(text.strip() for text in builds(known, stages.PARTS).values())
    built = dataclasses.replace(STAGE, parts=("ovs",))
    assert key(built) != key(built, script=SCRIPT.replace("make;", "make all;"))
    assert key(built) == key(built, script=SCRIPT.replace("false", "true"))


def test_what_does_not_concern_a_stage_leaves_its_fingerprint():
    assert key(tree={"sdk/one": "- 2", "cloudmac-api/pom.xml": "- 1"}) == key()


def is_(key_now):
    """A stage that always has this fingerprint."""
    return lambda date: key_now


LOG = """\
2026-01-10 11:59:59 install early:amd64 <none> 1
2026-01-10 12:00:00 install late:amd64 <none> 1:2
2026-01-10 12:00:00 upgrade late:amd64 1:2 1:3
2026-01-10 12:00:01 install again:amd64 0.9 1
2026-01-10 12:00:01 status installed late:amd64 1:2
"""


def test_packages_that_have_come_since_do_not_count():
    now = datetime.datetime(2026, 1, 10, 12, 0)
    assert passed.added(LOG, now) == {"late"}
    before, after = ["early 1\n", "again 1\n"], ["early 1\n", "late 1:3\n", "again 1\n"]
    assert passed.packages(after, {"late"}) == passed.packages(before) != passed.packages(after)
    assert passed.packages(["early 2\n", *after[1:]], {"late"}) != passed.packages(before)


def test_a_pass_is_compared_with_the_machine_of_its_time(tmp_path):
    now = datetime.datetime(2026, 1, 10, 12, 0)
    known = Passed(tmp_path, lambda: now)
    known.add("pki", "a", "1234")
    now += datetime.timedelta(hours=1)
    known.add("pki", "b", "5678")
    asked = []
    assert known.find("pki", lambda date: asked.append(date) or "a")["commit"] == "1234"
    assert asked == [now, now - datetime.timedelta(hours=1)]


def test_a_pass_counts_for_some_days(tmp_path):
    now = datetime.datetime(2026, 1, 10, 12, 0)
    known = Passed(tmp_path / "passed", lambda: now)
    assert known.find("pki", is_("a")) is None
    known.add("pki", "a", "1234")
    assert known.find("pki", is_("a")) == {"date": "2026-01-10 12:00", "commit": "1234"}
    assert known.find("pki", is_("b")) is None and known.find("sdk", is_("a")) is None
    now += datetime.timedelta(days=passed.DAYS)
    assert known.find("pki", is_("a"))
    now += datetime.timedelta(minutes=1)
    assert known.find("pki", is_("a")) is None


def test_old_passes_go_and_a_broken_file_is_none(tmp_path):
    known = Passed(tmp_path)
    for number in range(passed.KEPT_PASSES + 1):
        known.add("pki", str(number), "1234")
    assert known.find("pki", is_("0")) is None and known.find("pki", is_("1"))
    (tmp_path / "pki.json").write_text("{")
    assert known.find("pki", is_("1")) is None


@pytest.fixture(name="checked")
def _checked(tmp_path, monkeypatch):
    """A tree with the only stages "pki" and "sdk". Returns its folder and a function that runs the
    check with arguments and returns its output."""
    tree = tmp_path / "tree"
    (tmp_path / "tree").mkdir()
    (tree / "cloudmac").write_text("")
    for folder in ("pki", "sdk"):
        (tree / folder).mkdir(parents=True)
        (tree / folder / "one").write_text("1")
    for words in (["init", "-q"], ["add", "."]):
        subprocess.run(["git", *words], cwd=tree, check=True)
    count = (("sh", "-c", "echo run >>../../ran; [ ! -e ../fails ]"),)
    chosen = [Stage(name, "a test", name, count, paths=(f"{name}/",)) for name in ("pki", "sdk")]
    monkeypatch.setattr(main, "TOP", tree)
    monkeypatch.setattr(stages, "STAGES", chosen)
    monkeypatch.setenv("CLOUDMAC_CACHE", str(tmp_path / "cache"))
    ran = tmp_path / "ran"

    def check(*arguments):
        ran.write_text("")
        status = main.main(list(arguments))
        return status, len(ran.read_text().split())

    return tree, check


def test_a_check_runs_only_stages_that_have_not_passed_as_they_are(checked, capsys):
    tree, check = checked
    assert check() == (0, 2)
    assert check() == (0, 0)
    assert "left out: sdk: passed with the same files on " in capsys.readouterr().out
    assert check("--again") == (0, 2)
    assert check("pki") == (0, 1)
    (tree / "sdk" / "two").touch()
    assert check() == (0, 1)
    (tree / "sdk" / "two").unlink()
    assert check() == (0, 0)
    assert check("--only-check") == (0, 0)


def test_a_failed_stage_runs_again(checked):
    tree, check = checked
    (tree / "fails").touch()
    assert check() == (1, 2)
    (tree / "fails").unlink()
    assert check() == (0, 2)


def test_a_pass_with_files_that_change_meanwhile_does_not_count(checked, monkeypatch):
    tree, check = checked
    real = passed.files

    def changing(top):
        found = real(top)
        (tree / "pki" / "late").touch()
        return found

    monkeypatch.setattr(passed, "files", changing)
    assert check() == (0, 2)
    monkeypatch.setattr(passed, "files", real)
    assert check() == (0, 1)


def test_without_git_all_stages_run(checked):
    tree, check = checked
    assert check() == (0, 2)
    subprocess.run(["rm", "-r", str(tree / ".git")], check=True)
    assert check() == (0, 2)


def test_the_content_of_all_files_counts(tmp_path):
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("built\n")
    (tmp_path / "built").touch()
    (tmp_path / "new ü").touch()
    (tmp_path / "link").symlink_to("nowhere")
    found = files(tmp_path)
    assert set(found) == {".gitignore", "new ü", "link"}
    (tmp_path / "new ü").chmod(0o755)
    (tmp_path / "link").unlink()
    (tmp_path / "link").symlink_to("elsewhere")
    changed = files(tmp_path)
    assert {name for name in found if found[name] != changed[name]} == {"new ü", "link"}
