"""What is shipped for production, tried for real: the example configuration, the proxy's, and the container's root."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cast.app import App, succeeded
from cast.broker import Broker, binary
from cast.jar import Jar
from cast.processes import Process, answers, free_port, repository
from cast.stage import handle_of
from cast.stub_provider import StubProvider

FINGERPRINT = ":".join(["AB"] * 32)


def the_example_configuration_is_sound_once_its_placeholders_are_filled_in(stage):
    example = _shipped("homing.json5")
    unfilled = _check(stage, example)
    assert unfilled.returncode == 1, unfilled.stdout
    for place in ("sha256_cert_fingerprints[0]", "sha256_cert_fingerprints[1]", "app_id", "master_key", "client_secret"):
        assert place in unfilled.stdout, f"{place} is not named:\n{unfilled.stdout}"
    for name, text in (("master_key", "A" * 43), ("company_secret", "a secret")):
        with open(os.open(os.path.join(stage.folder, name), os.O_WRONLY | os.O_CREAT, 0o600), "w") as f:
            f.write(text + "\n")
    for placeholder, value in (
            ("PLAY_SIGNING_KEY", FINGERPRINT), ("UPLOAD_KEY", FINGERPRINT.replace("AB", "CD")),
            ("TEAM_ID", "ABCDE12345")):
        assert placeholder in example, placeholder
        example = example.replace(placeholder, value)
    filled = _check(stage, example)
    assert filled.returncode == 0 and filled.stdout == "the configuration is sound\n", filled.stdout


def the_proxy_carries_both_hosts_and_a_long_state_and_logs_no_secret(stage):
    stub = stage.enter(StubProvider())

    def behind_the_proxy(values):
        values["server"].update(
            public_url="https://auth.example.com", link_url="https://link.example.com",
            trusted_proxies=["127.0.0.1/32"])
        values["clients"][0]["redirect_uris"][0] = "https://link.example.com/mobile/oauth/callback"
    broker = Broker(os.path.join(stage.folder, "broker"), [stub.configuration()], behind_the_proxy)
    broker.issuer, broker.link = "https://auth.example.com", "https://link.example.com"
    broker.callback = broker.link + "/mobile/oauth/callback"
    stub.redirect_uri = broker.provider_callback()
    broker.process.ready = lambda: answers(
        broker.port, "/.well-known/openid-configuration", host="auth.example.com")
    stage.enter(broker)
    proxy = stage.enter(Proxy(stage.folder, broker.port))

    app, browser = App(broker), ProxiedJar(proxy)
    app.http = ProxiedJar(proxy)
    app.state = "+/=" * 682 + "ab"                     # 2,048 bytes, 6,140 percent-encoded
    callback = browser.get(stub.approve(browser.get(app.authorization_url()).location))
    assert callback.status == 303, callback
    page = browser.get(browser.get(callback.location).location)
    assert page.status == 200, page
    handle = handle_of(page)
    assert browser.get(f"{broker.link}/mobile/open-app?t={handle}").status == 200
    resumed = app.resume(handle)
    assert resumed.status == 200, resumed
    code = app.validated(resumed.json()["callback_uri"])
    app.verified(succeeded(app.redeem(code)))

    assert browser.get(broker.link + "/.well-known/openid-configuration").status == 404
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=10)
    plain.request("GET", "/oauth/authorize", headers={"Host": "auth.example.com"})
    moved = plain.getresponse()
    assert (moved.status, moved.getheader("Location")) == (301, "https://auth.example.com/oauth/authorize")
    plain.close()
    broker.stop()
    unavailable = browser.get(f"{broker.issuer}/mobile/complete?t={handle}")
    assert unavailable.status == 502, unavailable
    logs = proxy.logs()
    assert "/mobile/complete" in logs and "/oauth/provider/stub/callback" in logs, logs
    for secret in (handle, code, app.state[:20], "code=", "state=", "?t=", "%2B%2F%3D"):
        assert secret not in logs, f"{secret} stands in the proxy's log:\n{logs}"


def the_proxy_drops_what_clients_claim_and_never_repeats_a_request(stage):
    upstream = stage.enter(Recorder())
    proxy = stage.enter(Proxy(stage.folder, upstream.port))
    forged = ["Forwarded", "X-Real-IP", "X-Forwarded-Host", "X-Forwarded-Port", "X-Forwarded-Proto",
              "X-Forwarded-Server", "X-Original-URL", "X-Original-Host", "X-Rewrite-URL", "X_Forwarded_For"]
    browser = ProxiedJar(proxy, {name: "203.0.113.9" for name in [*forged, "X-Forwarded-For"]})
    assert browser.get("https://auth.example.com/a//b/%2e%2e/c;d?x=%2F").status == 200
    target, fields = upstream.seen[0]
    assert target == "/a//b/%2e%2e/c;d?x=%2F", target
    assert fields.get_all("X-Forwarded-For") == ["127.0.0.1"] and fields["Host"] == "auth.example.com", fields
    assert not [name for name in forged if name in fields], fields
    upstream.breaks = True
    for method in ("POST", "GET"):
        before = len(upstream.seen)
        assert browser.send(method, "https://auth.example.com/mobile/resume", body="handle=x").status == 502
        assert len(upstream.seen) == before + 1, f"{method} was sent {len(upstream.seen) - before} times"


def the_binary_runs_in_a_bare_root(stage):
    """As the container runs it: its closure alone, read-only, as a user without a name; only the store is writable."""
    root = os.path.join(stage.folder, "root")
    program = os.path.join(stage.folder, "homing")
    shutil.copy(binary(), program)
    subprocess.run([os.path.join(repository(), ".ci", "closure"), program, root], check=True)
    assert not [name for name in ("sh", "bash") if shutil.which(name, path=f"{root}/bin:{root}/usr/bin")]
    stub = stage.enter(StubProvider())

    def inside(values):
        values["store"]["url"] = "sqlite:///var/lib/homing/homing.db"
        values["secrets"]["master_key"] = {"file": "/etc/homing/master_key"}
    broker = Broker(os.path.join(root, "etc", "homing"), [stub.configuration()], inside)
    stub.redirect_uri = broker.provider_callback()
    broker.log, broker.process.log = (os.path.join(stage.folder, "homing.log"),) * 2
    for path in (broker.configuration, broker.master_key):
        os.chown(path, 65532, 65532)
    store = os.path.join(root, "var", "lib", "homing")
    os.chown(store, 65532, 65532)
    enter = (
        'set -e; mount --bind "$1" "$1"; mount --bind "$1/var/lib/homing" "$1/var/lib/homing"; '
        'mount -t proc -o ro proc "$1/proc"; mount -o remount,ro,bind "$1"; '
        'exec setpriv --no-new-privs chroot --userspec=65532:65532 --groups= "$1" /usr/local/bin/homing "${@:2}"')

    def in_root(*words):
        return ["unshare", "--mount", "bash", "-c", enter, "-", root, *words]
    configuration = "/etc/homing/homing.json5"
    broker.process.argv = in_root("serve", "--config", configuration)
    stage.enter(broker)
    health = in_root("health", "--config", configuration)
    healthy = subprocess.run(health, capture_output=True, text=True, timeout=20)
    assert healthy.returncode == 0, healthy
    app, jar = App(broker), Jar()
    callback = jar.get(stub.approve(jar.get(app.authorization_url()).location)).location
    app.verified(succeeded(app.redeem(app.validated(callback))))
    with open(f"/proc/{broker.process.child.pid}/status") as f:
        status = f.read()
    assert re.search(r"^Uid:(\t65532){4}$", status, re.M), status
    assert os.listdir(f"/proc/{broker.process.child.pid}/root/usr/local/bin") == ["homing"]
    assert {name for name in os.listdir(store)} <= {"homing.db", "homing.db-wal", "homing.db-shm"}, os.listdir(store)
    assert os.stat(os.path.join(store, "homing.db")).st_uid == 65532
    broker.stop()
    assert subprocess.run(health, capture_output=True, timeout=20).returncode == 1


class Proxy:
    """nginx with the shipped configuration: other ports, files in the story's folder, a certificate of its own."""

    def __init__(self, folder, upstream_port):
        self.folder = os.path.join(folder, "nginx")
        self.port, self.plain_port = free_port(), free_port()
        os.makedirs(self.folder)
        certificate, key = self._path("cert.pem"), self._path("key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-keyout", key, "-out", certificate, "-subj", "/CN=auth.example.com",
             "-addext", "subjectAltName=DNS:auth.example.com,DNS:link.example.com"], check=True, capture_output=True)
        text = _shipped("nginx.conf")
        for old, new in (
                ("127.0.0.1:8080", f"127.0.0.1:{upstream_port}"), ("/etc/ssl/homing/fullchain.pem", certificate),
                ("/etc/ssl/homing/privkey.pem", key), ("/var/log/nginx/", self.folder + "/"),
                ("listen [::]:443", f"listen [::1]:{self.port}"), ("listen 443", f"listen 127.0.0.1:{self.port}"),
                ("listen [::]:80", f"listen [::1]:{self.plain_port}"),
                ("listen 80", f"listen 127.0.0.1:{self.plain_port}")):
            assert old in text, f"{old} does not stand in the proxy's configuration"
            text = text.replace(old, new)
        if not socket.has_ipv6 or not os.path.exists("/proc/net/if_inet6"):
            text = re.sub(r"^ *listen \[::1\].*\n", "", text, flags=re.M)
        with open(self._path("site.conf"), "w") as f:
            f.write(text)
        with open(self._path("nginx.conf"), "w") as f:
            f.write(
                f"daemon off; pid {self.folder}/pid; error_log {self.folder}/start.log; worker_processes 1;\n"
                + ("user root;\n" if os.geteuid() == 0 else "") + "events {}\nhttp {\n"
                + "".join(f"{kind}_temp_path {self.folder}/{kind};\n"
                          for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
                + f"include {self.folder}/site.conf;\n}}\n")
        self.argv = ["nginx", "-c", self._path("nginx.conf"), "-e", self._path("start.log")]
        self.process = Process(self.argv, self._path("out.log"), self._listens)

    def start(self):
        tested = subprocess.run([*self.argv, "-t"], capture_output=True, text=True)
        assert tested.returncode == 0 and "warn" not in tested.stderr, tested.stderr
        self.process.start()

    def stop(self):
        self.process.stop()

    def logs(self):
        texts = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(self._path(name), errors="replace") as f:
                    texts.append(f.read())
        return "\n".join(texts)

    def _path(self, name):
        return os.path.join(self.folder, name)

    def _listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False


class ProxiedJar(Jar):
    """A browser to which every https address lies behind the proxy."""

    def __init__(self, proxy, headers=None):
        super().__init__(headers)
        self.proxy = proxy

    def connection(self, parts):
        assert parts.scheme == "https" or parts.hostname == "127.0.0.1", parts.geturl()
        if parts.scheme != "https":
            return super().connection(parts)
        context = ssl.create_default_context(cafile=self.proxy._path("cert.pem"))
        connection = http.client.HTTPSConnection(parts.hostname, self.proxy.port, timeout=30, context=context)
        connection._create_connection = lambda address, *rest: socket.create_connection(
            ("127.0.0.1", self.proxy.port), 30)
        return connection


class Recorder:
    """An upstream that remembers what it was sent; when it `breaks` it hangs up in place of an answer."""

    def __init__(self):
        self.seen, self.breaks = [], False
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                self.rfile.read(int(self.headers["Content-Length"] or 0))
                recorder.seen.append((self.path, self.headers))
                if recorder.breaks:
                    self.close_connection = True
                    return
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()

            do_GET = do_POST = answer

            def log_message(self, *_):
                pass
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.port = self.server.server_address[1]

    def start(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def _shipped(name):
    with open(os.path.join(repository(), "Config", name)) as f:
        return f.read()


def _check(stage, text):
    path = os.path.join(stage.folder, "homing.json5")
    with open(path, "w") as f:
        f.write(text)
    return subprocess.run(
        [binary(), "check", "--config", "homing.json5"], cwd=stage.folder, capture_output=True, text=True, timeout=20)
