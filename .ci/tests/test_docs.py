# SPDX-License-Identifier: Apache-2.0
"""The checks of ``./cloudmac docs``, on a small tree whose faults they must find."""
import subprocess

import pytest
from cloudmac_docs import browser, commands, layout, links, prose, rendered, site, spelling
from cloudmac_docs.tree import NoCheckout, Tree, UnreadableFile

INDEX = """# Start

See [the other page](howto/other.md#two-words) and ![a picture](picture.svg).

```sh tested
test -e docs/index.md
echo kept >file
```

{{ help("./tool") }}

Next: [other](howto/other.md).
"""
OTHER = "# Other\n\n## Two words\n\nBack to [the start](../index.md).\n"
CONFIGURATION = """site_name: Test
use_directory_urls: false
theme: {name: material, font: false}
plugins: [macros: {modules: [cloudmac_docs.macros], on_undefined: strict}]
nav: [Start: index.md, Guides: [Other: howto/other.md]]
"""
FORTY = " ".join(["word"] * 40)


@pytest.fixture(name="files")
def _files(tmp_path):
    """Writes files, given by name, into the small tree and returns it as git lists it."""
    subprocess.run(["git", "init", "-q", tmp_path], check=True)

    def write(**texts):
        whole = {
            "docs/index.md": INDEX.replace('help("./tool")', 'vector("downlink-beacon")'),
            "docs/howto/other.md": OTHER,
            "docs/picture.svg": "<svg/>",
            "mkdocs.yml": CONFIGURATION,
            "README.md": "# Read me\n\n[docs](docs/), [start](docs/index.md#start)\n",
            **texts,
        }
        for name, text in whole.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        return Tree(tmp_path)

    return write


def built(tree):
    """Builds the tree's site and returns its folder, the pages, and the problems."""
    folder = tree.top / "made"
    problems = site.build(tree, folder)
    return folder, rendered.pages(tree, folder), texts(problems)


def texts(problems):
    return [str(problem) for problem in problems]


def test_a_tree_without_faults_passes(files):
    tree = files()
    folder, pages, problems = built(tree)
    assert problems == []
    found = links.check(tree, folder, pages) + prose.check(tree, pages) + layout.check(tree)
    assert texts(found + spelling.check(tree) + commands.check(tree)) == []
    assert "ff ff ff ff ff ff 12 80" in pages["docs/index.md"].text


def test_a_tree_that_git_cannot_list_is_refused(files, tmp_path, monkeypatch):
    with pytest.raises(NoCheckout, match="must be a git checkout"):
        Tree(tmp_path.parent)
    files()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NoCheckout, match="git is missing"):
        Tree(tmp_path)


def test_a_page_that_is_not_utf_8_is_named(files, tmp_path):
    tree = files()
    (tmp_path / "README.md").write_bytes(b"# Read me\n\xff\n")
    with pytest.raises(UnreadableFile, match="README.md: not UTF-8"):
        layout.check(tree)


def test_what_mkdocs_and_macros_refuse_is_reported(files):
    _, _, found = built(files(**{"docs/index.md": "# Start\n\n[x](gone.md)\n"}))
    assert found and found[0].startswith("docs/index.md: mkdocs: "), found
    _, _, found = built(files(**{"docs/index.md": "# Start\n\n{{ nothing() }}\n"}))
    assert any("'nothing' is undefined" in text for text in found), found


BROKEN_LINKS = (
    ("docs/index.md", "![x](gone.svg)", "gone.svg leads to nothing"),
    ("docs/index.md", "[x](howto/other.md#three)", "has no heading in docs/howto/other.md"),
    ("docs/index.md", "[x](#nothing)", "it has: start"),
    ("docs/index.md", "[x](../README.md)", "leads to nothing on the site"),
    ("docs/howto/other.md", "[x](gone.md)", "gone.md leads to nothing"),
    ("README.md", "[x](docs/gone.md)", "leads to docs/gone.md"),
    ("README.md", "[x](docs/index.md#two)", "has no heading in docs/index.md"),
    ("README.md", "| cell |\n|---|\n| [x](docs/gone.md) |", "leads to docs/gone.md"),
    ("README.md", '<img src="gone.png">', "leads to gone.png"),
    ("deep/below/README.md", "[x](../../docs/gone.md)", "leads to docs/gone.md"),
    ("part/code.c", "/* see docs/gone.md */", "names docs/gone.md"),
)


def test_broken_links_are_found(files):
    lines = {}
    for name, line, _ in BROKEN_LINKS:
        lines[name] = lines.get(name, "# Start\n") + f"\n{line}\n"
    tree = files(**lines)
    folder, pages, _ = built(tree)
    found = texts(links.check(tree, folder, pages))
    for name, _, words in BROKEN_LINKS:
        assert [text for text in found if text.startswith(name) and words in text], (words, found)
    assert len(found) == len(BROKEN_LINKS), found


def test_links_elsewhere_and_to_folders_are_not_followed(files):
    tree = files(**{"README.md": "[a](https://example.org/x) [b](mailto:x@y) [c](docs) [d](.)\n"})
    folder, pages, _ = built(tree)
    assert texts(links.check(tree, folder, pages)) == []


@pytest.mark.parametrize(
    "text, count",
    [
        (f"Short one. {FORTY}.", 0),
        (f"\n{FORTY} more.", 1),
        (f"* item\n* {FORTY} more", 1),
        (f"| cell |\n|---|\n| {FORTY} more |", 1),
        (f"| cell | cell |\n|---|---|\n| {FORTY} | more |", 0),
        (f"| cell |\n|---|\n| {FORTY} <br>more |", 0),
        (f"    {FORTY} more", 0),
        (f"```\n{FORTY} more\n```", 0),
        (f"{FORTY} `a b c`", 1),
        (f"{FORTY}. [Text {FORTY}](docs/index.md).", 1),
    ],
)
def test_a_long_sentence_is_found(files, text, count):
    tree = files(**{"README.md": f"# Title\n\n{text}\n"})
    page = {"README.md": rendered.pages(tree, tree.top / "made")["README.md"]}
    found = texts(prose.check(tree, page))
    assert len(found) == count and all("split it" in each for each in found), found


def test_a_phrase_is_found_and_its_line_named(files):
    tree = files(**{"docs/index.md": "# Start\n\nThe delay is that " + "of the link.\n"})
    assert texts(prose.check(tree, {}))[0].startswith("docs/index.md:3: the phrase")


def test_a_misspelt_word_is_found(files):
    word = "occ" + "ured"  # in two parts, as the check reads this file too
    found = texts(spelling.check(files(**{"README.md": f"# It\n\n{word}\n"})))
    assert len(found) == 1 and found[0].startswith(f"README.md:3: misspelt: {word}"), found


def test_pages_are_few_short_and_in_the_nav(files, monkeypatch):
    long = {"docs/long.md": "# Long\n" + "\n" * 300, "part/README.md": "\n" * 61}
    found = texts(layout.check(files(**long)))
    assert len(found) == 3 and "not in the nav" in found[2], found
    assert found[0].startswith("docs/long.md: 301 lines, at most 300")
    assert found[1].startswith("part/README.md: 61 lines, at most 60")
    monkeypatch.setattr(layout, "MAX_PAGES", 2)
    monkeypatch.setattr(layout, "MAX_WORDS", 10)
    found = " ".join(texts(layout.check(files())))
    assert "3 pages, at most 2" in found and "words, at most 10" in found


def test_a_failing_tested_block_is_found(files):
    text = "# Start\n\n```sh tested\ntrue\n```\n\n```sh tested\necho why\nfalse\ntrue\n```\n"
    found = texts(commands.check(files(**{"docs/index.md": text})))
    assert len(found) == 1 and found[0].startswith("docs/index.md:8: "), found
    assert "ends with status 1" in found[0] and "    why" in found[0]


def test_tested_blocks_run_in_a_copy_without_network(files):
    script = "pwd >docs/where; test $HOME != /root; ls docs/index.md"
    alone = "! grep ':' /proc/net/dev | grep -v '^ *lo:'"
    other = "```sh\nfalse\n```\n\n    false\n"
    tree = files(**{"docs/index.md": f"# S\n\n```sh tested\n{script}\n{alone}\n```\n\n{other}"})
    assert texts(commands.check(tree)) == []
    assert not (tree.top / "docs" / "where").exists()


PAGE = """<!DOCTYPE html><body style="margin: 0"><article style="width: 300px">
<p>Text that fits.</p>
<div style="overflow-x: auto"><pre>{long}</pre></div>
{more}
</article>"""
TOO_WIDE = {
    "fits": "",
    "column": f"<p>{'wide' * 60}</p>",
    "page": '<div style="width: 1400px">x</div>',
    "cell": '<table><tr><td style="word-break: break-all; width: 1em">settings</td></tr></table>',
}


def test_text_wider_than_its_column_is_found(tmp_path):
    for name, more in TOO_WIDE.items():
        page = PAGE.format(long="long " * 100, more=more)
        (tmp_path / f"{name}.html").write_text(page, encoding="utf-8")
    found = texts(browser.check(tmp_path, tmp_path / "pictures"))
    assert not [text for text in found if text.startswith("docs/fits.md")], found
    for name, words in (
        ("column", '<p> "widewide'),
        ("page", "the page is 1400 pixels wide"),
        ("cell", 'a cell breaks the word "settings"'),
    ):
        for width in browser.WIDTHS:
            start = f"docs/{name}.md: at {width} pixels, "
            assert [text for text in found if text.startswith(start) and words in text], found
    pictures = sorted(path.name for path in (tmp_path / "pictures").iterdir())
    assert pictures == sorted(
        f"{name}-{width}.png" for name in TOO_WIDE for width in browser.WIDTHS
    )
