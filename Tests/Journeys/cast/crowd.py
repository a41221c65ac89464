"""Many raw connections to one port of 127.0.0.1, and what they cost the process behind it."""

import os
import resource
import socket
import time


class Crowd:
    """Sockets that connect and send; closed when the block ends."""

    def __init__(self, port):
        self.port, self.sockets = port, []
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < hard:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.leave()

    def come(self, count, first=b"", receive_buffer=None):
        """So many more connections, each with some first octets."""
        for _ in range(count):
            one = socket.socket()
            if receive_buffer:
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            one.settimeout(10)
            one.connect(("127.0.0.1", self.port))
            self.sockets.append(one)
            if first:
                one.sendall(first)
        return self

    def leave(self):
        for one in self.sockets:
            one.close()
        self.sockets = []


def request(port, path="/.well-known/openid-configuration", fields=""):
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{fields}\r\n".encode()


def exchange(one, octets):
    """The whole answer to one request, framed by its Content-Length."""
    one.sendall(octets)
    received = b""
    while True:
        head, gap, body = received.partition(b"\r\n\r\n")
        if gap and len(body) >= int(head.lower().partition(b"content-length:")[2].split(b"\r")[0] or 0):
            return received
        more = one.recv(65536)
        assert more, f"the connection ended behind {received!r}"
        received += more


def milliseconds(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1e3


def memory_mib(pid):
    """Resident memory now."""
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat") as stat:
        fields = stat.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))
