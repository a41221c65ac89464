"""A PostgreSQL that is away, full, locked or out of its mind under a running broker: the same answers as of a file."""

import os
import signal
import subprocess
import threading
import time

from cast.app import at_once
from cast.broker import Broker, binary
from cast.leaks import Marked, files
from cast.outage import People, is_ready, passes
from cast.postgres import Postgres
from cast.stub_provider import StubProvider
from stories.nothing_at_rest_works import holds_nothing

TABLES = ("transactions", "grants", "spilled", "identities", "facts")


def _stage(stage):
    """A server, its URL, and a broker on it."""
    postgres = stage.enter(Postgres(stage.folder))

    def there(values):
        values["store"]["url"] = postgres.url
    stage.stub = stage.enter(StubProvider())
    broker = Broker(os.path.join(stage.folder, "broker"), [stage.stub.configuration()], there)
    stage.stub.redirect_uri = broker.provider_callback()
    subprocess.run([binary(), "migrate", "--config", broker.configuration], check=True)
    return postgres, postgres.url, stage.enter(broker)


def told(url, *statements):
    """What one session says to these, its rows as lines."""
    commands = [word for statement in statements for word in ("-c", statement)]
    return subprocess.run(["psql", "-q", "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", url, *commands], check=True,
                          capture_output=True, text=True).stdout


def D14_A34_the_server_is_stopped_in_the_midst_of_sign_ins(stage):
    postgres, url, broker = _stage(stage)
    # Reads have nowhere to go either.
    passes(stage, broker, postgres.crash, postgres.start, reads=False)


def A34_a_session_that_the_server_ends_costs_nobody_more_than_a_moment(stage):
    postgres, url, broker = _stage(stage)
    people = People(stage, broker)
    for _ in range(3):
        told(url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE backend_type='client backend' AND pid<>pg_backend_pid()")
        for what, ask in people.reads().items():
            assert (answer := ask()).status in (200, 303, 503), (what, answer)
        is_ready(broker)
    people.go_on()


def A34_a_server_that_takes_no_writes(stage):
    postgres, url, broker = _stage(stage)

    def read_only(value):
        told(postgres.url, f"ALTER SYSTEM SET default_transaction_read_only={value}", "SELECT pg_reload_conf()")
        time.sleep(0.3)
    passes(stage, broker, lambda: read_only("on"), lambda: read_only("off"))


def D14_A34_no_space_left_on_the_disk_of_the_server(stage):
    postgres, url, broker = _stage(stage)

    def begin():
        told(url, "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS "
                  "$$ BEGIN RAISE 'no space' USING ERRCODE='disk_full'; END $$",
             *(f"CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON {table} EXECUTE FUNCTION full_disk()"
               for table in TABLES))
    passes(stage, broker, begin, lambda: told(url, "DROP FUNCTION full_disk CASCADE"))


class _locked:
    """Somebody else has the tables, to write, for so many seconds at the most."""

    def __init__(self, url, seconds):
        statements = ["BEGIN"] + [f"LOCK TABLE {table} IN EXCLUSIVE MODE" for table in TABLES]
        self.work = threading.Thread(target=lambda: told(url, *statements, f"SELECT pg_sleep({seconds})", "COMMIT"))
        self.url = url

    def __enter__(self):
        self.work.start()
        while told(self.url, "SELECT count(*) FROM pg_locks WHERE mode='ExclusiveLock' AND relation='facts'::regclass") == "0\n":
            time.sleep(0.02)
        return self

    def __exit__(self, *_):
        told(self.url, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'SELECT pg_sleep%'")
        self.work.join()


def a_lock_that_is_held_for_a_moment_is_waited_for(stage):
    postgres, url, broker = _stage(stage)
    people = People(stage, broker)
    asked = list(people.writes().items())
    lock = _locked(url, 0.3)
    lock.__enter__()
    answers = at_once(len(asked), lambda index: asked[index][1]())
    lock.work.join()
    for (what, _), answer in zip(asked, answers):
        assert answer.status in (200, 303), (what, answer)


def A34_a_lock_that_is_held_too_long_is_503(stage):
    postgres, url, broker = _stage(stage)
    lock = _locked(url, 100)
    passes(stage, broker, lock.__enter__, lambda: _quietly(lock.__exit__))


def _quietly(action):
    try:
        action()
    except Exception:                          # noqa: BLE001: the session was ended, as the story wants
        pass


def A34_a_server_that_hangs_is_given_up_and_found_again(stage):
    postgres, url, broker = _stage(stage)
    stopped = []

    def hang():
        with open(os.path.join(postgres.folder, "data", "postmaster.pid")) as f:
            head = int(f.readline())
        with open(f"/proc/{head}/task/{head}/children") as f:
            stopped.extend([head, *map(int, f.read().split())])
        for process in stopped:
            os.kill(process, signal.SIGSTOP)

    def go_on():
        while stopped:
            try:
                os.kill(stopped.pop(), signal.SIGCONT)
            except ProcessLookupError:
                pass
    stage.leaving.callback(go_on)
    passes(stage, broker, hang, go_on, reads=False)


def D18_no_file_of_the_server_and_no_dump_holds_a_secret(stage):
    postgres, url, broker = _stage(stage)
    told(url, "CHECKPOINT")
    began = time.time()
    secrets = Marked(stage, broker).secrets
    dump = os.path.join(stage.folder, "dump.sql")
    subprocess.run(["pg_dump", "-f", dump, url], check=True)
    told(url, "CHECKPOINT")
    written = files(os.path.join(postgres.folder, "data"), since=began - 1)
    assert any("/base/" in path for path in written) and any("/pg_wal/" in path for path in written), list(written)
    holds_nothing(secrets, files(dump) | written, broker)
