# SPDX-License-Identifier: Apache-2.0
"""The package files themselves, and the functions that choose roots. Boots nothing."""
import subprocess

import pytest
import roots
from conftest import PACKAGES, field

NAMES = {
    *("cloudmac-controller", "cloudmac-wtp", "cloudmac-vapd", "cloudmac-cpp", "cloudmac-pki"),
    *("cloudmac-vap-dkms", "python3-cloudmac"),
}


def test_names_of_dependencies():
    text = "libc6 (>= 2.34), python3:any (>= 3.11), default-jre | openjdk-17-jre, libc6"
    assert roots.dependencies(text) == ("default-jre", "libc6", "python3")
    assert roots.dependencies("") == ()


def test_a_root_has_another_name_when_its_packages_change():
    assert roots.named("base", ("a",)) == roots.named("base", ("a",))
    assert roots.named("base", ("a",)) != roots.named("base", ("a", "b"))


def test_an_unfinished_root_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(roots, "ROOTS", tmp_path)
    folder, older = roots.named("base", ("a",)), roots.named("base", ("b",))
    older.mkdir()
    with pytest.raises(RuntimeError), roots.new(folder):
        raise RuntimeError
    assert not folder.exists()
    with roots.new(folder) as place:
        (place / "file").touch()
    assert (folder / "file").exists() and not older.exists()
    with roots.new(folder) as place:
        assert place is None


def test_all_packages_are_built(debs):
    assert set(debs) == NAMES
    assert len({field(deb, "Version") for deb in debs.values()}) == 1
    pom = (PACKAGES.parent / "pom.xml").read_text(encoding="utf-8")
    version = pom.partition("\n  <version>")[2].partition("<")[0]
    assert field(debs["cloudmac-wtp"], "Version").startswith(f"{version}~dev")


def test_lintian_has_no_errors(debs):
    done = subprocess.run(
        ["lintian", "--allow-root", "--fail-on", "error", "--tag-display-limit", "0"]
        + [str(deb) for deb in debs.values()],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_no_file_is_a_conffile(debs):
    """An upgrade must not ask, and cloudmac-setup edits what would be one."""
    for deb in debs.values():
        listed = subprocess.run(["dpkg-deb", "--info", deb, "conffiles"], capture_output=True)
        assert listed.returncode != 0 or not listed.stdout, deb
