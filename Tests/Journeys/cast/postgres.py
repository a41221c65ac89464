"""A PostgreSQL of its own on loopback, by .ci/postgres: real, durable, and gone with the story."""

import os
import signal
import subprocess

from cast.processes import Process, repository

SCRIPT = os.path.join(repository(), ".ci", "postgres")


class Postgres:
    """The server of a folder; stopped and started again it has kept everything."""

    def __init__(self, folder):
        os.chmod(folder, 0o711)                # as root it runs as another user, who must get there
        self.folder = os.path.join(folder, "postgres")
        self.url = subprocess.run(
            [SCRIPT, "make", self.folder], check=True, capture_output=True, text=True).stdout.strip()
        self.process = Process(
            [SCRIPT, "serve", self.folder], os.path.join(folder, "postgres.log"), self._answers)

    def start(self):
        self.process.start()
        return self

    def stop(self, how=signal.SIGINT):
        """At once, but in order; SIGQUIT is a crash."""
        child = self.process.child
        if child and child.poll() is None:
            child.send_signal(how)
            child.wait(30)

    def crash(self):
        self.stop(signal.SIGQUIT)

    def sql(self, statement):
        """The rows, as text."""
        return subprocess.run(
            ["psql", "--no-psqlrc", "-qAt", "-c", statement, self.url], check=True, capture_output=True, text=True,
        ).stdout.splitlines()

    def _answers(self):
        return subprocess.run(["pg_isready", "-q", "-d", self.url]).returncode == 0
