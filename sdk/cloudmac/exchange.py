# SPDX-License-Identifier: Apache-2.0
"""What is asked of the controller, and how its answers are read (RFC 8040). Pure: no input or
output, so that all clients share it."""
import dataclasses
import json
from collections.abc import Callable
from urllib.parse import quote, urlencode

from .errors import Refused, Unreachable

CONTENT = "application/yang-data+json"
MISSING = "data-missing"


def key(name):
    """Returns a list's key as a URL has it."""
    return quote(name, safe="")


def returned(content):
    """Returns what a request asked for, unchanged."""
    return content


@dataclasses.dataclass(frozen=True)
class Request:
    """A request. path: below the controller's URL, such as "rests/data/cloudmac:cloudmac"; query:
    (name, value) pairs; body: JSON, None for none."""

    method: str
    path: str
    query: tuple = ()
    body: object = None

    @property
    def target(self):
        """The path with its query."""
        return f"{self.path}?{urlencode(self.query)}" if self.query else self.path

    @property
    def headers(self):
        """The headers that its body needs."""
        return {"Content-Type": CONTENT} if self.body is not None else {}


@dataclasses.dataclass(frozen=True)
class Call:
    """A request, and what its answer means.

    read: makes the result of the answer's JSON, which is None if there is none; raises ValueError
    or KeyError if it is not what it should be. is_absent_allowed: whether data that is not there is
    read as None instead of refused."""

    request: Request
    read: Callable = returned
    is_absent_allowed: bool = False

    def result(self, status, reason, content):
        """Returns the result of an answer. reason: of HTTP; content: octets.

        Raises Refused, Unreachable."""
        if status >= 400:
            error = refusal(status, reason, content)
            if not self.is_absent_allowed or error.tag != MISSING and status != 404:
                raise error
            content = b""
        elif status >= 300:
            raise Unreachable(f"{self.request.path}: {status} {reason}: is this the controller?")
        try:
            found = json.loads(content) if content else None
        except ValueError:
            raise Unreachable(
                f"{self.request.path}: an answer is not JSON; is this the controller?"
            ) from None
        try:
            return self.read(found)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise Unreachable(
                f"{self.request.path}: an answer is not as expected: {error}"
            ) from None


def refusal(status, reason, content):
    """Returns the exception for an answer with an error (RFC 8040, section 3.9)."""
    try:
        found = json.loads(content)
        errors = next(value for name, value in found.items() if name.endswith("errors"))["error"]
        text = "; ".join(error.get("error-message") or error["error-tag"] for error in errors)
        # Messages of YANG have the line breaks of their module.
        return Refused(" ".join(text.split()), status, errors[0]["error-tag"])
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, StopIteration):
        text = " ".join(content.decode("utf-8", "replace").split())[:300]
        # A page of the web server says no more than the reason.
        text = f"{status} {reason if not text or text[0] == '<' else text}"
        hint = ": the user name or the password is wrong" if status == 401 else ""
        return Refused(f"{text}{hint}", status)


def only(content):
    """Returns the content of a container, a list's entry or a list; None if there is none."""
    return next(iter(content.values()), None) if content else None


def data(path, datastore):
    """Returns the call that reads what is at a path below /rests/data: None if there is none.
    datastore: "config" or "nonconfig"."""
    request = Request("GET", f"rests/data/{path}", (("content", datastore),))
    return Call(request, only, is_absent_allowed=True)


def dry_run(call, read):
    """Returns the call of the same RPC as a dry-run. read: makes the result of its output's JSON."""
    ((name, given),) = call.request.body.items()
    request = dataclasses.replace(call.request, body={name: {**given, "dry-run": True}})
    return Call(request, lambda content: read(only(content) or {}))


def operation(module, name, given, read=returned):
    """Returns the call of an RPC. given: JSON of its input; read: makes the result of the JSON of
    its output, {} if it has none."""
    request = Request("POST", f"rests/operations/{module}:{name}", body={f"{module}:input": given})
    return Call(request, lambda content: read(only(content) or {}))
