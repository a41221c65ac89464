"""A broker that remembers much is back as soon as one that remembers little (D13)."""

import os
import sqlite3
import time

from cast.app import refused, succeeded

ROWS = 100_000


def D13_killed_with_100_000_transactions_in_an_uncheckpointed_log_it_is_back_at_once(stage):
    broker = stage.broker()
    app, callback, _ = stage.signed_in(broker, scope="openid offline_access")
    tokens = succeeded(app.redeem(app.validated(callback)))
    waiting, home, _ = stage.signed_in(broker)
    code = waiting.validated(home)
    _multiply(broker.database)
    log = os.path.getsize(broker.database + "-wal")
    assert log > 16_000_000, f"the log holds {log} bytes: less than lies there between two checkpoints"
    broker.process.kill()
    began = time.monotonic()
    broker.process.start()
    seconds = time.monotonic() - began
    print(f"{log / 1e6:.0f} MB of log, back after {seconds:.2f} s")
    assert seconds < 5, f"it took {seconds:.1f} s"       # the bar is 1 s, by Tests/Benchmarks/recovery
    succeeded(waiting.redeem(code))
    refused(waiting.redeem(code))
    succeeded(app.refresh(tokens["refresh_token"]))
    assert _count(broker.database) > ROWS


def _multiply(database):
    """Copies of what stands there, under other ids of the same moment, as one commit that stays in the log."""
    connection = sqlite3.connect(database, timeout=10)
    connection.execute("PRAGMA wal_autocheckpoint=0")
    for table in ("transactions", "grants"):
        columns = [name for _, name, *_ in connection.execute(f"PRAGMA table_info({table})")]
        others = ", ".join(columns[1:])
        assert columns[0] == "id"
        connection.execute(
            f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})
            INSERT INTO {table}(id, {others})
            SELECT CAST(substr(id, 1, 8) || randomblob(length(id) - 8) AS BLOB), {others}
            FROM n, (SELECT * FROM {table} LIMIT 1)""")
    connection.commit()
    connection.close()


def _count(database):
    connection = sqlite3.connect(f"file:{database}?mode=ro", uri=True, timeout=10)
    try:
        return connection.execute("SELECT count(*) FROM transactions").fetchone()[0]
    finally:
        connection.close()
