# SPDX-License-Identifier: Apache-2.0
"""Examples of RESTCONF in pages: a block "sh request" with one call of c, and the next block,
"http", with its answer.

test_documented_requests.py sends them to a controller and compares the answers."""
import dataclasses
import json
import re
import shlex

from cloudmac_docs.problems import Problem

REQUEST, ANSWER = "sh request", "http"
VARIABLES = {
    "R": "http://127.0.0.1:8181/rests",
    "S": "$R/data/cloudmac-state:cloudmac-state",
    "C": "$R/data/cloudmac:cloudmac",
}
"""Of the shell, as the page on RESTCONF sets them."""
STATUS = re.compile(r"HTTP/1\.1 (\d{3}) .+")


class Malformed(Exception):
    """A block is not an example; the message says what to do."""


@dataclasses.dataclass(frozen=True)
class Example:
    """A request and its answer. path: behind /rests/, with its query; body, answer: of JSON, None
    if there is none."""

    page: str
    line: int
    method: str
    path: str
    body: object
    status: int
    answer: object

    @property
    def place(self):
        return self.path.partition("?")[0]


def read(page):
    """Returns the examples of a page in order, and the problems of its blocks."""
    found, problems = [], []
    for index, block in enumerate(page.blocks):
        if block.info != REQUEST:
            continue
        try:
            if page.blocks[index + 1 : index + 2] == []:
                raise Malformed(f'no block "{ANSWER}" with the answer follows: add it')
            method, path, body = request(block.text)
            status, answer = answered(page.blocks[index + 1])
            found.append(Example(page.name, block.line, method, path, body, status, answer))
        except Malformed as fault:
            problems.append(Problem(page.name, block.line, str(fault)))
    return found, problems


def request(text):
    """Returns method, path and body of a call of c. Raises Malformed."""
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise Malformed(f"the shell cannot read it: {error}") from None
    if not words or words.pop(0) != "c":
        raise Malformed("a request is one call of c")
    method, body, address = "GET", None, ""
    while words:
        word = words.pop(0)
        if word in ("-X", "-d") and words:
            value = words.pop(0)
            method, body = (value, body) if word == "-X" else (method, _json(value))
        elif word.startswith("-") or address:
            raise Malformed(f"c takes -X METHOD, -d BODY and one address, not {word}")
        else:
            address = word
    for name, value in reversed(VARIABLES.items()):
        address = re.sub(rf"\${name}\b", value, address)
    base = f"{VARIABLES['R']}/"
    if not address.startswith(base):
        raise Malformed(f"{address or 'no address'} is not below $R")
    return method, address.removeprefix(base), body


def answered(block):
    """Returns status and body of a block with an answer. Raises Malformed."""
    first, _, rest = block.text.partition("\n")
    status = STATUS.fullmatch(first.strip())
    if block.info != ANSWER or not status:
        raise Malformed(
            f'the next block must be marked "{ANSWER}" and begin with "HTTP/1.1 STATUS TEXT"'
        )
    return int(status[1]), _json(rest) if rest.strip() else None


def _json(text):
    try:
        return json.loads(text)
    except ValueError as error:
        raise Malformed(f"this is not JSON: {error}") from None


def missing(documented, real, where=""):
    """Returns what an answer lacks of the documented one: members, or entries of lists that have
    the same members. Values can differ, but not their types."""
    if isinstance(documented, dict) and isinstance(real, dict):
        return [
            text
            for name, value in documented.items()
            for text in (
                missing(value, real[name], f"{where}/{name}")
                if name in real
                else [f"{where}/{name} is missing"]
            )
        ]
    if isinstance(documented, list) and isinstance(real, list):
        found = []
        for value in documented:
            lacks = [missing(value, each, where) for each in real]
            if [] not in lacks:
                found += min(lacks, key=len, default=[f"{where} has no entry"])
        return found
    if type(documented) is not type(real):
        return [f"{where} is {real!r}, not of the type of {documented!r}"]
    return []
