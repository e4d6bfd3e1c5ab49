# SPDX-License-Identifier: Apache-2.0
"""Declares the functions that one side of the lab calls on the other.

A function is declared where it is defined: ``@calls.declare``, a type for each
parameter. A call site passes the function itself:

    client.call(station.wait_associated, name="mn", seconds=60)     in the running lab
    virtual.measure(..., timing.quiet, seed=1, name="mn", seconds=60)   in a boot of its own
    crowd_client.ask(wire, crowd.Crowd.idle, seconds=3)             from the guest

The caller checks name and arguments before it sends or boots anything. On the wire a
function is "MODULE:NAME" with its arguments as a JSON object; the receiver runs only
what is declared. Importing a module of guest/ on the machine has no side effect.

Types are built-in types, None, Any, Literal, TypedDict, unions, and list, tuple,
dict, Sequence and Mapping of types. As in JSON, a list serves as a tuple and an
integer as a float."""
import collections.abc
import importlib
import inspect
import re
import types
import typing

PACKAGE = __package__
GIVEN = ("lab", "self")
"""The receiver fills in a first parameter of this name."""
NAME = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)*:[A-Za-z_][A-Za-z0-9_.]*")
_declared = {}


class WrongCall(TypeError):
    """A call does not fit any declared function; the message names the reason."""


def declare(function):
    """Declares a function for calls from the other side, and returns it unchanged.

    Raises TypeError if a parameter has no type."""
    hints = typing.get_type_hints(function)
    for parameter in parameters(function):
        if parameter.name not in hints:
            raise TypeError(f"{name_of(function)}: parameter {parameter.name} has no type")
    _declared[name_of(function)] = function
    return function


def name_of(function):
    """Returns a function's name on the wire."""
    module = function.__module__.removeprefix(f"{PACKAGE}.")
    return f"{module}:{function.__qualname__}"


def is_declared(value):
    """Returns true if the value is a declared function."""
    return inspect.isfunction(value) and _declared.get(name_of(value)) is value


def parameters(function):
    """Returns the parameters that a caller fills in, as inspect.Parameter objects."""
    every = list(inspect.signature(function).parameters.values())
    return every[1:] if takes_given(function) else every


def takes_given(function):
    """Returns true if the receiver fills in the first parameter."""
    return next(iter(inspect.signature(function).parameters), None) in GIVEN


def check(function, arguments):
    """Raises WrongCall unless the function is declared and takes these arguments."""
    if not is_declared(function):
        raise WrongCall(f"{function!r} is not a declared function")
    name = name_of(function)
    try:
        inspect.Signature(parameters(function)).bind(**arguments)
    except TypeError as error:
        raise WrongCall(f"{name}: {error}") from None
    for argument, value in arguments.items():
        check_type(function, argument, value)


def check_type(function, argument, value):
    """Raises WrongCall unless the value fits the type of a declared function's parameter."""
    hints = typing.get_type_hints(function)
    if argument not in hints:  # one of **options
        (argument_type,) = (
            hints[parameter.name]
            for parameter in parameters(function)
            if parameter.kind is parameter.VAR_KEYWORD
        )
    else:
        argument_type = hints[argument]
    if not fits(value, argument_type):
        wanted = getattr(argument_type, "__name__", None) or argument_type
        if typing.get_origin(argument_type):
            wanted = argument_type
        raise WrongCall(f"{name_of(function)}: {argument} is {value!r}, not {wanted}")


def find(name):
    """Returns the declared function with this name on the wire. Raises WrongCall."""
    if name not in _declared and isinstance(name, str) and NAME.fullmatch(name):
        try:
            importlib.import_module(f"{PACKAGE}.{name.partition(':')[0]}")
        except ModuleNotFoundError:
            pass
    if name not in _declared:
        raise WrongCall(f"{name} is not a declared function")
    return _declared[name]


def run(name, arguments, given, within):
    """Runs the declared function with this name and returns its result.

    given: the value of the parameter ``lab`` or ``self``; within: the package or module
    that serves the call. Raises WrongCall."""
    function = find(name)
    if not f"{function.__module__}.".startswith(f"{within}."):
        raise WrongCall(f"{name} is not served here")
    check(function, arguments)
    return function(given, **arguments) if takes_given(function) else function(**arguments)


def fits(value, wanted):
    """Returns true if the value is of a type, see the module's list."""
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if wanted is typing.Any:
        return True
    if typing.is_typeddict(wanted):
        keys = typing.get_type_hints(wanted)
        return (
            isinstance(value, dict)
            and wanted.__required_keys__ <= value.keys() <= keys.keys()
            and all(fits(each, keys[key]) for key, each in value.items())
        )
    if origin in (typing.Union, types.UnionType):
        return any(fits(value, each) for each in inner)
    if origin is typing.Literal:
        return value in inner
    if origin in (list, collections.abc.Sequence):
        return isinstance(value, (list, tuple)) and all(fits(each, inner[0]) for each in value)
    if origin is tuple:
        return (
            isinstance(value, (list, tuple))
            and len(value) == len(inner)
            and all(map(fits, value, inner))
        )
    if origin in (dict, collections.abc.Mapping):
        return isinstance(value, dict) and all(
            fits(key, inner[0]) and fits(each, inner[1]) for key, each in value.items()
        )
    if isinstance(value, bool):
        return wanted is bool
    if wanted is float:
        return isinstance(value, (int, float))
    return isinstance(value, wanted)
