"""A disk that forgets at the kill what was never synced: disk.c under the broker, and the loss of power."""

import os
import random
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = 4096


def built(folder):
    """The library that is loaded before SQLite."""
    library = os.path.join(folder, "disk.so")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library,
                    os.path.join(HERE, "disk.c"), "-ldl", "-pthread"], check=True)
    return library


class Disk:
    """The disk under one SQLite file that one process has open. Of what was not synced it loses all, or it `mixes`: now
    and then some has reached it. `honest` is after how many syncs it begins to lie."""

    def __init__(self, library, database, seed=1, mixes=True, honest=None):
        self.database, self.chance, self.mixes = database, random.Random(seed), mixes
        self.durable = database + ".durable"
        os.makedirs(self.durable)
        self.dies = database + ".dies"
        self.environment = {"LD_PRELOAD": library, "DISK_FILE": database, "DISK_DURABLE": self.durable,
                            "DISK_DIES": self.dies}
        if honest is not None:
            self.environment["DISK_HONEST"] = str(honest)

    def kill_at(self, step):
        """Has the process die at its so-manieth write or sync from here; None takes it back."""
        if step is None:
            os.remove(self.dies)
        else:
            with open(self.dies + ".new", "w") as file:
                file.write(str(step))
            os.rename(self.dies + ".new", self.dies)

    def lose(self):
        """The power is gone, and back: all that was not synced is lost, or some of it reached the disk in any order."""
        all_is_lost = not self.mixes or self.chance.random() < 0.5
        for suffix in ("", "-wal", "-journal"):
            live = self.database + suffix
            kept = os.path.join(self.durable, os.path.basename(live))
            if os.path.exists(kept + ".nameless"):
                os.remove(kept + ".nameless")
                mixes = False
            else:
                mixes = not all_is_lost and os.path.exists(live) and os.path.exists(kept)
            if mixes:
                content = self._mixed(_bytes(kept), _bytes(live))
                for path in (live, kept):
                    with open(path, "wb") as file:
                        file.write(content)
            elif os.path.exists(kept):
                shutil.copyfile(kept, live)
            elif os.path.exists(live):
                os.remove(live)

    def _mixed(self, durable, live):
        """Page by page what was synced last or what was written last, and one of the two lengths."""
        length = self.chance.choice((len(durable), len(live)))
        pages = (self.chance.choice((durable, live))[at:at + PAGE].ljust(PAGE, b"\0") for at in range(0, length, PAGE))
        return b"".join(pages)[:length]


def _bytes(path):
    with open(path, "rb") as file:
        return file.read()
