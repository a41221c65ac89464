"""Several processes that are one broker: the same name, keys and store."""

import os
import random
import signal
import subprocess
from urllib.parse import urlsplit

from cast.broker import Broker, binary
from cast.jar import Jar
from cast.processes import answers


class Member:
    """A process of it. Its disk, if it has one of its own, forgets at each kill what was never synced."""

    def __init__(self, broker, disk=None):
        self.broker, self.disk = broker, disk
        if disk:
            broker.process.env = {**os.environ, **disk.environment}

    def start(self):
        return self.broker.process.start()

    def kill(self):
        self.broker.process.kill()
        if self.disk:
            self.disk.lose()

    def stop(self):
        """Stopped where it is, as a machine is that hangs."""
        self.broker.process.child.send_signal(signal.SIGSTOP)

    def go_on(self):
        self.broker.process.child.send_signal(signal.SIGCONT)

    def port(self):
        return self.broker.port


class Brokers:
    """`count` processes on one store: a SQLite file, or what `url` says. `disk` makes one for a database."""

    client_id = Broker.client_id

    def __init__(self, folder, provider, lifetimes=None, count=1, url=None, disk=None):
        self.chance, self.url, first = random.Random(7), url, None
        self.members = []
        for number in range(count):
            def change(values):
                values["rate_limits"], values["lifetimes"] = "off", lifetimes or {}
                if url:
                    values["store"]["url"] = url
                if first:
                    values["server"].update(public_url=first.issuer, link_url=first.link)
                    values["clients"][0]["redirect_uris"][0] = first.callback
                    values["store"]["url"] = url or "sqlite://" + first.database
                    values["secrets"]["master_key"]["file"] = first.master_key
            broker = Broker(os.path.join(folder, f"broker{number}"), [provider.configuration()], change)
            first = first or broker
            broker.process.ready = _is_ready(broker, first)
            self.members.append(Member(broker, disk(broker.database) if disk else None))
        self.issuer, self.callback = first.issuer, first.callback
        provider.redirect_uri = first.provider_callback()

    def port(self):
        """Of any of them."""
        return self.chance.choice(self.members).broker.port

    def start(self):
        if self.url:
            subprocess.run([binary(), "migrate", "--config", self.members[0].broker.configuration], check=True,
                           stdout=subprocess.DEVNULL)
        for member in self.members:
            member.start()
        return self

    def stop(self):
        for member in self.members:
            member.broker.process.kill()


class NodeJar(Jar):
    """A jar whose every request goes to `node`: to one of the processes, or, by their whole, to any of them."""

    def __init__(self, node):
        super().__init__()
        self.node = node

    def connection(self, parts):
        return super().connection(urlsplit(f"http://127.0.0.1:{self.node.port()}"))


def _is_ready(broker, first):
    """Whether a process serves under the name of the first."""
    return lambda: answers(broker.admin_port, "/readyz") and answers(
        broker.port, "/.well-known/openid-configuration", host=f"127.0.0.1:{first.port}")
