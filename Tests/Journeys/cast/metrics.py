"""What the admin listener's /metrics tells, read strictly: the Prometheus text format, version 0.0.4."""

import re

from cast.jar import Jar

SAMPLE = re.compile(r'([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (\S+)')
LABEL = re.compile(r'([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"')


class Metrics:
    """One scrape of a broker."""

    def __init__(self, broker):
        answer = Jar().get(broker.admin + "/metrics")
        assert answer.status == 200, answer
        assert answer.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8", answer.headers
        self.text, self.samples, family = answer.text, {}, None
        assert self.text.endswith("\n")
        for line in self.text[:-1].split("\n"):
            if line.startswith("# HELP ") or line.startswith("# TYPE "):
                family = line.split(" ")[2]
                continue
            found = SAMPLE.fullmatch(line)
            assert found and found[1].startswith(family), line
            key = (found[1], tuple(sorted(LABEL.findall(found[2] or ""))))
            assert key not in self.samples, line
            self.samples[key] = float(found[3])

    def value(self, name, **labels):
        """The sample's value; 0 where it was never counted."""
        return self.samples.get((name, tuple(sorted(labels.items()))), 0)

    def sum(self, name, **labels):
        """Over all samples of a name that have these labels among theirs."""
        return sum(value for (found, known), value in self.samples.items()
                   if found == name and set(labels.items()) <= set(known))
