"""Nothing that would work, and nothing about a person, stands in a log line or on a page (D16)."""

import json
import os

from cast.app import App, refused, succeeded
from cast.jar import Jar, query_of
from cast.metrics import Metrics
from cast.stage import handle_of, open_app_link


def marked_secrets_reach_no_log_line_and_no_page(stage):
    for line in marked_sign_ins(stage).splitlines():
        record = json.loads(line)
        assert {"ts", "level", "msg"} <= set(record), line


def marked_secrets_reach_no_line_for_people_either(stage):
    for line in marked_sign_ins(stage, "--log-format", "text").splitlines():
        assert line[2] == line[5] == ":" and line.isprintable(), line


def marked_sign_ins(stage, *flags):
    """Good and bad sign-ins with a mark in every field; the log at its most talkative, which held none of them."""
    broker = stage.broker()
    broker.stop()
    os.remove(broker.log)
    broker.process.argv += ["--log-level", "debug", *flags]
    broker.start()
    stage.stub.email = "marker-email-9f2c@people.example"
    stage.stub.name, stage.stub.subject = "Marker Name-9f2c", "marker-subject-31ee"
    app, jar = App(broker, scope="openid profile email offline_access"), Jar()
    app.state, app.nonce = "marker-state-4b1d-" + app.state, "marker-nonce-77aa-" + app.nonce
    app.verifier = "marker-verifier-c0de-" + app.verifier
    to_provider = jar.get(app.authorization_url())
    provider_callback = stage.stub.approve(to_provider.location)
    home = jar.get(provider_callback)
    cookies = [value for kept in jar.cookies.values() for value in kept.values()]
    aside = jar.get(home.location)
    page = jar.get(aside.location)
    handle, link = handle_of(page), open_app_link(page)
    open_app = jar.get(link)
    refused(app.resume(handle, code_verifier="marker-wrong-verifier-" + "x" * 30))
    resumed = app.resume(handle)
    code = app.validated(resumed.json()["callback_uri"])
    tokens = succeeded(app.redeem(code))
    app.userinfo(tokens["access_token"])
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    refused(app.redeem(code))
    wrong = [
        Jar().get(broker.issuer + "/oauth/authorize?client_id=marker-unknown-client&state=" + app.state),
        Jar().get(broker.issuer + "/oauth/provider/stub/callback?code=marker-code&state=marker-upstream-state"),
        Jar().get(broker.issuer + "/mobile/complete?t=marker-handle-that-is-none"),
        Jar().get(broker.issuer + "/nowhere?marker-query=1", headers={"User-Agent": "marker-agent\x1b[31m"}),
        Jar().post(broker.issuer + "/oauth/token", body="grant_type=authorization_code&code=marker-code-2&"
                   f"client_id={broker.client_id}&code_verifier=" + app.verifier),
        app.userinfo("marker-access-token"),
    ]
    assert all(answer.status < 500 for answer in wrong), wrong
    upstream = query_of(provider_callback)
    secrets = {
        "state": app.state, "nonce": app.nonce, "verifier": app.verifier, "email": stage.stub.email,
        "name": stage.stub.name, "subject at the provider": stage.stub.subject, "code": code, "handle": handle,
        "first code": query_of(home.location)["code"], "provider's code": upstream["code"],
        "state at the provider": upstream["state"], "access token": tokens["access_token"],
        "id token": tokens["id_token"], "refresh token": tokens["refresh_token"],
        "next refresh token": renewed["refresh_token"], "client secret": stage.stub.client_secret,
        **{f"cookie {index}": value for index, value in enumerate(cookies)}}
    metrics = Metrics(broker).text
    broker.stop()
    log = broker.log_text()
    for kind, secret in secrets.items():
        assert secret not in log, f"the log holds the {kind}"
        assert secret not in metrics, f"the metrics hold the {kind}"
    for marker in ("marker-", "?", "eyJ"):
        lines = [line for line in log.splitlines() if marker in line]
        assert not lines, f"{marker!r} in the log: {lines[:3]}"
    assert "marker" not in metrics
    for shown in (page, open_app, *wrong):
        for kind, secret in secrets.items():
            if kind != "handle":
                assert secret not in shown.text, f"a page holds the {kind}"
    with open(broker.database, "rb") as f:
        stored = f.read()
    try:
        with open(broker.database + "-wal", "rb") as f:
            stored += f.read()
    except FileNotFoundError:
        pass
    for kind, secret in secrets.items():
        assert secret.encode() not in stored, f"the store holds the {kind} in the open"
    return log
