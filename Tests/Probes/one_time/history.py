"""What a history of redemptions must not show, whatever happened to the servers meanwhile."""

from collections import defaultdict, namedtuple

Redemption = namedtuple("Redemption", "key began ended kind value")
"""One call. `kind` is "ok" with a `value` that no other success has, "used" for a refusal, "unknown" when no answer
came or one that promises nothing (the server may or may not have done it), "unsent" when nobody took the call."""

ONCE = "R1 at most one success"
NONE_AFTER = "R2 none after an acknowledged one"
NO_FALSE_REFUSAL = "R3 no false 'used'"
SURVIVES = "R4 acknowledged keys survive"
RULES = (ONCE, NONE_AFTER, NO_FALSE_REFUSAL, SURVIVES)


def violations(issued, redemptions, idempotent=False):
    """{rule: keys that broke it}. Where a replay gets the same answer again (`idempotent`), every success must carry
    one value, and no replay may be refused."""
    found, by_key = {rule: [] for rule in RULES}, defaultdict(list)
    for redemption in redemptions:
        by_key[redemption.key].append(redemption)
    for key in issued:
        history = sorted(by_key[key], key=lambda one: one.began)
        successes = [one for one in history if one.kind == "ok"]
        if len({one.value for one in successes}) > 1 or len(successes) > 1 and not idempotent:
            found[ONCE].append(key)
        if successes and any(one.began > min(other.ended for other in successes) and one.value != successes[0].value
                             for one in successes):
            found[NONE_AFTER].append(key)
        if any(one.kind == "used" and (idempotent or not _may_have_been_spent(history, one)) for one in history):
            found[NO_FALSE_REFUSAL].append(key)
        if not history or history[-1].kind not in ("ok", "used"):
            found[SURVIVES].append(key)
    return found


def _may_have_been_spent(history, refusal):
    return any(one.kind in ("ok", "unknown") and one.began < refusal.ended for one in history)


def _made(*steps):
    """Redemptions of one key, one after the other, or from `began` to `ended`."""
    return [Redemption("k", *(step[2:] or (at, at + 0.5)), *step[:2]) for at, step in enumerate(steps)]


EXAMPLES = (
    # history, idempotent, what it breaks
    (_made(("ok", 1), ("used", 0)), False, set()),
    (_made(("unknown", 0), ("used", 0)), False, set()),
    (_made(("unsent", 0), ("ok", 1), ("used", 0)), False, set()),
    (_made(("ok", 1, 0, 3), ("used", 0, 1, 2)), False, set()),
    (_made(("ok", 1, 0, 3), ("ok", 2, 1, 2), ("used", 0, 4, 5)), False, {ONCE}),
    (_made(("ok", 1), ("ok", 2)), False, {ONCE, NONE_AFTER}),
    (_made(("ok", 1), ("ok", 1)), False, {ONCE}),
    (_made(("used", 0), ("ok", 1)), False, {NO_FALSE_REFUSAL}),
    (_made(("unsent", 0), ("used", 0)), False, {NO_FALSE_REFUSAL}),
    (_made(("unknown", 0)), False, {SURVIVES}),
    ([], False, {SURVIVES}),
    (_made(("ok", 1), ("ok", 1), ("unknown", 0), ("ok", 1)), True, set()),
    (_made(("ok", 1), ("ok", 2)), True, {ONCE, NONE_AFTER}),
    (_made(("ok", 1), ("used", 0)), True, {NO_FALSE_REFUSAL}),
)
"""Small histories, so that the rules themselves are held to something."""


def misjudged():
    """The examples that the rules judge otherwise."""
    return [history for history, idempotent, wanted in EXAMPLES
            if {rule for rule, keys in violations(["k"], history, idempotent).items() if keys} != wanted]
