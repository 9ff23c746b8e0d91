"""A case of a session: a planted mistake, or what only just keeps a rule."""

import re

from vectors import ROOT, accept, case

SOURCE = "construction from the published layouts; the rules of Docs/check.md"


def severities():
    """The severity of each rule, as the page of rules says it."""
    page = (ROOT / "Docs" / "check.md").read_text(encoding="utf-8")
    return dict(re.findall(r"^\| `([a-z-]+)` \| (error|warning|note) \|", page, re.MULTILINE))


SEVERITIES = severities()


def finding(rule, event=None):
    """A finding; its decisive event is named where the rule's sentence says which one it is.

    The rules about payloads, contents and frames take the severity of what the decoder says, which is not asked for.
    """
    result = {"rule": rule}
    if not re.match("content-(?!too)|payload-|frame-format", rule):
        result["severity"] = SEVERITIES[rule]
    return result | ({"event": event} if event else {})


def session(identifier, comment, talks, findings, flags, end=None):
    talks = talks if isinstance(talks, list) else [talks]
    given = {"connections": [talk.json() for talk in talks]}
    if end:
        given["end"] = end
    level = "may" if any(each.get("severity") == "note" for each in findings) else "should"
    return case(f"session-{identifier}", level, comment, "session.check", given, accept({"findings": findings}), flags, None,
                SOURCE)


def planted(rule, name, comment, talk, event=None, flags=(), beside=()):
    found = [*beside, finding(rule, event)]
    return session(f"{rule}-{name}", f"{comment}: not found, or found by another rule", talk, found,
                   sorted(["Planted", *flags]))


def near(rule, name, comment, talk, flags=(), findings=()):
    return session(f"{rule}-near-{name}", f"{comment}: taken for {rule}", talk, list(findings), sorted(["NearMiss", *flags]))
