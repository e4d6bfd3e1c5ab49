# SPDX-License-Identifier: Apache-2.0
"""Checks each call to the guest in a module's source, without a lab."""
import ast
import importlib.util
import inspect

from cloudmac_testbed import calls, client, supervisor, virtual
from cloudmac_testbed.guest import vap_host
from cloudmac_testbed.sizing import machine

CALLERS = {
    client.call: 0,
    supervisor.call_guest: 0,
    virtual.measure: 3,
    machine.run: 1,
    vap_host.ask: 1,
}
"""Function -> position of the declared function among its arguments."""


class NotConstant(Exception):
    """The value of an expression is known only when the program runs."""


def faults(module):
    """Returns a line for each call in a module that no declared function takes.

    Where the function or an argument is known only when the program runs, that part is
    left to calls.check()."""
    found = []
    tree = ast.parse(inspect.getsource(module))
    for scope, node in calls_in(tree, frozenset()):
        try:
            check(module, scope, node)
        except (calls.WrongCall, AttributeError) as error:
            found.append(f"{module.__file__}:{node.lineno}: {error}")
    return found


def calls_in(tree, scope):
    """Yields each ast.Call with the names that the functions around it bind."""
    for node in ast.iter_child_nodes(tree):
        inner = scope
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            inner = scope | bound(node)
        if isinstance(node, ast.Call):
            yield scope, node
        yield from calls_in(node, inner)


def bound(function):
    """Returns the names that a function binds: its parameters and what it assigns."""
    return {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)} | {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def check(module, scope, node):
    """Raises WrongCall or AttributeError if a call has a declared function among its
    arguments, or should have one, and does not fit it."""
    try:
        caller = evaluate(module, scope, node.func)
    except NotConstant:
        return
    position = CALLERS.get(caller) if inspect.isfunction(caller) else None
    candidates = [node.args[position]] if position is not None else node.args
    for candidate in candidates:
        try:
            function = evaluate(module, scope, candidate)
        except NotConstant:
            continue
        if calls.is_declared(function):
            check_arguments(module, scope, node, caller, function)
        elif position is not None:
            raise calls.WrongCall(f"{ast.unparse(candidate)} is not a declared function")


def evaluate(module, scope, expression):
    """Returns the value of a name, an attribute of a module or class, or a literal.

    Raises NotConstant if that is known only when the program runs, AttributeError if
    a module or class has no such attribute."""
    if isinstance(expression, ast.Attribute):
        owner = evaluate(module, scope, expression.value)
        if not inspect.ismodule(owner) and not inspect.isclass(owner):
            raise NotConstant
        return getattr(owner, expression.attr)
    if isinstance(expression, ast.Name):
        if expression.id in scope or expression.id not in vars(module):
            raise NotConstant
        return vars(module)[expression.id]
    try:
        return ast.literal_eval(expression)
    except ValueError:
        raise NotConstant from None


def check_arguments(module, scope, node, caller, function):
    """Raises WrongCall if the keywords of a call do not fit the declared function.

    The caller passes on the keywords that are not its own."""
    own = {
        name
        for name, parameter in inspect.signature(caller).parameters.items()
        if parameter.kind is not parameter.VAR_KEYWORD
    }
    passed = {word.arg: word.value for word in node.keywords if word.arg not in own}
    signature = inspect.Signature(calls.parameters(function))
    complete = caller in CALLERS and None not in passed
    passed.pop(None, None)
    if caller is machine.run:
        return  # The arguments are in a mapping.
    try:
        (signature.bind if complete else signature.bind_partial)(**passed)
    except TypeError as error:
        raise calls.WrongCall(f"{calls.name_of(function)}: {error}") from None
    for name, value in passed.items():
        try:
            calls.check_type(function, name, evaluate(module, scope, value))
        except NotConstant:
            continue


def source_module(path, source):
    """Writes a module to a file and imports it."""
    path.write_text(source, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
