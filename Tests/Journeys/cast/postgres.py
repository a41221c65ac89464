"""A PostgreSQL of its own on loopback, by .ci/postgres: real, durable, and gone with the story."""

import os
import subprocess

from cast.processes import repository


class Postgres:
    """The server of a folder; stopped and started again it has kept everything."""

    def __init__(self, folder):
        os.chmod(folder, 0o755)                # as root it runs as another user, who must get there
        self.folder = os.path.join(folder, "postgres")
        self.url = None

    def start(self):
        self.url = self._script("start", self.folder).strip()
        return self

    def stop(self, how="fast"):
        """`immediate` is a crash."""
        if self.url:
            self._script("stop", self.folder, how)
            self.url = None

    def sql(self, statement):
        """The rows, as text."""
        return subprocess.run(
            ["psql", "--no-psqlrc", "-qAt", "-c", statement, self.url], check=True, capture_output=True, text=True,
        ).stdout.splitlines()

    @staticmethod
    def _script(*words):
        done = subprocess.run(
            [os.path.join(repository(), ".ci", "postgres"), *words], capture_output=True, text=True)
        assert done.returncode == 0, f"postgres {words[0]}: {done.stderr}"
        return done.stdout
