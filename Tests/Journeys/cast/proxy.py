"""nginx and Caddy with the configurations that are shipped: other ports, files in the story's folder, a certificate."""

import http.client
import os
import re
import socket
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from cast.jar import Jar
from cast.processes import Process, free_port, shipped


class Proxy:
    """What both have in common. `upstreams` are the ports of one or more brokers on one store."""

    def __init__(self, folder, upstreams):
        self.folder, self.upstreams = os.path.join(folder, type(self).__name__.lower()), upstreams
        self.port, self.plain_port = free_port(), free_port()
        os.makedirs(self.folder)
        self.certificate, self.key = self.path("cert.pem"), self.path("key.pem")
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
             "-keyout", self.key, "-out", self.certificate, "-subj", "/CN=auth.example.com",
             "-addext", "subjectAltName=DNS:auth.example.com,DNS:link.example.com"], check=True, capture_output=True)
        self.argv = self.prepare()
        self.process = Process(self.argv, self.path("out.log"), self._listens, env=self.environment())

    def environment(self):
        return None

    def start(self):
        self.process.start()

    def stop(self):
        self.process.stop()

    def write(self, name, text):
        with open(self.path(name), "w") as f:
            f.write(text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def logs(self):
        """All that it wrote, access and errors."""
        texts = []
        for name in sorted(os.listdir(self.folder)):
            if name.endswith(".log"):
                with open(self.path(name), errors="replace") as f:
                    texts.append(f.read())
        return "\n".join(texts)

    def _listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False


class Nginx(Proxy):
    def prepare(self):
        servers = "".join(f"    server 127.0.0.1:{port} max_fails=0;\n" for port in self.upstreams)
        text = changed(shipped("nginx.conf"), (
            ("    server 127.0.0.1:8080 max_fails=0;\n", servers),
            ("/etc/ssl/homing/fullchain.pem", self.certificate), ("/etc/ssl/homing/privkey.pem", self.key),
            ("/var/log/nginx/", self.folder + "/"),
            ("listen [::]:443", f"listen [::1]:{self.port}"), ("listen 443", f"listen 127.0.0.1:{self.port}"),
            ("listen [::]:80", f"listen [::1]:{self.plain_port}"),
            ("listen 80", f"listen 127.0.0.1:{self.plain_port}")))
        if not socket.has_ipv6 or not os.path.exists("/proc/net/if_inet6"):
            text = re.sub(r"^ *listen \[::1\].*\n", "", text, flags=re.M)
        self.write("site.conf", text)
        self.write("nginx.conf", (
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/start.log; worker_processes 1;\n"
            + ("user root;\n" if os.geteuid() == 0 else "") + "events {}\nhttp {\n"
            + "".join(f"{kind}_temp_path {self.folder}/{kind};\n"
                      for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
            + f"include {self.folder}/site.conf;\n}}\n"))
        argv = ["nginx", "-c", self.path("nginx.conf"), "-e", self.path("start.log")]
        tested = subprocess.run([*argv, "-t"], capture_output=True, text=True)
        assert tested.returncode == 0 and "warn" not in tested.stderr, tested.stderr
        return argv


class Caddy(Proxy):
    def prepare(self):
        example = shipped("Caddyfile")
        self.write("example", example)
        told = subprocess.run(["caddy", "fmt", self.path("example")], capture_output=True, text=True)
        assert told.returncode == 0 and told.stdout.strip() == example.strip(), told
        text = changed(example, (
            ("{\n", f"{{\n\tadmin off\n\tdefault_bind 127.0.0.1\n\thttp_port {self.plain_port}\n"
                    f"\thttps_port {self.port}\n\tstorage file_system {self.folder}/storage\n"),
            ("# tls /etc/ssl/homing/fullchain.pem /etc/ssl/homing/privkey.pem", f"tls {self.certificate} {self.key}"),
            ("/var/log/caddy/", self.folder + "/"), ("\n:443 {", f"\n:{self.port} {{"),
            ("reverse_proxy 127.0.0.1:8080 {",
             "reverse_proxy " + " ".join(f"127.0.0.1:{port}" for port in self.upstreams) + " {")), once=True)
        self.write("Caddyfile", text)
        return ["caddy", "run", "--config", self.path("Caddyfile"), "--adapter", "caddyfile"]

    def environment(self):
        return {**os.environ, "HOME": self.folder, "XDG_DATA_HOME": self.folder, "XDG_CONFIG_HOME": self.folder}


def changed(text, replacements, once=False):
    for old, new in replacements:
        assert old in text, f"{old!r} does not stand in the proxy's configuration"
        text = text.replace(old, new, 1 if once else -1)
    return text


class ProxiedJar(Jar):
    """A browser or an app to which every https address lies behind the proxy. It comes from the loopback address
    `source`; with `keeps` it goes on on its connection to each host."""

    def __init__(self, proxy, headers=None, source="127.0.0.1", keeps=False):
        super().__init__(headers)
        self.proxy, self.source = proxy, source
        self.kept = {} if keeps else None
        self.context = ssl.create_default_context(cafile=proxy.certificate)

    def connection(self, parts):
        assert parts.scheme == "https" or parts.hostname == "127.0.0.1", parts.geturl()
        if parts.scheme != "https":
            return super().connection(parts)
        if self.kept is not None and parts.hostname in self.kept:
            return self.kept[parts.hostname]
        made = http.client.HTTPSConnection(parts.hostname, self.proxy.port, timeout=30, context=self.context)
        made._create_connection = lambda address, *rest: socket.create_connection(
            ("127.0.0.1", self.proxy.port), 30, (self.source, 0))
        if self.kept is not None:
            self.kept[parts.hostname] = made
        return made

    def done(self, connection):
        if self.kept is None or connection not in self.kept.values():
            connection.close()


class Recorder:
    """An upstream that remembers what it was sent; when it `breaks` it hangs up in place of an answer."""

    def __init__(self):
        self.seen, self.breaks = [], False
        recorder = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                self.rfile.read(int(self.headers["Content-Length"] or 0))
                recorder.seen.append((self.path, self.headers, self.client_address))
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
