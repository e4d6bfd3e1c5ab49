# SPDX-License-Identifier: Apache-2.0
"""Finds sentences that are too long, and phrases that readers stumble over."""
import re

import bs4

from .problems import Problem

MAX_WORDS = 40
BLOCKS = ("p", "li", "td", "th", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6", "div", "article")
LEFT_OUT = ("pre", "script", "style", "button")
END = re.compile(r"(?<=[.!?])[)\"*]*\s+|\s·\s|\x00")
WORD = re.compile(r"\w")
PHRASES = re.compile(
    r"those of the|that of the|what (?:it|they) receives?\b|those \w+ that were \w+ last"
    r"|like with like|be it whose|beside the (?:\w+ )?run|and all others\b",
    re.IGNORECASE,
)
"""Phrases of our own that were hard to understand: repeat the noun, or use the exact word."""


def check(pages):
    """Returns the problems of all pages. pages: from rendered.pages()."""
    found = []
    for name, page in pages.items():
        for text in paragraphs(page):
            found += [
                Problem(
                    name,
                    0,
                    f"a sentence of {words} words, at most {MAX_WORDS} are allowed: "
                    f'split it (it begins with "{sentence[:50]}")',
                )
                for sentence, words in sentences(text)
                if words > MAX_WORDS
            ]
            found += [
                Problem(name, 0, f'the phrase "{phrase}" in "{text[:60]}": use the exact noun')
                for phrase in PHRASES.findall(text)
            ]
    return found


def paragraphs(page):
    """Returns the text of each paragraph, item and cell. Code counts as one word."""
    found = {}
    for string in page.find_all(string=True):
        if isinstance(string, bs4.element.PreformattedString) or string.find_parent(LEFT_OUT):
            continue
        block = string.find_parent(BLOCKS)
        before = string.previous_sibling
        end = "\x00" if getattr(before, "name", "") == "br" else ""
        words = "code" if string.find_parent("code") else str(string)
        found.setdefault(id(block), []).append(end + words)
    return [" ".join("".join(parts).split()) for parts in found.values()]


def sentences(text):
    """Yields the sentences of a text and their numbers of words."""
    for sentence in END.split(text):
        yield sentence, sum(bool(WORD.search(word)) for word in sentence.split())
