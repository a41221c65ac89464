"""What it takes to change a running broker: TERM, one process after the other, and HUP."""

import http.client
import json
import socket
import threading
import time

from cast.app import App, succeeded
from cast.jar import Jar
from cast.proxy import Nginx, ProxiedJar
from cast.processes import answers


def TERM_is_told_at_once_to_who_asks_for_readiness_while_requests_finish(stage):
    broker = stage.broker()
    app, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(app.authorization_url()).location)
    kept = http.client.HTTPConnection("127.0.0.1", broker.port, timeout=10)
    assert _status(kept, "/oauth/jwks.json", broker) == (200, None)
    stage.stub.hold_token, home = threading.Event(), []
    under_way = threading.Thread(target=lambda: home.append(jar.get(callback)))
    under_way.start()
    while stage.stub.count("/token") == 0:
        time.sleep(0.01)
    assert answers(broker.admin_port, "/readyz")
    stopping, began = threading.Thread(target=broker.stop), time.monotonic()
    stopping.start()
    while not answers(broker.admin_port, "/readyz", status=503):
        assert time.monotonic() - began < 1, "a broker that drains says that it is ready"
    assert answers(broker.admin_port, "/healthz")
    # What a proxy has just sent on an idle connection is answered, and told to be the last.
    assert _status(kept, "/oauth/jwks.json", broker) == (200, "close")
    time.sleep(0.1)
    try:
        socket.create_connection(("127.0.0.1", broker.port), 5).close()
        raise AssertionError("a broker that drains takes somebody new")
    except ConnectionRefusedError:
        pass
    assert under_way.is_alive() and stopping.is_alive()
    stage.stub.hold_token.set()
    under_way.join()
    stopping.join()
    assert home and home[0].status == 303, home
    broker.start()
    succeeded(app.redeem(app.validated(home[0].location)))


def _status(connection, path, broker):
    connection.request("GET", path, headers={"Host": f"127.0.0.1:{broker.port}"})
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.getheader("Connection")


def rolling_restart_loses_nothing(stage):
    """Two processes on one store behind nginx, under about 200 requests a second, whole sign-ins among them, restarted
    one after the other: no answer but 2xx and 3xx, and all that was acknowledged is still there."""
    def unlimited(values):
        values["rate_limits"] = "off"
    first = stage.broker_behind(unlimited)

    def shared(values):
        unlimited(values)
        values["store"]["url"] = "sqlite://" + first.database
        values["secrets"]["master_key"]["file"] = first.master_key
    second = stage.broker_behind(shared, "second")
    proxy = stage.enter(Nginx(stage.folder, [first.port, second.port]))
    load = Load(first, proxy, stage.stub)
    load.start()
    try:
        time.sleep(1)
        for broker in (first, second) * 3:
            broker.stop()
            broker.start()
            time.sleep(0.3)
    finally:
        load.stop()
    load.report()
    assert not load.faults, load.faults[:10]
    assert load.count / load.seconds > 100, f"only {load.count / load.seconds:.0f} requests/s"
    for app, tokens in load.signed_in:
        succeeded(app.refresh(tokens["refresh_token"]))
    served = [line.split('" ')[1].split()[0] for line in proxy.logs().splitlines() if '" ' in line]
    assert all(status[0] in "23" for status in served), sorted(set(served))


class Load:
    """Readers of documents at an even pace, and people who sign in one after the other."""

    readers, rate, people = 4, 40, 3
    paths = ("/.well-known/openid-configuration", "/oauth/jwks.json", "/.well-known/assetlinks.json", "/favicon.ico")

    def __init__(self, broker, proxy, stub):
        self.broker, self.proxy, self.stub = broker, proxy, stub
        self.faults, self.signed_in, self.count, self.ended = [], [], 0, threading.Event()
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self._read) for _ in range(self.readers)]
        self.threads += [threading.Thread(target=self._sign_in) for _ in range(self.people)]

    def start(self):
        self.began = time.monotonic()
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.ended.set()
        for thread in self.threads:
            thread.join()
        self.seconds = time.monotonic() - self.began

    def report(self):
        print(f"{self.count} requests in {self.seconds:.1f} s, {len(self.signed_in)} sign-ins, "
              f"{len(self.faults)} faults")

    def _tell(self, what, answer):
        with self.lock:
            self.count += 1
            if not (isinstance(answer, Exception) or 200 <= answer.status < 400):
                self.faults.append((what, answer))
        return answer

    def _read(self):
        jar, turn, due = ProxiedJar(self.proxy, keeps=True), 0, time.monotonic()
        while not self.ended.is_set():
            path = self.paths[turn % len(self.paths)]
            self._attempt(path, lambda: self._tell(path, jar.get(self.broker.issuer + path)))
            turn, due = turn + 1, due + 1 / self.rate
            time.sleep(max(0, due - time.monotonic()))

    def _sign_in(self):
        client = ProxiedJar(self.proxy, keeps=True)
        while not self.ended.is_set():
            self._attempt("a sign-in", lambda: self._one(client))

    def _one(self, client):
        app = App(self.broker, scope="openid offline_access")
        app.http, client.cookies = Told(client, self._tell), {}
        browser = app.http
        callback = browser.get(self.stub.approve(browser.get(app.authorization_url()).location))
        page = browser.get(browser.get(callback.location).location)
        resumed = app.resume(page.text.split("open-app?t=")[1].split('"')[0])
        tokens = succeeded(app.redeem(app.validated(resumed.json()["callback_uri"])))
        assert app.userinfo(tokens["access_token"]).status == 200
        self.signed_in.append((app, tokens))

    def _attempt(self, what, action):
        try:
            action()
        except Exception as fault:            # noqa: BLE001: whatever it is, it is a fault of the restart
            with self.lock:
                self.faults.append((what, repr(fault)))
            time.sleep(0.2)


class Told:
    """A jar each of whose answers is told."""

    def __init__(self, jar, tell):
        self.jar, self.tell = jar, tell

    def get(self, url, **more):
        return self.tell(url.partition("?")[0], self.jar.get(url, **more))

    def post(self, url, *rest, **more):
        return self.tell("POST " + url, self.jar.post(url, *rest, **more))


def HUP_brings_a_new_client_and_drops_no_connection(stage):
    broker = stage.broker()
    kept = http.client.HTTPConnection("127.0.0.1", broker.port, timeout=10)
    assert _status(kept, "/oauth/jwks.json", broker) == (200, None)
    one = kept.sock
    waiting, jar = App(broker), Jar()
    callback = stage.stub.approve(jar.get(waiting.authorization_url()).location)
    assert Jar().get(App(broker, client_id="late").authorization_url()).status == 400
    before = open(broker.configuration).read()

    def change(edit):
        values = json.loads(before)
        edit(values)
        with open(broker.configuration, "w") as f:
            json.dump(values, f)

    def broken(values):
        values["clients"].append({**values["clients"][1], "client_id": "late", "scopes": "openid"})
        del values["clients"][0]
    change(broken)
    told = _reload(broker, "configuration fault")
    assert broker.configuration in told["reason"] and "clients[1].scopes" in told["reason"], told
    assert "scope" in told["reason"].split("scopes", 1)[1], f"no mend: {told}"
    # The old one is in force, whole.
    assert Jar().get(App(broker).authorization_url()).status == 303
    assert Jar().get(App(broker, client_id="late").authorization_url()).status == 400
    assert _status(kept, "/oauth/jwks.json", broker) == (200, None) and kept.sock is one

    change(lambda values: values["clients"].append(
        {**values["clients"][1], "client_id": "late", "redirect_uris": ["com.example.late:/cb"]}))
    _reload(broker, "configuration reloaded")
    late, callback_of_late, _ = stage.signed_in(broker, client_id="late", redirect_uri="com.example.late:/cb",
                                                scope="openid")
    succeeded(late.redeem(late.validated(callback_of_late)))
    assert _status(kept, "/oauth/jwks.json", broker) == (200, None) and kept.sock is one
    # A sign-in that began before ends after it.
    succeeded(waiting.redeem(waiting.validated(jar.get(callback).location)))


def _reload(broker, awaited):
    """SIGHUP; the first line of the log from then on with this message."""
    start = len(broker.log_text())
    broker.process.hang_up()
    end = time.monotonic() + 5
    while time.monotonic() < end:
        for line in broker.log_text()[start:].splitlines():
            if line.endswith("}") and json.loads(line)["msg"] == awaited:
                return json.loads(line)
        time.sleep(0.02)
    raise AssertionError(f"no '{awaited}' in the log:\n{broker.log_text()[start:]}")
