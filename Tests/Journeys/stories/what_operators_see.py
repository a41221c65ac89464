"""The admin listener and the log of a running broker: numbers that move as they must, whole lines, the reload."""

import http.client
import json
import threading
import time

from cast.app import refused, succeeded
from cast.jar import Jar
from cast.metrics import Metrics

STEPS = "homing_sign_in_steps_total"


def metrics_tell_of_sign_ins(stage):
    broker = stage.broker()
    before = Metrics(broker)
    for _ in range(3):
        app, callback, _ = stage.signed_in(broker, scope="openid profile email offline_access")
        tokens = succeeded(app.redeem(app.validated(callback)))
    succeeded(app.refresh(tokens["refresh_token"]))
    app.userinfo(tokens["access_token"])
    app, handle, _ = stage.recovered(broker)
    refused(app.resume(handle, code_verifier="x" * 43))
    app.validated(app.resume(handle).json()["callback_uri"])
    for path in ("/nowhere", "/oauth/token", "/.well-known/openid-configuration"):
        Jar().get(broker.issuer + path)
    after = Metrics(broker)

    def more(name, **labels):
        return after.sum(name, **labels) - before.sum(name, **labels)

    for phase, outcome, count in (
            ("authorize", "redirected", 4), ("provider", "issued", 4), ("token", "redeemed", 3), ("refresh", "rotated", 1),
            ("userinfo", "answered", 1), ("callback", "shown", 1), ("complete", "shown", 1), ("resume", "refused", 1),
            ("resume", "redeemed", 1)):
        assert more(STEPS, phase=phase, outcome=outcome) == count, (phase, outcome, after.text)
    assert more(STEPS) == 17, after.text
    assert more("homing_provider_sign_ins_total", provider="stub", outcome="issued") == 4, after.text
    assert more("homing_provider_requests_total", provider="stub", outcome="answered") >= 4, after.text
    for route, status, count in (
            ("/oauth/authorize", 303, 4), ("/oauth/provider/{id}/callback", 303, 4), ("/oauth/token", 200, 4),
            ("/oauth/token", 405, 1), ("none", 404, 1), ("/.well-known/openid-configuration", 200, 1)):
        assert more("homing_requests_total", route=route, status=str(status)) == count, (route, status, after.text)
    assert more("homing_requests_total") == 20 == more("homing_request_duration_seconds_count"), after.text
    assert more("homing_connections_accepted_total") > 0
    assert after.value("homing_connections_refused_total", reason="malformed") == 0
    # Four sign-ins claim and settle; three codes, one refresh and two handles: at the least so many writes.
    assert more("homing_store_batch_writes_sum") >= 14, after.text
    assert more("homing_store_duration_seconds_count", operation="commit") > 0
    assert after.sum("homing_loop_turn_seconds_count") > before.sum("homing_loop_turn_seconds_count")
    assert after.value("process_resident_memory_bytes") > 1 << 20 and after.value("process_open_fds") > 5
    assert after.sum("homing_build_info") == 1


def what_the_store_holds_is_told(stage):
    broker = stage.broker()
    tables = ("transactions", "grants", "spilled")
    # A table is counted as it is swept, and the first sweeps come with the first writes.
    for _ in tables:
        app, callback, _ = stage.signed_in(broker, scope="openid offline_access")
        succeeded(app.redeem(app.validated(callback)))
    end = time.monotonic() + 10
    while any(("homing_store_rows", (("table", table),)) not in Metrics(broker).samples for table in tables):
        assert time.monotonic() < end, Metrics(broker).text
        time.sleep(0.1)
    told = Metrics(broker)
    assert 1 <= told.value("homing_store_rows", table="transactions") <= 3, told.text
    assert told.value("homing_store_rows", table="grants") <= 3, told.text
    assert told.value("homing_store_rows", table="spilled") == 0, told.text
    assert 10 * 4096 <= told.value("homing_store_bytes") <= 1 << 20, told.text
    assert told.sum("homing_store_swept_total") == 0, told.text


def hostile_requests_make_no_new_samples(stage):
    broker = stage.broker()

    def assail(round_):
        for number in range(40):
            connection = http.client.HTTPConnection("127.0.0.1", broker.port, timeout=5)
            host = broker.issuer.split("//")[1] if number % 2 else f"host{round_}x{number}.example"
            connection.request(f"M{round_}X{number}" if number % 3 else "GET", f"/p{round_}/{number}", headers={"Host": host})
            connection.getresponse().read()
            connection.close()
            raw = http.client.HTTPConnection("127.0.0.1", broker.port, timeout=5)
            raw.connect()
            raw.sock.sendall(f"BAD {round_} {number}\r\n\r\n".encode())
            assert raw.sock.recv(4096).startswith(b"HTTP/1.1 400"), number
            raw.close()

    assail(0)
    first = Metrics(broker)
    assail(1)
    second = Metrics(broker)
    assert set(second.samples) - set(first.samples) == set(), set(second.samples) - set(first.samples)
    assert second.sum("homing_requests_total", route="none") == 160, second.text
    assert second.value("homing_connections_refused_total", reason="malformed") == 80, second.text


def no_line_is_lost_or_broken_when_a_busy_broker_is_stopped(stage):
    broker = stage.broker()
    count, each = 8, 60

    def ask():
        jar = Jar()
        for number in range(each):
            jar.get(f"{broker.issuer}/nowhere/{number}")

    askers = [threading.Thread(target=ask) for _ in range(count)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    broker.stop()
    lines = [json.loads(line) for line in broker.log_text().splitlines()]
    answered = [line for line in lines if line["msg"] == "request answered" and line["route"] == "none"]
    assert len(answered) == count * each, len(answered)
    assert len({line["request_id"] for line in answered}) == count * each
    assert lines[-1]["msg"] == "stopped", lines[-1]


def every_request_of_a_sign_in_leaves_one_line_with_the_keys_of_the_contract(stage):
    broker = stage.broker()
    app, callback, _ = stage.signed_in(broker)
    succeeded(app.redeem(app.validated(callback)))
    broker.stop()
    lines = [json.loads(line) for line in broker.log_text().splitlines()]
    steps = [line for line in lines if line["msg"] == "sign-in"]
    assert [line["phase"] for line in steps] == ["authorize", "provider", "token"], steps
    for line in steps:
        assert {"ts", "level", "msg", "request_id", "transaction", "client", "phase", "outcome", "duration_ms", "route",
                "status", "address"} <= set(line), line
        assert 0 < line["duration_ms"] < 10_000 and line["address"] == "127.0.0.1", line
    assert len({line["transaction"] for line in steps}) == 1, steps


def POST_reload_puts_a_new_configuration_in_force_and_says_what_is_wrong_with_a_bad_one(stage):
    broker = stage.broker()
    with open(broker.configuration) as f:
        values = json.load(f)
    values["clients"][1]["client_name"] = "Another Name"
    del values["clients"][0]

    def write(text):
        with open(broker.configuration, "w") as f:
            f.write(text)

    reload = broker.admin + "/reload"
    assert Jar().get(reload).status == 405
    write(json.dumps({**values, "clientz": 1}))
    faulty = Jar().post(reload, body="")
    assert faulty.status == 422 and "clientz" in faulty.text, faulty.text
    succeeded_app, callback, _ = stage.signed_in(broker)
    succeeded(succeeded_app.redeem(succeeded_app.validated(callback)))
    write(json.dumps(values))
    done = Jar().post(reload, body="")
    assert done.status == 200 and "clients 1" in done.text and "providers 1" in done.text, done.text
    gone = Jar().get(f"{broker.issuer}/oauth/authorize?client_id={broker.client_id}&response_type=code")
    assert gone.status == 400, gone
    assert Metrics(broker).value(STEPS, phase="token", outcome="redeemed") == 1
