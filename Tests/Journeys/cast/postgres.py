"""A PostgreSQL of its own on loopback, and databases in it."""

import os
import subprocess
import time

from cast.processes import repository


class Postgres:
    """The server that `.ci/postgres` keeps in a folder; what it acknowledged is on the disk."""

    def __init__(self, folder):
        self.folder, self.url = os.path.join(folder, "postgres"), None
        os.chmod(folder, 0o755)                # as root it runs as another user, who must get there

    def start(self):
        began = time.monotonic()
        self.url = self._do("start", self.folder).strip()
        return time.monotonic() - began

    def stop(self):
        self._do("stop", self.folder, "immediate")

    kill = stop
    """As a crash would end it: the server recovers when it starts again."""

    def database(self, name):
        """The URL of an empty database."""
        subprocess.run(["psql", "-q", "-X", self.url, "-c", f"CREATE DATABASE {name}"], check=True)
        return self.url.rpartition("/")[0] + "/" + name

    def _do(self, *words):
        done = subprocess.run([os.path.join(repository(), ".ci", "postgres"), *words], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout
