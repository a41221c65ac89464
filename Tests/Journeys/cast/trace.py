"""What a process asks of the kernel, as strace tells it: which call began, and ended, before which."""

import re
import shutil
import subprocess
import time

LINE = re.compile(r"(\d+)\s+(?:(\w+)\((?:(\d+)<([^>]*)>)?(.*)|<\.\.\. \w+ resumed>(.*)|\+\+\+ .*)$")

UNFINISHED = "<unfinished ...>"


class Call:
    """`began` and `ended` are lines of the trace; `path` is what the descriptor stands for."""

    def __init__(self, name, path, text, began):
        self.name, self.path, self.text, self.began, self.ended = name, path or "", text, began, None

    def __repr__(self):
        return f"{self.began}-{self.ended} {self.name}({self.path} {self.text[:80]}"


class Trace:
    """Has `process` run under strace from its next start on. Ends when the process does."""

    calls_traced = "read,recvfrom,recvmsg,write,writev,sendto,sendmsg,pwrite64,pwritev,fsync,fdatasync,ftruncate"

    def __init__(self, process, path):
        self.path = path
        strace = shutil.which("strace")
        assert strace, "strace is missing: .ci/setup installs it"
        tried = subprocess.run([strace, "-o", "/dev/null", "true"], capture_output=True, text=True)
        assert tried.returncode == 0, (
            "this machine lets no process be traced (a container wants the capability SYS_PTRACE), so it cannot be "
            f"shown that the disk is asked before an answer goes out: {tried.stderr.strip()}")
        # -D: the process itself stays our child.
        process.argv = [strace, "-D", "-f", "-y", "-s", "64", "-e", "trace=" + self.calls_traced, "-e", "signal=none",
                        "-o", path, *process.argv]

    def calls(self):
        """All calls of the ended process, in the order in which they began."""
        found, open_calls = [], {}
        for number, line in enumerate(self._ended().splitlines()):
            match = LINE.match(line)
            if not match:
                continue
            thread, name, _, path, text, resumed = match.groups()
            if resumed is not None:
                call = open_calls.pop(thread)
                # What a read has read comes with its end.
                call.text, call.ended = call.text.removesuffix(UNFINISHED) + resumed, number
            elif name:
                call = Call(name, path, text, number)
                found.append(call)
                if text.endswith(UNFINISHED):
                    open_calls[thread] = call
                else:
                    call.ended = number
        return found

    def _ended(self):
        """strace writes its last lines after the process is gone."""
        for _ in range(1000):
            with open(self.path, encoding="utf-8", errors="replace") as file:
                text = file.read()
            if "+++ exited with" in text.rstrip().rpartition("\n")[2]:
                return text
            time.sleep(0.01)
        raise AssertionError(f"the trace has no end: {text[-500:]}")
