"""The configurations for proxies that are shipped: a whole sign-in through each, and what they keep to themselves."""

import http.client
import json
import socket
import ssl

import yaml

from cast.app import App, succeeded
from cast.proxy import Caddy, Nginx, ProxiedJar, Recorder
from cast.processes import shipped
from cast.stage import handle_of

FORGED = ("Forwarded", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Proto", "X-Forwarded-Server",
          "X-Forwarded-Prefix", "X-Forwarded-Uri", "X-Client-IP", "True-Client-IP", "X-Original-URL",
          "X-Original-Host", "X-Rewrite-URL", "X_Forwarded_For")


def nginx_carries_a_whole_sign_in_and_logs_no_secret(stage):
    _sign_in_through(stage, Nginx)


def Caddy_carries_a_whole_sign_in_and_logs_no_secret(stage):
    _sign_in_through(stage, Caddy)


def _sign_in_through(stage, kind):
    """H07, H30, D20, T11: 2,048 bytes of state, both hosts, forged forwarding fields in each request."""
    def slow_resumes(values):
        values["rate_limits"] = {"resume": "2/min"}
    broker = stage.broker_behind(slow_resumes)
    proxy = stage.enter(kind(stage.folder, [broker.port]))

    def visitor(source):
        return ProxiedJar(proxy, {
            "X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9;host=evil.example;proto=http",
            "X-Real-IP": "203.0.113.9", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http",
            "X-Original-URL": "/evil", "Referer": "https://a.example/?code=a-code-elsewhere"}, source)
    app, browser = App(broker), visitor("127.0.0.2")
    app.http = browser
    app.state = "+/=" * 682 + "ab"                     # 2,048 bytes, 6,140 percent-encoded
    to_provider = browser.get(app.authorization_url())
    assert "evil" not in to_provider.location, to_provider
    callback = browser.get(stage.stub.approve(to_provider.location))
    assert callback.status == 303, callback
    page = browser.get(browser.get(callback.location).location)
    assert page.status == 200 and "evil" not in page.text, page
    for answer in (page, browser.get(broker.issuer + "/oauth/jwks.json"), browser.get(broker.link + "/nowhere")):
        assert answer.all("Strict-Transport-Security") == ["max-age=31536000"], answer.headers
    handle = handle_of(page)
    assert browser.get(f"{broker.link}/mobile/open-app?t={handle}").status == 200
    resumed = app.resume(handle)
    assert resumed.status == 200, resumed
    code = app.validated(resumed.json()["callback_uri"])
    app.verified(succeeded(app.redeem(code)))
    assert browser.get(broker.link + "/.well-known/openid-configuration").status == 404

    large = browser.post(broker.issuer + "/oauth/token", body="x" * 65_537)
    assert large.status == 413, large

    while app.resume("x").status != 429:
        pass
    other = App(broker)
    other.http = visitor("127.0.0.3")
    assert other.resume("x").status == 400, "another client is held for the same"

    _only_the_two_hosts(proxy)
    broker.stop()
    answered = [line for line in map(json.loads, broker.log_text().splitlines()) if "route" in line]
    assert answered.pop()["address"] == "127.0.0.3", answered
    assert {line["address"] for line in answered} == {"127.0.0.2"} and len(answered) > 10, answered
    unavailable = browser.get(f"{broker.issuer}/mobile/complete?t={handle}")
    assert unavailable.status == 502, unavailable
    logs = proxy.logs()
    assert all(text in logs for text in ("/mobile/complete", "/oauth/provider/stub/callback", "127.0.0.2")), logs
    for secret in (handle, code, app.state[:20], "code=", "state=", "?t=", "%2B%2F%3D", "a-code-elsewhere", "203.0.113"):
        assert secret not in logs, f"{secret} stands in the proxy's log:\n{logs}"
    assert "203.0.113" not in broker.log_text() and "evil" not in broker.log_text()


def _only_the_two_hosts(proxy):
    for host in ("auth.example.com", "link.example.com"):
        plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=10)
        plain.request("GET", "/oauth/authorize", headers={"Host": host})
        moved = plain.getresponse()
        assert moved.status in (301, 308) and moved.getheader("Location") == f"https://{host}/oauth/authorize", moved
        plain.close()
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        with socket.create_connection(("127.0.0.1", proxy.port), 10) as raw:
            context.wrap_socket(raw, server_hostname="evil.example")
        raise AssertionError("a name that is not ours got a certificate")
    except (ssl.SSLError, OSError):
        pass


def nginx_drops_what_clients_claim_and_never_repeats_a_POST(stage):
    _drops_and_repeats_nothing(stage, Nginx)


def Caddy_drops_what_clients_claim_and_never_repeats_a_POST(stage):
    _drops_and_repeats_nothing(stage, Caddy)


def _drops_and_repeats_nothing(stage, kind):
    upstreams = [stage.enter(Recorder()), stage.enter(Recorder())]
    proxy = stage.enter(kind(stage.folder, [upstream.port for upstream in upstreams]))
    browser = ProxiedJar(proxy, {name: "203.0.113.9" for name in [*FORGED, "X-Forwarded-For"]}, "127.0.0.2")

    def seen():
        return [request for upstream in upstreams for request in upstream.seen]
    assert browser.get("https://auth.example.com/a//b/%2e%2e/c;d?x=%2F").status == 200
    (target, fields, _), = seen()
    assert target == "/a//b/%2e%2e/c;d?x=%2F", target
    assert fields.get_all("X-Forwarded-For") == ["127.0.0.2"] and fields["Host"] == "auth.example.com", fields
    assert not [name for name in FORGED if name in fields], fields
    for _ in range(6):
        assert browser.send("POST", "https://auth.example.com/mobile/resume", body="handle=x").status == 200
    assert len({peer for _, _, peer in seen()}) <= 2, "connections upstream are not kept"
    for upstream in upstreams:
        upstream.breaks = True
    for body in ("handle=x", ""):
        before = len(seen())
        answer = browser.send("POST", "https://auth.example.com/mobile/resume", body=body)
        assert answer.status == 502 and len(seen()) == before + 1, f"sent {len(seen()) - before} times: {answer}"


def the_example_for_Envoy_reads_as_YAML_and_says_the_same(stage):
    """Envoy is in no Debian package: what can be read is held, what it does is not."""
    example = yaml.safe_load(shipped("envoy.yaml"))["static_resources"]
    listener, redirects = example["listeners"]
    chain, = listener["filter_chains"]
    hosts = ["auth.example.com", "link.example.com"]
    assert chain["filter_chain_match"]["server_names"] == hosts
    manager = chain["filters"][0]["typed_config"]
    removed = {mutation["remove"] for mutation in
               manager["early_header_mutation_extensions"][0]["typed_config"]["mutations"]}
    assert removed >= {name.lower() for name in FORGED if "_" not in name} | {"x-forwarded-for"}, removed
    assert manager["common_http_protocol_options"]["headers_with_underscores_action"] == "DROP_HEADER"
    assert manager["use_remote_address"] is True and manager["max_request_headers_kb"] == 16
    log = manager["access_log"][0]["typed_config"]["log_format"]["json_format"]
    assert log["path"] == "%PATH(NQ:PATH)%", log
    assert not [value for value in log.values() if "REFERER" in value or "REQ(:PATH" in value or "RESP(" in value], log
    route = manager["route_config"]["virtual_hosts"][0]
    assert route["domains"] == hosts
    retried = set(route["routes"][0]["route"]["retry_policy"]["retry_on"].split(","))
    assert retried == {"connect-failure", "reset-before-request"}, retried
    assert manager["http_filters"][0]["typed_config"]["max_request_bytes"] == 65_536
    upstream, = example["clusters"]
    protocol, = upstream["typed_extension_protocol_options"].values()
    assert "http_protocol_options" in protocol["explicit_http_config"], protocol
    assert "strict-transport" not in shipped("envoy.yaml").lower()
