"""A small OpenAI-compatible server that plays any model: good, slow, refusing, hostile."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

Reply: TypeAlias = tuple[int, bytes]


@dataclass(frozen=True)
class Heard:
    """One question that the server was asked."""

    path: str
    headers: dict[str, str]
    body: Any

    @property
    def asked(self) -> str:
        """The prompt after the system's."""
        return str(self.body["messages"][1]["content"])


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    """A server on a free port; gives its address."""
    http = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{http.server_address[1]}"
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


@contextmanager
def model(answer: Callable[[Heard], Reply]) -> Iterator[tuple[str, list[Heard]]]:
    """The address of a model, and all that it was asked."""
    heard: list[Heard] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            heard.append(Heard(self.path, dict(self.headers), body))
            status, said = answer(heard[-1])
            try:
                self.send_response(status)
                self.send_header("Content-Length", str(len(said)))
                if status == 302:
                    self.send_header("Location", f"{address}/elsewhere")
                self.end_headers()
                self.wfile.write(said)
            except OSError:
                self.close_connection = True

        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    with serving(Handler) as address:
        yield f"{address}/v1", heard


def says(text: object, ended: str = "stop") -> Reply:
    """A reply with this text."""
    choice = {"message": {"role": "assistant", "content": text}, "finish_reason": ended}
    return 200, json.dumps({"choices": [choice]}).encode()


def name_in(heard: Heard) -> str:
    """The name that a prompt wants introduced."""
    return heard.asked.split("it introduces this name: ")[1].split("\n", maxsplit=1)[0]


def good(heard: Heard) -> Reply:
    """What a good model says to a prompt for an introduction."""
    return says(f"My name is {name_in(heard)}, and I have walked here through the vines with dust on my feet.")
