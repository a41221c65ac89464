"""Redirect URIs are compared and emitted as the registered bytes (H01 to H04)."""

import subprocess

from cast.app import App, refused, succeeded
from cast.broker import binary
from cast.jar import Jar, query_of


def H01_a_private_use_scheme_keeps_its_one_slash(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, client_id="app1", redirect_uri="com.example.app:/cb")
    assert home.startswith("com.example.app:/cb?code="), home
    succeeded(app.redeem(app.validated(home)))
    error_page(Jar().get(App(broker, "app1", "com.example.app://cb").authorization_url()))
    error_page(Jar().get(App(broker, "app1", "com.example.app:///cb").authorization_url()))


def H02_upper_case_in_a_private_use_scheme_is_matched_and_echoed_byte_for_byte_with_a_warning(stage):
    def register(values):
        values["clients"][1]["redirect_uris"].append("com.example.App:/cb2")
    broker = stage.broker(register)
    _, home, _ = stage.signed_in(broker, client_id="app1", redirect_uri="com.example.App:/cb2")
    assert home.startswith("com.example.App:/cb2?code="), home
    error_page(Jar().get(App(broker, "app1", "com.example.app:/cb2").authorization_url()))
    checked = subprocess.run(
        [binary(), "check", "--config", broker.configuration], capture_output=True, text=True, timeout=30)
    told = checked.stdout + checked.stderr
    assert checked.returncode == 0, told
    assert "com.example.App" in told and "lower" in told.lower() and "android" in told.lower(), told


def H03_a_query_of_the_registered_URI_stays_byte_for_byte(stage):
    broker = stage.broker()
    registered = "https://app.example.com/cb?tenant=a%2Fb&flag"
    app, home, _ = stage.signed_in(broker, client_id="app1", redirect_uri=registered)
    assert home.startswith(registered + "&code="), home
    assert f"&state={app.state}" in home
    succeeded(app.redeem(query_of(home)["code"]))
    app, home, _ = stage.signed_in(
        broker, client_id="app1", redirect_uri=registered, approve=stage.stub.deny)
    assert home.startswith(registered + "&error=access_denied"), home
    assert f"&state={app.state}" in home


def H04_a_loopback_port_is_chosen_at_run_time_and_bound_to_the_code(stage):
    broker = stage.broker()
    for uri in ("http://127.0.0.1:53219/cb", "http://[::1]:61023/cb"):
        app, home, _ = stage.signed_in(broker, client_id="app1", redirect_uri=uri)
        assert home.startswith(uri + "?code="), home
        code = app.validated(home)
        refused(app.redeem(code, redirect_uri=uri.replace("/cb", "").rsplit(":", 1)[0] + ":1/cb"))
        succeeded(app.redeem(code))
    for uri in ("http://127.0.0.1:53219/cb2", "http://localhost:53219/cb", "http://127.0.0.1.evil:53219/cb",
                "http://127.0.0.1:53219/cb?x=1", "http://127.0.0.1:1@evil.example/cb"):
        error_page(Jar().get(App(broker, "app1", uri).authorization_url()))


def error_page(answer):
    """CASES.md's local error page: 400 HTML, no redirect of any kind."""
    assert answer.status == 400, answer
    assert "text/html" in answer.header("Content-Type"), answer.headers
    assert not answer.location and not answer.header("Refresh"), answer.headers
    assert "http-equiv" not in answer.text.lower(), answer
    assert "no-store" in answer.header("Cache-Control"), answer.headers
    assert "frame-ancestors 'none'" in answer.header("Content-Security-Policy"), answer.headers
    assert not answer.all("Set-Cookie"), answer.headers
    return answer
