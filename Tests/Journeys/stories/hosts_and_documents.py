"""What is told to anyone, on which host, and whom the broker believes about itself (H28 to H30)."""

import gzip
import http.client
import json

from cast.app import App
from cast.jar import Jar

ASSOCIATIONS = ("/.well-known/assetlinks.json", "/.well-known/apple-app-site-association",
                "/apple-app-site-association")


def H28_fingerprints_are_brought_into_the_form_that_Android_reads(stage):
    def list_apps(values):
        android = values["clients"][0]["android"]
        android[0]["sha256_cert_fingerprints"] = [":".join(["ab"] * 32), "cd" * 32]
        android.append({"package_name": "com.example.beta", "sha256_cert_fingerprints": ["EF" * 32]})
    broker = stage.broker(list_apps)
    listed = {entry["target"]["package_name"]: entry["target"]["sha256_cert_fingerprints"]
              for entry in Jar().get(broker.link + ASSOCIATIONS[0]).json()}
    assert listed == {
        "com.example.mobile": [":".join(["AB"] * 32), ":".join(["CD"] * 32)],
        "com.example.beta": [":".join(["EF"] * 32)]}, listed


def H29_association_files_are_plain_whatever_is_asked_with(stage):
    broker = stage.broker()
    for host in (broker.issuer, broker.link):
        for path in ASSOCIATIONS:
            plain = Jar().get(host + path)
            for headers in ({"Cookie": "a=b"}, {"Accept": "*/*", "Accept-Encoding": "identity"},
                            {"Accept": "text/html"}, {"User-Agent": "swcd (unknown version)"}):
                answer = Jar().get(host + path + "?x=1", headers=headers)
                assert answer.status == 200 and answer.body == plain.body, (headers, answer)
                assert answer.header("Content-Type") == "application/json", answer.headers
                assert not answer.all("Set-Cookie") and not answer.location, answer.headers
            packed = Jar().get(host + path, headers={"Accept-Encoding": "gzip"})
            if packed.header("Content-Encoding"):
                assert packed.all("Content-Encoding") == ["gzip"] and gzip.decompress(packed.body) == plain.body
            else:
                assert packed.body == plain.body, packed
            assert packed.header("Content-Type") == "application/json" and not packed.all("Set-Cookie"), packed.headers
            head = Jar().send("HEAD", host + path)
            assert head.header("Content-Length") == str(len(plain.body)) and not head.body, head.headers
            assert not plain.body.startswith(b"\xef\xbb\xbf") and len(plain.body) < 128_000
            json.loads(plain.body)
            assert Jar().get(host + path + "/").status == 404


def H29_with_no_app_configured_there_is_no_file(stage):
    def forget_apps(values):
        for client in values["clients"]:
            client.pop("android", None), client.pop("ios", None)
    broker = stage.broker(forget_apps)
    for path in ASSOCIATIONS:
        answer = Jar().get(broker.link + path)
        assert answer.status == 404 and "html" not in answer.header("Content-Type"), answer


def H30_nothing_that_a_request_says_of_hosts_is_believed(stage):
    broker = stage.broker()
    told = Jar().get(broker.issuer + "/.well-known/oauth-authorization-server").body
    for headers in (
            {"X-Forwarded-Host": "evil.example"}, {"Forwarded": "host=evil.example;proto=http"},
            {"X-Forwarded-Host": 'a", error="x'}, {"X-Forwarded-Proto": "https", "X-Forwarded-Port": "1"},
            {"X-Original-URL": "/evil", "X-Rewrite-URL": "/evil"}):
        answer = Jar().get(broker.issuer + "/.well-known/oauth-authorization-server", headers=headers)
        assert answer.body == told, (headers, answer)
        jar = Jar(headers)
        to_provider = jar.get(App(broker).authorization_url())
        callback = stage.stub.approve(to_provider.location)     # which holds the redirect URI against its own
        page = stage.recovery_page(jar, jar.get(callback).location)
        assert "evil" not in page.text and page.url.startswith(broker.issuer), page
    for path in ("/", "/oauth/authorize", "/mobile/complete?t=x", *ASSOCIATIONS):
        for host in ("evil.example", "127.0.0.1", "127.0.0.1:1", "localhost"):
            answer = Jar().get(broker.issuer + path, headers={"Host": host})
            assert answer.status == 421 and "evil" not in answer.text, (path, host, answer)


def wrong_methods_and_unknown_paths_are_told_in_the_shape_that_was_asked_for(stage):
    broker = stage.broker()
    for method, path, allowed in (
            ("DELETE", "/oauth/authorize", "GET, POST"), ("GET", "/oauth/token", "POST"),
            ("POST", "/mobile/complete", "GET, HEAD"), ("PUT", "/.well-known/openid-configuration", "GET, HEAD")):
        answer = Jar().send(method, broker.issuer + path, body="" if method in ("POST", "PUT") else None)
        assert answer.status == 405 and answer.header("Allow") == allowed, (path, answer, answer.headers)
    page = Jar().get(broker.issuer + "/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    assert page.status == 404 and "text/html" in page.header("Content-Type"), page
    data = Jar().get(broker.issuer + "/nowhere", headers={"Accept": "application/json"})
    assert data.status == 404 and data.json()["error"] == "not_found", data
    for answer in (page, data):
        assert "no-store" in answer.header("Cache-Control"), answer.headers
    connection = http.client.HTTPConnection("127.0.0.1", broker.port, timeout=10)
    connection.request("OPTIONS", "*")
    whole = connection.getresponse()
    assert whole.status == 204 and not whole.read(), whole.status
    connection.close()
    for outside in ("/oauth/token", "/mobile/resume", "/mobile/complete?t=x", "/oauth/jwks.json"):
        assert Jar().get(broker.link + outside).status == 404, outside
