"""Write what the page knows of each game: the types of its views, questions, answers, events and options.

`python web/make_types.py` writes `src/games/GAME/types.ts` from the game's `views/shapes.py`, `src/lib/languages.ts`,
and `src/lib/vocabulary.json`: what the page needs to put messages into words. A test compares the written files with
what it would write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, is_typeddict

from triclinium.core.game import Option
from triclinium.core.manifest import Manifest, manifests
from triclinium.core.shapes import Among, Fact, argument, fields_of
from triclinium.words import LANGUAGES

SOURCES = Path(__file__).parent / "src"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", None: "null", NoneType: "null", Any: "Json"}

GROUPS = {
    "event": "EVENTS",
    "prompt": "PROMPTS",
    "answer": "ANSWERS",
    "refused": "REFUSALS",
    "hint": "HINTS",
    "guidance": "GUIDANCE",
    "story": "STORY",
}
"""Each group of messages with its declaration; only a game of stories has the last two."""


def files() -> dict[Path, str]:
    """Every file with its content."""
    return {
        SOURCES / "lib/languages.ts": languages(),
        SOURCES / "lib/vocabulary.json": json.dumps(vocabulary(), indent=1, sort_keys=True) + "\n",
        **{SOURCES / "games" / name / "types.ts": types_of(manifest) for name, manifest in _published().items()},
    }


def _published() -> dict[str, Manifest]:
    """The games of this package, not those of tests."""
    return {name: one for name, one in manifests().items() if one.package.startswith("triclinium.games.")}


def vocabulary() -> dict[str, dict[str, Any]]:
    """By game and group: the messages with their arguments, the paragraphs, and what to tell afterwards."""
    told = {}
    for game, manifest in _published().items():
        module = manifest.part("vocabulary")
        groups = {group: getattr(module, name) for group, name in GROUPS.items() if hasattr(module, name)}
        paragraphs = manifest.part("paragraphs").PARAGRAPHS
        told[game] = {**groups, "paragraph": paragraphs, "tidings": list(module.TIDINGS)}
        told[game]["numbered"] = list(manifest.numbered)
    return told


def languages() -> str:
    return "\n".join(
        [
            "// Made from src/triclinium/words/vocabulary.py by `python web/make_types.py`. Do not edit.",
            "",
            f"export const LANGUAGES = {json.dumps(LANGUAGES)} as const;",
            "export type Language = (typeof LANGUAGES)[number];",
            "",
        ]
    )


def types_of(manifest: Manifest) -> str:
    """The types of one game."""
    shapes, vocabulary = manifest.part("shapes"), manifest.part("vocabulary")
    place = f"src/{manifest.package.replace('.', '/')}/views/shapes.py"
    answers = dict.fromkeys(answer for question in shapes.QUESTIONS.values() for answer in question.answers)
    lines = [
        f"// Made from {place} by `python web/make_types.py`. Do not edit.",
        'import type { Question } from "../../lib/game";',
        'import type { Json } from "../../lib/types";',
        "",
    ]
    asked = [question.data for question in shapes.QUESTIONS.values()]
    known = [fact.shape for fact in shapes.FACTS.values()]
    reached = _reached([shapes.View, *asked, *answers, *shapes.ARGUMENTS.values(), *known])
    lines += [line for one in reached if isinstance(one, Among) for line in _names(one)]
    lines += [line for name, fact in shapes.FACTS.items() for line in _fact(name, fact)]
    lines += [line for one in reached if not isinstance(one, Among) for line in _interface(one)]
    lines += [f"export type Answer = {' | '.join(answer.__name__ for answer in answers)};", ""]
    lines.append("export type Decision =")
    for kind, question in shapes.QUESTIONS.items():
        taken = " | ".join(answer.__name__ for answer in question.answers)
        lines.append(f'  | Question<"{kind}", {taken}, {_type(question.data)}>')
    lines += [*_closed(lines.pop()), "", "export type Event ="]
    for kind, declared in vocabulary.EVENTS.items():
        told = "".join(f"; {name}: {_type(argument(of, shapes.ARGUMENTS))}" for name, of in declared.items())
        lines.append(f'  | {{ kind: "{kind}"{told} }}')
    lines += [*_closed(lines.pop()), "", *_options(manifest.part("game").info.options)]
    lines += [
        "/** What it is called among programs, and where it stands in lists. */",
        f"export const ID = {json.dumps(manifest.id)};",
        f"export const ORDER = {manifest.order};",
        "",
        "/** All that is said about this game, for what is the same in every game. */",
        "export interface Shapes {",
        *(f"  {name}: {name};" for name in ("View", "Decision", "Answer", "Event", "Options")),
        "}",
        "",
    ]
    if not any("Json" in line for line in lines[4:]):
        lines.remove('import type { Json } from "../../lib/types";')
    return "\n".join(lines)


def _closed(line: str) -> list[str]:
    return [f"{line};"]


def _reached(shapes: list[Any]) -> list[Any]:
    """Every named shape in these, each after the shapes it contains."""
    found: dict[Any, None] = {}

    def visit(shape: Any) -> None:
        if is_typeddict(shape):
            for inner, _ in fields_of(shape).values():
                visit(inner)
            found[shape] = None
        elif get_origin(shape) is Annotated:
            found[get_args(shape)[1]] = None
        else:
            for inner in get_args(shape):
                visit(inner)

    for shape in shapes:
        visit(shape)
    return list(found)


def _upper(name: str) -> str:
    return "".join(f"_{letter}" if letter.isupper() and at else letter for at, letter in enumerate(name)).upper()


def _names(one: Among) -> Iterator[str]:
    constant = f"{_upper(one.called)}_NAMES"
    yield f"export const {constant} = {json.dumps(one.names)} as const;"
    yield f"export type {one.called} = (typeof {constant})[number];"
    yield ""


def _fact(name: str, fact: Fact) -> Iterator[str]:
    kind = _type(fact.shape)
    # Every name has a fact, unlike a count in a view.
    yield f"export const {name}: {kind.removeprefix('Partial<').removesuffix('>') if 'Partial' in kind else kind} ="
    yield f"  {json.dumps(fact.value)};"
    yield ""


def _interface(shape: Any) -> Iterator[str]:
    comment = " ".join((shape.__doc__ or "").split())
    if comment and not comment.startswith("dict()"):
        yield f"/** {comment} */"
    # A type, not an interface: only a type counts as plain data.
    yield f"export type {shape.__name__} = {{"
    for name, (inner, required) in fields_of(shape).items():
        yield f"  {name}{'' if required else '?'}: {_type(inner)};"
    yield "};"
    yield ""


def _options(options: tuple[Option, ...]) -> Iterator[str]:
    yield "/** What a table agrees on. */"
    yield "export type Options = {"
    for option in options:
        yield f"  {option.name}: {_option(option)};"
    yield "};"
    yield ""


def _option(option: Option) -> str:
    if set(option.choices) == {False, True}:
        return "boolean"
    if option.choices:
        return " | ".join(json.dumps(choice) for choice in option.choices)
    if isinstance(option.default, list):
        return "string[]"
    return PLAIN.get(type(option.default), "Json")


def _type(shape: Any) -> str:
    if is_typeddict(shape):
        return str(shape.__name__)
    origin, inner = get_origin(shape), get_args(shape)
    if origin is Annotated:
        return str(inner[1].called)
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in inner)
    if origin in (Union, UnionType):
        return " | ".join(_type(one) for one in inner)
    if origin is list:
        one = _type(inner[0])
        return f"({one})[]" if " " in one and not one.endswith(("]", "}")) else f"{one}[]"
    if origin is tuple:
        return f"[{', '.join(_type(one) for one in inner)}]"
    if origin is dict:
        key = _type(inner[0])
        whole = f"Record<{key}, {_type(inner[1])}>"
        return whole if key == "string" else f"Partial<{whole}>"
    return PLAIN[shape]


def main() -> None:
    for path, text in files().items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
