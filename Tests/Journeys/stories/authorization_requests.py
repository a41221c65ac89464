"""What stands in an authorization request, right and wrong (H05 to H09)."""

from urllib.parse import parse_qsl, unquote, unquote_plus, urlsplit

from cast.app import App, refused, succeeded
from cast.jar import Jar, form_encoded, query_of
from stories.redirect_uris import error_page


def H05_an_unknown_client_or_URI_gets_a_page_and_no_redirect(stage):
    broker = stage.broker()
    evil = "https%3A%2F%2Fevil.example%2F"
    for query in (
            f"client_id=nobody&redirect_uri={evil}&response_type=code",
            f"client_id=app1&redirect_uri={evil}&response_type=code",
            "client_id=app1&response_type=code", "response_type=code", f"redirect_uri={evil}", ""):
        page = error_page(Jar().get(f"{broker.issuer}/oauth/authorize?{query}"))
        assert 'href="https://evil' not in page.text and "href='https://evil" not in page.text, page
        error_page(Jar().post(f"{broker.issuer}/oauth/authorize", body=query))
    home = _error_at_home(broker, response_type="token")
    assert home["error"] == "unsupported_response_type", home
    assert _error_at_home(broker, response_type=None)["error"] in ("invalid_request", "unsupported_response_type")


def H06_plus_slash_equals_and_JSON_in_state_come_home_the_same_for_both_decoders(stage):
    broker = stage.broker()
    for raw, text in (
            ("a%2Bb%2Fc%3D%3D", "a+b/c=="),
            ("%7B%22r%22%3A%22%2Fhome%3Fx%3D1%26y%3D2%22%2C%22n%22%3A%22Zo%C3%AB%22%7D",
             '{"r":"/home?x=1&y=2","n":"Zoë"}'),
            ("a+b", "a b")):
        for approve in (stage.stub.approve, stage.stub.deny):
            app, jar = App(broker), Jar()
            address = app.authorization_url().replace("state=" + app.state, "state=" + raw)
            location = jar.get(approve(jar.get(address).location)).location
            sent = next(p[6:] for p in urlsplit(location).query.split("&") if p.startswith("state="))
            assert unquote(sent) == text and unquote_plus(sent) == text, location
            assert "+" not in urlsplit(location).query, location


def H07_a_state_of_2048_bytes_works_end_to_end_and_more_is_refused_without_it(stage):
    broker = stage.broker()
    for state in ("s" * 512, "+" * 2048):
        app, jar = App(broker, state=None), Jar()
        app.state = state
        to_provider = jar.get(app.authorization_url() + "&" + form_encoded({"state": state}))
        assert to_provider.status == 303, to_provider
        assert len(to_provider.location) < 2048, "the app's state is nested into the provider's"
        assert sum(len(line) for line in to_provider.all("Set-Cookie")) < 4096, "the cookie is too long"
        home = jar.get(stage.stub.approve(to_provider.location)).location
        code = app.validated(home)
        stage.recovery_page(jar, home)
        succeeded(app.redeem(code))
    values = query_of(Jar().get(_with_state(broker, "s" * 2049)).location)
    assert values["error"] == "invalid_request" and "state" not in values, values
    parts = urlsplit(_with_state(broker, "s" * 9000))
    posted = Jar().post(f"{broker.issuer}/oauth/authorize", body=parts.query)
    values = query_of(posted.location)
    assert values["error"] == "invalid_request" and "state" not in values, values
    too_long = Jar().get(parts.geturl())
    assert too_long.status in (303, 414), too_long


def H08_a_parameter_sent_twice_is_refused_and_an_unknown_one_ignored(stage):
    broker = stage.broker()
    app = App(broker, "app1", "com.example.app:/cb")
    address = app.authorization_url()
    for more in ("&redirect_uri=https%3A%2F%2Fevil.example%2F", "&client_id=app1"):
        error_page(Jar().get(address + more))
    for name in ("scope", "response_type", "code_challenge", "code_challenge_method", "nonce"):
        values = query_of(Jar().get(f"{address}&{name}=email").location)
        assert values["error"] == "invalid_request" and values["state"] == app.state, (name, values)
        assert values["iss"] == broker.issuer
    values = query_of(Jar().get(address + "&state=second").location)
    assert values["error"] == "invalid_request" and "state" not in values, values
    ignored = Jar().get(address + "&utm=1&utm=2&extra=foobar")
    assert ignored.location.startswith(stage.stub.issuer), ignored
    posted = Jar().post(f"{broker.issuer}/oauth/authorize", body=urlsplit(address).query)
    assert posted.status == 303 and posted.location.startswith(stage.stub.issuer), posted


def H08_a_token_parameter_sent_twice_is_refused(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker)
    code = app.validated(home)
    form = [("grant_type", "authorization_code"), ("code", code), ("redirect_uri", app.redirect_uri),
            ("client_id", app.client_id), ("code_verifier", app.verifier)]
    for twin in form:
        refused(app.http.post(broker.issuer + "/oauth/token", form + [twin]), "invalid_request")
    refused(app.http.post(broker.issuer + "/oauth/token", form[1:]), "invalid_request")
    refused(app.http.post(broker.issuer + "/oauth/token", [("grant_type", "password")] + form[1:]),
            "unsupported_grant_type")
    succeeded(app.redeem(code))


def H09_a_challenge_that_is_not_S256_is_refused_at_once(stage):
    broker = stage.broker()
    good = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    for changes in (
            {"code_challenge": good + "="}, {"code_challenge": good.replace("-", "+")},
            {"code_challenge": "MTNkMzFlOTYxYTFhZDhlYzJmMTZiMTBjNGM5ODJlMDg3NmE4NzhhZDZkZjE0NDU2NmVlMTg5NGFjYjcwZjljMw"},
            {"code_challenge": good, "code_challenge_method": "SHA-256"},
            {"code_challenge": good, "code_challenge_method": "plain"},
            {"code_challenge": good, "code_challenge_method": None},
            {"code_challenge": None}, {"code_challenge": good[:-1]}):
        home = _error_at_home(broker, **changes)
        assert home["error"] == "invalid_request", (changes, home)
        told = home.get("error_description", "")
        assert "S256" in told or "43" in told, (changes, home)


def _error_at_home(broker, **changes):
    """The error's parameters at the registered URI; state and iss are checked."""
    app = App(broker, "app1", "com.example.app:/cb", **changes)
    answer = Jar().get(app.authorization_url())
    assert answer.status == 303 and answer.location.startswith("com.example.app:/cb?"), answer
    values = dict(parse_qsl(answer.location.partition("?")[2], keep_blank_values=True))
    assert values["state"] == app.state and values["iss"] == broker.issuer and "code" not in values, values
    return values


def _with_state(broker, state):
    return App(broker, state=None).authorization_url() + "&" + form_encoded({"state": state})
