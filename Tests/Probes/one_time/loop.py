"""Workers that issue and redeem keys while servers are killed with SIGKILL, again and again."""

import http.client
import random
import threading
import time

from history import Redemption


class Unexpected(Exception):
    """An answer that no server may give here."""


class Loop:
    """`victims` are up, and each has kill() and start() -> seconds; `plugin` has issue() -> key, which returns only once
    the server has acknowledged the key, and redeem(key) -> (kind, value). A key is good for its `seconds`."""

    block = 50
    """Kills after which keys are asked for the last time."""

    def __init__(self, victims, plugin, kills, workers=8, keys_a_kill=20, seed=1):
        self.victims, self.plugin, self.kills, self.workers, self.seed = victims, plugin, kills, workers, seed
        self.keys_a_kill, self.allowed = keys_a_kill, 0
        self.issued, self.redemptions, self.faults, self.starts = [], [], [], []
        self.lock, self.over, self.chance, self.first = threading.Lock(), threading.Event(), random.Random(seed), 0

    def run(self, least=1):
        """Plays the history, with `least` new keys before each kill; at the end of each block every key of it is asked
        for twice more, before it can expire."""
        for done in range(0, self.kills, self.block):
            began, self.first = time.monotonic(), len(self.issued)
            self.allowed = self.first + self.keys_a_kill
            self._kill(min(self.block, self.kills - done), least)
            for _ in range(2):
                for key in self.issued[self.first:]:
                    self._redeem(key)
            if time.monotonic() - began > self.plugin.seconds:
                raise SystemExit("this machine is too slow: keys may have expired before they were asked for")
        return self

    def _kill(self, kills, least):
        self.over.clear()
        workers = [threading.Thread(target=self._work, args=(number,)) for number in range(self.workers)]
        for worker in workers:
            worker.start()
        try:
            for _ in range(kills):
                self._until(len(self.issued) + least)
                time.sleep(self.chance.uniform(0.0, 0.3))
                victim = self.chance.choice(self.victims)
                victim.kill()
                self.allowed += self.keys_a_kill
                self.starts.append(victim.start())
            time.sleep(0.2)
        finally:
            self.over.set()
            for worker in workers:
                worker.join()

    def summary(self):
        unknown = sum(one.kind == "unknown" for one in self.redemptions)
        return (f"{len(self.issued)} keys, {len(self.redemptions)} redemptions ({unknown} unknown), {self.kills} kills, "
                f"slowest start {max(self.starts, default=0):.2f} s")

    def _until(self, count):
        began = time.monotonic()
        while len(self.issued) < min(count, self.allowed):
            if time.monotonic() - began > 30:
                raise SystemExit(f"no keys are issued any more: {self.faults[:3]}")
            time.sleep(0.005)

    def _work(self, number):
        chance = random.Random(self.seed * 1000 + number)
        while not self.over.is_set():
            if len(self.issued) < self.allowed and chance.random() < 0.4:
                self._issue()
            with self.lock:
                # Young keys, for the races; now and then an old one, for what a crash may have brought back.
                keys = self.issued[self.first:][slice(None) if chance.random() < 0.1 else slice(-3, None)]
                key = chance.choice(keys) if keys else None
            if key:
                self._redeem(key)
            time.sleep(0.001)

    def _issue(self):
        try:
            key = self.plugin.issue()
        except (OSError, http.client.HTTPException):
            return time.sleep(0.005)               # never acknowledged: nothing is owed
        except Exception as fault:                 # noqa: BLE001: told at the end
            return self._blame("issue", fault)
        with self.lock:
            self.issued.append(key)

    def _redeem(self, key):
        began, value = time.monotonic(), None
        try:
            kind, value = self.plugin.redeem(key)
        except ConnectionRefusedError:
            kind = "unsent"
        except (OSError, http.client.HTTPException):
            kind = "unknown"
        except Exception as fault:                 # noqa: BLE001: told at the end
            kind = "unknown"
            self._blame("redeem", fault)
        with self.lock:
            self.redemptions.append(Redemption(key, began, time.monotonic(), kind, value))

    def _blame(self, what, fault):
        with self.lock:
            self.faults.append(f"{what}: {type(fault).__name__}: {fault}")
