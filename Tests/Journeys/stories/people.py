"""What is held of a person can be shown to them and deleted, while the broker runs."""

import json

from cast.app import refused, succeeded
from stories.backup_and_restore import OFFLINE, _broker_on_postgres, homing


def what_is_held_of_a_person_is_shown_without_a_secret(stage):
    _shown(stage, stage.broker())


def _shown(stage, broker):
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    code = app.validated(home)
    tokens = succeeded(app.redeem(code))
    subject = app.verified(tokens)["sub"]
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    open_app, open_home, _ = stage.signed_in(broker)
    told = homing(broker, "subject", "show", subject)
    person = json.loads(told)
    assert person["subject"] == subject
    account = person["accounts"][0]
    assert len(person["accounts"]) == 1 and account["provider"] == "stub", person
    assert account["issuer"] == stage.stub.issuer and account["created_at"].endswith("Z"), account
    claims = app.userinfo(renewed["access_token"]).json()
    assert person["profile"] == {name: claims[name] for name in person["profile"]} and person["profile"], person
    assert [one["phase"] for one in person["sign_ins"]] == ["redeemed", "issued"], person
    assert {one["client"] for one in person["sign_ins"]} == {broker.client_id}
    assert len(person["grants"]) == 1, person
    grant = person["grants"][0]
    assert grant["generation"] == 2 and not grant["revoked"] and grant["scope"] == OFFLINE, grant
    assert grant["signed_in_at"] <= grant["last_rotated_at"] < grant["expires_at"], grant
    for secret in (app.state, app.nonce, app.verifier, code, tokens["refresh_token"], renewed["refresh_token"],
                   renewed["access_token"], open_app.state, open_app.validated(open_home)):
        assert secret not in told
    same = homing(
        broker, "subject", "show", "--provider", "stub", "--upstream-subject", account["subject"])
    assert same == told


def who_was_deleted_has_nothing_left_and_comes_back_as_somebody_new(stage):
    broker = stage.broker()
    subject = _deleted(stage, broker)
    for name, rows in broker.rows().items():
        assert not any(subject in row for row in rows), name


def _deleted(stage, broker):
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    subject = app.verified(tokens)["sub"]
    waiting, waiting_home, _ = stage.signed_in(broker)
    handled, handle, jar = stage.recovered(broker)
    told = homing(broker, "subject", "delete", subject)
    assert f"deleted {subject}: accounts 1, sign-ins 3, grants 1" in told, told
    refused(app.refresh(tokens["refresh_token"]))
    assert app.userinfo(tokens["access_token"]).status == 401
    refused(waiting.redeem(waiting.validated(waiting_home)))
    refused(handled.resume(handle))
    other, home, _ = stage.signed_in(broker, scope=OFFLINE)
    fresh = succeeded(other.redeem(other.validated(home)))
    assert other.verified(fresh)["sub"] != subject
    succeeded(other.refresh(fresh["refresh_token"]))
    return subject


def people_are_shown_and_deleted_in_the_same_way_in_PostgreSQL(stage):
    _, broker = _broker_on_postgres(stage)
    _shown(stage, broker)
    stage.stub.subject = "subject-2"
    _deleted(stage, broker)


def nobody_is_shown_or_deleted_in_one_clear_line(stage):
    broker = stage.broker()
    for act in ("show", "delete"):
        told = homing(broker, "subject", act, "nobody", status=1)
        assert told == "homing: nobody here has the subject nobody\n", told
        told = homing(broker, "subject", act, "--provider", "stub", "--upstream-subject", "x", status=1)
        assert told.startswith("homing: nobody whom stub calls") and told.count("\n") == 1, told
        told = homing(broker, "subject", act, "--provider", "other", "--upstream-subject", "x", status=1)
        assert told == 'homing: no provider "other" is configured\n', told
        assert "--upstream-subject" in homing(broker, "subject", act, status=64)
    assert "show or delete?" in homing(broker, "subject", "forget", "x", status=64)
