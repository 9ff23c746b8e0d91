"""Filters on events: whether an event passes, or where the filter is wrong. What is right stands in Docs/filters.md."""

import copy

import filter_values
from vectors import accept, case

GROUP = "filter"
NOTES = {
    "Absent": "A field that the event does not have meets no comparison",
    "Aliases": "message.x, content.x and latency for short",
    "Contains": "contains: a part of a text, in the same letter case",
    "Durations": "Durations, compared with numbers of seconds",
    "Error": "A filter that cannot be used, and the place that is named",
    "Integers": "Integers compare exactly to 64 bits",
    "Lists": "Fields with several values: one value that meets it is enough, any and all say otherwise",
    "Matches": "matches and ~: a regular expression is found in the text",
    "NotEqual": "!=: the field is there, and no value of it is equal",
    "Precedence": "not binds closer than and, and that closer than or",
    "Quoting": "Texts in quotes with the escapes of JSON, words without them",
    "Sets": "in: a set of values and ranges, which hold both ends",
    "Sizes": "Sizes, compared with numbers of bytes",
    "Times": "Times, compared as times whatever their spelling",
    "Tshark": "tshark's words for operators",
    "Types": "Numbers, truths and texts are kept apart",
}
SOURCE = "Docs/filters.md"
EVENT = {
    "n": 16, "time": "2026-11-21T03:18:33.512579Z", "flow": 3, "client": "127.0.0.1:58326", "server": "127.0.0.1:8082",
    "sender": "client", "transport": "websocket", "system": "rongcloud",
    "frame": {"type": "PUBLISH", "qos": 1, "dup": False, "retain": False, "topic": "ppMsgP", "targetId": "lin_mei", "messageId": 4},
    "inReplyTo": {"n": 12, "topic": "pullMsg", "latency": 0.0015},
    "payload": {"message": "UpStreamMessage",
                "value": {"sessionId": 3, "syncTime": "9007199254740993", "text": "12", "list": [1, 5, 9], "nothing": None}},
    "messages": [
        {"objectName": "RC:TxtMsg", "content": {"content": "早上好 Demo 🙂", "size": 3, "file name": "a.b", "ok": True,
                                                "path": "C:\\x", "sent": "2026-11-21T04:18:33.5+01:00"},
         "conversation": "private", "target": "lin_mei", "sender": "zhang_wei", "flags": ["persisted", "counted"]},
        {"objectName": "app:order", "content": {"content": "second", "size": 8}, "conversation": "group", "target": "hall"},
    ],
    "diagnostics": [{"severity": "warning", "code": "x-y", "path": "payload", "offset": 3, "text": "odd"}],
    "packets": [37, 38, 40], "bytes": 2048,
}
SEEN = {}
WORDS = {"==": "is", "!=": "is-not", "<=": "at-most", ">=": "at-least", "<": "below", ">": "above", "&&": "and", "||": "or",
         "!": "not", "~": "like", "..": "to"}


def slug(text):
    """A filter as words, with a number where another one has the same."""
    for sign, word in WORDS.items():
        text = text.replace(sign, f" {word} ")
    name = "-".join("".join(letter if letter.isascii() and letter.isalnum() else " " for letter in text.lower()).split()) or "empty"
    name = name[:60].rstrip("-")
    SEEN[name] = SEEN.get(name, 0) + 1
    return name if SEEN[name] == 1 else f"{name}-{SEEN[name]}"


def test(text, passes, comment, flags, event=EVENT, level="should"):
    return case(f"filter-{slug(text)}", level, f"{comment}: {text}", "filter.test", {"filter": text, "event": event},
                accept({"passes": passes}), flags, None, SOURCE)


def wrong(text, position, comment, length=None):
    place = {"position": position} | ({"length": length} if length else {})
    return case(f"filter-{slug(text)}", "may", f"{comment}: {text}", "filter.test", {"filter": text, "event": EVENT},
                accept({"error": place}), ["Error"], None, SOURCE)


def cases():
    SEEN.clear()
    yield from precedence()
    yield from lists()
    yield from sets()
    yield from values()
    yield from texts()
    yield from absent()
    yield from errors()
    yield from filter_values.cases()


TRUE, FALSE = "flow == 3", "flow == 4"


def precedence():
    for text, passes in ((f"{TRUE} || {FALSE} && {FALSE}", True), (f"({TRUE} || {FALSE}) && {FALSE}", False),
                         (f"{FALSE} && {FALSE} || {TRUE}", True), (f"{FALSE} && ({FALSE} || {TRUE})", False),
                         (f"!{TRUE} || {TRUE}", True), (f"!({TRUE} || {TRUE})", False), (f"!{TRUE} && {FALSE}", False),
                         (f"!({TRUE} && {FALSE})", True), (f"!!{TRUE}", True), (f"!!!{TRUE}", False),
                         (f"{TRUE} && {TRUE} && {FALSE} || {FALSE} || {TRUE}", True)):
        yield test(text, passes, "or, and and not in another order", ["Precedence"])
    for text, passes in ((f"{TRUE} or {FALSE} and {FALSE}", True), (f"not {TRUE} or {TRUE}", True), (f"not ({TRUE} or {TRUE})", False),
                         ("flow eq 3", True), ("flow ne 3", False), ("flow lt 4 and flow le 3 and flow gt 2 and flow ge 3", True),
                         ("flow lt 3 or flow gt 3", False), ("frame.topic contains \"Msg\" and frame.topic matches \"P$\"", True),
                         ("frame.topic ~ \"^pp\"", True), ("flow not in {1, 2}", True), ("flow in {3 .. 5}", True)):
        yield test(text, passes, "tshark's words not known", ["Precedence", "Tshark"])


def lists():
    for text, passes in (("message.target == hall", True), ("message.target == lin_mei", True), ("message.target == nobody", False),
                         ("packets == 38", True), ("packets == 39", False), ("packets > 39", True), ("packets < 38", True)):
        yield test(text, passes, "one value is enough", ["Lists"])
    for text, passes in (("message.target != hall", False), ("message.target != nobody", True), ("packets != 38", False),
                         ("packets != 39", True), ("frame.type != PUBLISH", False), ("frame.type != PUBACK", True),
                         ("frame.targetId != lin_mei", False)):
        yield test(text, passes, "!= wants no value to be equal", ["Lists", "NotEqual"])
    for text, passes in (("any(message.target) != hall", True), ("any(frame.type) != PUBLISH", False), ("all(packets) > 36", True),
                         ("all(packets) > 37", False), ("all(message.target) != nobody", True), ("all(message.target) != hall", False),
                         ("any(packets) > 39", True), ("all(packets) in {37..40}", True), ("all(packets) in {37, 38}", False),
                         ("all(undecodedBytes) > 0", False),
                         ("any(packets) not in {37, 38}", True), ("all(packets) not in {1, 2}", True),
                         ("any(message.target) contains \"al\"", True), ("all(message.target) contains \"l\"", True),
                         ("all(message.target) contains \"al\"", False)):
        yield test(text, passes, "any and all", ["Lists"])
    for text, passes in (("payload.value.list == 5", True), ("payload.value.list == 4", False), ("all(payload.value.list) < 10", True),
                         ("message.flags == counted", True), ("message.flags != counted", False), ("content.size == 8", True),
                         ("content.size in {3, 8} && !(content.size == 5)", True)):
        yield test(text, passes, "lists inside of objects, and objects inside of lists", ["Aliases", "Lists"])


def sets():
    for text, passes in (("flow in {1, 2, 3}", True), ("flow in {1, 2}", False), ("flow in {3}", True), ("flow in {3..3}", True),
                         ("flow in {1..3}", True), ("flow in {3..9}", True), ("flow in {4..9}", False), ("flow in {1..2, 4..9}", False),
                         ("flow in {1..2, 3}", True), ("flow not in {1..2}", True), ("flow not in {1..3}", False),
                         ("!(flow in {1..2})", True), ("packets in {39, 40}", True), ("packets not in {39, 41}", True),
                         ("packets not in {38}", False), ("frame.topic in {\"ppMsgP\", other}", True),
                         ("frame.type in {PUBACK, QUERY}", False), ("inReplyTo.latency in {1ms..2ms}", True),
                         ("bytes in {2KiB..3KiB}", True), ("bytes in {1KiB..2047}", False),
                         ("time in {2026-11-21T03:18:00Z..2026-11-21T03:19:00Z}", True),
                         ("content.size in {-1..2.5}", False), ("content.size in {2.5..3.5}", True)):
        yield test(text, passes, "a set, its ranges with both ends", ["Sets"])


def values():
    for text, passes in (("latency > 1ms", True), ("latency == 1.5ms", True), ("latency == 1500us", True), ("latency == 1500µs", True),
                         ("latency == 1500000ns", True), ("latency < 0.002", True), ("latency < 2s", True), ("latency > 1min", False),
                         ("latency < 1h && latency < 1d", True), ("latency < 1m", True), ("latency == 0.0015", True)):
        yield test(text, passes, "durations in their units", ["Aliases", "Durations"])
    for text, passes in (("bytes == 2KiB", True), ("bytes == 2kB", False), ("bytes > 2kB", True), ("bytes < 1MB", True), ("bytes < 1GiB", True),
                         ("bytes == 2048B", True), ("bytes >= 2.0KiB", True), ("bytes > 0.001MB", True), ("bytes == 0x800", True),
                         ("bytes == 2.048e3", True)):
        yield test(text, passes, "sizes in their units", ["Sizes"])
    for text, passes in (("time == 2026-11-21T03:18:33.512579Z", True), ("time == 2026-11-21T04:18:33.512579+01:00", True),
                         ("time == \"2026-11-21T03:18:33.512579Z\"", True), ("time > 2026-11-21", True), ("time < 2026-11-22", True),
                         ("time < 2026-11-21", False), ("time >= 2026-11-21T03:18:33.5Z", True), ("time < 2026-11-21T03:18:33.5126Z", True),
                         ("time < 2026-11-21T03:19Z", True), ("time > 2026-11-21T05:19+02:00", False),
                         ("content.sent == 2026-11-21T03:18:33.5Z", True), ("content.sent < 2026-11-21T03:18:34Z", True)):
        yield test(text, passes, "times compared as texts", ["Times"])
    big = copy.deepcopy(EVENT)
    big["payload"]["value"] |= {"a": 9007199254740993, "b": "9223372036854775807", "c": "-9223372036854775808",
                                "d": "18446744073709551616"}
    for text, passes in (("payload.value.syncTime == 9007199254740993", True), ("payload.value.syncTime == 9007199254740992", False),
                         ("payload.value.syncTime > 9007199254740992", True), ("payload.value.syncTime < 9007199254740994", True),
                         ("payload.value.a == 9007199254740992", False), ("payload.value.a > 9007199254740992", True),
                         ("payload.value.b == 9223372036854775807", True), ("payload.value.b > 9223372036854775806", True),
                         ("payload.value.c < -9223372036854775807", True), ("payload.value.c == -9223372036854775808", True),
                         ("payload.value.d == 18446744073709551616", True)):
        yield test(text, passes, "64-bit integers as doubles", ["Integers"], big)
    for text, passes in (("payload.value.text == 12", True), ("payload.value.text == \"12\"", True), ("payload.value.text < 5", False),
                         ("payload.value.text > 5", True), ("content.ok == true", True), ("content.ok == false", False),
                         ("frame.dup == false", True), ("frame.dup == true", False), ("frame.qos == 1", True), ("frame.qos == 1.0", True),
                         ("content.content == 3", False), ("content.size == 3.0", True), ("content.size < -1", False)):
        yield test(text, passes, "values of another type", ["Types"])


def texts():
    for text, passes in (("content.content contains \"Demo\"", True), ("content.content contains \"demo\"", False),
                         ("content.content contains Demo", True), ("content.content contains \"上好\"", True),
                         ("content.content contains \"🙂\"", True), ("content.content contains \"\"", True),
                         ("frame.targetId contains \"lin_mei \"", False), ("client contains \":58326\"", True),
                         ("!(content.content contains \"x\")", True), ("time contains \"03:18\"", True)):
        yield test(text, passes, "contains", ["Contains"])
    for text, passes in (("content.content matches \"[一-龥]\"", True), ("content.content ~ \"^Demo\"", False),
                         ("content.content ~ \"(?i)demo\"", True), ("content.content ~ \"D.mo\"", True), ("content.content ~ \"^s.*d$\"", True),
                         ("frame.topic matches \"^(pp|pg)Msg[PNS]$\"", True), ("frame.topic matches \"^pg\"", False),
                         ("frame.topic ~ 'M\\w+P'", True), ("frame.targetId ~ \"\\bmei\"", False), ("frame.targetId ~ \"_mei\\b\"", True),
                         ("client ~ \"\\d{5}$\"", True), ("client ~ \"^127\\.0\"", True), ("content.path ~ \"^C:\\\\x$\"", True),
                         ("content.content ~ \"\\x{1F642}$\"", True), ("frame.topic ~ \"a|\"", True)):
        yield test(text, passes, "matches", ["Matches"])
    for text, passes in (("frame.topic == ppMsgP", True), ("frame.topic == \"ppMsgP\"", True), ("frame.topic == 'ppMsgP'", True),
                         ("frame.topic == ppmsgp", False), ("frame.topic == \"pp\\u004dsgP\"", True), ("message.objectName == RC:TxtMsg", True),
                         ("message.objectName == app:order", True), ("content[\"file name\"] == a.b", True),
                         ("content['file name'] == \"a.b\"", True), ("content.path == \"C:\\\\x\"", True), ("content.path == 'C:\\\\x'", True),
                         ("content.content == \"\\u65e9\\u4e0a\\u597d Demo \\ud83d\\ude42\"", True), ("client == 127.0.0.1:58326", True),
                         ("frame.topic == 'it\\'s'", False), ("frame.topic < q", True), ("frame.topic < pp", False),
                         ("frame[\"topic\"] == ppMsgP", True), ("frame.type==PUBLISH&&flow==3", True), ("  flow  ==  3  ", True)):
        yield test(text, passes, "how texts are written", ["Quoting"])


def absent():
    bare = {name: part for name, part in EVENT.items() if name not in ("inReplyTo", "messages", "payload", "diagnostics")}
    for text, passes in (("latency", False), ("!latency", True), ("latency > 0", False), ("latency < 1", False), ("latency != 1", False),
                         ("!(latency == 1)", True), ("!(latency > 0)", True), ("latency not in {1, 2}", False), ("all(latency) > 0", False),
                         ("any(latency) != 1", False), ("message.target != x", False), ("messages", False), ("content.x contains \"\"", False),
                         ("diagnostics.severity != error", False), ("!(diagnostics.severity == error)", True), ("tls", False), ("tls == false", False),
                         ("payload", False), ("latency || flow == 3", True)):
        yield test(text, passes, "a field that is not there", ["Absent"], bare)
    for text, passes in (("latency", True), ("payload", True), ("messages", True), ("content.content", True), ("content.missing", False),
                         ("payload.value.nothing == \"\"", False), ("frame.topic", True), ("packets", True), ("diagnostics", True),
                         ("diagnostics.severity == warning", True), ("diagnostics.severity in {warning, error}", True),
                         ("diagnostics.offset == 3", True), ("inReplyTo.n == 12", True), ("inReplyTo.topic == pullMsg", True),
                         ("frame", True), ("n == 16", True)):
        yield test(text, passes, "a field that is there", ["Absent"])


def errors():
    for text, position, length in (
            ("", 0, None), ("sender ==", 9, None), ("== 1", 0, None), ("sender == client &&", 19, None), ("(sender == client", 17, None),
            ("sender == client)", 16, None), ("sender = client", 7, None), ("n == 1 & n == 2", 7, None), ("n == 1 | n == 2", 7, None),
            ("sender == \"client", 10, None), ("sender == client flow", 17, None)):
        yield wrong(text, position, "A filter that does not keep the grammar, the place is another", length)
    for text, position, length in (("bogus == 1", 0, 5), ("flow == 1 || frame.nothing == 2", 13, 13), ("any(bogus) == 1", 4, 5)):
        yield wrong(text, position, "A field that no event has, the place is another", length)
    for text, position, length in (("frame.type == \"PUBLSH\"", 14, 8), ("sender == clinet", 10, 6), ("flow == x", 8, 1),
                                   ("bytes > 5s", 8, 2), ("latency > 4KiB", 10, 4), ("tls == yes", 7, 3), ("time > yesterday", 7, 9),
                                   ("frame.type in {PUBLISH, PUBAKC}", 24, 6), ("flow == \"1\"", 8, 3)):
        yield wrong(text, position, "A comparison that can never hold, the place is another", length)
    for text, position in (("n in {1 2}", 8), ("n in {}", 6), ("n in {5..1}", 6), ("n in 5", 5), ("frame.topic matches \"(a\"", 21),
                           ("frame.dup < true", 10), ("packets contains 44", 8), ("any(n)", 0), ("content.中文 == \"🙂\" = 1", 18)):
        yield wrong(text, position, "A set, an expression or an operator that makes no sense, the place is another")
