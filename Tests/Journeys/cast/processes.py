"""Real processes, started on loopback, waited for, and ended by their own process id."""

import http.client
import os
import signal
import socket
import subprocess
import time


def free_port():
    """A TCP port of 127.0.0.1 that nobody listens on now."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Process:
    """One process of ours with its output in a file. `ready` is asked until it says True."""

    def __init__(self, argv, log, ready, patience=30.0, env=None, cwd=None):
        self.argv, self.log, self.ready, self.patience, self.env, self.cwd = argv, log, ready, patience, env, cwd
        self.child = None

    def start(self):
        """Starts it and returns the seconds until it was ready."""
        began = time.monotonic()
        with open(self.log, "ab") as out:
            self.child = subprocess.Popen(
                self.argv, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=self.env, cwd=self.cwd)
        while time.monotonic() - began < self.patience:
            if self.ready():
                return time.monotonic() - began
            if self.child.poll() is not None:
                raise AssertionError(f"{self.argv[0]} ended with {self.child.returncode}:\n{self.tail()}")
            time.sleep(0.01)
        self.kill()
        raise AssertionError(f"{self.argv[0]} was not ready in {self.patience:.0f} s:\n{self.tail()}")

    def tail(self, count=2000):
        with open(self.log, "rb") as f:
            return f.read()[-count:].decode("utf-8", "replace")

    def kill(self):
        """SIGKILL: the process gets no chance to tidy up."""
        if self.child and self.child.poll() is None:
            self.child.send_signal(signal.SIGKILL)
            self.child.wait()

    def hang_up(self):
        """SIGHUP: read the configuration anew."""
        self.child.send_signal(signal.SIGHUP)

    def stop(self, patience=15.0):
        """SIGTERM, and the exit status; SIGKILL and an error when it does not end."""
        if not self.child:
            return None
        if self.child.poll() is None:
            self.child.send_signal(signal.SIGTERM)
            try:
                self.child.wait(patience)
            except subprocess.TimeoutExpired:
                self.kill()
                raise AssertionError(f"{self.argv[0]} did not end within {patience:.0f} s of SIGTERM")
        return self.child.returncode


def answers(port, path, status=200, host=None):
    """Whether a GET of `path` on 127.0.0.1:`port` answers with `status` now."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", path, headers={"Host": host or f"127.0.0.1:{port}"})
        return connection.getresponse().status == status
    except OSError:
        return False
    except http.client.HTTPException:
        return False
    finally:
        connection.close()


def repository():
    """The top folder of this repository."""
    return os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def shipped(name):
    """The text of a file of Config/."""
    with open(os.path.join(repository(), "Config", name)) as f:
        return f.read()
