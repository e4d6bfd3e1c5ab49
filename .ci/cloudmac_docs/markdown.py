# SPDX-License-Identifier: Apache-2.0
"""Reads a Markdown page as its checks need it: headings, links, prose, fenced blocks."""
import dataclasses
import re
import unicodedata

FENCE = re.compile(r"\s*(```+|~~~+)\s*(.*?)\s*$")
HEADING = re.compile(r"(#{1,6})\s+(.*?)\s*#*\s*$")
ITEM = re.compile(r"\s*([*+-]|\d+[.)])\s+")
ROW = re.compile(r"\s*\|")
RULE = re.compile(r"\s*\|?[\s:|-]+\|?\s*$")
TARGETS = (
    re.compile(r"\]\(\s*<?([^()\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)"),
    re.compile(r"^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$"),
    re.compile(r"<(?:a|img)\s[^>]*?(?:href|src)=\"([^\"]+)\""),
)
IDS = re.compile(r"\b(?:id|name)=\"([^\"]+)\"")
CODE = re.compile(r"(`+)(.+?)\1")
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")


@dataclasses.dataclass(frozen=True)
class Block:
    """A fenced block. info: what stands behind the fence; line: of its first line of text."""

    info: str
    line: int
    text: str


class Page:
    """One page. name: path within the tree."""

    def __init__(self, name, text):
        self.name = name
        self.lines = text.splitlines()
        self.headings = []
        """Pairs of line and text."""
        self.links = []
        """Pairs of line and target."""
        self.prose = []
        """Pairs of line and text: a paragraph, an item of a list, or a cell of a table each."""
        self.blocks = []
        self.ids = set()
        _Reader(self).read()

    def anchors(self, slug):
        """Returns the anchors of the page. slug: site_slug or forge_slug."""
        separator = "_" if slug is site_slug else "-"
        found, seen = set(self.ids), {}
        for _, text in self.headings:
            name = slug(plain(text))
            number = seen.get(name, 0)
            seen[name] = number + 1
            found.add(f"{name}{separator}{number}" if number else name)
        return found


class _Reader:
    """Fills a page from its lines."""

    def __init__(self, page):
        self.page = page
        self.paragraph = []
        self.began = 0
        self.after_blank = True

    def read(self):
        numbered = iter(enumerate(self.page.lines, 1))
        for number, line in numbered:
            fence = FENCE.match(line)
            if fence:
                self.end_paragraph()
                self.block(number, fence, numbered)
            elif not line.strip():
                self.end_paragraph()
                self.after_blank = True
                continue
            elif not (self.after_blank and _is_indented(line)):
                self.text(number, line)
                self.after_blank = False
            # Otherwise an indented block, which ends with the next line that is not indented.
        self.end_paragraph()

    def block(self, number, fence, numbered):
        """Reads a fenced block to its end."""
        mark, lines = fence[1], []
        for _, line in numbered:
            if line.strip() == mark:
                break
            lines.append(line)
        self.page.blocks.append(Block(fence[2], number + 1, "\n".join(lines) + "\n"))

    def text(self, number, line):
        bare = CODE.sub(lambda code: "x" * len(code[0]), line)
        for pattern in TARGETS:
            self.page.links += [(number, target) for target in pattern.findall(bare)]
        self.page.ids.update(IDS.findall(bare))
        heading = HEADING.match(line)
        if heading:
            self.end_paragraph()
            self.page.headings.append((number, heading[2]))
        elif line.lstrip().startswith("<!--"):
            self.end_paragraph()
        elif ROW.match(line):
            self.end_paragraph()
            if not RULE.match(line):
                cells = CODE.sub(lambda code: code[0].replace("|", "/"), line).replace(r"\|", "/")
                self.page.prose += [(number, cell) for cell in cells.split("|") if cell.strip()]
        else:
            if ITEM.match(line):
                self.end_paragraph()
            if not self.paragraph:
                self.began = number
            self.paragraph.append(line.strip())

    def end_paragraph(self):
        if self.paragraph:
            self.page.prose.append((self.began, " ".join(self.paragraph)))
        self.paragraph = []


def _is_indented(line):
    return line.startswith(("    ", "\t")) and not ITEM.match(line)


def plain(text):
    """Returns the text as it is shown: links by their text, code without its marks."""
    return CODE.sub(lambda code: code[2], LINK.sub(lambda link: link[1], text)).strip()


def site_slug(text):
    """Returns the anchor that Python-Markdown, and so the site, gives a heading."""
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    text = re.sub(r"[^\w\s-]", "", text.replace("*", "")).strip().lower()
    return re.sub(r"[-\s]+", "-", text)


def forge_slug(text):
    """Returns the anchor that code forges give a heading."""
    return re.sub(r"[^\w -]", "", text.strip().lower()).replace(" ", "-")
