# SPDX-License-Identifier: Apache-2.0
"""Sections and pages that are shown only if their experiment is measured.

The folder sections/ has their text. A section is a generated part of its page; {{NAME}} in its
text stands for the generated part NAME. A page is made in docs/results as soon as its result file
exists, and its commented line in the nav becomes active."""
import pathlib
import re

FOLDER = pathlib.Path(__file__).with_name("sections")
SECTIONS = {
    "air section-distances": ("air", "distances"),
    "air section-backhaul": ("air", "backhaul"),
    "split section": ("split", "virtual"),
    "ovs section": ("ovs", "types"),
}
"""Part -> result file and the member that must not be empty."""
PAGES = ("handover", "ovsdb")
"""Pages, each of the result file with its name."""
PLACE = re.compile(r"\{\{(.+?)\}\}")
NAVIGATION = "mkdocs.yml"


def show(name, measured, known):
    """Returns the Markdown of a section; an empty text if it is not measured. known: part ->
    function of Measured."""
    file, member = SECTIONS[name]
    if not (measured.get(file) or {}).get(member):
        return ""
    text = (FOLDER / f"{name.replace(' ', '-')}.md.in").read_text(encoding="utf-8")
    made = PLACE.sub(lambda place: known[place[1]](measured).strip("\n"), text)
    return re.sub(r"\n{3,}", "\n\n", made)


def missing(measured):
    """Returns the paths of pages that are measured and do not exist."""
    return [path for name, path in _paths(measured) if measured.get(name) and not path.exists()]


def _paths(measured):
    return [(name, measured.top / f"docs/results/{name}.md") for name in PAGES]


def create(measured, renewed):
    """Creates the pages that are missing. renewed: function of a page's text that fills in its
    parts. Returns the paths."""
    made = missing(measured)
    for path in made:
        text = (FOLDER / f"page-{path.name}.in").read_text(encoding="utf-8")
        path.write_text(renewed(text), encoding="utf-8")
        _list(measured.top / NAVIGATION, path.name)
    return made


def _list(navigation, name):
    """Makes the commented line of a page in the nav active."""
    if navigation.exists():
        text = navigation.read_text(encoding="utf-8")
        line = re.compile(rf"^( *)# (- .*: results/{re.escape(name)})$", re.MULTILINE)
        navigation.write_text(line.sub(r"\1\2", text), encoding="utf-8")
