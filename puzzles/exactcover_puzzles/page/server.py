"""Serve the page to this machine only: on the loopback address, with a secret token in the URL.

Requests without the token are refused, and so are those of pages of another origin, even with the
right port: the headers Host and Origin must name this server. A question is an object of
JSON, sent to ``ask``; its answer is lines of JSON. A question ends when its page goes away.
"""

from __future__ import annotations

import hmac
import json
import os
import re
import secrets
import socket
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from .files import Folder
from .workers import Busy, Workers, is_last

#: Bytes of a question at most.
_MOST_BYTES = 4_000_000
_LENGTH = re.compile(r"[0-9]{1,7}")
#: Seconds of silence from a browser that is sending a question.
_TIMEOUT = 10.0
#: Connections that have not yet sent the token: the most, and for how many seconds.
_STRANGERS, _PATIENCE = 32, 5.0
#: A page that redirects to another one.
_LEADS = '<!doctype html><title>Puzzles</title><meta http-equiv="refresh" content="0; url={}">'
_ENDED = (
    "the process that answers has died, perhaps for lack of memory."
    " The terminal of the command may say more"
)
_STOPPED = "the server has been stopped"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:;"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
)


class PageServer(ThreadingHTTPServer):
    """Serves the page. ``start``: what it opens with (``kind``, ``text``, ``words``, ``name``)."""

    daemon_threads = True
    #: A port can be used again at once; on Windows that would let others share it.
    allow_reuse_address = os.name == "posix"
    request_queue_size = 2 * _STRANGERS

    def __init__(self, start: dict[str, Any], port: int = 0, framed: bool = False):
        self.token = secrets.token_urlsafe(16)
        self._entrance: str | None = None
        self._leads: Path | None = None
        #: Connections that have not yet sent the token, and since when, the oldest first.
        self._strangers: dict[Any, float] = {}
        self._guard = threading.Lock()
        self.files = Folder.of_page()
        self.start = json.dumps(start).encode()
        self.framed = framed
        self.workers = Workers()
        super().__init__(("127.0.0.1", port), _Handler)
        self.workers.start()

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://127.0.0.1:{self.server_port}/{self.token}/"

    def entrance(self) -> str:
        """The address of a new file that redirects to the page, once. Raises OSError.

        Every user of the machine can read what a browser is started with. The file can be read by
        its owner alone.
        """
        self._shut_entrance()
        self._entrance = secrets.token_urlsafe(16)
        address = f"http://127.0.0.1:{self.server_port}/{self._entrance}/"
        with NamedTemporaryFile("w", prefix="puzzles-", suffix=".html", delete=False) as file:
            self._leads = Path(file.name)
            file.write(_LEADS.format(address))
        return self._leads.as_uri()

    def entered(self, word: str) -> bool:
        """Whether this is the entrance; it was, from now on."""
        known = self._entrance
        if known is None or not hmac.compare_digest(word.encode(), known.encode()):
            return False
        self._shut_entrance()
        return True

    def _shut_entrance(self) -> None:
        self._entrance = None
        if self._leads is not None:
            with suppress(OSError):
                self._leads.unlink()

    def server_close(self) -> None:
        """Stop listening, and end all searches."""
        super().server_close()
        self._shut_entrance()
        self.workers.close()

    # -- connections ---------------------------------------------------------------------------

    def process_request(self, request: Any, client_address: Any) -> None:
        """Accept a connection; if too many have sent no token, drop the oldest."""
        with self._guard:
            while len(self._strangers) >= _STRANGERS:
                self._send_away(next(iter(self._strangers)))
            self._strangers[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """Several times a second: drop connections that have sent no token in time."""
        until = time.monotonic() - _PATIENCE
        with self._guard:
            for request in [each for each, since in self._strangers.items() if since < until]:
                self._send_away(request)

    def _send_away(self, request: Any) -> None:
        """End a connection; readers see its end."""
        del self._strangers[request]
        with suppress(OSError):
            request.shutdown(socket.SHUT_RDWR)

    def admit(self, request: Any) -> None:
        """Note that a connection has sent the token, or has ended."""
        with self._guard:
            self._strangers.pop(request, None)

    def shutdown_request(self, request: Any) -> None:
        """End a connection in order."""
        self.admit(request)
        super().shutdown_request(request)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    timeout = _TIMEOUT

    def do_GET(self) -> None:
        """A file of the page."""
        name = self._asked_for()
        if name is None:
            return
        if name == "start.json":
            self._whole(self.server.start, "application/json")
            return
        found = self.server.files.get(name or "index.html")
        if found is None:
            self._refuse(404)
        else:
            self._whole(*found)

    def do_POST(self) -> None:
        """A question."""
        name = self._asked_for()
        if name is None:
            return
        if name != "ask":
            self._refuse(404)
            return
        origin, kind = self.headers.get("Origin"), self.headers.get("Content-Type", "")
        length = self.headers.get("Content-Length", "")
        if origin not in self._origins() or kind.partition(";")[0] != "application/json":
            self._refuse(403)
        elif not (_LENGTH.fullmatch(length) and int(length) <= _MOST_BYTES):
            self._refuse(413)
        else:
            question = self.rfile.read(int(length))
            try:
                sound = type(json.loads(question.decode())) is dict
            except (ValueError, RecursionError):
                sound = False
            if sound:
                self._answer(question)
            else:
                self._refuse(400)

    def _answer(self, question: bytes) -> None:
        try:
            worker = self.server.workers.take()
        except (Busy, OSError):  # or the machine cannot start another process
            self._refuse(503)
            return
        complete = False
        try:
            self._head("application/x-ndjson")
            for line in worker.ask(question):
                # The second write to a closed page raises.
                self.wfile.write(line or b"\n")
                self.wfile.flush()
                complete = is_last(line)
            if not complete:
                why = _STOPPED if self.server.workers.closed else _ENDED
                self.wfile.write(json.dumps({"error": why, "done": True}).encode() + b"\n")
        except OSError:
            pass
        finally:
            self.server.workers.give_back(worker, complete)

    def _origins(self) -> list[str]:
        return [f"http://{host}:{self.server.server_port}" for host in ("127.0.0.1", "localhost")]

    def _asked_for(self) -> str | None:
        """The path after the token in the URL; None, and refused, if the token is wrong."""
        host = f"http://{self.headers.get('Host', '')}"
        _, _, path = self.path.partition("/")
        token, _, name = path.partition("?")[0].partition("/")
        known = hmac.compare_digest(token.encode(), self.server.token.encode())
        site = self.headers.get("Sec-Fetch-Site", "none")
        allowed = site in ("none", "same-origin") or (self.command == "GET" and not name)
        if host in self._origins() and allowed:
            if known:
                self.server.admit(self.connection)
                return name
            if self.command == "GET" and not name and self.server.entered(token):
                with suppress(OSError):
                    self._head("text/plain", 0, 303)
                return None
        self._refuse(403)
        return None

    def _head(self, kind: str, length: int | None = None, status: int = 200) -> None:
        self.send_response(status)
        if status == 303:
            self.send_header("Location", self.server.url)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        around = "http://localhost:* http://127.0.0.1:*" if self.server.framed else "'none'"
        self.send_header("Content-Security-Policy", f"{_POLICY} frame-ancestors {around}")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Resource-Policy", "same-origin")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()

    def _whole(self, data: bytes, kind: str) -> None:
        with suppress(OSError):
            self._head(kind, len(data))
            self.wfile.write(data)

    def _refuse(self, status: int) -> None:
        with suppress(OSError):
            self.close_connection = True
            self._head("text/plain; charset=utf-8", 0, status)

    def log_message(self, format: str, *values: Any) -> None:
        """Log nothing: the terminal is not for browser requests."""

    def version_string(self) -> str:
        """The server's name in responses."""
        return "puzzles"
