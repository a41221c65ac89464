"""Whole sign-ins in stages: N requests of one step, their answers make the N of the next."""

import base64
import hashlib
import json
import os
import struct
import subprocess
from urllib.parse import parse_qs, quote, urlsplit


class Loader:
    """The load program with its files in `folder`."""

    def __init__(self, program, folder, connections=32):
        self.program, self.folder, self.connections = program, folder, connections

    def send(self, port, requests):
        """The raw answers in the order of the requests, and the figures of the run."""
        asked, told = (os.path.join(self.folder, name) for name in ("requests", "responses"))
        with open(asked, "wb") as file:
            for request in requests:
                file.write(struct.pack("<I", len(request)) + request)
        run = subprocess.run(
            [self.program, str(port), str(self.connections), asked, told], capture_output=True, text=True, timeout=300)
        if run.returncode:
            raise SystemExit(f"load: {run.stdout} {run.stderr}")
        with open(told, "rb") as file:
            data = file.read()
        answers, at = [None] * len(requests), 0
        while at < len(data):
            index, length = struct.unpack_from("<II", data, at)
            answers[index] = data[at + 8:at + 8 + length]
            at += 8 + length
        return answers, {name: float(value) for name, value in (pair.split("=") for pair in run.stdout.split())}


def cpu_seconds(pid):
    """User and system time of a process with its threads and its children."""
    total = 0.0
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(name) == pid or int(fields[1]) == pid:
            total += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return total


def memory_mib(pid, field="VmRSS"):
    with open(f"/proc/{pid}/status") as file:
        return next(int(line.split()[1]) / 1024 for line in file if line.startswith(field + ":"))


class SignIns:
    """`count` sign-ins against a server on `port`; `provider` is the path of its callback, where somebody new signs in
    each time, or so many `people` one after the other, and then the first of them again."""

    def __init__(self, loader, pid, port, client_id, redirect_uri, provider=None, people=None):
        self.loader, self.pid, self.port, self.provider, self.people = loader, pid, port, provider, people
        self.client_id, self.redirect_uri = client_id, redirect_uri
        self.sequence = 0

    def play(self, count):
        """Seconds, and CPU seconds of the server, for each of the three steps."""
        first, self.sequence = self.sequence, self.sequence + count
        verifiers = [hashlib.sha256(b"%d-%d-%d" % (os.getpid(), self.port, first + i)).hexdigest() for i in range(count)]
        spent = []

        answers = self._step(spent, [self._authorize(first + i, v) for i, v in enumerate(verifiers)], 303)
        answers = self._step(spent, [self._callback(first + i, a) for i, a in enumerate(answers)], 303)
        answers = self._step(spent, [self._token(a, v) for a, v in zip(answers, verifiers)], 200)
        tokens = json.loads(answers[-1].split(b"\r\n\r\n", 1)[1])
        if not tokens.get("access_token") or not tokens.get("id_token"):
            raise SystemExit(f"no tokens: {tokens}")
        return spent

    def _step(self, spent, requests, wanted):
        before = cpu_seconds(self.pid)
        answers, figures = self.loader.send(self.port, requests)
        spent.append((figures["seconds"], cpu_seconds(self.pid) - before))
        for answer in answers:
            if not answer or int(answer[9:12]) != wanted:
                raise SystemExit(f"port {self.port}: {wanted} was wanted, came {(answer or b'nothing')[:600]!r}")
        return answers

    def _get(self, target, cookies=""):
        cookies = f"Cookie: {cookies}\r\n" if cookies else ""
        return (f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nAccept: text/html\r\n"
                f"{cookies}\r\n").encode()

    def _authorize(self, number, verifier):
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        return self._get(
            f"/oauth/authorize?response_type=code&client_id={self.client_id}"
            f"&redirect_uri={quote(self.redirect_uri, safe='')}&scope=openid%20profile%20email%20offline_access"
            f"&state=state-{number}-0123456789abcdef&nonce=nonce-{number}-0123456789abcdef"
            f"&code_challenge={challenge}&code_challenge_method=S256")

    def _callback(self, number, answer):
        fields = fields_of(answer)
        location = next(value for name, value in fields if name == "location")
        if not self.provider:
            return self._get(location)
        asked = parse_qs(urlsplit(location).query)
        cookies = "; ".join(value.split(";")[0] for name, value in fields if name == "set-cookie")
        person = number % self.people if self.people else number
        return self._get(f"{self.provider}?code={asked['nonce'][0]}.{person}&state={asked['state'][0]}", cookies)

    def _token(self, answer, verifier):
        location = next(value for name, value in fields_of(answer) if name == "location")
        code = parse_qs(urlsplit(location).query)["code"][0]
        body = (f"grant_type=authorization_code&code={code}&redirect_uri={quote(self.redirect_uri, safe='')}"
                f"&client_id={self.client_id}&code_verifier={verifier}")
        return (f"POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}").encode()


def fields_of(answer):
    lines = answer.split(b"\r\n\r\n", 1)[0].decode("latin-1").split("\r\n")[1:]
    return [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
