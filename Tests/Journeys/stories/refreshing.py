"""Refresh tokens rotate, and a lost answer signs nobody out (H11)."""

import time

from cast.app import App, at_once, refused, succeeded
from cast.jar import Jar, query_of


def H11_a_lost_answer_is_given_again_and_theft_ends_the_family(stage):
    def hurry(values):
        values["lifetimes"] = {"refresh_grace_s": 3}
    broker = stage.broker(hurry)
    app, first = _signed_in(stage, broker)
    second = succeeded(app.refresh(first))["refresh_token"]
    assert second != first
    assert succeeded(app.refresh(first))["refresh_token"] == second                                    # a
    for answer in at_once(8, lambda _: app.refresh(first)):                                            # b
        assert not isinstance(answer, Exception), answer
        assert succeeded(answer)["refresh_token"] == second
    third = succeeded(app.refresh(second))["refresh_token"]
    refused(app.refresh(first))                                                                        # d
    for token in (first, second, third):
        refused(app.refresh(token))
    app, first = _signed_in(stage, broker)
    second = succeeded(app.refresh(first))["refresh_token"]
    time.sleep(3.5)
    refused(app.refresh(first))                                                                        # c
    refused(app.refresh(second))


def of_64_parallel_refreshes_all_get_the_one_successor(stage):
    broker = stage.broker()
    app, token = _signed_in(stage, broker)
    for _ in range(5):
        tokens = {succeeded(answer)["refresh_token"] for answer in at_once(64, lambda _: app.refresh(token))}
        assert len(tokens) == 1 and token not in tokens, "the family split"
        token = tokens.pop()


def a_refresh_may_narrow_and_not_widen_and_belongs_to_one_client(stage):
    broker = stage.broker()
    app, token = _signed_in(stage, broker)
    address = broker.issuer + "/oauth/token"
    form = {"grant_type": "refresh_token", "refresh_token": token, "client_id": app.client_id}
    refused(app.http.post(address, {**form, "scope": "openid profile email offline_access"}), "invalid_scope")
    refused(app.http.post(address, {**form, "client_id": "app1"}))
    refused(app.http.post(address, {**form, "client_id": "nobody"}), "invalid_client", 401)
    narrow = succeeded(app.http.post(address, {**form, "scope": "openid"}))
    assert narrow["scope"] == "openid", narrow
    assert "email" not in app.userinfo(narrow["access_token"]).json(), "the narrowed token tells more"
    whole = succeeded(app.refresh(narrow["refresh_token"]))
    assert set(whole["scope"].split()) == {"openid", "email", "offline_access"}, whole


def without_offline_access_there_is_no_refresh_token(stage):
    broker = stage.broker()
    app, callback, _ = stage.signed_in(broker, scope="openid email")
    tokens = succeeded(app.redeem(app.validated(callback)))
    assert "refresh_token" not in tokens, tokens
    other = App(broker, "app1", "com.example.app:/cb", scope="openid offline_access")
    values = query_of(Jar().get(other.authorization_url()).location)
    assert values["error"] == "invalid_scope", "more may be asked for than is registered"


def _signed_in(stage, broker):
    """An app with an open session, and its refresh token."""
    app, callback, _ = stage.signed_in(broker, scope="openid email offline_access")
    return app, succeeded(app.redeem(app.validated(callback)))["refresh_token"]
