# SPDX-License-Identifier: Apache-2.0
"""Fills in the tables and plots of the results' pages from the result files in docs/measured.

    python3 -m cloudmac_docs.results              fill in the pages, draw the plots (in .ci)
    python3 -m cloudmac_docs.results --check      change nothing; fail if a page is out of date
    python3 -m cloudmac_docs.results --take FILE...
                                                  copy result files to docs/measured first"""
import argparse
import io
import json
import pathlib
import re
import shutil
import sys
import tarfile

from .generated import Fault
from .record import air, airtime, benches, hostile, hybrid, lab, paper, plots, sections
from .record import summary, virtual_wifi, why
from .record.files import FIGURES, MORE, TOP, Measured
from .record.origin import EXPERIMENTS, origin

BEGIN = re.compile(r"<!-- generated: results (.+?) -->$")
END = "<!-- end -->"
PARTLY = ("virtual-wifi",)
"""Result files of which a run can measure some parts. The others stay as they are."""
OF_A_RUN = ("command", "commit", "seed", "quick", "machine")
"""Keys of a result file that all its parts share."""
PAGES = ("README.md", "docs")


def parts():
    """Returns "EXPERIMENT PART" -> function of Measured that makes its Markdown."""
    found = {}
    for name, experiment in EXPERIMENTS.items():
        found[f"{name} origin"] = lambda measured, one=experiment: origin(one, measured)
    for name in plots.PLOTS:
        found[f"{name} plot"] = lambda measured, one=name: plots.show(one, measured)
    modules = (
        paper,
        lab,
        air,
        hybrid,
        airtime,
        hostile,
        virtual_wifi,
        benches,
        summary,
        why,
    )
    for module in modules:
        found |= module.PARTS
    for name in sections.SECTIONS:
        found[name] = lambda measured, one=name: sections.show(one, measured, found)
    return found


def part(top, name):
    """Returns the Markdown of one generated part. Raises ValueError for an unknown name."""
    known = parts()
    if name not in known:
        raise ValueError(f"no part {name}; there are: {', '.join(sorted(known))}")
    return known[name](Measured(top))


def _generated(tree, name=""):
    try:
        return part(tree.top, name)
    except ValueError as error:
        raise Fault(str(error)) from None


GENERATORS = {"results": _generated}
"""For the package's generator of pages."""


def renew(text, known, measured):
    """Returns a page's text with its parts made anew. Raises ValueError for a wrong mark."""
    lines, source = [], iter(text.splitlines())
    for line in source:
        lines.append(line)
        begin = BEGIN.match(line)
        if not begin:
            continue
        if begin[1] not in known:
            raise ValueError(f"no part {begin[1]}; there are: {', '.join(sorted(known))}")
        for skipped in source:
            if skipped.strip() == END:
                break
        else:
            raise ValueError(f"the part {begin[1]} has no {END}")
        made = known[begin[1]](measured).strip("\n").split("\n")
        lines += ["", *made, "", END]
    return "\n".join(lines) + "\n"


def pages(top):
    """Returns the paths of all pages that can have such parts."""
    found = [top / name for name in PAGES]
    return [
        page
        for entry in found
        for page in (sorted(entry.glob("**/*.md")) if entry.is_dir() else [entry])
    ]


def generate(top):
    """Returns path -> text of the pages that have such parts, made anew. Changes nothing. Raises
    ValueError for a wrong mark."""
    top = pathlib.Path(top)
    measured, known, made = Measured(top), parts(), {}
    for page in pages(top):
        text = page.read_text(encoding="utf-8")
        if "<!-- generated: results " in text:
            try:
                made[page] = renew(text, known, measured)
            except ValueError as error:
                raise ValueError(f"{page.relative_to(top)}: {error}") from None
    return made


def draw(top):
    """Draws the plots that are out of date, in place, and makes pages that are missing. Returns
    their paths."""
    measured = Measured(top)
    drawn = [f"{FIGURES}/{name}.svg" for name in plots.draw(measured)]
    made = sections.create(measured, lambda text: renew(text, parts(), measured))
    return drawn + [str(path.relative_to(measured.top)) for path in made]


def stale(top):
    """Returns the paths of the plots that are out of date and of pages that are missing. Changes
    nothing."""
    measured = Measured(top)
    made = [str(path.relative_to(measured.top)) for path in sections.missing(measured)]
    return [f"{FIGURES}/{name}.svg" for name in plots.stale(measured)] + made


def check(top):
    """Returns a line for each page and each plot that is out of date."""
    found = [
        f"{page.relative_to(top)}: out of date"
        for page, text in generate(top).items()
        if page.read_text(encoding="utf-8") != text
    ]
    return found + [f"{name}: out of date" for name in stale(top)]


def write(top):
    """Draws the plots, and fills in the pages. Returns the names of what changed."""
    changed = draw(top)
    for page, text in generate(top).items():
        if page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
            changed.append(str(page.relative_to(top)))
    return changed


# --- taking result files -------------------------------------------------------------------


def take(top, path):
    """Copies a result file to docs/measured, with the raw samples of a figure. A file of causes
    becomes one for each figure. A figure's lines of another run (NAME-more.json) are removed:
    the new file has all of them. Of a file in PARTLY the parts stay that the new one lacks. Raises
    OSError; and ValueError for another kind of file, and
    for one without a line that the file in docs/measured has."""
    data = json.loads(path.read_text(encoding="utf-8"))
    folder = Measured(top).folder
    folder.mkdir(parents=True, exist_ok=True)
    if path.stem == "causes":
        for name, causes in data["figures"].items():
            _write(folder / f"causes-{name}.json", data | {"figures": {name: causes}})
        return
    known = {name for one in EXPERIMENTS.values() for name in one.files or (one.name,)}
    if path.stem not in known:
        raise ValueError(f"{path}: no result file of an experiment: {', '.join(sorted(known))}")
    if "commit" not in data:
        raise ValueError(f"{path}: it does not say of which commit it is")
    missing = set((Measured(top).get(path.stem) or {}).get("lines", ())) - set(
        data.get("lines", ())
    )
    if missing:
        raise ValueError(
            f"{path}: it lacks lines of docs/measured/{path.name}: {', '.join(sorted(missing))}. "
            "Measure these as well, or delete that file first"
        )
    if path.stem in PARTLY:
        _write(folder / path.name, with_older_parts(data, Measured(top).get(path.stem)))
    else:
        shutil.copy(path, folder / path.name)
    for of_another_run in (
        folder / f"{path.stem}{MORE}.json",
        Measured(top).samples(path.stem + MORE),
    ):
        of_another_run.unlink(missing_ok=True)
    _pack(path, data, Measured(top).samples(path.stem))


def with_older_parts(data, older):
    """Returns the content of a result file with those parts of an older one that it lacks.
    ``other_runs`` has the origin of each of these. older: its content, or None.

    The keys of ``clocks`` are the parts that a run asked for. Each is there only if all of its
    measurements were carried out."""
    older = older or {}
    kept = [part for part in older.get("clocks", ()) if part in older and part not in data]
    origin = {key: older[key] for key in OF_A_RUN if key in older}
    runs = {part: older.get("other_runs", {}).get(part, origin) for part in kept}
    clocks = data["clocks"] | {part: older["clocks"][part] for part in kept}
    return {
        **{part: older[part] for part in kept},
        **data,
        "clocks": {part: clocks[part] for part in sorted(clocks, key=lambda one: (len(one), one))},
        **({"other_runs": runs} if runs else {}),
    }


def _write(path, data):
    path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


def _pack(path, data, target):
    """Packs a figure's raw samples beside its result file. Without any it removes the samples of
    an earlier run."""
    target.unlink(missing_ok=True)
    raw = path.parent / "reproduce" / "raw"
    suffix = ".json" if data.get("seed", 1) == 1 else f"-seed{data['seed']}.json"
    names = [raw / f"{name}{suffix}" for name in _samples(path.stem, data)]
    there = [name for name in names if name.exists()]
    if not there:
        return
    target.parent.mkdir(exist_ok=True)
    with tarfile.open(target, "w:xz") as archive:
        for name in there:
            content = name.read_bytes()
            # Without time and owner: the same samples give the same archive.
            member = tarfile.TarInfo(name.name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))


def _samples(name, data):
    """Yields the names of a figure's raw samples."""
    from cloudmac_testbed.paper import plan

    if name not in plan.FIGURES:
        return
    if plan.FIGURES[name].part == "capacity":
        yield from (f"capacity.{number}" for number in range(1, data["repetitions"] + 1))
        return
    for line in data["lines"]:
        for number in range(data["repetitions"]):
            yield f"{plan.FIGURES[name].part}-{line}-{number}"


def main(argv):
    """Runs the command line. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python3 -m cloudmac_docs.results",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--take", nargs="+", type=pathlib.Path, default=[], metavar="FILE")
    arguments = parser.parse_args(argv)
    try:
        if arguments.check:
            found = check(TOP)
            print("\n".join(found) or "results: ok")
            return 1 if found else 0
        for path in arguments.take:
            take(TOP, path)
        for name in write(TOP):
            print(f"changed: {name}")
    except (OSError, ValueError) as error:
        print(f"results: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
