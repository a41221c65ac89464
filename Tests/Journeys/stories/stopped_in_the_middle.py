"""One of two processes on one store hangs at the worst moment (SIGSTOP), and wakes when the other went on: never two."""

import os
import subprocess
import threading
import time

from cast.app import App, at_once, refused, succeeded
from cast.brokers import Brokers, NodeJar
from cast.jar import query_of
from cast.postgres import Postgres
from cast.stage import handle_of
from cast.stub_provider import StubProvider


def D3_a_claim_that_slept_past_its_lease_completes_nothing(stage):
    _slept_past_its_lease(stage, *_two(stage))


def D3_on_PostgreSQL_a_claim_that_slept_past_its_lease_completes_nothing(stage):
    _slept_past_its_lease(stage, *_two_on_postgresql(stage))


def _slept_past_its_lease(stage, brokers, asleep, awake):
    app, jar, callback = _returning(stage, brokers, asleep)
    first, answers = _asked_the_provider(stage, jar, callback)
    asleep.stop()
    stage.stub.hold_token.set()                # the provider's answer lies in the socket of who sleeps
    jar.node = awake
    lapsed = jar.get(callback)                 # waits for the lease of 15 s to be over
    asleep.go_on()
    first.join()
    later = [_at(jar, node).get(callback) for node in (asleep, awake)]
    for answer in (lapsed, *answers, *later):
        values = query_of(answer.location)
        assert answer.location.startswith(app.redirect_uri) and values["state"] == app.state, answer
        assert "error" in values and "code" not in values, f"the claim had lapsed: {answer}"
    stage.stub.hold_token = None
    other, home, _ = _signed_in(stage, brokers)
    succeeded(other.redeem(other.validated(home)))


def D3_a_claim_that_slept_within_its_lease_gives_one_code_to_all(stage):
    _slept_within_its_lease(stage, *_two(stage))


def D3_on_PostgreSQL_a_claim_that_slept_within_its_lease_gives_one_code_to_all(stage):
    _slept_within_its_lease(stage, *_two_on_postgresql(stage))


def _slept_within_its_lease(stage, brokers, asleep, awake):
    app, jar, callback = _returning(stage, brokers, asleep)
    first, answers = _asked_the_provider(stage, jar, callback)
    asleep.stop()
    stage.stub.hold_token.set()
    waiting = threading.Thread(target=lambda: answers.append(_at(jar, awake).get(callback)))
    waiting.start()
    asleep.go_on()
    first.join()
    waiting.join()
    answers += [_at(jar, node).get(callback) for node in (asleep, awake)]
    codes = {app.validated(answer.location) for answer in answers}
    assert len(answers) == 4 and len(codes) == 1, answers
    assert stage.stub.count("/token") == 1, "the provider was asked twice"
    succeeded(app.redeem(codes.pop()))


def D3_asleep_in_the_middle_of_a_commit_and_woken_one_redemption_succeeds(stage):
    _redeemed_once(stage, (_a_code, _a_handle, _a_refresh_token), lambda sleeper: sleeper.go_on())


def D3_asleep_in_the_middle_of_a_commit_and_killed_one_redemption_succeeds(stage):
    _redeemed_once(stage, (_a_code,), lambda sleeper: (sleeper.kill(), sleeper.start()))


def _redeemed_once(stage, kinds, wake):
    """Stopped when the redemption is written and not yet synced, holding the lock: the other says that it cannot, never
    that the key is spent; and when the lock is free one of the two has it."""
    brokers, asleep, awake = _two(stage)
    for kind in kinds:
        app, redeem = kind(stage, brokers)
        with open(stage.pause, "w"):
            pass
        answers = []
        first = threading.Thread(target=lambda: answers.extend(_tried(lambda: redeem(_at(app.http, asleep)))))
        first.start()
        while os.path.exists(stage.pause):
            time.sleep(0.005)
        meanwhile = redeem(_at(app.http, awake))
        assert meanwhile.status == 503 and meanwhile.header("Retry-After"), meanwhile
        wake(asleep)
        first.join()
        answers += [redeem(_at(app.http, node)) for node in (awake, asleep, awake)]
        won = [answer for answer in answers if answer.status == 200]
        assert len(won) == 1, f"{kind.__name__}: {answers}"
        for answer in answers:
            if answer is not won[0]:
                refused(answer)


def D3_of_two_processes_one_of_which_stops_anywhere_one_redemption_succeeds(stage):
    _stopped_anywhere(stage, *_two(stage))


def D3_on_PostgreSQL_of_two_processes_one_of_which_stops_anywhere_one_redemption_succeeds(stage):
    _stopped_anywhere(stage, *_two_on_postgresql(stage))


def _stopped_anywhere(stage, brokers, asleep, awake):
    for turn in range(9):
        kind = (_a_code, _a_handle, _a_refresh_token)[turn % 3]
        app, redeem = kind(stage, brokers)

        def race(index):
            if index == 6:
                time.sleep(0.001 * turn)
                asleep.stop()
                try:
                    return redeem(_at(app.http, awake))
                finally:
                    asleep.go_on()
            return redeem(_at(app.http, (asleep, awake)[index % 2]))
        answers = at_once(7, race) + [redeem(_at(app.http, node)) for node in (asleep, awake)]
        won = [answer for answer in answers if answer.status == 200]
        assert len(won) == 1, f"{kind.__name__}: {answers}"
        for answer in answers:
            if answer is not won[0] and answer.status != 503:
                refused(answer)


def _a_code(stage, brokers):
    app, callback, _ = _signed_in(stage, brokers)
    code = app.validated(callback)
    return app, lambda http: _through(app, http).redeem(code)


def _a_handle(stage, brokers):
    app, callback, jar = _signed_in(stage, brokers)
    handle = handle_of(stage.recovery_page(jar, callback))
    return app, lambda http: _through(app, http).resume(handle)


def _a_refresh_token(stage, brokers):
    app, callback, _ = _signed_in(stage, brokers, scope="openid offline_access")
    token = succeeded(app.redeem(app.validated(callback)))["refresh_token"]
    return app, lambda http: _through(app, http).refresh(token)


def _two(stage):
    """Two processes, the first of which can be made to stop in its next commit; a refresh token has no grace."""
    library, stage.pause = os.path.join(stage.folder, "pause.so"), os.path.join(stage.folder, "pause")
    source = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "cast", "pause.c")
    subprocess.run(["gcc", "-O2", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", library, source], check=True)
    stage.stub = stage.enter(StubProvider())
    brokers = Brokers(stage.folder, stage.stub, {"refresh_grace_s": 0}, count=2)
    brokers.members[0].broker.process.env = {**os.environ, "LD_PRELOAD": library, "PAUSE_AT": stage.pause}
    return stage.enter(brokers), *brokers.members


def _two_on_postgresql(stage):
    stage.stub = stage.enter(StubProvider())
    url = stage.enter(Postgres(stage.folder)).url
    brokers = stage.enter(Brokers(stage.folder, stage.stub, {"refresh_grace_s": 0}, count=2, url=url))
    return brokers, *brokers.members


def _signed_in(stage, brokers, **request):
    app, jar = App(brokers, **request), NodeJar(brokers)
    app.http = NodeJar(brokers)
    home = stage.provider_leg(app, jar)
    assert home.status == 303, home
    return app, home.location, jar


def _returning(stage, brokers, node):
    """An app, and the browser that the provider sends back to `node`."""
    app, jar = App(brokers), NodeJar(node)
    app.http = NodeJar(brokers)
    return app, jar, stage.stub.approve(jar.get(app.authorization_url()).location)


def _asked_the_provider(stage, jar, callback):
    """The request under way in which the provider is asked, and where its answer will be."""
    stage.stub.hold_token, answers = threading.Event(), []
    browser, own = threading.Thread(target=lambda: answers.append(own.get(callback))), _at(jar, jar.node)
    browser.start()
    while stage.stub.count("/token") == 0:
        assert browser.is_alive(), answers
        time.sleep(0.01)
    return browser, answers


def _at(jar, node):
    """The same cookies, at one of the processes."""
    copy = NodeJar(node)
    copy.cookies = {host: dict(kept) for host, kept in jar.cookies.items()}
    return copy


def _through(app, http):
    """The same app on another connection."""
    other = App.__new__(App)
    other.__dict__.update(app.__dict__, http=http)
    return other


def _tried(action):
    """Its answer, or none when who was asked is gone."""
    try:
        return [action()]
    except OSError:
        return []
