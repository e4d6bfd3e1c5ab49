# SPDX-License-Identifier: Apache-2.0
"""Converts between the dataclasses of this package and the JSON of RESTCONF (RFC 7951)."""
import base64
import binascii
import dataclasses
import functools
import types
import typing

Int64 = typing.Annotated[int, "an integer of 64 bits, which JSON has as a string"]


def yang_name(attribute):
    """Returns the name in YANG of an attribute of a dataclass."""
    return attribute.rstrip("_").replace("_", "-")


@functools.cache
def _members(kind):
    """Returns the members of a dataclass: (attribute, name in YANG, type, whether it is a list)."""
    hints = typing.get_type_hints(kind, include_extras=True)
    found = []
    for field in dataclasses.fields(kind):
        hint = hints[field.name]
        is_list = typing.get_origin(hint) is tuple
        if not is_list and typing.get_origin(hint) in (types.UnionType, typing.Union):
            hint = typing.get_args(hint)[0]
        elif is_list:
            hint = typing.get_args(hint)[0]
        found.append((field.name, yang_name(field.name), hint, is_list))
    return tuple(found)


def load(kind, data):
    """Returns an object of a dataclass with the members that JSON has. It ignores members that this
    version does not know. Raises ValueError if a value has another type."""
    if not isinstance(data, dict):
        raise ValueError(f"{kind.__name__}: {data!r} is no object")
    given = {name.rpartition(":")[2]: value for name, value in data.items()}
    values = {}
    for attribute, name, hint, is_list in _members(kind):
        if name in given:
            value = given[name]
            if is_list:
                if not isinstance(value, list):
                    raise ValueError(f"{kind.__name__}: {name} is no list")
                values[attribute] = tuple(_load(hint, each, name) for each in value)
            else:
                values[attribute] = _load(hint, value, name)
    return kind(**values)


def _load(hint, value, name):
    if dataclasses.is_dataclass(hint):
        return load(hint, value)
    if hint == Int64:
        if isinstance(value, (str, int)) and not isinstance(value, bool):
            return int(value)
    elif hint is bytes:
        if isinstance(value, str):
            try:
                return base64.b64decode(value, validate=True)
            except binascii.Error:
                pass
    else:
        wanted = str if typing.get_origin(hint) is typing.Literal else hint
        # A newer controller may have more values of an enumeration.
        if isinstance(value, wanted) and not (wanted is int and isinstance(value, bool)):
            return value
    raise ValueError(f"{name} cannot be {value!r}")


def dump(thing):
    """Returns the JSON of an object of a dataclass, without absent members."""
    found = {}
    for attribute, name, hint, is_list in _members(type(thing)):
        value = getattr(thing, attribute)
        if is_list and value:
            found[name] = [_dump(hint, each) for each in value]
        elif not is_list and value is not None:
            found[name] = _dump(hint, value)
    return found


def _dump(hint, value):
    if dataclasses.is_dataclass(hint):
        # Callers may give a part as JSON.
        return dump(value) if dataclasses.is_dataclass(value) else value
    if hint == Int64:
        return str(value)
    if hint is bytes and isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value
