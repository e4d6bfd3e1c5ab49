# SPDX-License-Identifier: Apache-2.0
"""The version is in the top pom.xml. All other files that have to repeat it have the same."""
import pathlib
import re

TOP = pathlib.Path(__file__).resolve().parents[2]
OWN_VERSION = re.compile(r"^  <version>(.*)</version>$", re.M)
"""Of a project itself: its parent and its dependencies are indented more."""
REPEATED = (
    ("daemon/meson.build", r"^  version: '(.*)',$"),
    ("wtp-agent/meson.build", r"^  version: '(.*)',$"),
    ("vapd/meson.build", r"^  version: '(.*)',$"),
    ("packet-node/meson.build", r"^  version: '(.*)',$"),
    ("wtp-agent/openwrt/Makefile.in", r"^PKG_VERSION:=(.*)$"),
    ("vap-driver/dkms.conf", r'^PACKAGE_VERSION="(.*)"$'),
)
"""Files and the line of each that holds the version."""
MENTIONED = re.compile(r"cloudmac-hwsim/([0-9][\w.-]*)|odl-cloudmac-ovsdb/([0-9][^/]*)/")
"""In commands of the documentation."""


def own_version(pom):
    """Returns the version of a pom.xml's own project."""
    return OWN_VERSION.search(pom.read_text(encoding="utf-8"))[1]


def poms():
    """Returns the pom.xml of each module, as the top one lists them."""
    top = (TOP / "pom.xml").read_text(encoding="utf-8")
    return [TOP / module / "pom.xml" for module in re.findall(r"<module>(.*)</module>", top)]


def documents():
    """Returns the pages that show commands."""
    return [*TOP.glob("*/README.md"), *TOP.glob("docs/install/*.md"), *TOP.glob("docs/start/*.md")]


def test_all_files_have_the_version_of_the_top_pom():
    version = own_version(TOP / "pom.xml")
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    found = {str(pom): own_version(pom) for pom in poms()}
    assert len(found) == 13
    for name, line in REPEATED:
        lines = re.findall(line, (TOP / name).read_text(encoding="utf-8"), re.M)
        assert len(lines) == 1, f"{name}: one line holds the version"
        found[name] = lines[0]
    for page in documents():
        for numbers in MENTIONED.findall(page.read_text(encoding="utf-8")):
            found[f"{page} ({''.join(numbers)})"] = "".join(numbers)
    differ = {name: other for name, other in found.items() if other != version}
    assert not differ, f"pom.xml has {version}, and these have another version: {differ}"


def test_the_changelog_begins_with_the_version():
    version = own_version(TOP / "pom.xml")
    first = re.search(r"^## (\S+)", (TOP / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert first[1] == version
