"""Recorded sessions and what the rules of `imwire check` find in them: planted mistakes, and sessions that only just keep a rule."""

import re

from session_wire import HI, Talk, down, field, text, uid, up
from vectors import ROOT, accept, case

GROUP = "session.rules"
NOTES = {
    "Clean": "A session that keeps every rule",
    "Heartbeat": "When heartbeats come (Docs/check.md, the rules heartbeat-…)",
    "NearMiss": "A session that only just keeps a rule: nothing is found",
    "Openings": "Several connections one after the other",
    "Planted": "A session with one mistake: its rule finds it, and no other finds anything",
    "Polling": "Requests and answers of long polling",
    "TCPForm": "Frames in the TCP stream itself, with CONNECT, which announces a heartbeat every 60 s",
}
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


def cases():
    for part in (clean, acknowledgements, answers, ids, heartbeats, beginnings, ends, directions, topics, pulls, uids, rooms,
                 contents, formats, others, openings, tcp_form, polling):
        yield from part()


def clean():
    talk = Talk()
    talk.beat()
    talk.message(1)
    talk.pull(2, 0, 6000)
    talk.push(1)
    talk.acknowledge_push(1)
    talk.asked(3, "joinChrm")
    talk.message(4, topic="chatMsg", target="room")
    talk.wait(29).beat()
    yield session("clean", "A session with something of everything that keeps all rules: something is found", talk, [], ["Clean"])
    yield session("clean-only-accepted", "A session of an upgrade and CONNACK: something is missing", Talk(), [], ["Clean"])
    talk = Talk("tcp")
    for _ in range(4):
        talk.beat()
        talk.wait(60)
    talk.beat()
    yield session("clean-tcp", "The TCP form with its heartbeat every 60 s: held against 30 s", talk, [], ["Clean", "TCPForm"])


def acknowledgements():
    talk = Talk()
    event = talk.publish(1)
    talk.wait(29).beat()
    talk.wait(5).beat()
    yield planted("publish-unacknowledged", "never", "A message that no PUBACK answers within 34 s", talk, event)
    talk = Talk()
    talk.message(1)
    event = talk.publish(2)
    talk.message(3)
    talk.wait(6).beat()
    yield planted("publish-unacknowledged", "one-of-three", "The second of three messages is not acknowledged, a later one is",
                  talk, event)
    talk = Talk(version="1.0.0")
    event = talk.publish(1)
    talk.wait(7).beat()
    yield planted("publish-unacknowledged", "v1", "SDK v1 waits 6 s for PUBACK, and none comes within 7 s", talk, event)
    talk = Talk()
    talk.publish(1)
    talk.wait(25)
    talk.acknowledge(1)
    yield near("publish-unacknowledged", "late", "PUBACK after 25 s", talk)
    talk = Talk()
    talk.publish(1)
    talk.wait(20)
    yield near("publish-unacknowledged", "closed", "The connection ends 20 s after a message", talk)
    talk = Talk()
    talk.publish(1, up("RC:TypSts", '{"typingContentType":"RC:TxtMsg"}', 0), "ppMsgS")
    talk.wait(25).beat()
    talk.wait(15).beat()
    yield near("publish-unacknowledged", "status", "A status topic, for whose answer nobody waits", talk)
    talk = Talk()
    event = talk.push(1)
    talk.wait(25).beat()
    talk.wait(15).beat()
    yield planted("push-unacknowledged", "never", "A push with QoS 1 that the client does not acknowledge", talk, event)
    for name, header, what in (("qos-0", 0x30, "A push with QoS 0"), ("dup", 0x3A, "A copy of an own message (dup)")):
        talk = Talk()
        talk.push(1, HI if header == 0x3A else None, "ppMsgP" if header == 0x3A else "s_msg", header)
        talk.wait(25).beat()
        talk.wait(15).beat()
        yield near("push-unacknowledged", name, f"{what} without PUBACK", talk)
    talk = Talk()
    yield planted("ack-without-publish", "server", "A PUBACK of the server for nothing", talk, talk.acknowledge(9))
    talk = Talk()
    yield planted("ack-without-publish", "client", "A PUBACK of the client for nothing", talk, talk.acknowledge_push(9))
    talk = Talk()
    talk.message(1)
    yield planted("ack-without-publish", "twice", "A message acknowledged twice", talk, talk.acknowledge(1))
    talk = Talk()
    talk.push(100, HI, "ppMsgP", 0x3A)
    talk.acknowledge(100)
    yield near("ack-without-publish", "copy", "The server acknowledges a copy of an own message", talk)
    talk = Talk()
    talk.push(4, header=0x30)
    yield planted("ack-unasked", "push", "PUBACK for a push with QoS 0", talk, talk.acknowledge_push(4))
    talk = Talk()
    talk.asked(1, "joinChrm")
    yield planted("ack-unasked", "query", "QUERYCON for a QUERYACK with QoS 0", talk, talk.confirm(1))
    talk = Talk()
    talk.query(1)
    talk.answer(1, header=0x62)
    talk.confirm(1)
    yield near("ack-unasked", "asked", "QUERYCON for a QUERYACK with QoS 1", talk)


def answers():
    talk = Talk()
    event = talk.query(1)
    talk.wait(25).beat()
    talk.wait(15).beat()
    yield planted("query-unanswered", "never", "A query that nothing answers within 40 s", talk, event)
    talk = Talk()
    talk.query(1)
    talk.wait(20)
    talk.answer(1)
    yield near("query-unanswered", "late", "QUERYACK after 20 s", talk)
    talk = Talk()
    talk.query(1)
    event = talk.answer(1, header=0x62)
    talk.wait(25).beat()
    talk.wait(15).beat()
    yield planted("query-unconfirmed", "never", "A QUERYACK with QoS 1 that no QUERYCON follows", talk, event)
    talk = Talk()
    talk.asked(1, "joinChrm")
    talk.wait(25).beat()
    talk.wait(15).beat()
    yield near("query-unconfirmed", "qos-0", "A QUERYACK with QoS 0 without QUERYCON", talk)
    for name, send in (("queryack", lambda talk: talk.answer(9)), ("querycon", lambda talk: talk.confirm(9)),
                       ("pingresp", lambda talk: talk.pong())):
        talk = Talk()
        yield planted("answer-without-request", name, f"A {name.upper()} of nothing", talk, send(talk))
    talk = Talk()
    talk.ping()
    talk.ping()
    talk.pong()
    talk.pong()
    yield near("answer-without-request", "two-pings", "Two heartbeats, then both answers", talk)


def ids():
    talk = Talk()
    talk.publish(1)
    event = talk.message(1)
    yield planted("message-id-reused", "message", "An id used again while its first message waits", talk, event)
    talk = Talk()
    talk.publish(1)
    event = talk.query(1)
    talk.acknowledge(1)
    talk.answer(1)
    yield planted("message-id-reused", "query", "A query with the id of a message that waits", talk, event)
    talk = Talk()
    talk.push(1)
    talk.message(1)
    talk.acknowledge_push(1)
    yield near("message-id-reused", "push", "A message and a push with the same id at the same time", talk)
    talk = Talk()
    yield planted("message-id-zero", "message", "A message with the id 0", talk, talk.message(0))
    talk = Talk()
    talk.message(65535)
    talk.message(1)
    yield near("message-id-zero", "wrap", "Ids that begin again at 1 after 65535", talk)
    talk = Talk(version="4.2.0")
    talk.message(9)
    yield planted("message-id-order", "backwards", "An id that is lower than the one before", talk, talk.message(8))
    talk = Talk()
    talk.message(1)
    talk.message(20)
    yield near("message-id-order", "gap", "Ids with a gap", talk)


def heartbeats():
    for name, version, form, interval in (("v2", "2.5.10", "websocket", 30), ("v4", "4.2.0", "websocket", 30),
                                          ("v5", "5.5.5", "websocket", 15), ("v1", "1.0.0", "websocket", 180),
                                          ("tcp", None, "tcp", 60)):
        flags = ["Heartbeat"] + (["TCPForm"] if form == "tcp" else [])
        for pause, rule in ((interval, None), (interval * 3 / 2 - 1, None), (interval * 3 / 2 + 2, "heartbeat-late"),
                            (interval * 2 - 1, "heartbeat-late"), (interval * 2 + 2, "heartbeat-missing"),
                            (interval * 3, "heartbeat-missing")):
            talk = Talk(form) if form == "tcp" else Talk(version=version)
            talk.beat()
            talk.wait(pause)
            event = talk.beat()
            what = f"{name}, heartbeats every {interval} s: one after {pause:g} s"
            slug = f"{name}-{pause:g}".replace(".", "-")
            if rule is None:
                yield near("heartbeat-late", slug, what, talk, flags)
            else:
                yield planted(rule, slug, what, talk, event if rule == "heartbeat-late" else None, flags)
    talk = Talk()
    talk.beat()
    talk.wait(55)
    yield near("heartbeat-missing", "closed", "The connection ends 55 s after a heartbeat", talk, ["Heartbeat"])
    talk = Talk()
    talk.beat()
    talk.more["open"] = True
    other = Talk(after=talk)
    for _ in range(4):
        other.wait(25).beat()
    yield planted("heartbeat-missing", "silent", "A connection falls silent while the capture goes on for 100 s", [talk, other],
                  None, ["Heartbeat"])
    for name, version, patience in (("v2", "2.5.10", 30), ("v5", "5.5.5", 15)):
        talk = Talk(version=version)
        event = talk.ping()
        talk.wait(patience + 4)
        talk.message(1)
        yield planted("heartbeat-unanswered", name, f"A heartbeat that nothing answers within {patience + 4} s ({name})", talk,
                      event, ["Heartbeat"])
        talk = Talk(version=version)
        talk.ping()
        talk.wait(patience - 5)
        talk.pong()
        yield near("heartbeat-unanswered", name, f"PINGRESP after {patience - 5} s ({name})", talk, ["Heartbeat"])
    talk = Talk()
    for _ in range(20):
        talk.beat()
    yield planted("heartbeat-flood", "twenty", "Twenty heartbeats without a pause", talk, None, ["Heartbeat"])
    talk = Talk()
    for _ in range(5):
        talk.beat()
        talk.wait(1)
    yield near("heartbeat-flood", "five", "Five heartbeats in five seconds", talk, ["Heartbeat"])


def beginnings():
    yield planted("connack-missing", "v2", "No CONNACK within 15 s (v2)", Talk(accepted=False).wait(15))
    yield planted("connack-missing", "v5", "No CONNACK within 7 s (v5)", Talk(version="5.5.5", accepted=False).wait(7))
    yield near("connack-missing", "closed", "Closed after 3 s without CONNACK", Talk(accepted=False).wait(3))
    for name, version, late, early in (("v2", "2.5.10", 12, 9), ("v4", "4.2.0", 7, 4)):
        talk = Talk(version=version, accepted=False).wait(late)
        yield planted("connack-late", name, f"CONNACK after {late} s ({name})", talk, talk.accept())
        talk = Talk(version=version, accepted=False).wait(early)
        talk.accept()
        yield near("connack-late", name, f"CONNACK after {early} s ({name})", talk)
    talk = Talk()
    yield planted("connack-repeated", "second", "A second CONNACK", talk, talk.accept())
    first = Talk()
    yield near("connack-repeated", "two-connections", "A CONNACK on each of two connections", [first, Talk(after=first)])
    talk = Talk(accepted=False)
    talk.message(1)
    talk.accept()
    yield planted("frame-before-connack", "message", "A message before CONNACK", talk)
    talk = Talk(accepted=False)
    talk.accept(3)
    talk.wait(2)
    talk.message(1)
    yield planted("frame-before-connack", "refused", "A message after a CONNACK that refuses", talk)
    talk = Talk(accepted=False)
    talk.accept(3)
    yield near("frame-before-connack", "refused", "A CONNACK that refuses, and the end", talk)
    talk = Talk("tcp")
    talk.beat()
    event = talk.connect()
    talk.beat()
    yield planted("connect-repeated", "second", "A second CONNECT", talk, event, ["TCPForm"])
    first = Talk("tcp")
    first.beat()
    second = Talk("tcp", after=first)
    second.beat()
    yield near("connect-repeated", "two-connections", "CONNECT on each of two connections", [first, second], ["TCPForm"])
    talk = Talk()
    event = talk.frame("client", 0x10, text("RCloud") + b"\x03\x02\0\x3c" + text("device"))
    yield planted("connect-over-websocket", "connect", "CONNECT over WebSocket", talk, event)
    talk = Talk("tcp")
    talk.beat()
    yield near("connect-over-websocket", "tcp", "CONNECT in the TCP form", talk, ["TCPForm"])


def ends():
    talk = Talk()
    talk.frame("server", 0xE0, b"\0\4")
    yield planted("frame-after-disconnect", "server", "The server goes on after its DISCONNECT", talk, talk.push(1, header=0x30))
    talk = Talk()
    talk.frame("server", 0xE0, b"\0\4")
    talk.wait(3)
    yield planted("frame-after-disconnect", "client", "The client goes on 3 s after DISCONNECT", talk, talk.ping())
    talk = Talk()
    talk.frame("server", 0xE0, b"\0\4")
    talk.wait(0.5)
    talk.ping()
    yield near("frame-after-disconnect", "crossing", "A client's frame half a second after DISCONNECT", talk)


def directions():
    for name, sender, data in (("query", "server", b"\x50" + text("pullMsg") + text("ann") + b"\0\1" + field(1, 0) + field(2, 0)),
                               ("pingreq", "server", b"\xc0"), ("querycon", "server", b"\x70\0\1"),
                               ("queryack", "client", b"\x60\0\1\x6a\xfd\x3e\xc0\0\0"), ("pingresp", "client", b"\xd0"),
                               ("connack", "client", b"\x20\0\0")):
        talk = Talk()
        yield planted("wrong-direction", name, f"{name.upper()} from the {sender}", talk, talk.send(sender, data))
    talk = Talk()
    talk.message(1)
    talk.push(1)
    talk.acknowledge_push(1)
    talk.frame("client", 0xE0, b"\0\4")
    yield near("wrong-direction", "both-ends", "PUBLISH and PUBACK of both ends, and a client's DISCONNECT", talk)
    for name, sender, masked in (("client", "client", False), ("server", "server", True)):
        talk = Talk()
        if sender == "server":
            talk.ping()
        event = talk.send(sender, b"\xc0" if sender == "client" else b"\xd0", masked=masked)
        if sender == "client":
            talk.pong()
        yield planted("websocket-mask", name, f"A {sender}'s frame that is masked against the rule", talk, event)
    talk = Talk()
    talk.beat()
    yield near("websocket-mask", "ordinary", "A masked frame of the client and one of the server without", talk)


def topics():
    talk = Talk()
    event = talk.publish(1, field(1, 0) + field(2, 0), "pullMsg", "ann", 0x30)
    yield planted("topic-kind", "query-topic", "A query's topic in PUBLISH", talk, event)
    talk = Talk()
    event = talk.query(1, "ppMsgP", "bob", HI)
    talk.answer(1)
    yield planted("topic-kind", "message-topic", "A message's topic in QUERY", talk, event)
    talk = Talk(version="3.0.6")
    talk.publish(1, b"", "rtcSetData", "room", 0x30)
    talk.acknowledge(1)
    yield near("topic-kind", "changed", "A topic that changed its kind between generations (v3)", talk)
    talk = Talk()
    yield planted("status-topic-content", "text", "A text with a topic that stores nothing", talk, talk.publish(1, topic="ppMsgS"))
    talk = Talk()
    talk.publish(1, up("RC:TypSts", '{"typingContentType":"RC:TxtMsg"}', 0), "ppMsgS")
    yield near("status-topic-content", "typing", "Typing with a topic that stores nothing", talk)
    talk = Talk()
    yield planted("target-empty", "message", "A message without a target", talk, talk.message(1, topic="pgMsgP", target=""))
    talk = Talk(version="5.5.5")
    talk.query(1, "rtcQueryJoined", "", field(1, "ann"))
    talk.answer(1)
    yield near("target-empty", "query", "A query that has none", talk)
    talk = Talk()
    event = talk.query(1, "pullMsg", "bob", field(1, 0) + field(2, 0))
    talk.answer(1, field(2, 7000))
    yield planted("target-wrong", "pull", "A pull for somebody else", talk, event)
    talk = Talk()
    talk.pull(1, 0, 6000)
    yield near("target-wrong", "pull", "A pull for oneself", talk)


def pulls():
    talk = Talk()
    event = talk.push(1, field(1, 1), "s_ntf", 0x30)
    talk.wait(12).beat()
    yield planted("notify-without-pull", "never", "A notice that no pull follows within 12 s", talk, event)
    talk = Talk()
    talk.push(1, field(1, 1), "s_ntf", 0x30)
    talk.wait(8)
    talk.pull(1, 0, 6000)
    talk.wait(8).beat()
    yield near("notify-without-pull", "late", "A pull 8 s after its notice", talk)
    talk = Talk()
    talk.query(1, "pullMsg", "ann", field(1, 0) + field(2, 0))
    talk.answer(1, field(2, 7000) + field(3, 0))
    talk.wait(12).beat()
    yield planted("pull-unfinished", "never", "An answer that is not finished, and no pull after it", talk)
    talk = Talk()
    talk.query(1, "pullMsg", "ann", field(1, 0) + field(2, 0))
    talk.answer(1, field(2, 7000) + field(3, 0))
    talk.pull(2, 7000, 8000)
    talk.wait(12).beat()
    yield near("pull-unfinished", "followed", "An answer that is not finished, and the next pull", talk)
    talk = Talk()
    talk.pull(1, 5000, 6000)
    yield planted("cursor-backwards", "earlier", "A cursor that is earlier than the one before", talk, talk.pull(2, 4000, 6000))
    talk = Talk()
    for start in (1, 4):
        talk.asked(start, "joinChrm")
        talk.query(start + 1, "chrmPull", "room", field(1, 5000 if start == 1 else 0) + field(2, 10))
        talk.answer(start + 1, field(2, 9500))
        talk.asked(start + 2, "exitChrm")
    yield near("cursor-backwards", "room", "A room's cursor that begins again when it is joined again", talk)
    talk = Talk()
    talk.pull(1, 5000, 6000)
    yield planted("cursor-stale", "same", "The cursor of the last pull, though its answer moved it", talk, talk.pull(2, 5000, 6000))
    talk = Talk()
    for number in (1, 2):
        talk.query(number, "pullMsg", "ann", field(1, 5000) + field(2, 0))
    for number in (1, 2):
        talk.answer(number, field(2, 6000))
    yield near("cursor-stale", "at-once", "Two pulls at the same time", talk)
    talk = Talk()
    talk.pull(1, 5000, 6000)
    yield planted("cursor-ahead", "own-clock", "A cursor of the client's own clock", talk, talk.pull(2, talk.time + 3, 6000))
    talk = Talk()
    talk.pull(1, 5000, 6000)
    time = talk.time
    talk.push(1, down(1, time), header=0x30)
    talk.pull(2, time, time)
    yield near("cursor-ahead", "pushed", "A cursor of the time of a pushed message", talk)
    talk = Talk()
    message = down(1, talk.time)
    talk.push(1, message, header=0x30)
    yield planted("duplicate-message-uid", "push", "A message pushed twice", talk, talk.push(2, message, header=0x30))
    talk = Talk()
    message = down(1, talk.time)
    time = talk.time
    talk.push(1, message, header=0x30)
    talk.pull(1, time - 10, time, [message])
    yield near("duplicate-message-uid", "pull", "A pull that brings what was pushed", talk)


def uids():
    talk = Talk()
    time = talk.time
    talk.push(1, down(1, time), header=0x30)
    event = talk.push(2, down(1, time, content='{"content":"ho"}'), header=0x30)
    yield planted("message-uid-two-contents", "push", "Two contents under one UID", talk, event)
    talk = Talk()
    time = talk.time
    talk.push(1, down(1, time), header=0x30)
    talk.pull(1, time - 1, time)
    recall = '{"operatorId":"bob","recallTime":5000,"originalObjectName":"RC:TxtMsg","admin":false,"delete":false}'
    talk.push(2, down(1, time, name="RC:RcNtf", content=recall), header=0x30)
    yield near("message-uid-two-contents", "recall", "A recall that takes the place of its message", talk)
    talk = Talk()
    talk.publish(1)
    yield planted("message-uid-format", "letters", "A UID with other letters", talk, talk.acknowledge(1, name="WXYZ-28P4-JT85-SK8H"))
    talk = Talk()
    talk.publish(1)
    talk.acknowledge(1, 405, "")
    yield near("message-uid-format", "refused", "A refusal without a UID", talk)
    talk = Talk()
    talk.publish(1)
    yield planted("message-uid-time", "year", "A UID of another year", talk, talk.acknowledge(1, name=uid(1_600_000_000_000, 1)))
    talk = Talk()
    talk.publish(1)
    talk.acknowledge(1, name=uid(talk.time + 30_000, 1))
    yield near("message-uid-time", "half-minute", "A UID that is half a minute off", talk)

    def recalled(talk, name, number):
        content = f'{{"messageUId":"{name}","conversationType":1,"targetId":"bob","sentTime":5000}}'
        return talk.named("RC:RcCmd", content, 0, number, "recallMsg")

    def own(talk):
        talk.publish(1)
        name = uid(talk.time // 1000 * 1000 + 7, 1)
        talk.acknowledge(1, name=name)
        return name

    def receipt(talk, time, name, number=1):
        return talk.named("RC:ReadNtf", f'{{"lastMessageSendTime":{time},"messageUId":"{name}","type":1}}', 0, number)

    old = uid(1_700_000_000_000, 5)
    talk = Talk()
    yield planted("recall-unknown", "old", "A recall of a message that never was in the session", talk, recalled(talk, old, 1))
    talk = Talk()
    recalled(talk, own(talk), 2)
    yield near("recall-unknown", "own", "A recall of an own message", talk)
    talk = Talk()
    name = own(talk)
    recalled(talk, name, 2)
    yield planted("recall-repeated", "twice", "A recall of the same message twice", talk, recalled(talk, name, 3))
    talk = Talk()
    name = own(talk)
    content = f'{{"messageUId":"{name}","conversationType":1,"targetId":"bob","sentTime":5000}}'
    talk.publish(2, up("RC:RcCmd", content, 0), "recallMsg")
    talk.acknowledge(2, 20606, "")
    recalled(talk, name, 3)
    yield near("recall-repeated", "refused", "A recall again after the first was refused", talk)
    talk = Talk()
    yield planted("receipt-unknown", "old", "A receipt for a message that never was in the session", talk, receipt(talk, 5000, old))
    talk = Talk()
    time = talk.time
    talk.push(1, down(1, time), header=0x30)
    receipt(talk, time, uid(time, 1))
    yield near("receipt-unknown", "pushed", "A receipt for a pushed message", talk)
    talk = Talk()
    yield planted("receipt-future", "hour", "A receipt for a time in an hour", talk, receipt(talk, talk.time + 3_600_000, ""))
    talk = Talk()
    receipt(talk, talk.time, "")
    yield near("receipt-future", "now", "A receipt for this moment", talk)


def rooms():
    rule = "chatroom-not-joined"
    talk = Talk()
    yield planted(rule, "never", "A message to a room that was not joined", talk, talk.message(1, topic="chatMsg", target="room"))
    talk = Talk()
    talk.asked(1, "joinChrm")
    talk.asked(2, "exitChrm")
    yield planted(rule, "left", "A message to a room that was left", talk, talk.message(3, topic="chatMsg", target="room"))
    talk = Talk()
    talk.asked(1, "joinChrm", 23410)
    yield planted(rule, "refused", "A message to a room that refused", talk, talk.message(2, topic="chatMsg", target="room"))
    talk = Talk()
    for number, topic in ((1, "joinChrm"), (2, "exitChrm"), (3, "joinChrmR")):
        talk.asked(number, topic)
    talk.message(4, topic="chatMsg", target="room")
    yield near(rule, "again", "A message to a room that was joined again", talk)


def contents():
    def one(rule, name, what, kind, content, flags=3):
        talk = Talk()
        return planted(rule, name, what, talk, talk.named(kind, content, flags))

    def miss(rule, name, what, *pairs, flags=3):
        talk = Talk()
        for number, (kind, content) in enumerate(pairs, 1):
            talk.named(kind, content, flags, number)
        return near(rule, name, what, talk)

    text_message = "RC:TxtMsg"
    talk = Talk()
    event = talk.named("app:big", '{"content":"' + "x" * (128 << 10) + '"}')
    yield planted("content-too-large", "over", "A content of more than 128 KiB", talk, event)
    yield miss("content-too-large", "exact", "A content of 128 KiB", ("app:big", '{"content":"' + "x" * ((128 << 10) - 14) + '"}'))
    yield one("object-name-case", "own", "RC:txtMsg", "RC:txtMsg", "{}")
    talk = Talk()
    talk.named("app:Order", "{}")
    yield planted("object-name-case", "two", "app:Order and app:order in one session", talk, talk.named("app:order", "{}", number=2))
    yield miss("object-name-case", "others", "app:Order and app:orders", ("app:Order", "{}"), ("app:orders", "{}"))
    yield one("object-name-reserved", "unknown", "RC:NoSuchThing", "RC:NoSuchThing", "{}")
    yield miss("object-name-reserved", "prefix", "RCX:Order", ("RCX:Order", "{}"))
    yield one("object-name-length", "33", "A name of 33 characters", "app:" + "x" * 29, "{}")
    yield one("object-name-length", "empty", "A message without a name", "", "{}")
    yield miss("object-name-length", "32", "A name of 32 characters", ("app:" + "x" * 28, "{}"))
    yield one("content-format", "text", "A text that is no JSON", text_message, "hi")
    yield one("content-format", "list", "A text that is a list", text_message, "[1]")
    yield miss("content-format", "own", "An own content that is no JSON", ("app:order", "free text"))
    yield one("content-double-encoded", "text", "A text encoded twice", text_message, '"{\\"content\\":\\"hi\\"}"')
    yield miss("content-double-encoded", "own", "An own content encoded twice", ("app:order", '"{\\"content\\":\\"hi\\"}"'))
    yield one("content-key", "missing", "A text without content", text_message, '{"extra":""}')
    yield one("content-key", "case", "Content for content", text_message, '{"Content":"hi"}')
    yield one("content-key", "twice", "A key that is there twice", text_message, '{"content":"hi","content":"ho"}')
    yield miss("content-key", "user", "A text with user and extra",
               (text_message, '{"content":"hi","user":{"id":"ann","name":"Ann"},"extra":"x"}'))
    yield one("content-type", "number", "A number for a text", text_message, '{"content":5}')
    yield miss("content-type", "empty", "An empty text", (text_message, '{"content":""}'))
    place = '{{"content":"","latitude":{},"longitude":{},"poi":"x"}}'
    yield one("content-limit", "latitude", "A latitude of 91 degrees", "RC:LBSMsg", place.format(91, 10))
    yield miss("content-limit", "pole", "A place at the pole", ("RC:LBSMsg", place.format(90, -180)))
    voice = '{{"remoteUrl":"https://a.example/b.aac","duration":{}}}'
    yield one("content-limit", "voice", "A voice message of 61 s", "RC:HQVCMsg", voice.format(61))
    yield miss("content-limit", "voice", "A voice message of 60 s", ("RC:HQVCMsg", voice.format(60)))
    yield one("message-flags", "text", "A text that is not counted", text_message, '{"content":"hi"}', 1)
    yield miss("message-flags", "own", "An own message that is not counted", ("app:order", "{}"), flags=1)


def formats():
    talk = Talk()
    yield planted("payload-type", "broken", "A payload that is no protobuf", talk, talk.message(1, b"\x0a\x7f"))
    talk = Talk()
    yield planted("payload-type", "required", "A payload without a required field", talk, talk.message(1, field(1, 3) + field(2, "RC:TxtMsg")))
    talk = Talk()
    talk.message(1, HI + field(99, 1))
    yield near("payload-type", "unknown-field", "A payload with a field that the schema lacks", talk)
    talk = Talk()
    yield planted("frame-format", "cut", "A frame that ends inside a field", talk, talk.send("client", b"\x32\0\x09\x70"))
    talk = Talk()
    event = talk.send("client", b"\xc0\1\2")
    yield planted("frame-format", "trailing", "A frame with bytes left over", talk, event)
    talk = Talk()
    talk.send("client", b"\xc0")
    talk.pong()
    yield near("frame-format", "exact", "A frame of one byte", talk)


def others():
    talk = Talk()
    for number in range(1, 12):
        talk.message(number)
    yield planted("message-rate", "eleven", "Eleven messages in a second", talk)
    talk = Talk()
    talk.publish(1)
    yield planted("message-rate", "refused", "A refusal with 20604", talk, talk.acknowledge(1, 20604))
    talk = Talk()
    for number in range(1, 6):
        talk.message(number)
    yield near("message-rate", "five", "Five messages in a second", talk)
    talk = Talk()
    for number in range(1, 21):
        talk.named("RC:ReadNtf", '{"lastMessageSendTime":5000,"messageUId":"","type":1}', 0, number)
    yield near("message-rate", "receipts", "Twenty receipts in a second", talk)
    talk = Talk(accepted=False)
    talk.accept(ahead=86_400_000)
    yield planted("clock-skew", "day", "A server's clock that is a day ahead", talk)
    talk = Talk(accepted=False)
    talk.accept(ahead=30_000)
    yield near("clock-skew", "half-minute", "A server's clock that is half a minute ahead", talk)
    talk = Talk()
    talk.publish(1)
    yield planted("status-unknown", "puback", "Status 19999 in a PUBACK", talk, talk.acknowledge(1, 19_999))
    talk = Talk()
    talk.query(1, "blackStat", "bob", field(1, "bob"))
    talk.answer(1, status=101)
    yield near("status-unknown", "blackstat", "Status 101 for blackStat", talk)


def openings():
    def talks(*steps):
        """Connections one after the other with one token: status of CONNACK, of DISCONNECT, seconds until the next."""
        made, last = [], None
        for accepted, ended, pause in steps:
            last = Talk(accepted=False, token="tok-1", after=last)
            last.accept(accepted)
            if ended is not None:
                last.frame("server", 0xE0, bytes([0, ended]))
            last.wait(pause)
            made.append(last)
        return made

    # The token in the URL of ws:// is a finding of its own, with the first upgrade.
    clear = finding("token-in-clear")
    for status in (4, 5, 10, 17):
        yield planted("connect-retry-loop", f"{status}", f"A token that is refused with {status} three times",
                      talks(*[(status, None, 1)] * 3), None, ["Openings"], beside=[clear])
    yield near("connect-retry-loop", "accepted", "A token that is refused twice, then accepted",
               talks((4, None, 1), (4, None, 1), (0, None, 1)), ["Openings"], [clear])
    for status in (1, 2, 7, 8, 9, 12, 13, 16):
        yield planted("connect-retry-refused", f"{status}", f"A client that is refused with {status} three times",
                      talks(*[(status, None, 1)] * 3), None, ["Openings"], beside=[clear])
    yield near("connect-retry-refused", "unavailable", "The server is not available three times",
               talks(*[(3, None, 1)] * 3, (0, None, 1)), ["Openings"], [clear])
    for status in (1, 2, 5):
        yield planted("reconnect-after-kick", f"{status}", f"Back a second after DISCONNECT {status}",
                      talks((0, status, 1), (0, None, 1)), None, ["Openings"], beside=[clear])
    yield near("reconnect-after-kick", "redirect", "Back after a redirect", talks((0, 0, 1), (0, 6, 1), (0, None, 1)), ["Openings"],
               [clear])
    yield near("reconnect-after-kick", "minute", "Back a minute after being thrown out", talks((0, 1, 60), (0, None, 1)),
               ["Openings"], [clear])
    yield planted("token-in-clear", "upgrade", "A token in the URL of an unencrypted upgrade", talks((0, None, 1)), 1)
    yield near("token-in-clear", "empty", "An upgrade whose token is empty", Talk(token=""))


def tcp_form():
    def one(rule, name, what, *steps, at=None):
        talk = Talk("tcp")
        events = [step(talk) for step in steps]
        return planted(rule, f"tcp-{name}", f"TCP form: {what}", talk, None if at is None else events[at], ["TCPForm"])

    beat, later = Talk.beat, lambda talk: talk.wait(40) and talk.beat()
    yield one("publish-unacknowledged", "never", "a message that nothing acknowledges", lambda talk: talk.publish(1), later, beat, at=0)
    yield one("query-unanswered", "never", "a query that nothing answers", lambda talk: talk.query(1), later, beat, at=0)
    yield one("push-unacknowledged", "never", "a push that nothing acknowledges", lambda talk: talk.push(1), later, beat, at=0)
    yield one("ack-without-publish", "server", "a PUBACK of nothing", beat, lambda talk: talk.acknowledge(9), beat, at=1)
    yield one("answer-without-request", "queryack", "a QUERYACK of nothing", beat, lambda talk: talk.answer(9), beat, at=1)
    yield one("message-id-reused", "message", "an id used again while it waits", lambda talk: talk.publish(1),
              lambda talk: talk.publish(1), lambda talk: talk.acknowledge(1), beat, at=1)
    yield one("connack-repeated", "second", "a second CONNACK", beat, Talk.accept, beat, at=1)
    yield one("wrong-direction", "pingreq", "PINGREQ from the server", beat, lambda talk: talk.frame("server", 0xC0), beat, at=1)
    yield one("topic-kind", "publish", "a query's topic in PUBLISH", beat, lambda talk: talk.message(1, field(1, 1), "joinChrm"), beat,
              at=1)
    yield one("object-name-case", "text", "RC:TXTMSG", lambda talk: talk.named("RC:TXTMSG", "{}"), beat, at=0)


def polling():
    def http(target, body, answer):
        head = f"{'POST' if body else 'GET'} {target} HTTP/1.1\r\nHost: im.example\r\nContent-Length: {len(body)}\r\n\r\n"
        status = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
        return (head + body).encode(), (status + answer).encode()

    class Polls:
        def __init__(self, version="2.5.10"):
            self.time, self.frames = 1_795_000_000_000, []
            answer = f'{{"headerCode":32,"status":0,"userId":"ann","sessionid":"s1","timestamp":{self.time}}}'
            self.exchange(f"/websocket?appId=app1&sdkVer={version}&pid=1", "", answer)

        def json(self):
            return {"form": "tcp", "time": 1_795_000_000_000 - 10, "frames": self.frames, "close": self.time}

        def exchange(self, target, body, answer):
            for sender, data in zip(("client", "server"), http(target, body, answer)):
                self.frames.append({"time": self.time, "sender": sender, "hex": data.hex()})
                self.time += 1

        def acknowledgement(self, number):
            date = self.time // 1000
            return (f'{{"headerCode":64,"messageId":{number},"date":{date},"status":0,"millisecond":7,'
                    f'"messageUId":"{uid(date * 1000 + 7, number)}"}}')

        def publish(self, number, topic="ppMsgP", target="bob", name="RC:TxtMsg", content='{\\"content\\":\\"hi\\"}', answer=None):
            self.exchange(f"/websocket?messageid={number}&header=50&sessionid=s1&topic={topic}&targetid={target}&pid=1",
                          f'{{"sessionId":3,"classname":"{name}","content":"{content}"}}',
                          f"[{self.acknowledgement(number)}]" if answer is None else answer)

        def poll(self, *objects):
            self.exchange("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", "", f"[{','.join(objects)}]")

    def one(rule, name, what, body):
        polls = Polls()
        body(polls)
        return planted(rule, f"polling-{name}", f"long polling: {what}", polls, None, ["Polling"])

    def unanswered(polls):
        polls.publish(1, answer="[]")
        polls.time += 40_000
        polls.poll()
        polls.publish(2)

    yield one("publish-unacknowledged", "never", "a message that nothing acknowledges", unanswered)
    yield one("ack-without-publish", "nothing", "a PUBACK of nothing", lambda polls: polls.poll(polls.acknowledgement(9)))
    yield one("message-id-zero", "message", "a message with the id 0", lambda polls: polls.publish(0))
    yield one("target-empty", "message", "a message without a target", lambda polls: polls.publish(1, target=""))
    yield one("object-name-case", "text", "rc:TxtMsg", lambda polls: polls.publish(1, name="rc:TxtMsg"))
    yield one("chatroom-not-joined", "message", "a message to a room that was not joined",
              lambda polls: polls.publish(1, topic="chatMsg"))
    polls = Polls()
    polls.frames[0]["hex"] = http("/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&pid=1", "", "")[0].hex()
    polls.exchange("/pullmsg.js?sessionid=s1&timestrap=1&token=tok-1", "", "[]")
    yield planted("token-misplaced", "poll", "A token in the request of a poll", polls, None, ["Polling"],
                  beside=[finding("token-in-clear")])
    polls = Polls()
    polls.frames[0]["hex"] = http("/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&pid=1", "", "")[0].hex()
    polls.poll()
    yield near("token-misplaced", "connect", "A token in the request that connects", polls, ["Polling"], [finding("token-in-clear")])
    polls = Polls()
    polls.publish(1)
    polls.publish(2)
    yield session("clean-polling", "Long polling with two messages that keeps all rules: something is found", polls, [],
                  ["Clean", "Polling"])
