"""Who gets hold of the store's files, or of a copy, has nothing that works and learns nothing of anybody (D18)."""

import os
import subprocess

from cast.broker import binary
from cast.leaks import Marked, files, found, spellings


def D18_no_file_of_the_store_and_no_copy_holds_a_secret(stage):
    broker = stage.broker()
    secrets = Marked(stage, broker).secrets
    copy = os.path.join(broker.folder, "copy.db")
    subprocess.run([binary(), "backup", "--config", broker.configuration, copy], check=True)
    paths = [broker.database + suffix for suffix in ("", "-wal", "-shm")]
    holds_nothing(secrets, files(*paths, copy), broker)
    broker.stop()
    # Now all of it is carried over into the file.
    holds_nothing(secrets, files(broker.database), broker)


def holds_nothing(secrets, contents, broker):
    for path, data in contents.items():
        assert not (leaked := found(secrets, data)), (path, leaked)
    whole = b"".join(contents.values())
    assert broker.client_id.encode() in whole, "what lies open is not found either: are these the files?"
    bites(secrets, whole[:65_536])


def bites(secrets, data):
    """Whether each secret would be found, however it was spelt."""
    for name, secret in secrets.items():
        for how, spelt in spellings(secret).items():
            assert (name, how) in found({name: secret}, data + b"<" + spelt + b">"), (name, how)
