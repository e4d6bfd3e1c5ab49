# SPDX-License-Identifier: Apache-2.0
"""Finds sentences that are too long, and phrases that readers stumble over."""
import re

import bs4

from .problems import Problem

MAX_WORDS = 40
BLOCKS = ("p", "li", "td", "th", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "div")
LEFT_OUT = ("pre", "script", "style", "button")
BREAK = "\x00"
END = re.compile(r"(?<=[.!?])[)\"*]*\s+|\s·\s|\x00")
WORD = re.compile(r"\w")
PHRASES = re.compile(
    r"those of the|that of the|what (?:it|they) receives?\b|those \w+ that were \w+ last"
    r"|like with like|beside the (?:\w+ )?run|and all others\b",
    re.IGNORECASE,
)
"""Phrases of our own that were hard to understand: repeat the noun, or use the exact word."""


def check(tree, pages):
    """Returns the problems of all pages. pages: from rendered.pages()."""
    found = [
        Problem(
            name,
            0,
            f"a sentence of {words} words, at most {MAX_WORDS} are allowed: split it "
            f'(it begins with "{sentence.strip()[:50]}")',
        )
        for name, page in pages.items()
        for text in paragraphs(page)
        for sentence, words in sentences(text)
        if words > MAX_WORDS
    ]
    return found + [
        Problem(name, number, f'the phrase "{phrase}": use the exact noun')
        for name in tree.pages()
        for number, line in enumerate(tree.read(name).splitlines(), 1)
        for phrase in PHRASES.findall(line)
    ]


def paragraphs(page):
    """Returns the text of each paragraph, item and cell. Code counts as one word."""
    found = [[]]
    _read(page, found[0], found)
    return ["".join(parts) for parts in found]


def _read(node, parts, found):
    """Adds the text of a node to parts, and a new list to found for each block in it."""
    for each in node.children:
        if isinstance(each, bs4.NavigableString):
            if not isinstance(each, bs4.element.PreformattedString):
                parts.append(str(each))
        elif each.name == "br":
            parts.append(BREAK)
        elif each.name == "code":
            parts.append("code")
        elif each.name in BLOCKS:
            found.append([])
            _read(each, found[-1], found)
        elif each.name not in LEFT_OUT:
            _read(each, parts, found)


def sentences(text):
    """Yields the sentences of a text and their numbers of words."""
    for sentence in END.split(text):
        yield sentence, sum(bool(WORD.search(word)) for word in sentence.split())
