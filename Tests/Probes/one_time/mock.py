"""A small server with known faults, by which the loop shows that it sees them.

usage: mock.py MODE PORT FILE
"""

import http.client
import os
import sqlite3
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MODES = {"good": "", "race": "R1", "ram-used": "R1", "late-write": "R3"}
"""What each mode must be found to break; the last loses what it acknowledged."""


class Keys:
    """Spends a key once, or as badly as its mode says."""

    def __init__(self, mode, path):
        self.mode, self.lock, self.spent, self.late = mode, threading.Lock(), set(), set()
        self.file = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=5)
        self.file.execute("PRAGMA journal_mode=WAL")
        self.file.execute("PRAGMA synchronous=FULL")
        self.file.execute("CREATE TABLE IF NOT EXISTS keys(name TEXT PRIMARY KEY, used INT)")

    def issue(self, key):
        if self.mode == "late-write":
            with self.lock:
                self.late.add(key)
            threading.Timer(0.2, self._put, [key]).start()
        else:
            self._put(key)

    def _put(self, key):
        with self.lock:
            self.file.execute("INSERT OR IGNORE INTO keys VALUES(?, 0)", (key,))

    def redeem(self, key):
        """Whether this call spent it."""
        if self.mode == "race":
            with self.lock:
                row = self.file.execute("SELECT used FROM keys WHERE name = ?", (key,)).fetchone()
            time.sleep(0.003)
            if not row or row[0]:
                return False
            with self.lock:
                self.file.execute("UPDATE keys SET used = 1 WHERE name = ?", (key,))
            return True
        with self.lock:
            if self.mode == "ram-used":
                known = self.file.execute("SELECT 1 FROM keys WHERE name = ?", (key,)).fetchone()
                won = known is not None and key not in self.spent
                self.spent.add(key)
                return won
            if key in self.late:
                self.late.remove(key)
                self.file.execute("INSERT OR IGNORE INTO keys VALUES(?, 0)", (key,))
            return self.file.execute("UPDATE keys SET used = 1 WHERE name = ? AND used = 0", (key,)).rowcount == 1


def serve(mode, port, path):
    keys = Keys(mode, path)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def log_message(self, *_):
            pass

        def do_GET(self):
            self._say(200)

        def do_POST(self):
            key = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if self.path == "/issue":
                keys.issue(key)
                return self._say(200)
            self._say(200 if keys.redeem(key) else 400)

        def _say(self, status):
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

    class Server(ThreadingHTTPServer):
        allow_reuse_address, daemon_threads = True, True

    Server(("127.0.0.1", port), Handler).serve_forever()


class MockPlugin:
    """The loop's way to it."""

    idempotent, seconds = False, 600

    def __init__(self, port):
        self.port = port

    def _post(self, path, key):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=3)
        try:
            connection.request("POST", path, key)
            answer = connection.getresponse()
            answer.read()
            return answer.status
        finally:
            connection.close()

    def issue(self):
        key = os.urandom(8).hex()
        if self._post("/issue", key) != 200:
            raise OSError("not issued")
        return key

    def redeem(self, key):
        return ("ok", os.urandom(8).hex()) if self._post("/redeem", key) == 200 else ("used", None)


if __name__ == "__main__":
    serve(sys.argv[1], int(sys.argv[2]), sys.argv[3])
