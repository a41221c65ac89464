"""A disk that ails when it is told to: ailing_disk.c under the store of a broker."""

import errno
import mmap
import os
import struct
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


class AilingDisk:
    """Under one broker, from before it starts."""

    kinds = {"write": 0, "sync": 1, "read": 2, "open": 3}

    def __init__(self, broker):
        library = os.path.join(broker.folder, "ailing_disk.so")
        subprocess.run(["clang", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                        os.path.join(HERE, "ailing_disk.c")], check=True)
        path = os.path.join(broker.folder, "ailing_disk.control")
        with open(path, "wb") as f:
            f.write(bytes(64))
        with open(path, "r+b") as f:
            self.control = mmap.mmap(f.fileno(), 64)
        broker.process.env = {**os.environ, "LD_PRELOAD": library, "AILING_PATH": broker.database,
                              "AILING_CONTROL": path}

    def fails(self, *kinds, by=errno.EIO, syncs=0, half=False):
        """From now on these kinds of calls end with the error `by`; after `syncs` syncs all is well again."""
        self.control[4], self.control[5] = syncs, half
        for kind in kinds:
            self.control[self.kinds[kind]] = by

    def is_well(self):
        self.control[:6] = bytes(6)

    @property
    def failed(self):
        """Calls that it failed so far."""
        return struct.unpack_from("N", self.control, 8)[0]
