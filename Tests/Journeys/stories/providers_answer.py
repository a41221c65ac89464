"""What a provider answers, right and wrong (H13, H14, H17, H20, H21)."""

import json

from cast.app import App, at_once, succeeded
from cast.jar import Jar, form_encoded, query_of
from cast.stub_provider import ABSENT, SigningKey, changed
from stories.redirect_uris import error_page


def H13_expires_in_and_token_type_are_read_tolerantly(stage):
    broker = stage.broker()
    for changes in (
            {"expires_in": "3599"}, {"expires_in": 3599.0}, {"expires_in": ABSENT}, {"expires_in": None},
            {"expires_in": "soon"}, {"expires_in": -1}, {"token_type": "bearer"}, {"token_type": "BEARER"}):
        stage.stub.token_changes = changes
        app, home, _ = stage.signed_in(broker)
        succeeded(app.redeem(app.validated(home)))
    stage.stub.token_changes = {"token_type": "mac"}
    _fails(stage, broker)


def H14_the_person_says_no_and_the_app_hears_it(stage):
    broker = stage.broker()
    for error, more, wanted in (
            ("access_denied", {"error_code": "200", "error_description": "Permissions error",
                               "error_reason": "user_denied"}, "access_denied"),
            ("access_denied", {"error_description": "AADSTS65004: \u201cno\u201d\r\nX-Evil: 1 \"\\ <script>"},
             "access_denied"),
            ("consent_required", {"error_description": "AADSTS65001"}, None)):
        app, jar = App(broker), Jar()
        callback = stage.stub.deny(jar.get(app.authorization_url()).location, error, **more)
        first = jar.get(callback)
        assert first.status == 303 and first.location.startswith(app.redirect_uri + "?"), first
        values = query_of(first.location)
        assert values["state"] == app.state and values["iss"] == broker.issuer and "code" not in values, values
        assert wanted is None or values["error"] == wanted, values
        told = values.get("error_description", "")
        assert all(" " <= c <= "~" and c not in '"\\' for c in told), told
        for raw in ("AADSTS", "Permissions", "X-Evil", "%3Cscript", "<script"):
            assert raw not in first.location, "the provider's text was passed through"
        assert not first.header("X-Evil")
        rows = broker.rows()
        second = jar.get(callback)
        assert second.status == 303 and second.location == first.location, (first, second)
        assert broker.rows() == rows, "the second delivery wrote"
    assert stage.stub.count("/token") == 0
    error_page(Jar().get(broker.provider_callback() + "?error=access_denied&state=" + "u" * 75))


def H17_iss_is_checked_where_it_comes_and_demanded_where_it_is_promised(stage):
    broker = stage.broker()
    stage.signed_in(broker, approve=lambda url: stage.stub.approve(url, iss=stage.stub.issuer))     # a
    stage.signed_in(broker)                                                                            # d
    asked = stage.stub.count("/token")
    for approve in (                                                                                   # b
            lambda url: stage.stub.approve(url, iss="https://evil.example"),
            lambda url: stage.stub.approve(url, iss=stage.stub.issuer + "/"),
            lambda url: stage.stub.deny(url, iss="https://evil.example")):
        app, jar = App(broker), Jar()
        error_page(jar.get(approve(jar.get(app.authorization_url()).location)))
    assert stage.stub.count("/token") == asked, "a mixed-up response was acted on"


def H17_iss_that_the_metadata_promises_must_come(stage):
    def promise(stub):
        stub.metadata_changes = {"authorization_response_iss_parameter_supported": True}
    broker = stage.broker(stub=promise)
    error_page(stage.provider_leg(App(broker), Jar()))                                                 # c
    assert stage.stub.count("/token") == 0
    app, home, _ = stage.signed_in(broker, approve=lambda url: stage.stub.approve(url, iss=stage.stub.issuer))
    succeeded(app.redeem(app.validated(home)))


def H17_the_brokers_own_answers_all_carry_iss(stage):
    broker = stage.broker()
    metadata = Jar().get(broker.issuer + "/.well-known/openid-configuration").json()
    assert metadata["authorization_response_iss_parameter_supported"] is True
    _, success, _ = stage.signed_in(broker)
    _, denied, _ = stage.signed_in(broker, approve=stage.stub.deny)
    invalid = Jar().get(App(broker, response_type="token").authorization_url()).location
    for location in (success, denied, invalid):
        assert query_of(location)["iss"] == metadata["issuer"] == broker.issuer, location


def H20_an_unknown_key_type_in_the_JWKS_is_skipped(stage):
    encrypting = SigningKey("enc1", "RS256")

    def publish_odd_keys(stub):
        stub.key = SigningKey("k1", "RS256")
        stub.published = [
            {"kty": "AKP", "alg": "ML-DSA-65", "kid": "pq", "pub": "AA"}, stub.key.jwk(),
            {"kty": "EC", "crv": "P-999", "kid": "odd", "x": "AA", "y": "AA"}, {"kid": "nokty"},
            changed(encrypting.jwk(), {"use": "enc", "alg": ABSENT}),
            {"kty": "oct", "kid": "shared", "k": "c2VjcmV0"}, None, 7, "text"]
    broker = stage.broker(stub=publish_odd_keys)
    app, home, _ = stage.signed_in(broker)
    succeeded(app.redeem(app.validated(home)))
    stage.stub.key = encrypting
    _fails(stage, broker)                                       # use:"enc" never verifies


def H20_a_set_with_no_usable_key_is_an_upstream_fault(stage):
    def publish_none(stub):
        stub.published = [{"kty": "AKP", "alg": "ML-DSA-65", "kid": "pq", "pub": "AA"}, {"kty": "oct", "k": "AA"}]
    broker = stage.broker(stub=publish_none)
    _fails(stage, broker, ("server_error", "temporarily_unavailable"))


def H21_keys_rotate_between_two_sign_ins_with_one_refetch(stage):
    broker = stage.broker()
    stage.signed_in(broker)
    fetched = stage.stub.count("/jwks")
    stage.stub.key = SigningKey("k2")
    stage.signed_in(broker)
    assert stage.stub.count("/jwks") == fetched + 1, "one refetch brings the new key"
    good, stage.stub.published = stage.stub.key, [stage.stub.key.jwk()]

    def unknown_key(index):
        stage.stub.signed_kid = "random"
        app, jar = App(broker), Jar()
        return jar.get(stage.stub.approve(jar.get(app.authorization_url()).location))
    for answer in at_once(16, unknown_key):
        assert not isinstance(answer, Exception) and answer.status == 303, answer
        assert "code" not in query_of(answer.location), answer
    assert stage.stub.count("/jwks") <= fetched + 2, "unknown key ids caused a storm of fetches"
    stage.stub.key, stage.stub.signed_kid = good, None
    stage.signed_in(broker)


def H21_a_failed_fetch_is_not_kept_and_leaves_the_last_good_set(stage):
    def out_of_order(stub):
        stub.jwks_override = 503, "application/json", b'{"error":"later"}'
    broker = stage.broker(stub=out_of_order)
    for override in (stage.stub.jwks_override, (200, "text/html", b"<html>oops</html>")):
        stage.stub.jwks_override = override
        _fails(stage, broker, ("server_error", "temporarily_unavailable"))
    stage.stub.jwks_override = None
    stage.signed_in(broker)
    first, stage.stub.jwks_override = stage.stub.key, (503, "application/json", b"")
    stage.stub.key = SigningKey("k9")
    _fails(stage, broker)
    stage.stub.key = first
    stage.signed_in(broker)


def H21_a_new_key_under_the_same_id_is_found_by_one_refetch(stage):
    broker = stage.broker()
    stage.signed_in(broker)
    fetched, stage.stub.key = stage.stub.count("/jwks"), SigningKey("k1")
    stage.signed_in(broker)
    assert stage.stub.count("/jwks") == fetched + 1


def an_ID_token_that_is_wrong_in_one_thing_is_refused(stage):
    broker = stage.broker()
    for changes in (
            {"iss": "https://evil.example"}, {"aud": "another"}, {"aud": [stage.stub.client_id, "another"]},
            {"nonce": "another"}, {"nonce": ABSENT}, {"exp": 1}, {"exp": ABSENT}, {"sub": ABSENT}, {"sub": ""},
            {"iat": ABSENT}, {"azp": "another"}):
        stage.stub.claim_changes = changes
        _fails(stage, broker)
    stage.stub.claim_changes = {"aud": [stage.stub.client_id], "auth_time": 0}
    stage.signed_in(broker)


def a_token_answer_that_is_no_success_ends_the_sign_in(stage):
    broker = stage.broker()
    for status, kind, body in (
            (500, "text/html", b"<h1>500</h1>"), (200, "text/html", b"<html></html>"), (200, "application/json", b"{"),
            (200, "application/json", b"[]"), (200, "application/json", json.dumps({"error": "invalid_grant"}).encode()),
            (400, "application/json", b'{"error":"invalid_grant"}'), (200, "application/json", b" " * 3_000_000),
            (302, "text/plain", b"")):
        stage.stub.token_override = (status, kind, body)
        _fails(stage, broker)


def _fails(stage, broker, errors=None):
    """A sign-in that ends with an error at the app's own URI, with its state and iss, and no 5xx."""
    app, home, _ = stage.signed_in(broker)
    values = query_of(home)
    assert home.startswith(app.redirect_uri + "?") and "code" not in values, home
    assert values["state"] == app.state and values["iss"] == broker.issuer, values
    assert values["error"] in (errors or ("server_error", "access_denied", "temporarily_unavailable")), values
    return form_encoded(values)
