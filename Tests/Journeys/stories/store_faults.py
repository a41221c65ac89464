"""A store that cannot be written to, under a running broker: 503 that says so, reads go on, nothing that was acknowledged
is lost, what was under way is usable afterwards, and nobody has to restart anything."""

import errno
import http.client
import os
import resource
import shutil
import sqlite3
import subprocess
import threading
import time

from cast.ailing_disk import AilingDisk
from cast.app import App, at_once, refused, succeeded
from cast.disk import Disk, built
from cast.jar import Jar
from cast.outage import People, is_not_ready, is_ready, passes, unavailable
from cast.stage import handle_of


def _ailing(stage):
    broker = stage.broker()
    broker.stop()
    disk = AilingDisk(broker)
    return broker.start(), disk


def D14_A34_no_space_left_on_the_disk(stage):
    broker, disk = _ailing(stage)
    passes(stage, broker, lambda: disk.fails("write", by=errno.ENOSPC), disk.is_well)
    assert disk.failed > 4, "the disk was not asked"


def D14_A34_the_last_write_before_the_disk_is_full_is_half_of_one(stage):
    broker, disk = _ailing(stage)
    passes(stage, broker, lambda: disk.fails("write", by=errno.ENOSPC, half=True), disk.is_well)
    broker.kill_and_restart()
    is_ready(broker)


def D14_A34_no_write_reaches_the_disk(stage):
    broker, disk = _ailing(stage)
    passes(stage, broker, lambda: disk.fails("write", "sync", by=errno.EIO), disk.is_well)


def D14_A34_no_sync_succeeds(stage):
    broker, disk = _ailing(stage)
    passes(stage, broker, lambda: disk.fails("sync", by=errno.EIO), disk.is_well)


def D14_A34_the_file_system_has_become_read_only(stage):
    broker, disk = _ailing(stage)
    passes(stage, broker, lambda: disk.fails("write", "sync", "open", by=errno.EROFS), disk.is_well)


def D14_A34_a_file_may_not_grow_any_further(stage):
    broker = stage.broker()

    def most(size):
        resource.prlimit(broker.process.child.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    # Less than the tables take, more than the log of this story.
    passes(stage, broker, lambda: most(32_768), lambda: most(resource.RLIM_INFINITY))


def D14_A34_nothing_can_be_read_and_then_it_can(stage):
    broker, disk = _ailing(stage)
    people = People(stage, broker)
    disk.fails("read", "write", by=errno.EIO)
    people.are_told_to_wait()
    is_not_ready(broker)
    for what, ask in people.reads().items():
        answer = ask()
        assert answer.status in (200, 303, 503), (what, answer)
    disk.is_well()
    is_ready(broker)
    people.go_on()


def D14_A34_the_file_may_not_be_opened_any_more(stage):
    broker, disk = _ailing(stage)
    people = People(stage, broker)
    # A fault that costs the connections, and no way to get new ones.
    disk.fails("write", "sync", "open", by=errno.EACCES)
    people.are_told_to_wait()
    people.are_told_to_wait()
    people.can_read()
    is_not_ready(broker)
    disk.is_well()
    is_ready(broker)
    people.go_on()


def D14_a_sync_that_fails_once_takes_nothing_that_is_acknowledged_later(stage):
    """The kernel forgets what a failed sync did not write, and says success the next time."""
    broker, disk = _ailing(stage)
    broker.stop()
    forgetful = Disk(built(broker.folder), broker.database, mixes=False)
    # A new file: what lies there already is not on that disk.
    for suffix in ("", "-wal", "-shm"):
        if os.path.exists(broker.database + suffix):
            os.remove(broker.database + suffix)
    broker.process.env = {**broker.process.env, **forgetful.environment, "LD_PRELOAD":
                          broker.process.env["LD_PRELOAD"] + ":" + forgetful.environment["LD_PRELOAD"]}
    broker.start()
    people = People(stage, broker)
    # A claim is committed and not synced: nobody waits for its disk.
    stage.stub.hold_token = threading.Event()
    claimant = App(broker), Jar()
    back = stage.stub.approve(claimant[1].get(claimant[0].authorization_url()).location)
    asked = stage.stub.count("/token")
    under_way = threading.Thread(target=lambda: _cut_short(lambda: claimant[1].get(back)))
    under_way.start()
    while stage.stub.count("/token") == asked:
        time.sleep(0.01)
    disk.fails("sync", by=errno.EIO, syncs=1)
    refused_once = people.recovering.resume(handle_of(people.page))
    unavailable(refused_once, "the sync that fails")
    tokens = succeeded(people.coming_home.redeem(people.code))
    renewed = succeeded(people.signed_in.refresh(people.tokens["refresh_token"]))
    broker.process.kill()
    under_way.join()
    forgetful.lose()
    stage.stub.hold_token.set()
    broker.start()
    assert people.coming_home.userinfo(tokens["access_token"]).status == 200, "what was acknowledged is gone"
    refused(people.coming_home.redeem(people.code))
    again = succeeded(people.signed_in.refresh(people.tokens["refresh_token"]))
    assert again["refresh_token"] == renewed["refresh_token"]
    assert people.recovering.resume(handle_of(people.page)).status == 200


def _cut_short(action):
    try:
        action()
    except (OSError, http.client.HTTPException):
        pass


def a_backup_that_holds_the_lock_for_a_moment_is_waited_for(stage):
    broker = stage.broker()
    people = People(stage, broker)
    with _locked(broker):
        asked = list(people.writes().items())
        results = []
        asking = threading.Thread(target=lambda: results.extend(at_once(len(asked), lambda index: asked[index][1]())))
        asking.start()
        people.can_read()
        time.sleep(0.3)
    asking.join()
    for (what, _), answer in zip(asked, results):
        assert answer.status in (200, 303), (what, answer)


class _locked:
    """Somebody else has the write lock."""

    def __init__(self, broker):
        self.connection = sqlite3.connect(broker.database, isolation_level=None)

    def __enter__(self):
        self.connection.execute("BEGIN IMMEDIATE")
        return self

    def __exit__(self, *_):
        self.connection.execute("ROLLBACK")
        self.connection.close()


def A34_a_lock_that_is_held_too_long_is_503_and_nothing_is_lost(stage):
    broker = stage.broker()
    lock = _locked(broker)
    passes(stage, broker, lock.__enter__, lambda: lock.__exit__())


def the_file_is_moved_away_and_back(stage):
    broker = stage.broker()
    away = broker.database + ".away"
    people = People(stage, broker)
    os.rename(broker.database, away)
    people.are_told_to_wait()
    people.can_read()
    is_not_ready(broker)
    assert "is gone" in broker.log_text()
    os.rename(away, broker.database)
    is_ready(broker)
    people.go_on()


def another_file_in_its_place_is_not_taken_for_the_store(stage):
    broker = stage.broker()
    kept, copy = broker.database + ".kept", broker.database + ".copy"
    people = People(stage, broker)
    shutil.copyfile(broker.database, copy)
    os.link(broker.database, kept)
    os.replace(copy, broker.database)
    people.are_told_to_wait()
    people.can_read()
    is_not_ready(broker)
    assert "another file is at" in Jar().get(broker.admin + "/readyz").text
    os.replace(kept, broker.database)
    is_ready(broker)
    people.go_on()


def a_write_ahead_log_that_is_deleted_takes_nothing_with_it(stage):
    broker = stage.broker()
    people = People(stage, broker)
    os.remove(broker.database + "-wal")
    people.are_told_to_wait()
    people.can_read()
    is_not_ready(broker)
    broker.kill_and_restart()
    is_ready(broker)
    people.go_on()


def D14_A34_a_small_file_system_is_full_for_real(stage):
    """Where it may be mounted; elsewhere the ailing disk has to do."""
    small = os.path.join(stage.folder, "small")
    os.mkdir(small)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", small], capture_output=True).returncode:
        print("no right to mount")
        return
    stage.leaving.callback(lambda: subprocess.run(["umount", "-l", small]))
    database, filler = os.path.join(small, "homing.db"), os.path.join(small, "filler")

    def there(values):
        values["store"]["url"] = "sqlite://" + database
    broker = stage.broker(there)

    def fill():
        with open(filler, "wb", buffering=0) as f:
            try:
                while True:
                    f.write(bytes(4096))
            except OSError as full:
                assert full.errno == errno.ENOSPC, full
    passes(stage, broker, fill, lambda: os.remove(filler))
