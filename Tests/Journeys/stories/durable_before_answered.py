"""What is acknowledged is on the disk: traced by strace, for a kill leaves the page cache and cannot show it."""

import os
import threading
import time

from cast.app import App, succeeded
from cast.jar import Jar
from cast.stage import handle_of
from cast.trace import Trace

SENDS = ("write", "writev", "sendto", "sendmsg")
SYNCS = ("fsync", "fdatasync")


def D3_the_log_of_the_database_is_synced_before_a_redemption_is_answered(stage):
    broker = stage.broker()
    trace = _traced(stage, broker)
    app, handle, _ = stage.recovered(broker, scope="openid offline_access")
    code = app.validated(app.resume(handle).json()["callback_uri"])
    tokens = succeeded(app.redeem(code))
    succeeded(app.refresh(tokens["refresh_token"]))
    broker.stop()
    calls = trace.calls()
    for request in ("POST /mobile/resume", "POST /oauth/token"):
        asked = [call for call in calls if f'"{request} ' in call.text]
        assert len(asked) == request.count("/oauth/token") + 1, asked
        for call in asked:
            _assert_synced(calls, call.began, _next(calls, call.ended, "HTTP/1.1 200"), broker)


def D3_a_claim_waits_for_no_disk_and_what_the_provider_said_does(stage):
    broker = stage.broker()
    trace = _traced(stage, broker)
    stage.signed_in(broker)                    # the first commit after a start syncs the log's head
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    stage.stub.hold_token, home = threading.Event(), []
    browser = threading.Thread(target=lambda: home.append(jar.get(callback)))
    browser.start()
    while stage.stub.count("/token") < 2:
        assert browser.is_alive(), home
        time.sleep(0.01)
    stage.stub.hold_token.set()
    browser.join()
    app.validated(home[0].location)
    broker.stop()
    calls = trace.calls()
    returned = [call for call in calls if '"GET /oauth/provider/' in call.text][-1]
    asks = _next(calls, returned.ended, "POST /token")
    answer = _next(calls, asks.ended, "HTTP/1.1 303")
    claim = [call for call in calls if returned.ended <= call.began < asks.began]
    assert any(call.name == "pwrite64" and call.path.endswith("-wal") for call in claim), claim
    assert not [call for call in claim if call.name in SYNCS], claim
    _assert_synced(calls, asks.ended, answer, broker)


def _traced(stage, broker):
    """The trace of the broker, started anew and past its first commit."""
    broker.stop()
    trace = Trace(broker.process, os.path.join(stage.folder, "trace"))
    broker.start()
    return trace


def _next(calls, after, text):
    """The first call that sends a text."""
    return next(call for call in calls if call.began > after and call.name in SENDS and f'"{text}' in call.text)


def _assert_synced(calls, after, answer, broker):
    """Something was written to the log, all of it was synced after, and the answer began when that was done."""
    log = [call for call in calls if after < call.began < answer.began and call.path == broker.database + "-wal"]
    writes = [call for call in log if call.name in ("pwrite64", "pwritev", "write", "writev")]
    assert writes, log
    last = max(call.ended for call in writes)
    syncs = [call for call in log if call.name in SYNCS and call.began > last and call.ended < answer.began]
    assert syncs, f"{answer} went out before the log was synced: {log}"
