"""Translate kernel functions to C++, which graphics cards are programmed in.

Kernel functions use a small part of Python: whole numbers, rows of them, loops and calls. So each is written down again
as C++ statement by statement, and a compiler for the card sees numbers of 32 bits and states of single bytes where the
rules need no more. No rule is written twice.

Every name gets a trailing underscore, because C++ keeps words such as `double` for itself.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from triclinium.core.compiled import compiled_as, related
from triclinium.core.kernel import Shape, is_noted, shapes_of, small_fields

SHORT_PARTS = ("rules", "views", "piles", "observation")
"""Where the rules of a game need only 32 bits, so do modules with one of these words in their name. Dice and bots
need more."""
OPERATORS: dict[type[ast.AST], str] = {
    **{ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.LShift: "<<", ast.RShift: ">>"},
    **{ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.And: "&&", ast.Or: "||"},
    **{ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="},
    **{ast.Not: "!", ast.Invert: "~", ast.USub: "-"},
}
LONG = 10
"""Statements of a function beyond which a card calls it rather than has it written out wherever it is called.

Not where 32 bits are enough: there everything fits when it is written out, and random play gains a tenth."""
FLOORED = {ast.FloorDiv: "floor_div", ast.Mod: "floor_mod"}
BUILT_IN = {"max": "larger", "min": "smaller", "abs": "size_of"}

PRELUDE = """
#ifndef RULE
#define RULE static __device__
#define CALLED static __device__ __noinline__
#define TABLE static __device__
#endif
typedef signed char int8; typedef short int16; typedef int int32; typedef long long int64;
template <int N> struct Many { int64 at[N]; };
template <class I> RULE I larger(I a, I b) { return a > b ? a : b; }
template <class I> RULE I larger(I a, I b, I c) { return larger<I>(larger<I>(a, b), c); }
template <class I> RULE I smaller(I a, I b) { return a < b ? a : b; }
template <class I> RULE I smaller(I a, I b, I c) { return smaller<I>(smaller<I>(a, b), c); }
template <class I> RULE I size_of(I a) { return a < 0 ? -a : a; }
template <class I> RULE I floor_mod(I a, I b) {
  if (sizeof(I) == 8 && !((a | b) >> 32)) return (unsigned)a % (unsigned)b;  // far quicker, and the same
  I left = a % b;
  return left && (left ^ b) < 0 ? left + b : left;
}
template <class I> RULE I floor_div(I a, I b) {
  if (sizeof(I) == 8 && !((a | b) >> 32)) return (unsigned)a / (unsigned)b;
  I whole = a / b;
  return whole * b != a && (a ^ b) < 0 ? whole - 1 : whole;
}
"""


def struct_of(state_class: type) -> str:
    """A compiled state, laid out as `packed_dtype` says."""
    lines = []
    for name, shape in shapes_of(state_class).items():
        if not is_noted(name, shape):
            kind = "int8" if name in small_fields(state_class) else "int16"
            lines.append(f"  {kind} {name}_{''.join(f'[{length}]' for length in shape)};")
    return "\n".join(["struct State {", *lines, "};", ""])


def cpp_of(functions: Mapping[str, Callable[..., Any]], state_class: type, *, short: bool) -> str:
    """The functions and all they call as C++, each after those it calls. The given ones are named `the_` and their key.

    With `short`, 32 bits are enough for every number that they work out.
    """
    program = _Program(state_class, short)
    doors = []
    for called in related(functions.values()).values():
        program.count_calls(compiled_as(called))
    for name, function in functions.items():
        assert isinstance(function, FunctionType)
        doors.append(f"#define the_{name} {program.add(function)}")
    return "\n".join([PRELUDE, struct_of(state_class), *program.tables.values(), *program.parts, *doors, ""])


class _Program:
    """What has been translated so far."""

    def __init__(self, state_class: type, short: bool) -> None:
        self.shapes = shapes_of(state_class)
        self.short = short
        self.names: dict[int, str] = {}
        self.calls: Counter[int] = Counter()
        self.kept: list[object] = []  # an id is unique only while its owner lives
        self.tables: dict[str, str] = {}
        self.parts: list[str] = []

    def count_calls(self, source: FunctionType) -> None:
        for node in ast.walk(_parsed(source)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self.calls[id(source.__globals__.get(node.func.id))] += 1

    def add(self, function: FunctionType) -> str:
        """Translate a function, if that has not been done yet; return its name."""
        if id(function) not in self.names:
            source = compiled_as(function)
            for called in related([function]).values():
                if called is not function:
                    self.add(called)
            name = f"{function.__name__}_"
            while name in self.names.values():
                name += "_"
            self.names[id(function)] = name
            self.kept.append(function)
            number = "int32" if self.short and set(function.__module__.split(".")) & {*SHORT_PARTS} else "int64"
            self.parts.append(_Function(self, source, name, number).text(self.calls[id(function)]))
        return self.names[id(function)]

    def table(self, name: str, rows: tuple[Any, ...]) -> str:
        """The C++ name of a table of numbers."""
        shape: list[int] = []
        numbers: list[Any] = [rows]
        while isinstance(numbers[0], tuple):
            shape.append(len(numbers[0]))
            numbers = [number for row in numbers for number in row]
        kind = "int8" if max(map(abs, numbers)) < 128 else "int16" if max(map(abs, numbers)) < 1 << 15 else "int32"
        extent = "".join(f"[{length}]" for length in shape)
        body = repr(rows).replace("(", "{").replace(")", "}")
        known, made = f"{name}_", f"{extent} = {body};"
        while known in self.tables and not self.tables[known].endswith(made):
            known += "_"
        self.tables[known] = f"TABLE const {kind} {known}{made}"
        return known


class _Function:
    """One function in translation."""

    def __init__(self, program: _Program, source: FunctionType, name: str, number: str) -> None:
        self.program, self.name, self.number = program, name, number
        self.world = source.__globals__
        self.defaults = source.__defaults__ or ()
        self.tree = parsed = _parsed(source)
        self.rows: dict[str, int] = {}  # local names for rows, and how deep these are
        self.parameters = [parameter.arg for parameter in parsed.args.args]
        self.locals: dict[str, None] = {}
        for node in ast.walk(parsed):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in self.parameters:
                self.locals[node.id] = None
        self.depth = 0

    def text(self, calls: int) -> str:
        templates, parameters = [], []
        for at, parameter in enumerate(self.tree.args.args):
            kind = ast.unparse(parameter.annotation) if parameter.annotation else ""
            if kind == "State" or (kind == "Any" and parameter.arg in ("s", "_s")):
                parameters.append(f"State& {parameter.arg}_")
            elif kind in ("int", "bool"):
                parameters.append(f"{self.number} {parameter.arg}_")
            else:
                templates.append(f"class T{at}")
                parameters.append(f"T{at} {parameter.arg}_")
                self.rows[parameter.arg] = 1 + kind.count("list[list")
        body = self.block(self.tree.body)
        numbers = [f"{name}_" for name in self.locals if name not in self.rows and name != "_"]
        opening = [f"template <{', '.join(templates)}>"] if templates else []
        opening.append(f"{self.linkage(calls)} {self.returned()} {self.name}({', '.join(parameters)}) {{")
        if numbers:
            opening.append(f"  {self.number} {', '.join(numbers)};")
        return "\n".join([*opening, *body, "}"])

    def linkage(self, calls: int) -> str:
        """A long function that is called in several places is not written out in each of them."""
        size = sum(isinstance(node, ast.stmt) for node in ast.walk(self.tree))
        return "CALLED" if size > LONG and calls > 1 and not self.program.short else "RULE"

    def returned(self) -> str:
        kind = ast.unparse(self.tree.returns) if self.tree.returns else "None"
        if kind.startswith("tuple"):
            return f"Many<{kind.count('int')}>"
        return {"None": "void", "bool": "bool", "float": "double"}.get(kind, self.number)

    def block(self, body: list[ast.stmt]) -> list[str]:
        self.depth += 1
        lines = [line for statement in body for line in self.statement(statement)]
        self.depth -= 1
        return ["  " + line for line in lines]

    def statement(self, node: ast.stmt) -> list[str]:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return []
            case ast.Expr(value=value):
                return [f"{self.of(value)};"]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=value):
                taken = [f"{self.of(one)} = many.at[{at}];" for at, one in enumerate(names) if ast.unparse(one) != "_"]
                return [f"{{ auto many = {self.of(value)};", *("  " + line for line in taken), "}"]
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self.deep(value):
                self.rows[name] = self.deep(value)
                return [f"auto {name}_ = {self.of(value)};"]
            case ast.Assign(targets=[target], value=value):
                return [f"{self.of(target)} = {self.of(value)};"]
            case ast.AugAssign(target=target, op=op, value=value):
                return [f"{self.of(target)} = {self.operation(op, self.of(target), self.of(value))};"]
            case ast.Return(value=None):
                return ["return;"]
            case ast.Return(value=ast.Tuple(elts=values)):
                return [f"return {{{{{', '.join(map(self.of, values))}}}}};"]
            case ast.Return(value=value) if value is not None:
                return [f"return {self.of(value)};"]
            case ast.Continue():
                return ["continue;"]
            case ast.Break():
                return ["break;"]
            case ast.While(test=test, body=body, orelse=[]):
                return [f"while ({self.of(test)}) {{", *self.block(body), "}"]
            case ast.If(test=test, body=body, orelse=orelse):
                ending = ["} else {", *self.block(orelse), "}"] if orelse else ["}"]
                return [f"if ({self.of(test)}) {{", *self.block(body), *ending]
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range"), args=args), orelse=[]):
                return self.loop(f"{name}_", [self.of(arg) for arg in args], node.body)
        raise TypeError(f"{self.name} has a statement that no kernel function has: {ast.unparse(node)}")

    def loop(self, name: str, bounds: list[str], body: list[ast.stmt]) -> list[str]:
        """A loop over a range, whose bounds are worked out once."""
        first, end, step = bounds if len(bounds) == 3 else [*bounds, "1"] if len(bounds) == 2 else ["0", *bounds, "1"]
        at, last, by = (f"{word}{self.depth}" for word in ("at", "end", "by"))
        going = f"{at} < {last}" if step == "1" else f"({by} > 0 ? {at} < {last} : {at} > {last})"
        opening = f"for ({self.number} {at} = {first}, {last} = {end}, {by} = {step}; {going}; {at} += {by}) {{"
        named = [f"  {name} = {at};"] if name != "__" else []
        return [opening, *named, *self.block(body), "}"]

    def deep(self, node: ast.expr) -> int:
        """How deep an expression is: 0 for a number, 1 for a row, 2 for rows of rows."""
        match node:
            case ast.Name(id=name) if name in self.rows:
                return self.rows[name]
            case ast.Name(id=name) if name not in self.locals and isinstance(self.world.get(name), tuple):
                return 2 if isinstance(self.world[name][0], tuple) else 1
            case ast.Attribute(attr=field):
                return len(self.shape(field))
            case ast.Subscript(value=value):
                return self.deep(value) - 1
        return 0

    def shape(self, field: str) -> Shape:
        return self.program.shapes[field]

    def of(self, node: ast.expr) -> str:
        """An expression."""
        match node:
            case ast.Constant(value=bool(value)):
                return str(int(value))
            case ast.Constant(value=int(value)):
                return _literal(value)
            case ast.Constant(value=float(value)):
                return repr(value)
            case ast.Name(id=name):
                return self.named(name)
            case ast.Attribute(value=value, attr=field):
                return f"{self.of(value)}.{field}_"
            case ast.Subscript(value=value, slice=place):
                return f"{self.of(value)}[{self.of(place)}]"
            case ast.UnaryOp(op=op, operand=operand):
                return f"({OPERATORS[type(op)]}{self.of(operand)})"
            case ast.BinOp(left=left, op=op, right=right):
                return self.operation(op, self.of(left), self.of(right))
            case ast.BoolOp(op=op, values=values):
                return f"({f' {OPERATORS[type(op)]} '.join(map(self.of, values))})"
            case ast.Compare(left=left, ops=ops, comparators=others):
                terms = [left, *others]
                pairs = zip(terms, ops, others, strict=False)
                return f"({' && '.join(f'{self.of(a)} {OPERATORS[type(op)]} {self.of(b)}' for a, op, b in pairs)})"
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return f"({self.of(test)} ? {self.of(body)} : {self.of(orelse)})"
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self.call(name, args)
        raise TypeError(f"{self.name} has an expression that no kernel function has: {ast.unparse(node)}")

    def operation(self, op: ast.operator, left: str, right: str) -> str:
        if type(op) in FLOORED:
            return f"{FLOORED[type(op)]}<{self.number}>({left}, {right})"
        return f"({left} {OPERATORS[type(op)]} {right})"

    def named(self, name: str) -> str:
        """A local name, or the value of a constant."""
        if name in self.parameters or name in self.locals:
            return f"{name}_"
        value = self.world[name]
        if isinstance(value, tuple):
            return self.program.table(name, value)
        return _literal(int(value))

    def call(self, name: str, args: list[ast.expr]) -> str:
        given = [self.of(arg) for arg in args]
        function = self.world.get(name)
        if isinstance(function, FunctionType):
            return f"{self.program.add(function)}({', '.join(given)})"
        if name == "len" and isinstance(args[0], ast.Name):
            return str(len(self.world[args[0].id]))
        return f"{BUILT_IN[name]}<{self.number}>({', '.join(given)})"


def _parsed(source: FunctionType) -> ast.FunctionDef:
    parsed = ast.parse(textwrap.dedent(inspect.getsource(source))).body[0]
    assert isinstance(parsed, ast.FunctionDef)
    return parsed


def _literal(value: int) -> str:
    text = str(value) if abs(value) < 1 << 31 else f"{value}LL"
    return f"({text})" if value < 0 else text
