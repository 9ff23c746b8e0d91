"""Units of the long-polling form: request targets, bodies of requests, objects of answers.

What `hex` holds: of the server one JSON object of an answer; of the client a request target, or the JSON body of a
request, whose topic is then given beside it.
"""

import json
import urllib.parse

import captured
import levels
from frame_notes import NOTES  # noqa: F401
from vectors import accept, case, either, reject

GROUP = "rongcloud.frame.polling"
SESSION = "sessionid=s1"
PID = "pid=1795233159983.3047"
BITS = {"qos": 0, "dup": False, "retain": False}


def cases():
    yield from levels.frames(_all())


def _all():
    yield from recorded()
    yield from header_codes()
    yield from answers()
    yield from payloads()
    yield from broken_answers()
    yield from connects()
    yield from polls()
    yield from sends()
    yield from escapes()
    yield from broken_targets()
    yield from bodies()
    yield from writing()


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def server(text):
    data = text if isinstance(text, bytes) else text.encode()
    return {"form": "polling", "sender": "server", "hex": data.hex()}


def client(text, **more):
    data = text if isinstance(text, bytes) else text.encode()
    return {"form": "polling", "sender": "client", "hex": data.hex(), **more}


def read(identifier, level, comment, given, value, flags=(), reencode=None, source=None):
    more = {"source": source} if source else {}
    return case(identifier, level, comment, "frame.decode", given, accept(value), flags, reencode, **more)


def target_of(query, path):
    """The request target as the recorded SDK wrote it."""
    return path + "?" + "&".join(f"{name}={urllib.parse.quote(value, safe='')}" for name, value in query.items())


RECORDED = {
    3: ("CONNECT: a token whose percent escapes are undone once", "target"),
    4: ("CONNACK: sessionid in small letters, headerCode in the middle", "answer"),
    5: ("QUERY: 82 is 0x52, QoS 1, not type 8", "target"),
    6: ("QUERYACK: 98 is 0x62; data is JSON within JSON", "answer"),
    7: ("POLL: timestrap, a clock with a fraction", "target"),
    8: ("QUERYCON: 112 without topic and target", "target"),
    9: ("PUBLISH: 50 is 0x32", "target"),
    10: ("PUBACK: 64, with a timestamp besides date and milliseconds", "answer"),
    12: ("PUBACK of millisecond 28: written as 28, not as 280 or 028", "answer"),
    15: ("a push alone in its answer, its content JSON within JSON within JSON", "answer"),
    16: ("PUBACK of the client: 64 in a request target", "target"),
    18: ("the first of two pushes of one answer: the whole array taken for one frame", "answer-1"),
    19: ("the second of two pushes of one answer, with a file name in Chinese", "answer-2"),
    23: ("QUERY with QoS 0: 80", "target"),
    24: ("an answer with three messages in its data: data cut at the first escaped quotation mark", "answer"),
    26: ("DISCONNECT: headerCode -32", "answer"),
}


def recorded():
    """Units of the bundled recording."""
    for number, (comment, kind) in RECORDED.items():
        frame = captured.event("polling", number)
        value = captured.object_of(frame)
        http = frame["http"]
        flags = []
        if kind == "target":
            text = target_of(http["query"], http["path"])
            if frame["type"] == "POLL":
                flags = ["Timestrap"]
                value["sessionId"] = http["query"]["sessionid"]
            elif frame["type"] == "CONNECT":
                value["appId"], value["token"] = http["query"]["appId"], http["query"]["token"]
            else:
                value["sessionId"] = http["query"]["sessionid"]
            given = client(text)
        else:
            body = http["body"]
            if kind != "answer":
                # Both pushes are in the body that came with the first.
                body = captured.event("polling", 18)["http"]["body"][int(kind[-1]) - 1]
            text = compact(body)
            given = server(text)
            if "data" in body:
                value["data"] = body["data"].encode().hex()
                flags = ["PayloadForm"]
            if frame["type"] == "DISCONNECT":
                flags = ["SignedCode"]
        assert text.encode() in captured.packets("polling"), number
        yield read(
            f"poll-recorded-{number}",
            "must" if "data" not in value else "should",
            f"{comment} (recorded)",
            given,
            value,
            flags,
            "exact" if frame["type"] in ("PUBACK", "QUERYACK", "PUBLISH", "QUERY", "QUERYCON") else None,
            captured.source("polling", number),
        )
    for number, topic in ((5, "pullMsg"), (9, "ppMsgP"), (23, "qryPMsg")):
        frame = captured.event("polling", number)
        text = frame["http"]["body"]
        assert text.encode() in captured.packets("polling"), number
        what = {
            5: "members in another order than the schema's",
            9: "Chinese text, and a content that is text",
            23: "a request whose numbers are 0",
        }[number]
        yield read(
            f"poll-recorded-{number}-body",
            "should",
            f"the body of {topic}: {what} (recorded)",
            client(text, topic=topic),
            {"type": frame["type"], "topic": topic, "data": text.encode().hex()},
            ["Topic"],
            None,
            captured.source("polling", number),
        )


ACK = {
    "headerCode": 64,
    "messageId": 2,
    "date": 1795000000,
    "status": 0,
    "millisecond": 7,
    "messageUId": "BKR5-28P4-JT85-SK8H",
}
ACK_VALUE = {
    "type": "PUBACK",
    "qos": 0,
    "messageId": 2,
    "date": 1795000000,
    "status": 0,
    "millisecond": 7,
    "messageUId": "BKR5-28P4-JT85-SK8H",
}
PUSH = {"headerCode": 50, "topic": "s_msg", "targetId": "ann", "messageId": 7, "date": 1795000000, "data": "{}"}
PUSH_VALUE = {"type": "PUBLISH", "qos": 1, "topic": "s_msg", "targetId": "ann", "messageId": 7, "date": 1795000000}


def header_codes():
    """headerCode is the header byte, signed."""
    rows = [
        (48, "PUBLISH", 0, False, False, "48: PUBLISH with QoS 0, the lowest code of the type"),
        (49, "PUBLISH", 0, False, True, "49: PUBLISH with retain: codes compared with 48 and 50 only"),
        (52, "PUBLISH", 2, False, False, "52: PUBLISH with QoS 2 in place of 1"),
        (56, "PUBLISH", 0, True, False, "56: the copy of a status message from another device"),
        (58, "PUBLISH", 1, True, False, "58: the copy of a message from another device"),
        (63, "PUBLISH", 3, True, True, "63: PUBLISH with every bit, the highest code of the type"),
        (64, "PUBACK", 0, False, False, "64: PUBACK, where 63 ends PUBLISH"),
        (66, "PUBACK", 1, False, False, "66: PUBACK known by 64 only"),
        (96, "QUERYACK", 0, False, False, "96: an answer that wants no confirmation"),
        (98, "QUERYACK", 1, False, False, "98: an answer that wants a confirmation"),
        (32, "CONNACK", 0, False, False, "32: CONNACK, read as hexadecimal PUBLISH"),
        (-48, "PINGRESP", 0, False, False, "-48: read as 48 it is PUBLISH; shifted with its sign it is type -3"),
        (-32, "DISCONNECT", 0, False, False, "-32: read as 32 it is CONNACK"),
        (-30, "DISCONNECT", 1, False, False, "-30: DISCONNECT with QoS 1: the bits of a negative number"),
        (-17, "DISCONNECT", 3, True, True, "-17: DISCONNECT with every bit"),
        (-64, "PINGREQ", 0, False, False, "-64: read as 64 it is PUBACK"),
        (-16, "RESERVED", 0, False, False, "-16: type 15, unused"),
        (-128, "SUBSCRIBE", 0, False, False, "-128: the smallest signed byte, type 8"),
        (127, "QUERYCON", 3, True, True, "127: the largest signed byte, type 7"),
        (0, "SYMMETRIC", 0, False, False, "0: taken for no code"),
        (-1, "RESERVED", 3, True, True, "-1: taken for an error"),
    ]
    for code, name, qos, dup, retain, comment in rows:
        given = {"headerCode": code, "messageId": 9, "status": 1, "date": 1795000000}
        value = {"type": name, "qos": qos, "dup": dup, "retain": retain}
        if name == "PUBLISH":
            given.update(topic="s_ntf", targetId="ann")
            value.update(topic="s_ntf", targetId="ann", messageId=9)
        elif name in ("CONNACK", "DISCONNECT"):
            value["status"] = 1
        flags = (
            (["SignedCode"] if code < 0 else [])
            + (["SyncMsg"] if dup and name == "PUBLISH" else [])
            + (["QosDefault"] if qos == 3 else [])
        )
        level = "may" if name in ("RESERVED", "SUBSCRIBE", "QUERYCON", "SYMMETRIC", "PINGREQ") else "must"
        yield read(
            f"poll-code-{str(code).replace('-', 'minus-')}",
            level,
            f"headerCode {comment}",
            server(compact(given)),
            value,
            flags,
        )
    for code, name in ((224, "DISCONNECT"), (208, "PINGRESP")):
        yield read(
            f"poll-code-{code}",
            "should",
            f"headerCode {code}, unsigned, as a server of another make writes it: taken & 0xff it is {name}",
            server(compact({"headerCode": code, "status": 1})),
            {"type": name, "qos": 0},
            ["SignedCode"],
        )


def answers():
    """The members of an answer's object."""
    turned = dict(reversed(list(ACK.items())))
    yield read(
        "poll-answer-ack",
        "must",
        "PUBACK as the documented members say it: date and milliseconds added up into one time",
        server(compact(ACK)),
        ACK_VALUE,
    )
    yield read(
        "poll-answer-order",
        "must",
        "members in the opposite order: headerCode looked for at the beginning",
        server(compact(turned)),
        ACK_VALUE,
    )
    yield read(
        "poll-answer-spaces",
        "must",
        "spaces, tabs and line ends between tokens: JSON taken apart by patterns",
        server(json.dumps(ACK, indent="\t").replace("\n", "\r\n") + " \n"),
        ACK_VALUE,
    )
    yield read(
        "poll-answer-unknown-member",
        "must",
        "a member that nobody knows, of every kind inside: the object refused",
        server(compact({**ACK, "novelty": [None, True, {"headerCode": 50}]})),
        ACK_VALUE,
    )
    yield read(
        "poll-answer-null-member",
        "should",
        "messageUId null is an absent message uid: shown as the text null",
        server(compact({**ACK, "messageUId": None})),
        {**ACK_VALUE, "messageUId": None},
    )
    yield read(
        "poll-answer-short-ack",
        "must",
        "PUBACK without milliseconds and uid, as for a refused message: 0 made up",
        server(compact({"headerCode": 64, "messageId": 2, "date": 1795000000, "status": 23406})),
        {
            "type": "PUBACK",
            "messageId": 2,
            "date": 1795000000,
            "status": 23406,
            "millisecond": None,
            "messageUId": None,
        },
        ["ShortAck"],
    )
    yield read(
        "poll-answer-escaped-name",
        "must",
        "a member's name with an escape, head\\u0065rCode: names compared as they are spelled",
        server(compact(ACK).replace("headerCode", "head\\u0065rCode")),
        ACK_VALUE,
    )
    yield read(
        "poll-answer-keeps-order",
        "should",
        "members in another order and a number with spaces around it, written back as they came: a writer with an order"
        " of its own",
        server('{ "messageId" : 2,"headerCode":64 , "status":0,"date":1795000000}'),
        {"type": "PUBACK", "messageId": 2, "status": 0},
        ["MemberOrder", "Raw"],
        "exact",
    )
    yield read(
        "poll-answer-trailing-space",
        "should",
        "a line end behind the object, written back: trimmed",
        server(compact(ACK) + "\n"),
        ACK_VALUE,
        ["Raw"],
        "exact",
    )
    texts = [
        ("raw", '"中文\U0001f600"', "中文\U0001f600", "characters as UTF-8, the emoji in four bytes: read as Latin-1"),
        (
            "escaped",
            '"\\u4e2d\\u6587\\ud83d\\ude00"',
            "中文\U0001f600",
            "escapes, the emoji as two: each half a character of its own",
        ),
        ("short-escapes", '"a\\/b\\\\c\\"d\\n\\t"', 'a/b\\c"d\n\t', "the short escapes: \\/ left as it is"),
        ("nul", '"a\\u0000b"', "a\0b", "an escaped NUL: the text ends there"),
        ("upper-digits", '"\\u00E9\\uD83D\\uDE00"', "é\U0001f600", "escapes with capital digits"),
        ("empty", '""', "", "an empty target: left out as absent"),
        ("digits", '"0042"', "0042", "digits in quotation marks: made a number, without its zeros"),
        (
            "delete",
            '"a\x7fb\u2028c"',
            "a\x7fb\u2028c",
            "U+007F and U+2028, which JSON allows as they are: evaluated as JavaScript",
        ),
        ("mark", '"\ufeffann"', "\ufeffann", "U+FEFF within a text: stripped as a byte order mark"),
    ]
    for slug, spelled, text, comment in texts:
        given = compact(PUSH).replace('"ann"', spelled)
        yield read(
            f"poll-answer-text-{slug}",
            "must",
            f"targetId in an answer: {comment}",
            server(given),
            {**PUSH_VALUE, "targetId": text},
        )
    for slug, member, value, comment in [
        ("id-65535", "messageId", 65535, "65535: a signed number of 16 bits"),
        ("id-0", "messageId", 0, "0: left out as empty"),
        ("date-minus", "date", -1, "-1: an unsigned number"),
        ("date-last", "date", 2147483647, "2147483647: through a float of 32 bits it is one more"),
        ("status-wide", "status", 65535, "65535: a signed number of 16 bits"),
        ("status-one", "status", 1, "1: made true"),
        ("millisecond", "millisecond", 999, "999: rounded into the next second"),
    ]:
        yield read(
            f"poll-answer-number-{slug}",
            "must",
            f"{member} in an answer {comment}",
            server(compact({**ACK, member: value})),
            {**ACK_VALUE, member: value},
        )
    hello = {
        "status": 0,
        "userId": "u1",
        "headerCode": 32,
        "messageId": 0,
        "sessionid": "sid",
        "timestamp": 1700000000000,
    }
    value = {"type": "CONNACK", "status": 0, "userId": "u1", "sessionId": "sid", "timestamp": 1700000000000}
    yield read(
        "poll-connack",
        "must",
        "CONNACK: sessionid becomes sessionId; messageId 0 is the answer's, not a start of ids",
        server(compact(hello)),
        value,
    )
    yield read(
        "poll-connack-time-2-53",
        "must",
        "a timestamp of 2^53 + 1: JSON numbers that are doubles end in 2",
        server(compact({**hello, "timestamp": 9007199254740993})),
        {**value, "timestamp": 9007199254740993},
    )
    yield read(
        "poll-connack-refused",
        "must",
        "CONNACK with status 4 and nothing else: a user id asked for",
        server('{"status":4,"headerCode":32}'),
        {"type": "CONNACK", "status": 4, "userId": None, "sessionId": None},
    )
    yield read(
        "poll-connack-status-20",
        "must",
        "CONNACK with status 20: refused by an enumeration that is not open",
        server('{"status":20,"headerCode":32}'),
        {"type": "CONNACK", "status": 20},
        ["StatusByte"],
    )
    yield read(
        "poll-disconnect-6",
        "must",
        "DISCONNECT 6: SDKs 1 and 2 throw beyond 5",
        server('{"headerCode":-32,"status":6,"messageId":0}'),
        {"type": "DISCONNECT", "status": 6},
        ["SignedCode", "StatusByte"],
    )
    yield read(
        "poll-pingresp",
        "must",
        "PINGRESP with a code and nothing else: a messageId asked for in every answer",
        server('{"headerCode":-48}'),
        {"type": "PINGRESP", "qos": 0},
        ["SignedCode"],
    )


MESSAGE = {
    "fromUserId": "bob",
    "type": 1,
    "classname": "RC:TxtMsg",
    "content": '{"content":"hé"}',
    "dataTime": 1795000000000,
    "status": 0,
}


def payloads():
    """data of an answer, and bytes fields in it."""
    shown = {"messages": [{"objectName": "RC:TxtMsg", "content": {"content": "hé"}}]}

    def push(data):
        return server(compact({**PUSH, "data": data}))

    def signed(data):
        return [byte - 256 if byte > 127 else byte for byte in data]

    plain = compact(MESSAGE)
    yield read(
        "poll-data-text",
        "should",
        "data is the bytes of the JSON text, its own spelling untouched",
        push(plain),
        {**PUSH_VALUE, "data": plain.encode().hex()},
        ["PayloadForm"],
    )
    spaced = json.dumps(MESSAGE, ensure_ascii=True)
    yield read(
        "poll-data-text-spelling",
        "should",
        "data with spaces and escapes of its own: parsed and written anew",
        push(spaced),
        {**PUSH_VALUE, "data": spaced.encode().hex()},
        ["PayloadForm"],
    )
    yield read(
        "poll-data-message",
        "may",
        "the message in data: content is text here, where protobuf has bytes",
        push(plain),
        {**PUSH_VALUE, **shown},
        ["FrameData", "PayloadForm"],
    )
    yield read(
        "poll-data-object",
        "may",
        "data as an object in place of text: left out as no payload",
        push(MESSAGE),
        {**PUSH_VALUE, **shown},
        ["FrameData", "PayloadForm"],
    )
    yield read(
        "poll-data-ascii-bytes",
        "may",
        "content as an array of ASCII bytes: shown as an array",
        push(compact({**MESSAGE, "content": list(b'{"content":"hi"}')})),
        {**PUSH_VALUE, "messages": [{"objectName": "RC:TxtMsg", "content": {"content": "hi"}}]},
        ["FrameData", "SignedBytes"],
    )
    yield read(
        "poll-data-signed-bytes",
        "should",
        "content as an array of signed bytes beyond ASCII, -61 -87 for é: SDK 2.5 itself misreads them",
        push(compact({**MESSAGE, "content": signed(MESSAGE["content"].encode())})),
        {**PUSH_VALUE, **shown},
        ["FrameData", "SignedBytes"],
    )
    yield read(
        "poll-data-unsigned-bytes",
        "may",
        "content as an array of unsigned bytes, 195 169 for é: refused for not fitting a signed byte",
        push(compact({**MESSAGE, "content": list(MESSAGE["content"].encode())})),
        {**PUSH_VALUE, **shown},
        ["FrameData", "SignedBytes"],
    )
    yield read(
        "poll-data-payload",
        "may",
        "the protobuf message that data stands for: its 64-bit time as text, its enum by name",
        push(plain),
        {
            **PUSH_VALUE,
            "payload": {
                "message": "DownStreamMessage",
                "value": {
                    "fromUserId": "bob",
                    "type": "PERSON",
                    "classname": "RC:TxtMsg",
                    "dataTime": "1795000000000",
                    "status": "0",
                },
            },
        },
        ["FrameData", "PayloadForm"],
    )
    yield read(
        "poll-data-empty-text",
        "must",
        "data as an empty text: no JSON, and no error either",
        push(""),
        PUSH_VALUE,
        ["PayloadForm"],
    )
    without = {name: value for name, value in PUSH.items() if name != "data"}
    yield read(
        "poll-data-absent",
        "must",
        "a push without data: its other fields are there all the same",
        server(compact(without)),
        PUSH_VALUE,
        ["PayloadForm"],
    )
    yield case(
        "poll-data-not-json",
        "should",
        "data that is text but no JSON: the frame's fields shown, or refused for it, never a crash",
        "frame.decode",
        push("lost params"),
        either(PUSH_VALUE, error=["json"]),
        ["PayloadForm"],
    )
    answer = {"headerCode": 98, "messageId": 3, "date": 1795000000, "status": 0, "data": '{"list":[],"syncTime":5}'}
    yield read(
        "poll-data-answer",
        "must",
        "QUERYACK with data: the topic is not in it, its fields are",
        server(compact(answer)),
        {"type": "QUERYACK", "qos": 1, "messageId": 3, "date": 1795000000, "status": 0},
    )
    wide = {"type": 4294967297, "fromUserId": "bob", "classname": "RC:TxtMsg", "content": "{}", "dataTime": 5, "status": 0}
    yield case(
        "poll-data-number-wide",
        "should",
        "a conversation type that 32 bits cannot hold: cut to 1, so that the message is a private one",
        "frame.decode",
        push(wide),
        either(
            {**PUSH_VALUE, "payload": None},
            {**PUSH_VALUE, "payload": {"value": {"type": None}}},
            {**PUSH_VALUE, "payload": {"value": {"type": wide["type"]}}},
            error=["value"],
        ),
        ["PayloadForm"],
    )
    yield read(
        "poll-data-answer-topic",
        "may",
        "QUERYACK read with the topic of its query beside it: DownStreamMessages",
        {**server(compact(answer)), "topic": "pullMsg"},
        {"type": "QUERYACK", "messageId": 3, "payload": {"message": "DownStreamMessages", "value": {"syncTime": "5"}}},
        ["Topic", "FrameData"],
    )


def broken_answers():
    ack = compact(ACK)
    rows = [
        ("nothing", b"", ["json", "truncated"], "an empty answer: nothing happened is not a frame"),
        (
            "lost-params",
            b"lost params",
            ["json"],
            "the text lost params, which gateways send for a failure: shown as a frame without type",
        ),
        ("html", b"<html><body>502</body></html>", ["json"], "a page of HTML from a proxy: taken for an empty answer"),
        ("cut", ack[:-1].encode(), ["json", "truncated"], "an object without its closing brace: completed in silence"),
        (
            "cut-in-text",
            ack[:-6].encode(),
            ["json", "truncated"],
            "an object cut within a text: its last member dropped and the rest shown",
        ),
        ("cut-in-number", b'{"headerCode":6', ["json", "truncated"], "an object cut within its code: 64 becomes 6"),
        (
            "cut-character",
            '{"headerCode":50,"topic":"中'.encode()[:-1],
            ["json", "truncated", "string"],
            "an object cut within a character: U+FFFD put in and the object closed",
        ),
        ("two", (ack + ack).encode(), ["json", "trailing"], "two objects without an array: the second lost"),
        ("comma", b'{"headerCode":64,}', ["json"], "a comma before the brace: JavaScript's evaluation lets it pass"),
        ("single-quotes", b"{'headerCode':64}", ["json"], "single quotation marks: evaluated as JavaScript"),
        ("bare-names", b"{headerCode:64}", ["json"], "names without quotation marks: evaluated as JavaScript"),
        (
            "plus",
            b'{"headerCode":+64}',
            ["json"],
            "a number with a plus sign: read by a number parser that knows more than JSON",
        ),
        ("octal", b'{"headerCode":064}', ["json"], "a number with a zero before it: read as octal 52"),
        ("hex", b'{"headerCode":0x40}', ["json"], "a hexadecimal number: evaluated as JavaScript it is 64"),
        (
            "nan",
            b'{"headerCode":NaN}',
            ["json"],
            "a code that is NaN, which Python's reader lets pass: a number that is none, or type 0",
        ),
        (
            "control",
            b'{"headerCode":64,"messageUId":"a\nb"}',
            ["json", "string"],
            "a line end within a text: a reader that takes control characters as they are",
        ),
        (
            "bad-utf8",
            b'{"headerCode":64,"messageUId":"a\xffb"}',
            ["json", "string"],
            "a byte that is no UTF-8 within a text: the answer decoded as Latin-1 first",
        ),
        (
            "no-code",
            b'{"messageId":2,"status":0}',
            ["required", "value", "unsupported"],
            "no headerCode: a type guessed from the members",
        ),
        ("empty-object", b"{}", ["required", "value", "unsupported"], "an empty object: type 0 made up"),
        ("code-null", b'{"headerCode":null}', ["required", "value", "json"], "headerCode null: type 0 made up"),
        (
            "code-object",
            b'{"headerCode":{}}',
            ["required", "value", "json"],
            "headerCode is an object: converted to a number in silence",
        ),
        (
            "number",
            b"50",
            ["required", "value", "json", "unsupported"],
            "a number in place of an object: taken for the code itself",
        ),
        (
            "null",
            b"null",
            ["required", "value", "json", "unsupported"],
            "null in place of an object: a member read of nothing, which traps in JavaScript",
        ),
        (
            "array",
            b"[]",
            ["required", "value", "json", "unsupported"],
            "an array without objects holds no frame: its first element read without looking",
        ),
    ]
    for slug, data, errors, comment in rows:
        yield case(f"poll-broken-{slug}", "must", comment, "frame.decode", server(data), reject(*errors))
    deep = b'{"headerCode":64,"x":' + b"[" * 3000 + b"]" * 3000 + b"}"
    yield case(
        "poll-deep",
        "must",
        "3000 arrays within each other in a member that nobody knows: a stack that overflows",
        "frame.decode",
        server(deep),
        either({"type": "PUBACK"}, error=["limit", "json"]),
    )
    yield case(
        "poll-code-fraction",
        "must",
        "headerCode 64.5: cut to 64",
        "frame.decode",
        server(b'{"headerCode":64.5}'),
        reject("required", "value", "json"),
    )
    yield case(
        "poll-code-text",
        "should",
        "headerCode as text: read as the number it says, or refused; as a text's first byte it is type 3",
        "frame.decode",
        server(b'{"headerCode":"64","messageId":1}'),
        either({"type": "PUBACK", "messageId": 1}, error=["required", "value", "json"]),
    )
    yield case(
        "poll-no-topic",
        "must",
        "PUBLISH without topic: an empty one made up, which is another topic",
        "frame.decode",
        server(b'{"headerCode":50,"targetId":"ann","messageId":1}'),
        either({"type": "PUBLISH", "targetId": "ann", "topic": None}, error=["required", "value"]),
    )
    yield case(
        "poll-id-text",
        "should",
        "messageId as text: read as the number, dropped, or refused; never 0",
        "frame.decode",
        server(b'{"headerCode":64,"messageId":"12"}'),
        either({"type": "PUBACK", "messageId": 12}, {"type": "PUBACK", "messageId": None}, error=["value", "required"]),
    )
    yield case(
        "poll-id-minus",
        "must",
        "messageId -1: cut to 65535 it pairs with another message",
        "frame.decode",
        server(b'{"headerCode":64,"messageId":-1}'),
        either({"type": "PUBACK", "messageId": -1}, {"type": "PUBACK", "messageId": None}, error=["value"]),
    )
    yield case(
        "poll-status-wide",
        "must",
        "status 65536: cut to 0, which is success",
        "frame.decode",
        server(b'{"headerCode":64,"messageId":1,"status":65536}'),
        either({"type": "PUBACK", "status": 65536}, {"type": "PUBACK", "status": None}, error=["value"]),
    )


def connects():
    """The connecting request of each generation."""
    token = "t%2Bk%2F%3D%3D"
    told = {"type": "CONNECT", "appId": "key", "token": "t+k/=="}
    rows = [
        (
            "v1",
            f"/websocket?appId=key&token={token}&sdkVer=1.0.0&apiVer=1.0.0&pid=1463561580461.2",
            "SDK 1: pid with a fraction",
        ),
        (
            "v2",
            f"/websocket?appId=key&token={token}&sdkVer=2.5.10&apiVer=358574&pid=1795233159983.3047",
            "SDK 2: a random apiVer",
        ),
        (
            "v3",
            f"/websocket?appId=key&token={token}&apiVer=normal&sdkVer=3.0.6&platform=MiniProgram&pid=1",
            "SDK 3: apiVer before sdkVer, and a platform behind",
        ),
        (
            "v4",
            f"/websocket?appId=key&token={token}&sdkVer=4.2.0&pid=undefined&apiVer=normal",
            "SDK 4: pid is the word undefined",
        ),
        (
            "v5",
            f"/websocket?appId=key&token={token}&sdkVer=5.5.5&pid=&apiVer=uniapp&protocolVer=4",
            "engine 5: an empty pid, protocolVer at the end",
        ),
        ("order", f"/websocket?pid=1&token={token}&appId=key", "parameters in another order: taken by their place"),
        ("path", f"/im/websocket?appId=key&token={token}", "a path before websocket, as behind a gateway: refused"),
    ]
    for slug, text, comment in rows:
        yield read(
            f"poll-connect-{slug}",
            "must" if slug != "path" else "should",
            f"CONNECT of {comment}" if slug[0] == "v" else f"CONNECT: {comment}",
            client(text),
            told,
            ["Generation"],
        )
    yield read(
        "poll-connect-hosts",
        "must",
        "a token with its navigation host, which is sent up to the @: the @ taken for the end of a user name",
        client("/websocket?appId=key&token=abc%40&sdkVer=5.5.5"),
        {"type": "CONNECT", "token": "abc@"},
        ["Generation"],
    )
    yield read(
        "poll-connect-kept",
        "should",
        "CONNECT with a platform and an unknown parameter, written back: dropped, or put in another order",
        client(f"/websocket?appId=key&token={token}&apiVer=normal&sdkVer=3.0.6&platform=MiniProgram&x=1&pid=1"),
        told,
        ["Generation", "Raw"],
        "exact",
    )


def polls():
    rows = [
        ("v1", f"/pullmsg.js?{SESSION}&{PID}", "SDK 1: no clock at all"),
        ("v2", f"/pullmsg.js?{SESSION}&timestrap=1795233159998.2673&{PID}", "SDK 2: timestrap with its wrong letter"),
        ("v3", f"/pullmsg.js?{SESSION}&timestamp=1795233159998&{PID}", "SDK 3.0.0: timestamp spelled right"),
    ]
    for slug, text, comment in rows:
        yield read(
            f"poll-wait-{slug}",
            "must",
            f"POLL of {comment}",
            client(text),
            {"type": "POLL", "sessionId": "s1"},
            ["Timestrap", "Generation"],
        )
    yield read(
        "poll-wait-kept",
        "should",
        "POLL written back with timestrap: the letter put right",
        client(f"/pullmsg.js?{SESSION}&timestrap=1795233159998.2673&{PID}"),
        {"type": "POLL", "sessionId": "s1"},
        ["Timestrap"],
        "exact",
    )
    yield read(
        "poll-wait-empty-session",
        "must",
        "POLL with an empty session: taken for a request to connect",
        client(f"/pullmsg.js?sessionid=&{PID}"),
        {"type": "POLL", "sessionId": ""},
        ["Timestrap"],
    )


def send(header, identifier=2, topic="ppMsgP", target="bob", more=""):
    parts = [f"messageid={identifier}", f"header={header}", SESSION]
    if topic is not None:
        parts += [f"topic={topic}", f"targetid={target}"]
    return "/websocket?" + "&".join(parts + [PID]) + more


def sends():
    """Requests that send: the header byte as an unsigned decimal."""
    rows = [
        (50, "PUBLISH", 1, False, False, "50 is 0x32; read as hexadecimal it is QUERY"),
        (48, "PUBLISH", 0, False, False, "48: PUBLISH with QoS 0, as for RTC data"),
        (58, "PUBLISH", 1, True, False, "58: dup, which clients never set, yet the bit is there"),
        (51, "PUBLISH", 1, False, True, "51: retain, which a comparison with 50 misses"),
        (82, "QUERY", 1, False, False, "82 is 0x52; read as hexadecimal it is type 8"),
        (80, "QUERY", 0, False, False, "80: QUERY with QoS 0; read as hexadecimal it is type 8"),
        (64, "PUBACK", 0, False, False, "64: no topic and no target"),
        (112, "QUERYCON", 0, False, False, "112: no topic and no target; read as a signed nibble it is 7 all the same"),
        (192, "PINGREQ", 0, False, False, "192: above 127, unsigned here where answers have signed codes"),
        (224, "DISCONNECT", 0, False, False, "224: read into a signed byte it is negative"),
    ]
    for code, name, qos, dup, retain, comment in rows:
        topic = "pullMsg" if name == "QUERY" else "ppMsgP" if name == "PUBLISH" else None
        value = {"type": name, "qos": qos, "dup": dup, "retain": retain}
        if name in ("PUBLISH", "QUERY", "PUBACK", "QUERYCON"):
            value.update(messageId=2, sessionId="s1")
        if topic:
            value.update(topic=topic, targetId="bob")
        elif name in ("PUBACK", "QUERYCON"):
            value.update(topic=None, targetId=None)
        yield read(
            f"poll-send-{code}",
            "must" if code < 128 else "may",
            f"header {comment}",
            client(send(code, topic=topic)),
            value,
            [],
        )
    yield read(
        "poll-send-order",
        "must",
        "parameters in the opposite order: taken by their place",
        client(f"/websocket?{PID}&targetid=bob&topic=ppMsgP&{SESSION}&header=50&messageid=2"),
        {"type": "PUBLISH", "messageId": 2, "topic": "ppMsgP", "targetId": "bob", "sessionId": "s1"},
    )
    yield read(
        "poll-send-id-65535",
        "must",
        "messageid 65535: a signed number of 16 bits",
        client(send(50, 65535)),
        {"type": "PUBLISH", "messageId": 65535},
        ["ClientId16"],
    )
    yield read(
        "poll-send-id-65536",
        "should",
        "messageid 65536, which SDK 4 writes after 65535: dropped, or cut to 0",
        client(send(50, 65536)),
        {"type": "PUBLISH", "messageId": 65536},
        ["WideMessageId"],
    )
    yield read(
        "poll-send-id-1",
        "must",
        "messageid 1 of a session's first request: made true, or taken for the header",
        client(send(82, 1, "pullMsg")),
        {"type": "QUERY", "messageId": 1, "topic": "pullMsg"},
    )
    yield read(
        "poll-send-empty-target",
        "must",
        "targetid empty: left out as absent",
        client(send(82, target="")),
        {"type": "QUERY", "targetId": ""},
    )
    yield read(
        "poll-send-empty-topic",
        "must",
        "topic empty, as for a message of the system type: taken for an answer without topic",
        client(send(50, topic="")),
        {"type": "PUBLISH", "topic": ""},
        ["EmptyTopic"],
    )
    yield read(
        "poll-send-unknown-parameter",
        "must",
        "a parameter that nobody knows: the request refused",
        client(send(50, more="&novelty=1")),
        {"type": "PUBLISH", "topic": "ppMsgP"},
    )
    yield read(
        "poll-send-kept",
        "should",
        "a request with an unknown parameter in its middle, written back: moved to the end",
        client(f"/websocket?messageid=2&novelty=1&header=50&{SESSION}&topic=t&targetid=b&{PID}"),
        {"type": "PUBLISH", "topic": "t"},
        ["Raw"],
        "exact",
    )


def escapes():
    """Percent escapes in parameters."""
    rows = [
        ("utf8", "%E4%B8%AD%E6%96%87", "中文", "UTF-8 bytes: shown as Latin-1"),
        ("small-digits", "%e4%b8%ad", "中", "small hex digits: left as they are"),
        (
            "emoji",
            "%F0%9F%98%80",
            "\U0001f600",
            "an emoji in four bytes, which is UTF-8 here and never surrogate pairs",
        ),
        ("plus", "a%2Bb", "a+b", "%2B is a plus: undone twice it is a space"),
        ("percent", "a%2541", "a%41", "%25 is a percent sign: undone twice it is aA"),
        ("ampersand", "a%26topic%3Dx", "a&topic=x", "%26 is no separator: parameters split after undoing escapes"),
        ("space", "a%20b", "a b", "%20 is a space: left as it is"),
        ("nul", "a%00b", "a\0b", "%00: the text ends there"),
        ("hash", "a%23b", "a#b", "%23 is no fragment: everything behind it cut off"),
        ("marks", "a!~*'()-_.b", "a!~*'()-_.b", "marks that JavaScript leaves as they are: refused"),
        ("slash", "a%2Fb/c", "a/b/c", "a slash in a parameter, escaped or not: taken for the path"),
        ("question", "a?b", "a?b", "a question mark in a parameter: a second query"),
        ("equals", "a=b", "a=b", "an equals sign in a value: split at the last one"),
    ]
    for slug, spelled, text, comment in rows:
        yield read(
            f"poll-escape-{slug}",
            "must",
            f"targetid with {comment}",
            client(send(50, target=spelled)),
            {"type": "PUBLISH", "targetId": text, "topic": "ppMsgP"},
        )
    for slug, spelled, values, comment in [
        ("plus-sign", "a+b", ["a+b", "a b"], "a plus sign: itself, or a space as in forms; nothing else"),
        ("not-hex", "a%zzb", ["a%zzb", "a\ufffdb"], "a percent sign before no digits: kept, or refused"),
        (
            "cut",
            "ab%4",
            ["ab%4", "ab\ufffd"],
            "a percent sign before one digit at the end: a byte read behind the text",
        ),
        ("bad-utf8", "a%FFb", ["a\ufffdb", "a%FFb"], "a byte that is no UTF-8: a trap in the decoder of URLs"),
        (
            "surrogates",
            "%ED%A0%BD%ED%B8%80",
            ["\U0001f600", "\ufffd\ufffd", "\ufffd" * 6, "%ED%A0%BD%ED%B8%80"],
            "surrogates of three bytes each, which JavaScript's decoder refuses",
        ),
    ]:
        yield case(
            f"poll-escape-{slug}",
            "must",
            f"targetid with {comment}",
            "frame.decode",
            client(send(50, target=spelled)),
            either(*({"type": "PUBLISH", "targetId": text} for text in values), error=["value", "string"]),
            ["IllFormedText"],
        )


def broken_targets():
    for slug, text, errors, comment in [
        ("empty", "", ["truncated", "value", "json", "required"], "no target at all: CONNECT made up"),
        (
            "no-topic-for-body",
            '{"sessionId":3}',
            ["required", "value", "unsupported"],
            "a request's body without its topic: QUERY or PUBLISH guessed",
        ),
    ]:
        yield case(f"poll-target-{slug}", "must", comment, "frame.decode", client(text), reject(*errors), ["Topic"])
    for slug, code, comment in [
        ("word", "abc", "a header that is no number: type 0, or CONNECT"),
        ("wide", "306", "header 306: cut to 0x32 it is PUBLISH"),
        ("minus", "-32", "header -32, which only answers may have: made positive, CONNACK"),
    ]:
        yield case(
            f"poll-target-header-{slug}",
            "should",
            comment,
            "frame.decode",
            client(send(code)),
            (
                reject("value", "required", "unsupported")
                if slug != "minus"
                else either({"type": "DISCONNECT"}, error=["value", "required", "unsupported"])
            ),
            ["SignedCode"] if slug == "minus" else [],
        )
    yield read(
        "poll-send-255",
        "may",
        "header 255, every bit of a byte: refused by a limit that is one too low",
        client(send(255, topic=None)),
        {"type": "RESERVED", "qos": 3, "dup": True, "retain": True},
        ["UnusedType"],
    )
    yield read(
        "poll-target-other-names",
        "should",
        "parameters with the names of a frame's own members: the frame takes its type from them",
        client(send(50) + "&type=PUBACK&qos=0&messageId=9"),
        {"type": "PUBLISH", "qos": 1, "messageId": 2},
    )
    yield case(
        "poll-target-header-256",
        "should",
        "header 256: the first number that is no byte, cut to 0",
        "frame.decode",
        client(send(256)),
        reject("value", "required", "unsupported"),
    )


def bodies():
    """Bodies of requests, with their topic."""
    message = {"sessionId": 3, "classname": "RC:TxtMsg", "content": '{"content":"h\u00e9"}'}
    text = compact(message)
    yield read(
        "poll-body-publish",
        "should",
        "a message's body: ppMsgP is a topic of PUBLISH",
        client(text, topic="ppMsgP"),
        {"type": "PUBLISH", "topic": "ppMsgP", "data": text.encode().hex()},
        ["Topic"],
    )
    query = '{"syncTime":0,"ispolling":false}'
    yield read(
        "poll-body-query",
        "should",
        "a query's body: pullMsg is a topic of QUERY",
        client(query, topic="pullMsg"),
        {"type": "QUERY", "topic": "pullMsg", "data": query.encode().hex()},
        ["Topic"],
    )
    yield read(
        "poll-body-spelling",
        "should",
        "a body with spaces and an escape: data is the bytes as they came",
        client('{ "syncTime" : 0, "isp\\u006flling":false }', topic="pullMsg"),
        {"type": "QUERY", "data": b'{ "syncTime" : 0, "isp\\u006flling":false }'.hex()},
        ["Topic"],
        "exact",
    )
    yield read(
        "poll-body-message",
        "may",
        "the message in a request's body: its content is text, with é in two bytes",
        client(text, topic="ppMsgP"),
        {"type": "PUBLISH", "messages": [{"objectName": "RC:TxtMsg", "content": {"content": "hé"}}]},
        ["Topic", "FrameData"],
    )
    yield read(
        "poll-body-payload",
        "may",
        "the protobuf message that a body stands for: 64-bit numbers as text",
        client('{"syncTime":1795233303000,"ispolling":false}', topic="pullMsg"),
        {
            "type": "QUERY",
            "payload": {"message": "SyncRequestMsg", "value": {"syncTime": "1795233303000", "ispolling": False}},
        },
        ["Topic", "FrameData"],
    )
    yield read(
        "poll-body-empty-text",
        "should",
        "the body of a request without fields, an empty JSON text: refused for not being an object",
        client('""', topic="getBlack"),
        {"type": "QUERY", "topic": "getBlack", "data": "2222"},
        ["Topic"],
    )
    yield case(
        "poll-body-cut",
        "must",
        "a body cut before its brace: completed in silence",
        "frame.decode",
        client(text[:-1], topic="ppMsgP"),
        reject("json", "truncated"),
        ["Topic"],
    )
    yield case(
        "poll-body-form",
        "must",
        "a body of a form, as its content type says: the SDKs write JSON all the same",
        "frame.decode",
        client("sessionId=3&classname=RC%3ATxtMsg", topic="ppMsgP"),
        reject("json", "value"),
        ["Topic"],
    )


def writing():
    """Targets and objects that writers write."""

    def frame(sender, value, text, flags=(), level="should"):
        return (
            "frame.encode",
            {"form": "polling", "sender": sender, "frame": value},
            accept({"hex": text.encode().hex()}),
            flags,
            level,
        )

    rows = [
        (
            "puback",
            *frame(
                "client",
                {"type": "PUBACK", **BITS, "messageId": 7, "sessionId": "s1", "pid": "1"},
                "/websocket?messageid=7&header=64&sessionid=s1&pid=1",
            ),
            "PUBACK as a request target: an empty topic and target written",
        ),
        (
            "querycon",
            *frame(
                "client",
                {"type": "QUERYCON", **BITS, "messageId": 65535, "sessionId": "s1", "pid": "1"},
                "/websocket?messageid=65535&header=112&sessionid=s1&pid=1",
            ),
            "QUERYCON as a request target: header in hexadecimal",
        ),
        (
            "publish-flags",
            *frame(
                "client",
                {"type": "PUBLISH", "qos": 1, "dup": True, "retain": True, "messageId": 1, "sessionId": "s1", "pid": "1"},
                "/websocket?messageid=1&header=59&sessionid=s1&pid=1",
            ),
            "PUBLISH as a request target: dup and retain left out of the header",
        ),
        (
            "query",
            *frame(
                "client",
                {
                    "type": "QUERY",
                    **BITS,
                    "qos": 1,
                    "messageId": 2,
                    "sessionId": "s1",
                    "topic": "pullMsg",
                    "targetId": "a&b 中",
                    "pid": "1",
                },
                "/websocket?messageid=2&header=82&sessionid=s1&topic=pullMsg&targetid=a%26b%20%E4%B8%AD&pid=1",
            ),
            "QUERY as a request target: an ampersand, a space and Chinese left unescaped",
        ),
        (
            "poll",
            *frame(
                "client",
                {"type": "POLL", "sessionId": "s1", "timestrap": "1795233159998.2673", "pid": "1"},
                "/pullmsg.js?sessionid=s1&timestrap=1795233159998.2673&pid=1",
                ["Timestrap"],
            ),
            "POLL as a request target: timestrap put right",
        ),
        (
            "connect",
            *frame(
                "client",
                {
                    "type": "CONNECT",
                    **BITS,
                    "appId": "key",
                    "token": "t+k/==",
                    "sdkVer": "2.5.10",
                    "apiVer": "358574",
                    "pid": "1",
                },
                "/websocket?appId=key&token=t%2Bk%2F%3D%3D&sdkVer=2.5.10&apiVer=358574&pid=1",
                ["Generation"],
            ),
            "CONNECT as a request target: plus, slash and equals signs of a token left unescaped",
        ),
        (
            "answer-puback",
            *frame(
                "server",
                {
                    "type": "PUBACK",
                    **BITS,
                    "messageId": 2,
                    "date": 1795233160,
                    "status": 0,
                    "millisecond": 963,
                    "timestamp": 1795233160963,
                    "messageUId": "02L7-ERDT-7CI3-6U2D",
                },
                '{"headerCode":64,"messageId":2,"date":1795233160,"status":0,"millisecond":963,'
                '"timestamp":1795233160963,"messageUId":"02L7-ERDT-7CI3-6U2D"}',
                ["MemberOrder"],
            ),
            "PUBACK as an object: numbers as text",
        ),
        (
            "answer-connack",
            *frame(
                "server",
                {
                    "type": "CONNACK",
                    **BITS,
                    "status": 0,
                    "userId": "fang_min",
                    "messageId": 0,
                    "sessionId": "s042999501",
                    "timestamp": 1795233159995,
                },
                '{"status":0,"userId":"fang_min","headerCode":32,"messageId":0,"sessionid":"s042999501",'
                '"timestamp":1795233159995}',
                ["MemberOrder"],
            ),
            "CONNACK as an object: sessionId in place of sessionid",
        ),
        (
            "answer-push",
            *frame(
                "server",
                {
                    "type": "PUBLISH",
                    **BITS,
                    "qos": 1,
                    "topic": "s_msg",
                    "targetId": "fang_min",
                    "messageId": 1,
                    "date": 1795233161,
                    "data": b'{"type":1}'.hex(),
                },
                '{"headerCode":50,"topic":"s_msg","targetId":"fang_min","messageId":1,"date":1795233161,'
                '"data":"{\\"type\\":1}"}',
                ["MemberOrder", "PayloadForm"],
            ),
            "a push as an object: data put in as an object, not as text",
        ),
        (
            "answer-disconnect",
            *frame(
                "server",
                {"type": "DISCONNECT", **BITS, "status": 1, "messageId": 0},
                '{"headerCode":-32,"status":1,"messageId":0}',
                ["MemberOrder", "SignedCode"],
            ),
            "DISCONNECT as an object: headerCode 224 in place of -32",
        ),
        (
            "answer-127",
            *frame(
                "server",
                {"type": "QUERYCON", "qos": 3, "dup": True, "retain": True, "messageId": 1},
                '{"headerCode":127,"messageId":1}',
                ["MemberOrder", "QosDefault"],
            ),
            "headerCode 127 written, the largest that is positive: -129",
        ),
        (
            "answer-minus-128",
            *frame(
                "server",
                {"type": "SUBSCRIBE", **BITS, "messageId": 1},
                '{"headerCode":-128,"messageId":1}',
                ["MemberOrder", "SignedCode"],
            ),
            "headerCode -128 written, the first that is negative: 128",
        ),
        (
            "answer-sync",
            *frame(
                "server",
                {
                    "type": "PUBLISH",
                    "qos": 1,
                    "dup": True,
                    "retain": False,
                    "topic": "ppMsgP",
                    "targetId": "bob",
                    "messageId": 3,
                    "date": 1795233161,
                },
                '{"headerCode":58,"topic":"ppMsgP","targetId":"bob","messageId":3,"date":1795233161}',
                ["MemberOrder", "SyncMsg"],
            ),
            "a copy from another device as an object: dup left out of the code",
        ),
    ]
    for slug, operation, given, expect, flags, level, comment in rows:
        yield case(f"poll-write-{slug}", level, comment, operation, given, expect, flags)
    for slug, sender, value, errors, comment in [
        (
            "type-unknown",
            "server",
            {"type": "PUBLISHED", **BITS},
            ["value", "required", "unsupported"],
            "an answer of a type that does not exist: headerCode 0 written",
        ),
        (
            "type-missing",
            "server",
            {**BITS, "messageId": 1},
            ["value", "required", "unsupported"],
            "an answer without a type: headerCode 0 written",
        ),
        (
            "qos-4",
            "client",
            {"type": "PUBLISH", **BITS, "qos": 4, "messageId": 1, "topic": "ppMsgP", "targetId": "bob"},
            ["value", "unsupported"],
            "a request with QoS 4: its bit written as dup",
        ),
        (
            "message-id-65536",
            "client",
            {"type": "PUBACK", **BITS, "messageId": 65536},
            ["value", "unsupported"],
            "the first message id beyond 16 bits in a request: written, where the server keeps 0 of it",
        ),
        (
            "data-no-text",
            "server",
            {"type": "PUBLISH", **BITS, "topic": "s_msg", "targetId": "bob", "messageId": 1, "data": "ff"},
            ["value", "string", "unsupported"],
            "an answer with data that is no UTF-8: written with a replacement character",
        ),
    ]:
        yield case(
            f"poll-refuse-{slug}",
            "must",
            comment,
            "frame.encode",
            {"form": "polling", "sender": sender, "frame": value},
            reject(*errors),
        )
