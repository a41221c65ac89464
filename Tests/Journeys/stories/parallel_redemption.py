"""Of any number of parallel redemptions exactly one succeeds."""

import time

from cast.app import at_once, refused, succeeded
from cast.stage import handle_of


def of_64_parallel_redemptions_of_a_code_exactly_one_succeeds(stage):
    broker = stage.broker()
    for _ in range(10):
        app, callback, _ = stage.signed_in(broker)
        code = app.validated(callback)
        _one_of(at_once(64, lambda _: app.redeem(code)))


def of_64_parallel_redemptions_of_a_handle_exactly_one_succeeds(stage):
    broker = stage.broker()
    for _ in range(10):
        app, handle, _ = stage.recovered(broker)
        winner = _one_of(at_once(64, lambda _: app.resume(handle)))
        succeeded(app.redeem(app.validated(winner.json()["callback_uri"])))


def a_code_and_its_handle_raced_against_each_other_give_tokens_once(stage):
    broker = stage.broker()
    for _ in range(10):
        app, callback, jar = stage.signed_in(broker)
        handle = handle_of(stage.recovery_page(jar, callback))
        code = app.validated(callback)

        def race(index):
            if index % 2:
                return app.redeem(code)
            resumed = app.resume(handle)
            return resumed if resumed.status != 200 else app.redeem(app.validated(resumed.json()["callback_uri"]))
        _one_of(at_once(8, race))


def H10_of_8_parallel_redemptions_one_succeeds_and_a_later_replay_revokes_what_it_gave(stage):
    broker = stage.broker()
    app, callback, _ = stage.signed_in(broker, scope="openid offline_access")
    code = app.validated(callback)
    tokens = succeeded(_one_of(at_once(8, lambda _: app.redeem(code))))
    assert app.userinfo(tokens["access_token"]).status == 200, "a losing twin revoked the winner's token"
    time.sleep(1.0)                            # H10: "then once more with the same code after 1 s"
    refused(app.redeem(code))
    answer = app.userinfo(tokens["access_token"])
    assert answer.status == 401, answer
    assert 'error="invalid_token"' in (answer.header("WWW-Authenticate") or ""), answer.headers
    refused(app.refresh(tokens["refresh_token"]))


def H10_a_wrong_verifier_is_refused_and_the_fifth_ends_the_code(stage):
    broker = stage.broker()
    app, callback, _ = stage.signed_in(broker)
    refused(app.redeem(app.validated(callback), code_verifier="w" * 43))
    succeeded(app.redeem(app.validated(callback)))
    app, callback, _ = stage.signed_in(broker)
    for _ in range(5):
        refused(app.redeem(app.validated(callback), code_verifier="w" * 43))
    refused(app.redeem(app.validated(callback)))


def _one_of(answers):
    """The one success; all others said invalid_grant."""
    for answer in answers:
        assert not isinstance(answer, Exception), answer
    won = [answer for answer in answers if answer.status == 200]
    assert len(won) == 1, [answer.status for answer in answers]
    for answer in answers:
        if answer is not won[0]:
            refused(answer)
    return won[0]
