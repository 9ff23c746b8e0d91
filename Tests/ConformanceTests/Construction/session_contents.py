"""Topics, pulls, UIDs, rooms, contents and layouts: sessions with a mistake in them, and those without."""

from session_cases import near, planted
from session_wire import HI, Talk, down, field, text, uid, up


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
    time = talk.time
    talk.push(1, down(1, time), header=0x30)
    talk.push(2, field(1, 1) + field(2, time), "s_ntf", 0x30)
    talk.wait(12).beat()
    yield near("notify-without-pull", "pushed", "A notice about a message that was pushed", talk)
    talk = Talk()
    time = talk.time
    talk.push(1, down(1, time) + field(10, 1), header=0x30)
    event = talk.push(2, field(1, 1) + field(2, time), "s_ntf", 0x30)
    talk.wait(12).beat()
    yield planted("notify-without-pull", "own", "A notice after the push of an own message, whose cursor is another", talk, event)
    talk = Talk()
    time = talk.time
    talk.query(1, "pullMsg", "ann", field(1, 0) + field(2, 0))
    talk.push(1, down(1, time), header=0x30)
    event = talk.push(2, field(1, 1) + field(2, time), "s_ntf", 0x30)
    talk.answer(1, field(2, time - 1) + field(3, 1))
    talk.wait(12).beat()
    yield planted("notify-without-pull", "dropped", "A notice about a message that was pushed during a pull, which drops it", talk, event)
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
    talk.wait(2)
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

    def said(talk, number, status=23406):
        event = talk.publish(number, topic="chatMsg", target="room")
        if status is not None:
            talk.acknowledge(number, status, "" if status else None)
        return event

    talk = Talk()
    yield planted(rule, "never", "A message to a room that was not joined", talk, said(talk, 1))
    talk = Talk()
    yield planted(rule, "silent", "A message to a room that was not joined, which nothing answers", talk, said(talk, 1, None))
    talk = Talk()
    talk.asked(1, "joinChrm")
    talk.asked(2, "exitChrm")
    yield planted(rule, "left", "A message to a room that was left", talk, said(talk, 3))
    talk = Talk()
    talk.asked(1, "joinChrm", 23410)
    yield planted(rule, "refused", "A message to a room that refused", talk, said(talk, 2))
    talk = Talk()
    said(talk, 1, 0)
    yield near(rule, "taken", "A message that the server takes for a room of which no joining was seen", talk)
    talk = Talk()
    talk.publish(1, field(1, 0) + field(2, 20), "chrmPull", "room", 0x52)
    talk.answer(1)
    yield near(rule, "pulled", "A pull that the server answers for a room of which no joining was seen", talk)
    talk = Talk()
    talk.asked(1, "joinChrm")
    talk.asked(2, "exitChrm", 1)
    said(talk, 3, 0)
    yield near(rule, "kept", "A message to a room that the server did not let go", talk)
    talk = Talk()
    talk.asked(1, "joinChrm")
    talk.asked(2, "joinChrmR", 23410)
    said(talk, 3, 0)
    yield near(rule, "twice", "A message to a room that was joined, and could not be joined again", talk)
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
