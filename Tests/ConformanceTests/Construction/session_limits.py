"""Limits of the rules from both sides: the last moment, number or size that a rule allows, and the first that it does not."""

import csv
import pathlib

from session_cases import finding, planted, near, session
from session_wire import HI, Talk, down, field, text, uid, up
from vectors import ROOT


def edge(rule, name, comment, last, first, build, flags=(), beside=(), severity=None):
    """A session at the last value that a rule allows, and one at the first that it does not.

    `build` takes the value and returns the sessions and the event that decides, where one does.
    """
    flags = sorted({"Limit", *flags})
    talk, _ = build(last)
    yield session(f"{rule}-last-{name}", f"{comment}: {last}, the last that is allowed, is taken for {rule}", talk, list(beside),
                  flags)
    talk, event = build(first)
    found = finding(rule, event) | ({"severity": severity} if severity else {})
    yield session(f"{rule}-first-{name}", f"{comment}: {first}, the first that is not allowed, is not found", talk, [*beside, found],
                  flags)


def since(talk, start, milliseconds):
    """Lets the next frame come so long after a moment."""
    talk.time = start + milliseconds
    return talk


def answers():
    for version, wait in (("2.5.10", 30_000), ("1.0.0", 6_000), ("4.2.0", 30_000), ("5.5.5", 30_000)):
        slug = f"v{version[0]}"
        beats = 14_000 if version[0] == "5" else wait

        def beat(talk, start, length):
            for moment in range(beats, length, beats):
                since(talk, start, moment).beat()

        def acknowledged(length):
            talk = Talk(version=version)
            start = talk.time
            event = talk.publish(1)
            beat(talk, start, length)
            since(talk, start, length).acknowledge(1)
            return talk, event

        yield from edge("publish-unacknowledged", f"answer-{slug}", f"Milliseconds from a message to its PUBACK ({slug})", wait,
                        wait + 1, acknowledged)

        def answered(length):
            talk = Talk(version=version)
            start = talk.time
            event = talk.query(1)
            beat(talk, start, length)
            since(talk, start, length).answer(1)
            return talk, event

        yield from edge("query-unanswered", f"answer-{slug}", f"Milliseconds from a query to its QUERYACK ({slug})", wait, wait + 1,
                        answered)

        def pushed(length):
            talk = Talk(version=version)
            start = talk.time
            event = talk.push(7)
            beat(talk, start, length)
            since(talk, start, length).acknowledge_push(7)
            return talk, event

        yield from edge("push-unacknowledged", f"answer-{slug}", f"Milliseconds from a push to its PUBACK ({slug})", wait, wait + 1,
                        pushed)

        def confirmed(length):
            talk = Talk(version=version)
            talk.query(1)
            start = talk.time
            event = talk.answer(1, header=0x62)
            beat(talk, start, length)
            since(talk, start, length).confirm(1)
            return talk, event

        yield from edge("query-unconfirmed", f"answer-{slug}", f"Milliseconds from a QUERYACK to its QUERYCON ({slug})", wait,
                        wait + 1, confirmed)

        def reused(length):
            talk = Talk(version=version)
            start = talk.time
            talk.publish(5)
            event = since(talk, start, length).publish(5)
            talk.acknowledge(5)
            return talk, event

        yield from edge("message-id-reused", f"message-{slug}", f"Milliseconds until an id is used again that waits ({slug})", wait,
                        wait - 1, reused)

    def crossed(kind):
        def build(length):
            talk = Talk()
            talk.message(1)
            talk.time += 10
            start = talk.time
            event = {"message": lambda: talk.publish(2), "query": lambda: talk.query(2)}[kind]()
            if kind == "message":
                talk.message(3)
            else:
                talk.asked(3, "joinChrm")
            talk.time = start + length
            return talk, event
        return build

    for kind, rule in (("message", "publish-unacknowledged"), ("query", "query-unanswered")):
        yield from edge(rule, f"end-{kind}", f"Milliseconds from a {kind} without its answer, which a later one has, to the end",
                        4_990, 5_010, crossed(kind))

    def early(kind):
        def build(length):
            talk = Talk()
            talk.beat()
            start = talk.time
            if kind == "message":
                event = talk.acknowledge(2)
            elif kind == "query":
                event = talk.answer(2)
            else:
                event = talk.pong()
            if kind == "ping":
                since(talk, start, length).ping()
            else:
                since(talk, start, length).beat()
            if length <= 5_000:
                if kind == "message":
                    talk.publish(2)
                elif kind == "query":
                    talk.query(2, "joinChrm")
            return talk, event
        return build

    for kind, rule in (("message", "ack-without-publish"), ("query", "answer-without-request"), ("ping", "answer-without-request")):
        yield from edge(rule, f"order-{kind}", f"Milliseconds from an answer to its {kind}, in a capture out of order", 5_000, 5_001,
                        early(kind))
    talk = Talk()
    talk.query(3, "joinChrm")
    event = talk.publish(3)
    talk.acknowledge(3)
    talk.answer(3)
    yield planted("message-id-reused", "query-then-message", "An id of a query that waits used for a message", talk, event, ["Limit"])
    talk = Talk()
    talk.publish(3)
    event = talk.query(3, "joinChrm")
    talk.acknowledge(3)
    talk.answer(3)
    yield planted("message-id-reused", "message-then-query", "An id of a message that waits used for a query", talk, event, ["Limit"])
    talk = Talk()
    talk.push(3)
    event = talk.push(3, down(2, talk.time))
    talk.acknowledge_push(3)
    yield session("message-id-reused-push", "An id of a push that waits used for another push: found as an error, or not found", talk,
                  [finding("message-id-reused", event) | {"severity": "warning"}], ["Limit"])
    talk = Talk()
    talk.push(4, HI, "ppMsgP", 0x3A)
    yield planted("ack-unasked", "copy", "The client acknowledges a copy of an own message (dup)", talk, talk.acknowledge_push(4),
                  ["Limit"])
    for topic in ("ppMsgS", "pgMsgS", "chatMsgS"):
        talk = Talk(version="3.0.6")
        number = 1
        if topic == "chatMsgS":
            talk.asked(1, "joinChrm")
            number = 2
        talk.publish(number, up("RC:TypSts", '{"typingContentType":"RC:TxtMsg"}', 0), topic, "room")
        talk.wait(29).beat()
        talk.wait(29).beat()
        yield near("publish-unacknowledged", f"status-{topic.lower()}", f"{topic}, for whose answer nobody waits", talk, ["Limit"])
        talk = Talk(version="3.0.6")
        if topic == "chatMsgS":
            talk.asked(1, "joinChrm")
        event = talk.publish(number, HI, topic, "room")
        yield planted("status-topic-content", topic.lower(), f"A text with {topic}", talk, event, ["Limit"])
    for qos in (0, 1, 2, 3):
        talk = Talk()
        header = 0x30 | qos << 1
        event = talk.publish(1, header=header)
        talk.wait(29).beat()
        talk.wait(2).beat()
        if qos:
            yield planted("publish-unacknowledged", f"qos-{qos}", f"A message with QoS {qos} that nothing acknowledges", talk, event,
                          ["Limit"])
        else:
            yield near("publish-unacknowledged", "qos-0", "A message with QoS 0 without PUBACK", talk, ["Limit"])


def heartbeats():
    for name, version, wait, interval in (("v1", "1.0.0", 100_000, 180), ("v2", "2.5.10", 30_000, 30), ("v3", "3.0.6", 30_000, 30),
                                          ("v4", "4.2.0", 30_000, 30), ("v4-4", "4.4.9", 30_000, 30), ("v4-5", "4.5.0", 15_000, 15),
                                          ("v5", "5.5.5", 15_000, 15)):
        # Before 4.5, v4 counts from the answer, which is a packet later.
        later = 1 if version in ("4.2.0", "4.4.9") else 0

        def pinged(length):
            talk = Talk(version=version)
            start = talk.time
            event = talk.ping()
            since(talk, start, length).pong()
            return talk, event

        yield from edge("heartbeat-unanswered", f"{name}", f"Milliseconds from PINGREQ to PINGRESP ({name})", wait, wait + 1, pinged,
                        ["Heartbeat"])

        def silent(length):
            talk = Talk(version=version)
            start = talk.time
            talk.beat()
            since(talk, start, length).message(1)
            return talk, None

        yield from edge("heartbeat-missing", f"{name}", f"Milliseconds from PINGREQ to another frame ({name})",
                        (2 * interval + 1) * 1000 - 10, (2 * interval + 1) * 1000 + 1 + later, silent, ["Heartbeat"])

    def answered(wait):
        def build(length):
            talk = Talk(version="4.2.0")
            talk.ping()
            start = talk.wait(wait).time
            talk.pong()
            event = since(talk, start, length).beat()
            return talk, event
        return build

    yield from edge("heartbeat-late", "v4-pong", "Milliseconds from a PINGRESP after 20 s to the next heartbeat (v4)", 46_000, 46_001,
                    answered(20), ["Heartbeat"])

    def given_up(length):
        talk = Talk(version="4.2.0")
        start = talk.time
        talk.ping()
        event = since(talk, start, length).beat()
        return talk, event

    yield from edge("heartbeat-late", "v4-no-pong", "Milliseconds from a heartbeat without answer to the next (v4)", 76_000, 76_001,
                    given_up, ["Heartbeat"], [finding("heartbeat-unanswered", 3)])
    talk = Talk(accepted=False)
    talk.accept(4)
    talk.wait(300)
    yield near("heartbeat-missing", "refused", "No heartbeat where CONNACK refuses the session", talk, ["Heartbeat", "Limit"])

    for keep in (10, 60, 300, 0):
        def kept(length):
            talk = Talk("tcp", accepted=False)
            talk.frames.pop()
            talk.number -= 1
            talk.frame("client", 0x10, text("RCloud") + b"\x03\x82" + bytes([keep >> 8, keep & 255]) + text("device") + text("app1"))
            talk.accept()
            start = talk.time
            talk.beat()
            event = since(talk, start, length).ping()
            talk.pong()
            return talk, event

        flags = ["Heartbeat", "TCPForm"]
        if keep:
            yield from edge("heartbeat-late", f"tcp-{keep}", f"Milliseconds between heartbeats where CONNECT says {keep} s",
                            keep * 1500 + 1000, keep * 1500 + 1001, kept, flags)
        else:
            talk, _ = kept(1_000_000)
            yield near("heartbeat-missing", "tcp-0", "No heartbeat where CONNECT announces none", talk, sorted(["Limit", *flags]))

    def flooding(length):
        talk = Talk()
        start = talk.time
        for number in range(6):
            since(talk, start, number * length // 5).ping()
            talk.pong()
        return talk, None

    yield from edge("heartbeat-flood", "six", "Milliseconds that six heartbeats take", 5_000, 4_995, flooding, ["Heartbeat"])


def beginnings():
    for name, version, wait in (("v1", "1.0.0", 10_000), ("v2", "2.5.10", 10_000), ("v3", "3.0.6", 10_000), ("v4", "4.2.0", 5_000),
                                ("v5", "5.5.5", 5_000)):
        def accepted(length):
            talk = Talk(version=version, accepted=False)
            # The answer to the request to switch is the packet before.
            event = since(talk, talk.time - 1, length).accept()
            return talk, event

        yield from edge("connack-late", name, f"Milliseconds from the switch to CONNACK ({name})", wait, wait + 1, accepted)

    def refused(length):
        talk = Talk(accepted=False)
        start = talk.time
        talk.accept(3)
        event = since(talk, start, length).ping()
        return talk, event

    yield from edge("frame-before-connack", "refused", "Milliseconds from a CONNACK that refuses to a frame", 1_000, 1_001, refused)

    def ended(sender):
        def build(length):
            talk = Talk()
            talk.beat()
            start = talk.time
            talk.frame("server", 0xE0, b"\0\4")
            since(talk, start, length)
            event = talk.ping() if sender == "client" else talk.push(1, header=0x30)
            return talk, event
        return build

    yield from edge("frame-after-disconnect", "client", "Milliseconds from the server's DISCONNECT to a frame of the client", 1_000,
                    1_001, ended("client"))
    yield from edge("frame-after-disconnect", "server", "Milliseconds from the server's DISCONNECT to its next frame", 0, 1,
                    ended("server"))


def ids():
    def falling(first):
        def build(second):
            talk = Talk()
            talk.message(first)
            event = talk.publish(second)
            talk.acknowledge(second)
            return talk, event
        return build

    yield from edge("message-id-order", "65535", "The id that follows 65535", 1024, 1026, falling(65535))
    yield from edge("message-id-order", "64512", "The id that follows 64512", 1, 2, falling(64512))
    yield from edge("message-id-order", "below", "The id that follows 300", 301, 299, falling(300))
    talk = Talk()
    talk.message(12)
    yield planted("message-id-order", "same", "The same id twice in a row, each with its answer", talk, talk.message(12), ["Limit"])
    talk = Talk()
    talk.publish(12, header=0x30)
    event = talk.publish(12, header=0x30)
    yield planted("message-id-order", "same-qos-0", "The same id twice in a row, which no answer is asked for", talk, event, ["Limit"])
    talk = Talk()
    yield planted("message-id-zero", "query", "A query with the id 0", talk, talk.asked(0, "joinChrm"), ["Limit"])


def pulls():
    notices = [("ntf-1", "s_ntf", 1, None, "pullMsg", "ann", "2.5.10"), ("ntf-2", "s_ntf", 2, "hall", "chrmPull", "hall", "2.5.10"),
               ("ntf-6", "s_ntf", 6, None, "pullMsg", "ann", "2.5.10"), ("cmd-2", "s_cmd", 2, "hall", "pullKV", "hall", "4.2.0"),
               ("cmd-3", "s_cmd", 3, None, "pullSeAtts", "ann", "4.2.0"), ("cmd-6", "s_cmd", 6, None, "pullUgMsg", "ann", "5.5.5"),
               ("cmd-7", "s_cmd", 7, None, "qryMsgChange", "ann", "5.5.5")]
    for name, topic, kind, room, pull, target, version in notices:
        def noticed(length):
            talk = Talk(version=version)
            if room:
                talk.asked(1, "joinChrm")
                talk.frames[-2]["hex"] = talk.frames[-2]["hex"].replace(text("room").hex(), text("hall").hex())
            start = talk.time
            event = talk.push(2, field(1, kind) + field(2, talk.time + 1) + (field(3, room) if room else b""), topic, 0x30)
            more = {"chrmPull": field(2, 20), "pullMsg": field(2, 0)}.get(pull, b"")
            since(talk, start, length).query(3, pull, target, field(1, 0) + more)
            talk.answer(3, {"pullMsg": field(2, talk.time) + field(3, 1), "chrmPull": field(2, talk.time)}.get(pull, b""))
            return talk, event

        last, first = (10_000, 10_001)
        yield session(f"notify-without-pull-last-{name}", f"{pull} comes 10 s after {topic} of type {kind}: taken for too late",
                      noticed(last)[0], [], ["Limit"])
        talk, event = noticed(first)
        talk = Talk(version=version)
        if room:
            talk.asked(1, "joinChrm")
            talk.frames[-2]["hex"] = talk.frames[-2]["hex"].replace(text("room").hex(), text("hall").hex())
        start = talk.time
        event = talk.push(2, field(1, kind) + field(2, talk.time + 1) + (field(3, room) if room else b""), topic, 0x30)
        since(talk, start, first).beat()
        yield session(f"notify-without-pull-first-{name}", f"No {pull} within 10.001 s of {topic} of type {kind}: not found", talk,
                      [finding("notify-without-pull", event)], ["Limit"])
    talk = Talk()
    talk.asked(1, "joinChrm")
    event = talk.push(2, field(1, 2) + field(2, talk.time + 1) + field(3, "hall"), "s_ntf", 0x30)
    talk.query(3, "chrmPull", "room", field(1, 0) + field(2, 20))
    talk.answer(3, field(2, talk.time))
    talk.wait(11).beat()
    yield planted("notify-without-pull", "other-room", "A notice about one room, and a pull for another", talk, event, ["Limit"])
    talk = Talk()
    talk.pull(1, 0, talk.time + 500)
    talk.push(2, field(1, 1) + field(2, talk.time + 100), "s_ntf", 0x30)
    talk.wait(11).beat()
    yield near("notify-without-pull", "delivered", "A notice about what the last pull has brought", talk, ["Limit"])
    talk = Talk(version="5.5.5")
    event = talk.push(2, field(1, 9) + field(2, 0), "s_us", 0x30)
    talk.wait(10.01).beat()
    yield planted("notify-without-pull", "settings", "No pullUS after s_us (v5)", talk, event, ["Limit"])
    talk = Talk(version="4.2.0")
    talk.push(2, field(1, 9) + field(2, 0), "s_us", 0x30)
    talk.wait(10.01).beat()
    yield near("notify-without-pull", "settings-v4", "s_us in v4, where no pullUS follows", talk, ["Limit"])

    def unfinished(length):
        talk = Talk(version="4.2.0")
        talk.query(1, "pullMsg", "ann", field(1, 0) + field(2, 0))
        start = talk.time
        event = talk.answer(1, field(2, 7000) + field(3, 0))
        if length <= 10_000:
            since(talk, start, length).pull(2, 7000, 8000)
        else:
            since(talk, start, length).beat()
        return talk, event

    yield from edge("pull-unfinished", "pull", "Milliseconds from an answer that is not the last to the next pull", 10_000, 10_001,
                    unfinished)

    def ahead(milliseconds):
        talk = Talk()
        accepted = int.from_bytes(bytes.fromhex(talk.frames[0]["hex"])[-8:], "big")
        return talk, talk.pull(1, accepted + milliseconds, accepted + 90_000)

    yield from edge("cursor-ahead", "first", "Milliseconds by which the first cursor is ahead of the server's clock", 60_000, 60_001,
                    ahead)

    def back(difference):
        talk = Talk()
        talk.pull(1, 5000, 5000)
        return talk, talk.pull(2, 5000 - difference, 6000)

    yield from edge("cursor-backwards", "one", "By how much a cursor goes back", 0, 1, back)

    def sent(cursor):
        talk = Talk()
        for number, value in ((1, 4000), (2, cursor)):
            event = talk.query(number, "pullMsg", "ann", field(1, 5000) + field(2, 0) + field(6, value))
            talk.answer(number, field(2, 5000) + field(3, 1))
        return talk, event

    for name, first, second in (("in the second only", b"", field(6, 4000)), ("in the first only", field(6, 4000), b""),
                                ("in none", b"", b"")):
        talk = Talk()
        for number, more in ((1, first), (2, second)):
            talk.query(number, "pullMsg", "ann", field(1, 5000) + field(2, 0) + more)
            talk.answer(number, field(2, 5000) + field(3, 1))
        yield near("cursor-backwards", f"own-messages-{name.replace(' ', '-')}",
                   f"Two pulls with the same cursor, and one of the own messages {name}", talk)
    yield from edge("cursor-backwards", "own-messages", "The second cursor of the own messages, behind 4000", 4000, 3999, sent)

    def stale(cursor):
        talk = Talk(version="4.2.0")
        talk.pull(1, 5000, 7000)
        talk.wait(2)
        return talk, talk.pull(2, cursor, 8000)

    def crossing(length):
        talk = Talk(version="4.2.0")
        talk.query(1, "pullMsg", "ann", field(1, 5000) + field(2, 0))
        start = talk.time
        talk.answer(1, field(2, 7000) + field(3, 1))
        return talk, since(talk, start, length).pull(2, 5000, 7000)

    yield from edge("cursor-stale", "crossing", "Milliseconds from an answer to a pull that was sent without it", 1_000, 1_001, crossing)

    def repeated(length):
        talk = Talk(version="4.2.0")
        talk.query(1, "pullMsg", "ann", field(1, 5000) + field(2, 0))
        start = talk.time
        talk.answer(1, field(2, 7000) + field(3, 1))
        since(talk, start, length // 2).pull(2, 5000, 7000)
        return talk, since(talk, start, length).pull(3, 5000, 7000)

    yield from edge("cursor-stale", "again", "Milliseconds from an answer to the second pull without it", 1_000, 1_001, repeated)

    yield from edge("cursor-stale", "one", "A cursor after an answer up to 7000", 7000, 6999, stale)
    yield from edge("cursor-ahead", "one", "A cursor behind an answer up to 7000", 7000, 7001, stale)


def deliveries():
    def again(difference):
        talk = Talk()
        time = talk.time
        message = down(1, time)
        talk.push(1, message, header=0x30)
        event = talk.query(2, "pullMsg", "ann", field(1, time + difference) + field(2, 0))
        event = talk.answer(2, field(1, message) + field(2, time + 10) + field(3, 1))
        return talk, event

    yield from edge("duplicate-message-uid", "cursor", "By how much the cursor of a pull is later than what comes again", 0, 1, again)

    def pushed(length):
        talk = Talk()
        time = talk.time
        message = down(1, time)
        talk.query(1, "pullMsg", "ann", field(1, 0) + field(2, 0))
        start = talk.time
        talk.answer(1, field(1, message) + field(2, time) + field(3, 1))
        event = since(talk, start, length).push(2, message, header=0x30)
        return talk, event

    yield from edge("duplicate-message-uid", "push", "Milliseconds from a pull to the push of what it brought", 5_000, 5_001, pushed)
    for status, is_changed in ((0x04, True), (0x07, True), (0x02, False), (0x08, False), (0x01, False)):
        talk = Talk()
        time = talk.time
        talk.push(1, down(1, time), header=0x30)
        event = talk.push(2, down(1, time, content='{"content":"ho"}') + field(20, status), header=0x30)
        what = f"Another content under one UID with extStatus {status}"
        if is_changed:
            yield near("message-uid-two-contents", f"status-{status}", what, talk, ["Limit"])
        else:
            yield planted("message-uid-two-contents", f"status-{status}", what, talk, event, ["Limit"])
    talk = Talk()
    time = talk.time
    talk.push(1, down(1, time), header=0x30)
    event = talk.push(2, down(1, time, content='{"content":"hi" }'), header=0x30)
    yield planted("message-uid-two-contents", "space", "Contents under one UID that differ in a space", talk, event, ["Limit"])
    for difference in (-1, 1):
        def dated(length):
            talk = Talk()
            talk.publish(1)
            date = talk.time // 1000 * 1000 + 7
            return talk, talk.acknowledge(1, name=uid(date + difference * length, 1))

        yield from edge("message-uid-time", "later" if difference > 0 else "earlier",
                        f"Milliseconds by which a UID is {'later' if difference > 0 else 'earlier'} than its PUBACK", 60_000, 60_001,
                        dated)
    for name, value in (("lower", "0000-28p4-jt85-sk8h"), ("w", "0000-28P4-JT85-SK8W"), ("short", "BD2C-28P4-JT85-SK8"),
                        ("five", "BD2C-28P4-JT85-SK8H-0000"), ("plain", "BD2C28P4JT85SK8H"), ("blank", "BD2C-28P4-JT85 SK8H")):
        talk = Talk()
        talk.publish(1)
        yield planted("message-uid-format", name, f"The UID {value}", talk, talk.acknowledge(1, name=value), ["Limit"])
    for sign in (-1, 1):
        def skewed(length):
            talk = Talk(accepted=False)
            return talk, talk.accept(ahead=sign * length)

        yield from edge("clock-skew", "ahead" if sign > 0 else "behind",
                        f"Milliseconds by which the server's clock is {'ahead' if sign > 0 else 'behind'}", 60_000, 60_001, skewed)

    def recalled(length):
        talk = Talk()
        talk.publish(1)
        name = uid(talk.time // 1000 * 1000 + 7, 1)
        talk.acknowledge(1, name=name)
        recall = up("RC:RcCmd", f'{{"messageUId":"{name}","conversationType":1,"targetId":"bob","sentTime":5000}}', 0)
        start = talk.time
        talk.publish(2, recall, "recallMsg")
        event = since(talk, start, length).publish(3, recall, "recallMsg")
        talk.acknowledge(3)
        return talk, event

    yield from edge("recall-repeated", "unanswered", "Milliseconds until a recall is repeated that nothing answered", 30_001, 30_000,
                    recalled, (), [finding("publish-unacknowledged", 5)])

    def receipt(ahead):
        talk = Talk()
        talk.wait(5)
        # The clock of CONNACK went on since.
        time = talk.time + ahead
        content = f'{{"lastMessageSendTime":{time},"messageUId":"","type":1}}'
        return talk, talk.named("RC:ReadNtf", content, 0, 1)

    yield from edge("receipt-future", "minute", "Milliseconds by which the time of a receipt is ahead", 60_000, 60_001, receipt)


def rooms():
    uses = [("chatMsg", "publish", HI), ("chrmPull", "query", field(1, 0) + field(2, 20)),
            ("setKV", "query", field(1, field(1, "k") + field(2, "v"))), ("delKV", "query", field(1, field(1, "k") + field(2, "v")))]
    for topic, kind, data in uses:
        for joined in (None, "joinChrm", "joinChrmR", "exitChrm"):
            if topic in ("setKV", "delKV") and joined == "exitChrm":
                continue
            talk = Talk(version="4.2.0")
            if joined:
                talk.asked(1, joined)
            event = talk.publish(2, data, topic, "room", 0x32 if kind == "publish" else 0x50)
            is_member = joined in ("joinChrm", "joinChrmR")
            if kind == "publish":
                talk.acknowledge(2, 0 if is_member else 23406, None if is_member else "")
            else:
                talk.answer(2, status=0 if is_member else 23406)
            slug = f"{topic.lower()}-{(joined or 'never').lower()}"
            if joined in ("joinChrm", "joinChrmR"):
                yield near("chatroom-not-joined", slug, f"{topic} in a room after {joined}", talk, ["Limit"])
            else:
                what = f"after {joined}" if joined else "that was never joined"
                yield planted("chatroom-not-joined", slug, f"{topic} in a room {what}", talk, event, ["Limit"])


def amounts():
    def fast(length):
        talk = Talk()
        start = talk.time
        for number in range(6):
            talk.time = start + number * length // 5
            talk.publish(number + 1)
        since(talk, start, 1500)
        for number in range(6):
            talk.acknowledge(number + 1)
        return talk, None

    yield from edge("message-rate", "six", "Milliseconds that six messages take", 1_000, 995, fast)
    talk = Talk()
    for number in range(1, 13):
        talk.named("RC:TypSts", '{"typingContentType":"RC:TxtMsg"}', 0, number, "ppMsgS")
    yield near("message-rate", "typing", "Twelve signs of typing in a second", talk, ["Limit"])
    talk = Talk()
    for number in range(1, 13):
        talk.publish(number, header=0x3A)
        talk.acknowledge(number)
    yield near("message-rate", "again", "Twelve messages that are sent again (dup) in a second", talk, ["Limit"])


def openings():
    clear = finding("token-in-clear")

    def loop(status):
        def build(milliseconds):
            talks, last, event = [], None, None
            for number in range(3):
                last = Talk(accepted=False, token="tok-1", after=last)
                if number == 0:
                    first = last.time
                if number == 2:
                    # From the first CONNACK to the third.
                    shift = first + milliseconds - last.time
                    last.begin += shift
                    last.time += shift
                event = last.accept(status)
                talks.append(last)
            return talks, event
        return build

    for rule, status in (("connect-retry-loop", 4), ("connect-retry-refused", 8)):
        yield from edge(rule, "time", f"Milliseconds from the first of three refusals with {status} to the third", 600_001, 600_000,
                        loop(status), ["Openings"], [clear])

    def back(status):
        def build(milliseconds):
            first = Talk(token="tok-1")
            start = first.time
            first.frame("server", 0xE0, bytes([0, status]))
            second = Talk(token="tok-1", after=first)
            # The switch is there with its answer, four packets behind the first one.
            second.begin = start + milliseconds - 4
            second.time = second.begin + 5
            second.frames.clear()
            second.number = first.number + 1
            second.accept()
            return [first, second], first.number + 1
        return build

    yield from edge("reconnect-after-kick", "time", "Milliseconds from DISCONNECT 1 to the next switch", 10_001, 10_000, back(1),
                    ["Openings"], [clear])
    for status in (0, 3, 4, 6):
        yield near("reconnect-after-kick", f"status-{status}", f"Back two seconds after DISCONNECT {status}", back(status)(2_000)[0],
                   ["Limit", "Openings"], [clear])
    for status in (3, 6, 14, 15, 18, 20):
        yield near("connect-retry-loop", f"status-{status}", f"Three refusals with {status}", loop(status)(3_000)[0],
                   ["Limit", "Openings"], [clear, *([finding("status-unknown")] * 3 if status == 14 else [])])


def topics():
    """Every topic with the frame that is not its own, and with its own."""
    table = (pathlib.Path(__file__).resolve().parent / "topics.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in table.splitlines() if line and not line.startswith("#")]
    kinds = {}
    for kind, _, topic, *_ in rows:
        kinds.setdefault(topic, set()).add(kind)
    # What rules about rooms, cursors and status topics look at is left to them.
    others = {"chatMsg", "chrmPull", "setKV", "delKV", "setKVS", "delKVS", "joinChrm", "joinChrmR", "exitChrm", "pullMsg"}
    for kind in ("publish", "query", "push"):
        names = [topic for topic, found in kinds.items() if found == {kind} and topic not in others]
        for start in range(0, len(names), 30):
            for own in (True, False):
                if kind == "push" and own:
                    continue
                talk = Talk(version="5.5.5")
                events = []
                for number, topic in enumerate(names[start:start + 30], 1):
                    is_publish = (kind == "publish") == own or kind == "push"
                    events.append(talk.publish(number, b"", topic, "ann", 0x32 if is_publish else 0x50))
                    if is_publish:
                        talk.acknowledge(number)
                    else:
                        talk.answer(number)
                    talk.time += 300
                    if number % 15 == 0:
                        talk.beat()
                found = [] if own else [finding("topic-kind", event) for event in events]
                what = "their own frame" if own else "another frame"
                yield session(f"topics-{kind}-{start // 30}-{'own' if own else 'other'}",
                              f"Topics of {kind} from {names[start]} on with {what}: {'something' if own else 'not'} found", talk, found,
                              ["Limit"])


def statuses():
    """Every status of the table, which is known, and the numbers beside them, which are not."""
    with open(ROOT / "Docs" / "catalogue" / "status-codes.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    # A message that was refused for its rate is the matter of another rule; what only answers to one topic mean is not asked.
    known = {int(row["code"]) for row in rows if row["scope"] == "answer"}
    asked = sorted(int(row["code"]) for row in rows if row["scope"] == "answer" and not row["topic"] and row["code"] != "20604")
    beside = sorted({code + step for code in asked for step in (-1, 1)} - known - {0, -1})
    for name, codes in (("known", asked), ("unknown", beside)):
        for start in range(0, len(codes), 60):
            talk = Talk()
            events = []
            for number, code in enumerate(codes[start:start + 60], 1):
                talk.publish(number, b"", "ppMsgP")
                events.append(talk.acknowledge(number, code, ""))
                talk.time += 300
                if number % 30 == 0:
                    talk.beat()
            found = [finding("status-unknown", event) for event in events] if name == "unknown" else []
            yield session(f"status-{name}-{start // 60}", f"Statuses of PUBACK from {codes[start]} on, {name} ones: told otherwise",
                          talk, found, ["Limit"])
    for scope, header in (("connack", 0x20), ("disconnect", 0xE0)):
        codes = {int(row["code"]) for row in rows if row["scope"] == scope}
        for code in range(0, max(codes) + 3):
            talk = Talk(accepted=scope == "disconnect")
            event = talk.frame("server", header, bytes([0, code]) + (text("ann") if header == 0x20 and code == 0 else b""))
            yield session(f"status-{scope}-{code}", f"Status {code} of {scope.upper()}: told otherwise", talk,
                          [] if code in codes else [finding("status-unknown", event)], ["Limit"])


PARTS = (answers, topics, statuses, heartbeats, beginnings, ids, pulls, deliveries, rooms, amounts, openings)
