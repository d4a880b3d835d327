"""Records the traffic of an ASGI application, so that `specdrift check` can hold it to a contract.

    app = SpecdriftCapture(app, file="traffic/api.ndjson", sampling=0.1)

A request never waits for it. `specdrift redact` runs beside the service and takes out secrets and personal data before anything is stored.
"""

import atexit
import base64
import contextlib
import json
import os
import queue
import random
import subprocess
import threading
import time
from datetime import datetime, timezone
from urllib.parse import quote


class SpecdriftCapture:
    """ASGI middleware. `captured` and `dropped` count exchanges."""

    def __init__(
        self,
        app,
        file,
        sampling=1.0,
        max_body_bytes=64 * 1024,
        max_queue_bytes=16 * 1024 * 1024,
        redact=(),
        command=("specdrift",),
    ):
        self.app, self.sampling = app, sampling
        self.max_body_bytes, self.max_queue_bytes = max_body_bytes, max_queue_bytes
        keys = [part for key in redact for part in ("--key", key)]
        self._command = [*command, "redact", "-", "--append", "--recording-format", "ndjson", "-o", str(file), *keys]
        self.captured = self.dropped = 0
        self._lock = threading.Lock()
        self._pid = None
        atexit.register(self.close)

    async def __call__(self, scope, receive, send):
        if scope["type"] != "http" or random.random() >= self.sampling:
            return await self.app(scope, receive, send)
        exchange = _Exchange(scope, self.max_body_bytes)

        async def hear():
            message = await receive()
            with contextlib.suppress(Exception):
                exchange.received(message)
            return message

        async def say(message):
            await send(message)
            with contextlib.suppress(Exception):
                exchange.sent(message)

        try:
            await self.app(scope, hear, say)
        finally:
            with contextlib.suppress(Exception):
                self._put(exchange)

    def close(self):
        """Writes what waits. It is called when the process ends."""
        if self._pid != os.getpid():
            return
        self._pid = None
        self._queue.put(None)
        self._thread.join()

    def _put(self, exchange):
        size = exchange.size()
        with self._lock:
            if self._pid != os.getpid():
                self._start()
            is_full = self._waiting + size > self.max_queue_bytes
            if is_full or not self._thread.is_alive():
                self.dropped += 1
                return
            self._waiting += size
            self.captured += 1
        self._queue.put((exchange, size))

    def _start(self):
        # A worker that was forked has no threads of its parent.
        self._pid, self._waiting, self._queue = os.getpid(), 0, queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="specdrift-capture", daemon=True)
        self._thread.start()

    def _write(self):
        # Ctrl-C ends the service; what was captured is written until the pipe ends.
        try:
            child = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
            )
        except OSError:
            child = None
        while (item := self._queue.get()) is not None:
            exchange, size = item
            try:
                child.stdin.write(json.dumps(exchange.recorded()).encode() + b"\n")
                child.stdin.flush()
            except Exception:
                with self._lock:
                    self.captured -= 1
                    self.dropped += 1
            with self._lock:
                self._waiting -= size
        with contextlib.suppress(Exception):
            child.stdin.close()
            child.wait()


class _Exchange:
    """An exchange while it passes: bytes are kept here, and read by the thread that writes."""

    def __init__(self, scope, most):
        self.scope, self.started, self.time = scope, time.monotonic(), datetime.now(timezone.utc)
        self.request, self.response = _Body(most), _Body(most)
        self.status, self.headers, self.duration = None, (), 0
        names = {name.lower() for name, _ in scope["headers"]}
        self.request.is_whole = not names & {b"content-length", b"transfer-encoding"} and scope.get("http_version") != "2"

    def received(self, message):
        if message["type"] == "http.request":
            self.request.add(message.get("body", b""), not message.get("more_body", False))

    def sent(self, message):
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], message.get("headers", ())
        elif message["type"] == "http.response.body":
            is_bodiless = self.scope["method"] == "HEAD" or self.status in (204, 304)
            self.response.add(b"" if is_bodiless else message.get("body", b""), not message.get("more_body", False))
            self.duration = (time.monotonic() - self.started) * 1000

    def size(self):
        return 2000 + self.request.size() + self.response.size()

    def recorded(self):
        scope = self.scope
        sent = _united(scope["headers"])
        host = sent.get("host") or "localhost"
        path = (scope.get("raw_path") or quote(scope["path"]).encode()).decode("latin-1").split("?")[0]
        query = scope.get("query_string", b"").decode("latin-1")
        url = f"{scope.get('scheme', 'http')}://{host}{path}{'?' + query if query else ''}"
        line = {
            "time": self.time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "duration": round(self.duration, 3),
            "request": {"method": scope["method"], "url": url, "headers": sent, **self.request.recorded(sent)},
        }
        # What broke off is no response.
        if self.status is not None and self.response.is_whole:
            received = _united(self.headers)
            line["response"] = {"status": self.status, "headers": received, **self.response.recorded(received)}
        return line


class _Body:
    """A body, kept up to a limit."""

    def __init__(self, most):
        self.parts, self.most, self.is_whole, self.is_long = [], most, False, False

    def add(self, part, is_last):
        self.is_long = self.is_long or self.size() + len(part) > self.most
        self.parts = [] if self.is_long else [*self.parts, bytes(part)]
        self.is_whole = is_last

    def size(self):
        return sum(map(len, self.parts))

    def recorded(self, headers):
        if self.is_long:
            return {"partialBody": True}
        if not self.is_whole:
            return {}
        body = b"".join(self.parts)
        try:
            if headers.get("content-encoding", "identity") == "identity":
                return {"body": body.decode()}
        except UnicodeDecodeError:
            pass
        return {"body": {"base64": base64.b64encode(body).decode()}}


def _united(headers):
    """Headers by name; one that was repeated has a list of values."""
    found = {}
    for name, value in headers:
        found.setdefault(bytes(name).decode("latin-1").lower(), []).append(bytes(value).decode("latin-1"))
    return {name: values[0] if len(values) == 1 else values for name, values in found.items()}
