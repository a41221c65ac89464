"""What is shipped for production, tried for real: the example configuration and the container's root."""

import os
import re
import shutil
import subprocess

from cast.app import App, succeeded
from cast.broker import Broker, binary
from cast.jar import Jar
from cast.processes import repository, shipped
from cast.stub_provider import StubProvider

FINGERPRINT = ":".join(["AB"] * 32)


def the_example_configuration_is_sound_once_its_placeholders_are_filled_in(stage):
    example = shipped("homing.json5")
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


def _check(stage, text):
    path = os.path.join(stage.folder, "homing.json5")
    with open(path, "w") as f:
        f.write(text)
    return subprocess.run(
        [binary(), "check", "--config", "homing.json5"], cwd=stage.folder, capture_output=True, text=True, timeout=20)
