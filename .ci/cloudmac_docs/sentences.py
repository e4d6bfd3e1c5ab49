# SPDX-License-Identifier: Apache-2.0
"""Finds sentences that are too long to read."""
import re

from . import markdown
from .problems import Problem

MAX_WORDS = 40
END = re.compile(r"(?<=[.!?])[)\"*]*\s+|\s·\s")
WORD = re.compile(r"\w")


def check(pages):
    """Returns a problem for each sentence of more than MAX_WORDS words."""
    return [
        Problem(
            page.name,
            line,
            f"a sentence of {words} words, at most {MAX_WORDS} are allowed: split it "
            f'(it begins with "{sentence[:50]}")',
        )
        for page in pages.values()
        for line, text in page.prose
        for sentence, words in sentences(text)
        if words > MAX_WORDS
    ]


def sentences(text):
    """Yields the sentences of a text and their numbers of words. Code counts as one word."""
    bare = markdown.CODE.sub("code", markdown.LINK.sub(lambda link: link[1], text))
    for sentence in END.split(bare):
        yield sentence, sum(bool(WORD.search(word)) for word in sentence.split())
