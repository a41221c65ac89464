"""What operators mistype or mix up costs them a clear line, and nothing else."""

import json
import os
import shutil
import subprocess

from cast.app import refused, succeeded
from cast.broker import binary
from stories.backup_and_restore import OFFLINE, homing


def a_flag_that_nobody_knows_is_no_name_of_a_copy(stage):
    broker = stage.broker()
    for words in (["--forse"], ["-f"], ["--forse", "copy.db"], ["--force=yes", "copy.db"]):
        told = subprocess.run([binary(), "backup", "--config", broker.configuration, *words], cwd=stage.folder,
                              capture_output=True, text=True, timeout=60)
        assert told.returncode == 64 and "is not known here" in told.stderr, told
    assert "is not known here" in homing(broker, "restore", "--dry-run", status=64)
    assert not [name for name in os.listdir(stage.folder) if name.startswith("-") or name.startswith("copy.db")]
    # Whatever a provider or we call somebody can be said.
    for words in (["--provider", "stub", "--upstream-subject=--abc"], ["--", "--abc"], ["-abc"]):
        assert homing(broker, "subject", "show", *words, status=1).startswith("homing: nobody"), words


def a_faulty_configuration_is_told_by_every_command(stage):
    path = os.path.join(stage.folder, "faulty.json5")
    with open(path, "w") as f:
        f.write("{ server: { listn: '127.0.0.1:1' } }")
    for words in (["keys", "list"], ["keys", "rotate"], ["backup", "x"], ["restore"], ["restore", "x"], ["migrate"],
                  ["subject", "show", "x"], ["subject", "delete", "x"], ["health"]):
        told = subprocess.run([binary(), *words, "--config", path], capture_output=True, text=True, timeout=60)
        assert told.returncode == 1 and "server.listn" in told.stderr and "mend:" in told.stderr, told


def a_complaint_about_a_file_names_it(stage):
    broker = stage.broker()
    copy, tiny = os.path.join(stage.folder, "copy.db"), os.path.join(stage.folder, "tiny")
    homing(broker, "backup", copy)
    missing = os.path.join(stage.folder, "missing", "homing.db")
    assert missing in homing(broker, "backup", missing, status=1)
    other = os.path.join(stage.folder, "other.json5")

    def told(command, database):
        with open(other, "w") as f:
            json.dump({**values, "store": {"url": "sqlite://" + database}}, f)
        done = subprocess.run([binary(), *command, "--config", other], capture_output=True, text=True, timeout=60)
        assert done.returncode == 1 and done.stderr.count("\n") == 1, done
        return done.stderr
    with open(broker.configuration) as f:
        values = json.load(f)
    for command in (["migrate"], ["keys", "list"], ["subject", "show", "x"], ["restore"], ["restore", copy]):
        assert missing in told(command, missing), command
    if os.geteuid() != 0:
        return
    os.mkdir(tiny)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40k", "tmpfs", tiny], check=False).returncode:
        return
    stage.leaving.callback(subprocess.run, ["umount", tiny])
    full = homing(broker, "backup", os.path.join(tiny, "copy.db"), status=1)
    assert "no space left" in full and os.path.join(tiny, "copy.db") in full, full
    assert os.path.join(tiny, "homing.db") in told(["restore", copy], os.path.join(tiny, "homing.db"))
    assert os.listdir(tiny) == []


def a_complaint_is_one_line_whatever_was_typed(stage):
    broker = stage.broker()
    for words in (["subject", "show", "--provider", "a\nb\x1b[31m", "--upstream-subject", "x"],
                  ["restore", "no\nsuch\u202ecopy"], ["keys", "re\nvoke\x1b[2J"], ["ke\nys\x07"]):
        command = words[:1] + (["--config", broker.configuration] if words[0] != "ke\nys\x07" else []) + words[1:]
        told = subprocess.run([binary(), *command], capture_output=True, text=True, timeout=60)
        assert told.returncode in (1, 64) and "\x1b" not in told.stderr and "\u202e" not in told.stderr, told
        line, _, rest = told.stderr.partition("\n")
        assert line.startswith("homing: ") and (not rest or rest.startswith("\nusage: ") or "Homing" in rest), told


def a_copy_under_the_name_of_the_stores_own_log_is_refused_and_the_broker_goes_on(stage):
    broker = stage.broker()
    for suffix in ("-journal", "-wal", "-shm"):
        told = homing(broker, "backup", "--force", broker.database + suffix, status=1)
        assert "SQLite uses" in told and told.count("\n") == 1, told
    app, home, _ = stage.signed_in(broker)
    succeeded(app.redeem(app.validated(home)))


def a_copy_put_beside_the_log_of_a_killed_broker_revives_nothing(stage):
    broker = stage.broker()
    app, home, _ = stage.signed_in(broker, scope=OFFLINE)
    tokens = succeeded(app.redeem(app.validated(home)))
    copy = os.path.join(stage.folder, "copy.db")
    homing(broker, "backup", copy)
    renewed = succeeded(app.refresh(tokens["refresh_token"]))
    broker.process.kill()
    shutil.copyfile(copy, broker.database)
    told = homing(broker, "serve", status=1).strip().splitlines()[-1]
    assert broker.database + "-wal" in told and "homing restore" in told, told
    homing(broker, "restore", copy)
    broker.start()
    refused(app.refresh(renewed["refresh_token"]))
    other, home, _ = stage.signed_in(broker)
    succeeded(other.redeem(other.validated(home)))


def a_copy_of_another_master_key_is_not_put_in_place(stage):
    broker = stage.broker()
    copy = os.path.join(stage.folder, "copy.db")
    homing(broker, "backup", copy)
    broker.stop()
    before = broker.rows()
    other = os.path.join(stage.folder, "other.json5")
    with open(broker.configuration) as f:
        values = json.load(f)
    values["secrets"]["master_key"] = "A" * 43
    with open(other, "w") as f:
        json.dump(values, f)
    done = subprocess.run([binary(), "restore", "--config", other, copy], capture_output=True, text=True, timeout=60)
    assert done.returncode == 1 and "another master key" in done.stderr, done
    assert broker.rows() == before


def a_store_is_for_the_brokers_user_alone(stage):
    broker = stage.broker()
    for suffix in ("", "-wal", "-shm"):
        assert os.stat(broker.database + suffix).st_mode & 0o777 == 0o600, suffix


def of_several_who_revoke_the_keys_at_once_none_leaves_the_broker_without(stage):
    broker = stage.broker()
    command = [binary(), "keys", "rotate", "--revoke", "--config", broker.configuration]
    at_once = [subprocess.Popen(command, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [one.wait(60) for one in at_once] == [0] * 4
    listed = json.loads(homing(broker, "keys", "list", "--json"))
    assert {key["alg"] for key in listed if key["state"] == "active"} == {"ES256", "RS256"}, listed
