"""frame.encode: what writers must write, and what they must refuse."""

from frame_bits import PREFIX, TITLES, UNUSED
from frame_texts import MIXED, counted
from vectors import accept, case, either, reject
from wire import TCP_NAMES, Field, Frame, prefixed, sample, u16

NAMES = [
    "publish-client",
    "publish-server",
    "puback-client",
    "puback-server",
    "query",
    "queryack",
    "querycon",
    "connack",
    "connack4",
    "disconnect",
    "pingreq",
    "pingresp",
    "connect",
]


def encode(frame, members=None, **more):
    """The input of frame.encode."""
    return {
        "form": frame.form,
        "sender": frame.sender,
        "frame": members if members is not None else frame.object(),
        **more,
    }


def level_of(name, form):
    return "may" if name == "connect" and form == "websocket" else "must"


def written(identifier, level, comment, frame, flags=(), members=None, hex_text=None):
    return case(
        identifier,
        level,
        comment,
        "frame.encode",
        encode(frame, members),
        accept({"hex": hex_text if hex_text is not None else frame.wire().hex()}),
        flags,
    )


def refused(identifier, level, comment, frame, members, errors, flags=()):
    return case(identifier, level, comment, "frame.encode", encode(frame, members), reject(*errors), flags)


def encoding(form):
    prefix = PREFIX[form]
    where = " over TCP" if form == "tcp" else ""
    yield from _types(form, prefix, where)
    yield from _texts(form, prefix, where)
    yield from _numbers(form, prefix, where)
    yield from _refusals(form, prefix, where)


def _types(form, prefix, where):
    why = {
        "publish-client": "topic, target and id in another order, or a date that only servers write",
        "publish-server": "the date left out or written behind the topic",
        "puback-client": "a status and date that only servers write",
        "puback-server": "milliseconds and status exchanged",
        "query": "the type's number 5 exchanged with QUERYACK's",
        "queryack": "the topic written, which answers do not repeat",
        "querycon": "written as PUBACK, which has the same body",
        "connack": "the ignored byte left out, so that the status comes first",
        "connack4": "the flags left out, so that version 3 is written",
        "disconnect": "the status one less, as the JavaScript writer has it",
        "pingreq": "a body or an id written behind the heartbeat",
        "pingresp": "the server's answer written as c0",
        "connect": "the fields in the order of their flags' bits",
    }
    for name in NAMES:
        frame = sample(name, form)
        flags = ["ConnectFrame"] if name == "connect" and form == "websocket" else []
        yield written(
            f"{prefix}-write-{name}", level_of(name, form), f"{TITLES[name]} written{where}: {why[name]}", frame, flags
        )
    for name in UNUSED:
        frame = sample(name, form)
        shown = TCP_NAMES.get(name, name) if form == "tcp" else name
        if form == "tcp" and name not in TCP_NAMES:
            continue
        yield written(
            f"{prefix}-write-{name.lower()}",
            "may",
            f"{shown} written{where} with its body as data: a name that the writer does not know",
            frame,
            ["UnusedType"] + (["TcpNames"] if form == "tcp" else []),
        )
    bits = [
        ("dup", {"dup": True, "qos": 0}, "dup written at 0x04 or dropped"),
        ("retain", {"retain": True, "qos": 0}, "retain dropped because SDKs never set it"),
        ("qos-2", {"qos": 2}, "QoS shifted by too little or too much"),
        ("qos-3", {"qos": 3}, "QoS 3 cut to one bit"),
        (
            "all",
            {"qos": 3, "dup": True, "retain": True},
            "bits added where they should be joined, so that they carry into the type",
        ),
    ]
    for slug, values, comment in bits:
        for name in ("publish-server", "queryack"):
            if form == "tcp" and name == "queryack":
                continue
            yield written(
                f"{prefix}-write-{name}-{slug}",
                "must",
                f"{TITLES[name]} written{where}: {comment}",
                sample(name, form).bits(**values),
            )
    yield written(
        f"{prefix}-write-puback-short",
        "should",
        f"a server's PUBACK written{where} without milliseconds and uid: zeros filled in",
        sample("puback-server", form).without("millisecond", "messageUId"),
        ["ShortAck"],
    )
    if form == "websocket":
        yield written(
            "ws-write-puback-no-uid",
            "should",
            "a server's PUBACK written without a uid: an empty text filled in",
            sample("puback-server").without("messageUId"),
            ["ShortAck"],
        )
        yield written(
            "ws-write-connack-status-only",
            "must",
            "a CONNACK that refuses, written: empty texts filled in behind the status",
            sample("connack").without("userId", "sessionId", "timestamp").having(status=4),
        )
        yield written(
            "ws-write-connack-user-only",
            "should",
            "a CONNACK with a user id alone, written: an empty session id and time 0 filled in",
            sample("connack").without("sessionId", "timestamp"),
            ["ProtocolVersion3"],
        )
        for slug, bits, gone, comment in [
            ("no-session", 0x0D, ["sessionId"], "an empty session id written though no flag announces it"),
            (
                "id-only",
                0x08,
                ["userId", "sessionId", "timestamp"],
                "the id written last of four fields instead of first of one",
            ),
            (
                "user-only",
                0x01,
                ["sessionId", "timestamp", "messageId"],
                "the flags dropped because version 3 could say the same",
            ),
            ("no-fields", 0x00, ["userId", "sessionId", "timestamp", "messageId"], "flags of 0 taken for absent"),
        ]:
            yield written(
                f"ws-write-connack4-{slug}",
                "should",
                f"a CONNACK of version 4 written with flags 0x{bits:02x}: {comment}",
                sample("connack4").having(flags=bits).without(*gone),
                ["ProtocolVersion4"],
            )
        yield written(
            "ws-write-ignored-byte",
            "should",
            "the ignored byte 0x80 of a CONNACK written back: always 0",
            sample("connack").having(flag=0x80),
            ["IgnoredByte"],
        )
        yield written(
            "ws-write-trailing",
            "should",
            "bytes behind a QUERYCON written back: dropped, so that decode and encode are no identity",
            sample("querycon"),
            ["Trailing"],
            sample("querycon").object(trailing="00ff"),
            sample("querycon").wire().hex() + "00ff",
        )
        query = sample("query").having(data="08ac021000")
        members = query.object(
            ("data",), payload={"message": "SyncRequestMsg", "value": {"syncTime": "300", "ispolling": False}}
        )
        yield written(
            "ws-write-payload",
            "may",
            "QUERY written from its payload because data is absent: an empty data written",
            query,
            ["Payload"],
            members,
        )
        members = query.object(payload={"message": "SyncRequestMsg", "value": {"syncTime": "1", "ispolling": True}})
        yield written(
            "ws-write-data-wins",
            "may",
            "data and another payload: data is what is written",
            query,
            ["Payload"],
            members,
        )
        members = query.object(("data",), payload={"message": "NoSuchMsg", "value": {}})
        yield refused(
            "ws-write-payload-unknown",
            "may",
            "a payload of a message that does not exist: an empty one written",
            query,
            members,
            ["value", "required", "unsupported"],
            ["Payload"],
        )
        members = sample("publish-client").object(messages=[{"objectName": "RC:TxtMsg", "content": {}}], novelty=1)
        yield written(
            "ws-write-unknown-member",
            "should",
            "members that are for reading or unknown: refused, or written as data",
            sample("publish-client"),
            ["FrameData"],
            members,
        )
        members = sample("query").object(("qos", "dup", "retain"))
        yield written(
            "ws-write-bits-absent",
            "should",
            "QoS, dup and retain absent are 0 and false: the type's usual QoS filled in",
            sample("query").bits(qos=0),
            (),
            members,
        )


def _texts(form, prefix, where):
    rows = [("publish-client", "targetId"), ("publish-client", "topic"), ("query", "topic"), ("query", "targetId")]
    if form == "websocket":
        rows += [
            ("publish-server", "topic"),
            ("publish-server", "targetId"),
            ("puback-server", "messageUId"),
            ("connack", "userId"),
            ("connack", "sessionId"),
            ("connack4", "userId"),
            ("connack4", "sessionId"),
        ]
    else:
        rows += [("connect", "clientId"), ("connect", "will"), ("connect", "token")]
    for name, field in rows:
        frame = sample(name, form).having(**{field: "é中"})
        yield written(
            f"{prefix}-write-{name}-{field.lower()}-bytes",
            "must",
            f"{field} of {TITLES[name]} written{where} with five bytes of two characters: a length in characters",
            frame,
        )
    base = sample("publish-client", form)
    for slug, text, comment in [
        ("empty", "", "an empty target written: its length left out"),
        ("255", counted(255), "a target of 255 bytes: a length in one byte"),
        ("256", counted(256), "a target of 256 bytes: a length with its bytes swapped"),
        ("65535", counted(65535), "a target of 65535 bytes: the longest, refused or with a length of 0"),
        ("nul", "a\0b", None),
        ("astral", MIXED, None),
    ]:
        if form == "tcp" and slug in ("255", "65535"):
            continue
        if slug == "nul":
            yield case(
                f"{prefix}-write-nul",
                "must",
                f"NUL in a target{where}: written as one byte or as Java's two, never as the end of the text",
                "frame.encode",
                encode(base.having(targetId=text)),
                either(
                    {"hex": base.having(targetId=text).wire().hex()},
                    {"hex": base.having(targetId=(b"a\xc0\x80b", text)).wire().hex()},
                ),
                ["ModifiedUTF8"],
            )
        elif slug == "astral":
            pairs, plain = base.having(targetId=text), base.having(targetId=(text.encode(), text))
            yield case(
                f"{prefix}-write-astral",
                "must",
                f"an emoji in a target{where}: written in four or six bytes with a length to match; low 16 bits or a"
                " question mark are wrong",
                "frame.encode",
                encode(pairs),
                either({"hex": pairs.wire().hex()}, {"hex": plain.wire().hex()}),
                ["SurrogatePairs", "FourByteUTF8"],
            )
            yield written(
                f"{prefix}-write-astral-documented",
                "should",
                f"an emoji in a target{where} as the JavaScript SDKs and Java write it: plain UTF-8 is what old readers"
                " turn into U+F600",
                pairs,
                ["SurrogatePairs"],
            )
        else:
            yield written(f"{prefix}-write-target-{slug}", "must", comment + where, base.having(targetId=text))
    for slug, text, comment in [
        ("007f", "\x7f", "U+007F, the last of one byte: written in two"),
        ("0080", "\x80", "U+0080, the first of two bytes: written in one, as Latin-1"),
        ("07ff", "\u07ff", "U+07FF, the last of two bytes: written in three"),
        ("0800", "\u0800", "U+0800, the first of three bytes: written in two with a bit lost"),
        ("ffff", "\uffff", "U+FFFF, the last of three bytes: written as the start of a pair"),
    ]:
        if form == "websocket":
            yield written(f"ws-write-target-u{slug}", "must", f"a target of {comment}", base.having(targetId=text))
    raw = base.having(targetId=(b"\xf0\x9f\x98\x80", "\U0001f600"))
    yield written(
        f"{prefix}-write-raw",
        "may",
        f"raw bytes of a target{where}: the text written in the documented form all the same",
        raw,
        ["Raw"],
        base.having(targetId="\U0001f600").object(raw={"targetId": "f09f9880"}),
        raw.wire().hex(),
    )
    if form == "websocket":
        broken = base.having(targetId=(b"a\xed\xa0\xbdz", "a\ufffdz"))
        yield written(
            "ws-write-raw-ill-formed",
            "may",
            "raw bytes that are no text: refused, or U+FFFD written for them",
            broken,
            ["Raw"],
            base.having(targetId="a\ufffdz").object(raw={"targetId": "61eda0bd7a"}),
            broken.wire().hex(),
        )
        for name in ("publish-client",):
            members = sample(name).having(targetId="b").object()
            members["targetId"] = counted(65536)
            yield refused(
                "ws-write-target-65536",
                "must",
                "a target of 65536 bytes: the length cut to 16 bits, as the JavaScript writer does, makes it empty",
                sample(name),
                members,
                ["length", "value", "limit", "string"],
            )
        yield written(
            "ws-write-replacement",
            "must",
            "U+FFFD in a target is a character like others, ef bf bd: taken for a mark of damage and refused",
            base.having(targetId="\ufffd"),
        )


def _numbers(form, prefix, where):
    rows = [
        ("publish-client", "messageId", 65535, "0xffff: a range check for signed numbers"),
        ("publish-client", "messageId", 1, "1 written in two bytes, high one first"),
        ("publish-server", "date", -1, "-1: a range check for unsigned numbers"),
        ("publish-server", "date", 2147483647, "0x7fffffff: written through a float"),
        ("puback-server", "status", 65535, "0xffff: a range check for signed numbers"),
        ("queryack", "status", 256, "0x0100: written in one byte"),
    ]
    if form == "websocket":
        rows += [
            ("connack", "timestamp", 9007199254740993, "2^53 + 1: read from JSON through a double it ends in 2"),
            ("connack", "timestamp", 9007199254740996, "2^53 + 4, which a double holds: refused for being beyond 2^53"),
            ("connack", "timestamp", -1, "-1: its high half written as 0"),
            ("connack", "timestamp", 9223372036854775807, "the largest time: overflow in splitting it into halves"),
            ("connack", "status", 255, "255: a signed byte refused"),
            ("connack4", "messageId", 0, "0 under its flag: left out as empty"),
        ]
    for name, field, value, comment in rows:
        slug = str(value).replace("-", "minus-")
        yield written(
            f"{prefix}-write-{name}-{field.lower()}-{slug}",
            "must",
            f"{field} of {TITLES[name]} written{where}: {comment}",
            sample(name, form).having(**{field: value}),
        )


def _refusals(form, prefix, where):
    base = sample("publish-client", form)
    missing = [
        ("publish-client", "topic"),
        ("publish-client", "targetId"),
        ("publish-client", "messageId"),
        ("publish-server", "date"),
    ]
    if form == "websocket":
        missing += [
            ("puback-client", "messageId"),
            ("puback-server", "status"),
            ("puback-server", "date"),
            ("query", "topic"),
            ("query", "targetId"),
            ("query", "messageId"),
            ("queryack", "messageId"),
            ("queryack", "date"),
            ("queryack", "status"),
            ("querycon", "messageId"),
            ("connack", "status"),
            ("disconnect", "status"),
        ]
    else:
        missing += [("connect", "protocolId"), ("connect", "clientId"), ("connect", "keepAlive"), ("connect", "flags")]
    for name, field in missing:
        yield refused(
            f"{prefix}-refuse-{name}-{field.lower()}-missing",
            "must",
            f"{TITLES[name]} without {field}{where}: a default written in its place, which the receiver takes for true",
            sample(name, form),
            sample(name, form).object((field,)),
            ["required", "value"],
        )
    if form == "tcp":
        yield refused(
            "tcp-refuse-connect-token-missing",
            "should",
            "CONNECT whose flags announce a token that is not there: an empty text written, or the flag left to lie",
            sample("connect", form),
            sample("connect", form).object(("token",)),
            ["required", "value"],
        )
        yield refused(
            "tcp-refuse-connect-token-unannounced",
            "should",
            "CONNECT with a token that its flags do not announce: written all the same, the receiver misreads it",
            sample("connect", form),
            sample("connect", form).object(flags=0x86),
            ["required", "value"],
        )
        for slug, text, comment in [
            ("short", "00ff", "fewer than 16 digits: padded on one side or the other"),
            ("letters", "00000000000000zz", "letters that are no hex: taken as 0"),
        ]:
            yield refused(
                f"tcp-refuse-signature-{slug}",
                "must",
                f"a signature of {comment}",
                base,
                base.object(signature=text),
                ["value", "length", "truncated"],
                ["Signature"],
            )
        return
    for slug, changes, comment in [
        ("type-unknown", {"type": "PUBLISHED"}, "a type that does not exist: type 0 written"),
        ("type-null", {"type": None}, "no type at all: type 0 written"),
        ("qos-4", {"qos": 4}, "QoS 4: masked to 0, or carried into dup"),
        ("qos-minus", {"qos": -1}, "QoS -1: every bit of the header set"),
        ("id-65536", {"messageId": 65536}, "message id 65536: cut to 0"),
        ("id-minus", {"messageId": -1}, "message id -1: cut to 65535"),
        ("id-fraction", {"messageId": 1.5}, "message id 1.5: cut to 1"),
        ("data-odd", {"data": "010"}, "data of three digits: the last one dropped"),
        ("data-letters", {"data": "zz"}, "data that is no hex: taken as 0"),
    ]:
        errors = (
            ["value", "required", "unsupported"]
            if slug.startswith("type")
            else ["value", "truncated", "length", "string"] if slug.startswith("data") else ["value", "limit", "length"]
        )
        yield refused(f"ws-refuse-{slug}", "must", f"{comment} when written", base, base.object(**changes), errors)
    yield case(
        "ws-write-client-date",
        "must",
        "a client's PUBLISH whose object has a date: written before the topic, where a server reads the topic's length",
        "frame.encode",
        encode(base, base.object(date=1601306624)),
        either({"hex": base.wire().hex()}, error=["value"]),
        ["Direction"],
    )
    server = sample("publish-server")
    yield refused(
        "ws-refuse-date-wide",
        "must",
        "a date of 2147483648 seconds: cut to a negative number",
        server,
        server.object(date=2147483648),
        ["value", "limit", "length"],
    )
    ack = sample("puback-server")
    yield refused(
        "ws-refuse-status-wide",
        "must",
        "a status of 65536: cut to 0, which is success",
        ack,
        ack.object(status=65536),
        ["value", "limit", "length"],
    )
    yield refused(
        "ws-refuse-uid-without-milliseconds",
        "should",
        "a message uid without milliseconds: written directly behind the status, where they are read as its length",
        ack,
        ack.object(("millisecond",)),
        ["required", "value"],
        ["ShortAck"],
    )
    hello = sample("connack")
    yield refused(
        "ws-refuse-connack-status-wide",
        "must",
        "CONNACK status 256: cut to 0, which is accepted",
        hello,
        hello.object(status=256),
        ["value", "limit", "length"],
    )
    yield refused(
        "ws-refuse-connack-session-without-user",
        "should",
        "a session id without a user id in version 3: the session becomes the user",
        hello,
        hello.object(("userId",)),
        ["required", "value"],
        ["ProtocolVersion3"],
    )
    four = sample("connack4")
    yield refused(
        "ws-refuse-connack4-announced",
        "should",
        "flags that announce a session id that is not there: what follows is read as one",
        four,
        four.object(("sessionId",)),
        ["required", "value"],
        ["ProtocolVersion4"],
    )
    yield refused(
        "ws-refuse-connack4-unannounced",
        "should",
        "an id that the flags do not announce: dropped in silence",
        four,
        four.object(flags=7),
        ["required", "value"],
        ["ProtocolVersion4"],
    )
    yield refused(
        "ws-refuse-topic-number",
        "must",
        "a topic that is a number: written as its digits",
        base,
        base.object(topic=5),
        ["value", "string"],
    )
    yield refused(
        "ws-refuse-raw-letters",
        "may",
        "raw that is no hex: the text written instead",
        base,
        base.object(raw={"topic": "xy"}),
        ["value", "string", "truncated"],
        ["Raw"],
    )
