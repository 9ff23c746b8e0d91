"""Frames of the WebSocket form: one message, one frame, no length."""

import captured
import levels
from frame_bits import UNUSED, bytes_behind, decode, ends_too_early, header_bits
from frame_encode import encoding
from frame_notes import NOTES  # noqa: F401
from frame_numbers import numbers
from frame_texts import every_field, lengths, spellings
from frame_topics import topics
from vectors import accept, case, either, reject
from wire import Field, Frame, i64, prefixed, sample, u16

GROUP = "rongcloud.frame.websocket"
RUN = "bytes that the vendor's web SDKs wrote when they were run"
BY_HAND = "published layout, read back by the vendor's web SDKs"


def cases():
    yield from levels.frames(_all())


def _all():
    yield from header_bits("websocket")
    yield from published()
    yield from recorded()
    yield from ends_too_early("websocket")
    yield from nothing_there()
    yield from bytes_behind("websocket")
    yield from every_field("websocket")
    yield from lengths("websocket")
    yield from spellings("websocket")
    yield from numbers("websocket")
    yield from connack()
    yield from short_acks()
    yield from directions()
    yield from payload_edges()
    yield from topics()
    yield from unused_types()
    yield from connect_frames("websocket")
    yield from encoding("websocket")


def read(identifier, level, comment, frame, hex_text=None, leave_out=(), flags=(), exact=True, source=None, **more):
    given = decode(frame, hex_text)
    arguments = {"source": source} if source else {}
    return case(
        identifier,
        level,
        comment,
        "frame.decode",
        given,
        accept(frame.object(leave_out, **more)),
        flags,
        "exact" if exact else None,
        **arguments,
    )


def published():
    """The frames that were published with their meaning."""

    def request(kind, topic, target, identifier, data, qos):
        return Frame(
            kind,
            "client",
            (
                Field("topic", "text", topic),
                Field("targetId", "text", target),
                Field("messageId", "u16", identifier),
                Field("data", "rest", data),
            ),
            qos=qos,
        )

    rows = [
        (
            "publish",
            request("PUBLISH", "ppMsgP", "bob", 0x1234, "010203", 1),
            "32000670704d7367500003626f621234010203",
            RUN,
            "PUBLISH of SDKs 2 and 5: a layout with the message id before the target, as in SDK 1's reader",
            (),
        ),
        (
            "query-v2",
            request("QUERY", "pullMsg", "me", 1, "0800", 1),
            "52000770756c6c4d736700026d6500010800",
            RUN,
            "QUERY of SDK 2 with QoS 1: its layout taken from the answer's, which has no topic",
            (),
        ),
        (
            "query-v5",
            request("QUERY", "pullMsg", "me", 3, "0800", 0),
            "50000770756c6c4d736700026d6500030800",
            RUN,
            "QUERY of engine 5 with QoS 0: the message id taken for part of QoS 1 only, as in MQTT",
            (),
        ),
        (
            "publish-v5",
            request("PUBLISH", "ugMsg", "v1", 0x0102, "0102", 1),
            "32000575674d73670002763101020102",
            RUN,
            "an ultra group's PUBLISH whose data repeats the message id: the id looked for from the end",
            (),
        ),
        (
            "puback",
            Frame("PUBACK", "client", (Field("messageId", "u16", 258),)),
            "400102",
            RUN,
            "PUBACK of three bytes: an id with its bytes swapped is 513",
            (),
        ),
        (
            "querycon",
            Frame("QUERYCON", "client", (Field("messageId", "u16", 258),)),
            "700102",
            RUN,
            "QUERYCON laid out like PUBACK: a reader that knows 4 but not 7",
            (),
        ),
        (
            "connack-v3",
            sample("connack"),
            "2000000002753100037369640000018bcfe56800",
            BY_HAND,
            "CONNACK of version 3: user id and session id exchanged, or the time in seconds",
            ("flag",),
        ),
        (
            "connack-v4",
            sample("connack4"),
            "2000000f0002753100037369640000018bcfe568001234",
            BY_HAND,
            "CONNACK of version 4 with all four fields: its flags taken for the user id's length",
            ("flag",),
        ),
        (
            "connack-v4-no-session",
            sample("connack4").without("sessionId").having(flags=0x0D),
            "2000000d000275310000018bcfe568001234",
            BY_HAND,
            "CONNACK of version 4 without a session id: the time read as a text because version 3 has one there",
            ("flag",),
        ),
        (
            "connack-refused",
            Frame("CONNACK", "server", (Field("flag", "u8", 0), Field("status", "u8", 4))),
            "200004",
            BY_HAND,
            "CONNACK that ends after the status: a reader that insists on a user id",
            ("flag",),
        ),
        (
            "puback-server",
            sample("puback-server").having(status=0),
            "4001025f720000000001a20013" + b"BKR5-28P4-JT85-SK8H".hex(),
            BY_HAND,
            "a server's PUBACK: date, status and milliseconds in another order",
            (),
        ),
        (
            "publish-server",
            sample("publish-server"),
            None,
            BY_HAND,
            "a server's PUBLISH as published: SDK 1's reader, which has no target, gives 0x0002 as the message id",
            (),
        ),
        (
            "disconnect",
            sample("disconnect").having(status=5),
            "e00005",
            BY_HAND,
            "DISCONNECT 5: a status read from the ignored byte, or one less as the SDK's own writer has it",
            ("flag",),
        ),
    ]
    for slug, frame, text, source, comment, leave_out in rows:
        if text:
            assert frame.wire().hex() == text, (slug, frame.wire().hex())
        yield read(f"ws-published-{slug}", "must", comment, frame, text, leave_out, exact=not leave_out, source=source)


RECORDED = {
    "websocket-2": {
        4: "CONNACK with a session id that looks like a message uid",
        7: "QUERY with QoS 0 of SDK 2, whose other queries have QoS 1",
        8: "QUERYACK with QoS 1 on a QUERY with QoS 0: the QoS copied from the question",
        10: "QUERYACK whose payload begins with a number, not with a length: data taken for a text",
        11: (
            "QUERYCON with id 1, sent after two answers: pairing in order of arrival only shows elsewhere, the id must"
            " be right here"
        ),
        13: "QUERY with QoS 1: 0x52 refused by a table of bytes that knows 0x50",
        14: "an answer whose list of messages is empty: its 4 bytes of data dropped with the list",
        16: "the first message sent: everything of a PUBLISH at once",
        17: "PUBACK after which the message uid begins with a digit: the uid made a number",
        18: "Chinese text in the payload: data passed through a text decoder",
        20: "a message to a group with an emoji in four bytes in its payload, which is protobuf and not a frame's text",
        22: "3473 bytes of data: a fixed buffer of 1024 or 2048 bytes",
        26: "a server's PUBLISH with QoS 1 and header 0x32, the same byte as the client's",
        27: "the client's answer to a push: its three bytes read as the beginning of a server's PUBACK",
    },
    "websocket-4": {
        4: "CONNACK of six letters and a session id, where the length of the user id is 6 as the status redirect",
        8: "SessionStates of 39 bytes, the first varint of which has continuation bits: data read as signed bytes",
        15: "a message with a mention: 0xe5 and other high bytes in data turned to text and back",
        17: "JSON text in the expansion next to Chinese keys: the longest data of a text message here",
        21: "a push that changes a message's expansion, of 105 bytes: read until the first zero byte it is empty",
        25: "a quoted message within a message: nested JSON in data left alone by the frame's reader",
        27: "recallMsg with the own user as target: topic and target exchanged give a user called recallMsg",
        29: "joinChrm: a query whose data is two bytes, fewer than an empty text and an id would need",
        32: "chrmPull with a syncTime of zero: data that begins 08 00",
        33: "pullKV sent right after chrmPull, both without waiting: its id 10 is a line feed",
        34: "an answer with a chat room's message: the nested lengths 0a 69 0a taken for texts of the frame",
        35: (
            "an answer of nine bytes whose first byte is a field number, 10: a reader that wants a text behind the"
            " status"
        ),
        38: "setKV with a message inside the request: 114 bytes that hold another topic's payload",
        41: "s_cmd with QoS 0: a push known by 0x32 only",
        43: "two entries in one answer: 78 bytes, longer than the ack's fixed part by far",
        45: "chatMsg with id 13, a carriage return, and an emoji in data",
        50: "DISCONNECT 1 as the last frame: a status read as the signed ignored byte",
    },
    "websocket-tls": {
        22: "a link in a group, of 178 bytes: a length kept in a signed byte, which ends at 127",
        28: "s_ntf with QoS 0 and nine bytes of data: an acknowledgement read into the id",
        29: "pullMsg with two cursors: 16 bytes of data, more than its topic",
        30: "a pull's answer of 1292 bytes: a buffer of 1024",
        37: "chrmPull with QoS 1, as SDK 2 sends it, where SDK 4 has QoS 0",
        38: "an answer of two bytes, 10 00: a page without messages and without the end mark",
    },
}


def recorded():
    """Frames of the bundled recordings."""
    for short, rows in RECORDED.items():
        for number, comment in rows.items():
            frame = captured.event(short, number)
            value = captured.object_of(frame)
            if frame["type"] in ("PUBLISH", "QUERY", "QUERYACK"):
                size = frame["payloadLength"]
                value["data"] = frame["rawHex"][-2 * size :] if size else ""
            sdk = {"websocket-2": "v2", "websocket-4": "v4", "websocket-tls": "tls"}[short]
            flagged = frame["type"] in ("CONNACK", "DISCONNECT")
            value.pop("flag", None)
            yield case(
                f"ws-recorded-{sdk}-{number}",
                "must",
                f"{comment} (recorded)",
                "frame.decode",
                {"form": "websocket", "sender": captured.sender(frame), "hex": frame["rawHex"]},
                accept(value),
                [],
                None if flagged else "exact",
                captured.source(short, number),
            )


def nothing_there():
    yield case(
        "ws-empty-client",
        "must",
        "an empty message: the header byte read without looking",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": ""},
        reject("truncated"),
    )
    yield case(
        "ws-empty-server",
        "must",
        "an empty message from the server, which a dispatcher of answers may take for a heartbeat",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": ""},
        reject("truncated"),
    )
    huge = bytes([0x32]) + prefixed("ppMsgP") + u16(0xFFFF) + b"bob"
    yield case(
        "ws-length-beyond-all",
        "must",
        "a target of 65535 bytes of which 3 are there: memory set aside by the length, or 3 bytes taken",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": huge.hex()},
        reject("truncated", "length"),
    )
    eats = bytes([0x32]) + u16(6 + 2 + 3 + 2 + 3) + b"ppMsgP" + prefixed("bob") + u16(1) + b"\1\2\3"
    yield case(
        "ws-length-eats-the-rest",
        "must",
        "a topic whose length reaches exactly to the end of the frame: the end check passes and the "
        "next field is read behind the frame",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": eats.hex()},
        reject("truncated"),
    )
    uid = sample("puback-server").wire()[:-21] + u16(20) + b"BKR5-28P4-JT85-SK8H"
    yield case(
        "ws-length-uid-one-more",
        "should",
        "a message uid that claims 20 bytes where 19 are left: SDK 4 gives an empty uid, SDK 2 gives -1",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": uid.hex()},
        reject("truncated", "length"),
    )
    less = sample("puback-server").wire()[:-21] + u16(18) + b"BKR5-28P4-JT85-SK8H"
    shown = sample("puback-server").having(messageUId="BKR5-28P4-JT85-SK8")
    yield case(
        "ws-length-uid-one-less",
        "must",
        "a message uid that claims 18 bytes where 19 are left: read to the end of the frame in place of by its length",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": less.hex()},
        either(shown.object(), error=["trailing", "length"]),
        ["Trailing"],
    )


def connack():
    """Both versions of CONNACK, and telling them apart."""

    def frame(*fields):
        return Frame("CONNACK", "server", (Field("flag", "u8", 0),) + fields)

    status = Field("status", "u8", 0)
    user, session = Field("userId", "text", "u1"), Field("sessionId", "text", "sid")
    time, start = Field("timestamp", "i64", 1700000000000), Field("messageId", "u16", 0x1234)

    yield read(
        "ws-connack-v3-user-only",
        "must",
        "version 3 with the user id alone, as SDK 1 and nubybear know it: a session id asked for all the same",
        frame(status, user),
        leave_out=("flag",),
        flags=["ProtocolVersion3"],
        exact=False,
    )
    yield read(
        "ws-connack-v3-empty-user",
        "should",
        "00 00 behind the status: an empty user id of version 3, not flags without fields and a byte too many",
        frame(status, Field("userId", "text", "")),
        leave_out=("flag",),
        flags=["ProtocolVersion3"],
        exact=False,
    )
    yield read(
        "ws-connack-v3-refused-with-user",
        "must",
        "version 3 with status 6, redirect, and a user id: fields read for status 0 only",
        frame(Field("status", "u8", 6), user),
        leave_out=("flag",),
        flags=["ProtocolVersion3", "StatusByte"],
        exact=False,
    )
    yield case(
        "ws-connack-v3-session-without-time",
        "must",
        "version 3 with a session id and no time: 0 made up for the time",
        "frame.decode",
        decode(frame(status, user, session)),
        reject("truncated"),
        ["ProtocolVersion3"],
    )
    yield case(
        "ws-connack-v3-time-short",
        "must",
        "version 3 whose time has four of eight bytes: read as a number of 32 bits",
        "frame.decode",
        decode(frame(status, user, session), frame(status, user, session).wire().hex() + "65b8e56f"),
        reject("truncated"),
        ["ProtocolVersion3"],
    )

    fields = [user, session, time, start]
    names = ["user", "session", "time", "id"]
    wrong = {
        1: "flags 0x01: a version told by the number of bytes instead of the flags",
        2: "flags 0x02: the first text taken for the user id whatever the flags say",
        3: "flags 0x03: a time read because a session id is there, as version 3 has it",
        4: "flags 0x04: eight bytes of time taken for a text's length and text",
        5: "flags 0x05: the flags' bits counted from the other end",
        6: "flags 0x06: no user id: the session id becomes the user",
        7: "flags 0x07: everything but the id: the id asked for",
        8: "flags 0x08: the id directly behind the flags",
        9: "flags 0x09: the id behind the user id, read as the length of a session id",
        10: "flags 0x0a: the id behind a session id without a time between",
        11: "flags 0x0b: the id taken for the beginning of a time",
        12: "flags 0x0c: the id before the time",
        14: "flags 0x0e: all but the user id",
    }
    for bits, comment in wrong.items():
        given = tuple(field for index, field in enumerate(fields) if bits >> index & 1)
        slug = "-".join(name for index, name in enumerate(names) if bits >> index & 1)
        yield read(
            f"ws-connack-v4-{slug}",
            "must",
            comment,
            frame(status, Field("flags", "u8", bits), *given),
            leave_out=("flag",),
            flags=["ProtocolVersion4"],
            exact=False,
        )
    yield read(
        "ws-connack-v4-no-fields",
        "should",
        "one zero byte behind the status: flags without fields, not half of a length",
        frame(status, Field("flags", "u8", 0)),
        leave_out=("flag",),
        flags=["ProtocolVersion4"],
        exact=False,
    )
    for bits in (0x10, 0x80):
        given = frame(status, Field("flags", "u8", 1 | bits), user)
        yield read(
            f"ws-connack-v4-unknown-flag-{bits:02x}",
            "should",
            f"a flag 0x{bits:02x} that no SDK knows: the fields known before it refused, or read in place of another",
            given,
            leave_out=("flag",),
            flags=["ProtocolVersion4"],
            exact=False,
        )
    given = frame(status, Field("flags", "u8", 0x11), user)
    yield case(
        "ws-connack-v4-unknown-field",
        "should",
        "four bytes that an unknown flag may announce: shown as what is left over, not as a field",
        "frame.decode",
        decode(given, given.wire().hex() + "00000001"),
        accept(given.object(("flag",), trailing="00000001")),
        ["ProtocolVersion4", "Trailing"],
    )
    for name, cut, size in (("user", user, 3), ("session", session, 4), ("time", time, 7), ("id", start, 1)):
        bits = {"user": 1, "session": 2, "time": 4, "id": 8}[name]
        text = frame(status, Field("flags", "u8", bits)).wire() + cut.encoded()[:size]
        yield case(
            f"ws-connack-v4-{name}-short",
            "must",
            f"version 4 with a cut {cut.name} alone: given up and read as version 3, or filled with zeros",
            "frame.decode",
            {"form": "websocket", "sender": "server", "hex": text.hex()},
            reject("truncated", "length"),
            ["ProtocolVersion4"],
        )

    # 258 bytes behind the status that fit both versions exactly.
    tail = b"u" * 255
    both = bytes([0x20, 0, 0, 1, 0, 0xFF]) + tail
    yield case(
        "ws-connack-fits-both",
        "should",
        "a body that version 3 (a user id of 256 bytes) and version 4 use up alike, where 4 was asked for: read as"
        " version 3",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": both.hex()},
        accept({"type": "CONNACK", "status": 0, "flags": 1, "userId": tail.decode()}),
        ["ProtocolVersion4"],
    )
    # 770 bytes behind the status that fit both versions exactly and are good texts in both.
    user, session = "u" * 0x7E, "s" * 0x027F
    body = bytes([0x03]) + prefixed(user) + prefixed(session)
    hexadecimal = (bytes([0x20, 0, 0]) + body).hex()
    yield case(
        "ws-connack-v4-fits-version-3",
        "should",
        "flags 0x03 and the user and session that they announce, of 770 bytes: where 4 was asked for, taken for a user"
        " id of version 3",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": hexadecimal},
        accept({"type": "CONNACK", "status": 0, "flags": 3, "userId": user}),
        ["ProtocolVersion4"],
    )
    yield case(
        "ws-connack-v3-fits-version-4",
        "should",
        "a user id of 768 bytes whose length begins like flags: where 3 was asked for, taken for version 4",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": hexadecimal},
        accept({"type": "CONNACK", "status": 0, "flags": None, "userId": body[2:].decode()}),
        ["ProtocolVersion3"],
    )
    yield case(
        "ws-connack-v3-in-layout-4",
        "should",
        "flags and a user id where 3 was asked for: a version told by the third byte, in place of a cut user id",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": "20000001" + prefixed("u1").hex()},
        reject("truncated", "length"),
        ["ProtocolVersion3"],
    )
    yield case(
        "ws-connack-v4-in-layout-3",
        "should",
        "a user id without flags where 4 was asked for: the version told by the third byte, which are flags without"
        " fields",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": "200000" + prefixed("u1").hex()},
        either({"type": "CONNACK", "status": 0, "flags": 0, "userId": None}, error=["trailing", "length"]),
        ["ProtocolVersion4"],
    )
    long_user = "n" * 300
    body = prefixed(long_user) + prefixed("s") + i64(5)
    yield case(
        "ws-connack-v3-long-user",
        "should",
        "a user id of 300 bytes in version 3: its length's first byte is 1, which are no flags since version 4 leaves"
        " bytes over",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": (bytes([0x20, 0, 0]) + body).hex()},
        accept({"type": "CONNACK", "status": 0, "flags": None, "userId": long_user, "sessionId": "s", "timestamp": 5}),
        ["ProtocolVersion3"],
    )
    for value, comment in (
        (0x80, "0x80, as the JavaScript writer has it, lost or taken for a status"),
        (0xFF, "0xff shown as -1"),
    ):
        yield read(
            f"ws-connack-ignored-{value:02x}",
            "should",
            f"the ignored byte of CONNACK: {comment}",
            sample("connack").having(flag=value),
            flags=["IgnoredByte", "ProtocolVersion3"],
        )
        yield read(
            f"ws-disconnect-ignored-{value:02x}",
            "should",
            f"the ignored byte of DISCONNECT: {comment}",
            sample("disconnect").having(flag=value),
            flags=["IgnoredByte"],
        )
        yield read(
            f"ws-connack-status-behind-{value:02x}",
            "must",
            f"status 3 behind the ignored byte 0x{value:02x}: the connection taken as refused with 0x{value:02x}",
            frame(Field("status", "u8", 3)).having(flag=value),
            leave_out=("flag",),
            flags=["IgnoredByte", "StatusByte"],
            exact=False,
        )
        yield read(
            f"ws-disconnect-status-behind-{value:02x}",
            "must",
            f"status 2 behind the ignored byte 0x{value:02x}: the reason read one byte too early",
            sample("disconnect").having(flag=value, status=2),
            leave_out=("flag",),
            flags=["IgnoredByte"],
            exact=False,
        )
    yield read(
        "ws-connack-v4-kept",
        "should",
        "version 4 written back with its flags and ignored byte: an encoder that writes version 3 whenever it can",
        sample("connack4").without("sessionId").having(flags=0x0D, flag=0x80),
        flags=["ProtocolVersion4", "IgnoredByte"],
    )


def short_acks():
    """A server's PUBACK may end after the status and after the milliseconds."""
    full = sample("puback-server")
    yield read(
        "ws-puback-ends-after-status",
        "must",
        "a server's PUBACK of eight bytes: milliseconds asked for, or 0 made up",
        full.without("millisecond", "messageUId"),
        flags=["ShortAck"],
        millisecond=None,
        messageUId=None,
    )
    yield read(
        "ws-puback-ends-after-milliseconds",
        "must",
        "a server's PUBACK without a message uid, as for a refused message: an empty uid made up",
        full.without("messageUId"),
        flags=["ShortAck"],
        messageUId=None,
    )
    yield read(
        "ws-puback-refused-with-uid",
        "must",
        "status 23406 and a message uid all the same: the uid read for status 0 only",
        full,
        flags=["ShortAck"],
    )
    yield read(
        "ws-puback-uid-of-other-length",
        "must",
        "a message uid of 16 bytes: read as 19 bytes because every one has so many",
        full.having(messageUId="5A2T98B7454EL6O2"),
    )
    yield read(
        "ws-queryack-no-data",
        "must",
        "QUERYACK without data: an error, as SDKs show it, in place of empty data",
        sample("queryack").having(data=""),
    )


def directions():
    """The same bytes from either end."""
    pair = bytes([0x30]) + u16(5) + b"s_msg" + u16(4) + b"\0\1zz" + u16(0x0009) + b"\xaa"
    as_client = Frame(
        "PUBLISH",
        "client",
        (
            Field("topic", "text", "s_msg"),
            Field("targetId", "text", "\0\1zz"),
            Field("messageId", "u16", 9),
            Field("data", "rest", "aa"),
        ),
    )
    yield read(
        "ws-direction-publish-client",
        "must",
        "bytes that are a whole PUBLISH of a client: read with a date because the topic is a push's",
        as_client,
        pair.hex(),
        flags=["Direction"],
    )
    shared = bytes([0x32]) + bytes.fromhex("0000000400016100026262ccdd0102")
    yield case(
        "ws-direction-same-bytes-server",
        "must",
        "bytes that are a PUBLISH in both directions, from the server: date 4, topic a, target bb",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": shared.hex()},
        accept({"type": "PUBLISH", "date": 4, "topic": "a", "targetId": "bb", "messageId": 0xCCDD, "data": "0102"}),
        ["Direction"],
        "exact",
    )
    yield case(
        "ws-direction-same-bytes-client",
        "must",
        "the same bytes from the client: an empty topic, a target of four bytes, no date",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": shared.hex()},
        accept(
            {
                "type": "PUBLISH",
                "topic": "",
                "targetId": "\0\1a\0",
                "messageId": 0x0262,
                "data": "62ccdd0102",
                "date": None,
            }
        ),
        ["Direction", "EmptyTopic"],
        "exact",
    )
    server_ack = sample("puback-server").wire()
    yield case(
        "ws-direction-puback-client-long",
        "must",
        "a server's PUBACK marked as the client's: its id is the same, the rest is no field of the client's",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": server_ack.hex()},
        either({"type": "PUBACK", "messageId": 258}, error=["trailing", "length"]),
        ["Direction", "Trailing"],
    )
    yield case(
        "ws-direction-puback-server-short",
        "must",
        "a client's PUBACK marked as the server's: status 0 made up, which tells the sender that all is well",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": "400102"},
        reject("truncated"),
        ["Direction"],
    )
    dated = sample("publish-server")
    yield case(
        "ws-direction-publish-server-as-client",
        "must",
        "a server's PUBLISH marked as the client's: 0x5f72 is no length of its topic",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": dated.wire().hex()},
        reject("truncated", "length"),
        ["Direction"],
    )
    yield read(
        "ws-direction-sync",
        "must",
        "0x3a with a topic of sending, ppMsgP, from the server: read as the client's own because of its topic",
        sample("publish-server").bits(dup=True).having(topic="ppMsgP"),
        flags=["SyncMsg", "Direction"],
    )
    yield read(
        "ws-direction-sync-qos-0",
        "must",
        "0x38, the copy of a status message: dup lost where QoS is 0",
        sample("publish-server").bits(dup=True, qos=0).having(topic="ppMsgS"),
        flags=["SyncMsg"],
    )
    yield read(
        "ws-direction-retained-push",
        "must",
        "0x33, a push as servers send it with retain: a bot that waits for 0x32 misses it",
        sample("publish-server").bits(retain=True),
        flags=["Retain"],
    )
    yield read(
        "ws-direction-rtc-qos-0",
        "must",
        "0x30 from a client, as for RTC data: the message id left out for QoS 0, as in MQTT",
        sample("publish-client").bits(qos=0).having(topic="rtcSetData"),
    )
    from_server = sample("query")
    yield case(
        "ws-direction-query-server",
        "may",
        "QUERY from a server, which no server is known to send: SDK 2's reader of it calls itself without end",
        "frame.decode",
        {"form": "websocket", "sender": "server", "hex": from_server.wire().hex()},
        accept(from_server.object()),
        ["Direction"],
    )
    yield read(
        "ws-direction-answer-wants-none",
        "must",
        "0x60, an answer without a confirmation wanted: QoS 1 taken for granted",
        sample("queryack").bits(qos=0),
    )


def payload_edges():
    """What data may be."""
    rows = [
        ("empty", "", "no data: left out in place of empty, which is not the same as a missing member"),
        ("zero", "00", "one zero byte: trimmed as padding"),
        ("zeros-behind", "0a0000", "zero bytes at the end: trimmed as padding"),
        ("looks-like-a-text", "0003616263", "data that looks like another text: read as one more field"),
        ("looks-like-a-frame", "c0", "data that looks like a heartbeat: a second frame taken from the same message"),
        ("high-bytes", "ff80fe", "bytes that are no UTF-8: data passed through a text decoder"),
        ("line-ends", "0d0a0a", "line ends: data passed through a text stream"),
        ("every-byte", bytes(range(256)).hex(), "every byte once: one value changed by a signed or textual conversion"),
    ]
    for slug, data, comment in rows:
        yield read(f"ws-data-{slug}", "must", f"PUBLISH: {comment}", sample("publish-client").having(data=data))
    for slug, data, comment in rows[:3]:
        yield read(
            f"ws-data-push-{slug}", "must", f"a server's PUBLISH: {comment}", sample("publish-server").having(data=data)
        )
    yield read(
        "ws-data-query-empty",
        "must",
        "QUERY without data, as for a request whose message is empty: read past the frame for at least one byte",
        sample("query").having(data=""),
    )
    long = (b"\x0a\x7f" + b"x" * 127) * 32
    yield read(
        "ws-data-long",
        "must",
        "4128 bytes of data: a length kept in 12 bits",
        sample("queryack").having(data=long.hex()),
    )
    text = prefixed('{"a":"é"}')
    yield read(
        "ws-data-prefixed-text",
        "should",
        "data given as a text, which SDKs 4 and 5 write with its length before it: the length stripped as if always"
        " there",
        sample("publish-client").having(data=text.hex()),
    )
    own = Frame(
        "PUBLISH",
        "client",
        (
            Field("topic", "text", "ppMsgP"),
            Field("targetId", "text", "bob"),
            Field("messageId", "u16", 1),
            Field("data", "rest", "0803120952433a5478744d73671a157b22636f6e74656e74223a22f09f9880e4b8ad227d4800"),
        ),
        qos=1,
    )
    yield read(
        "ws-data-shown-as-message",
        "may",
        "a published UpStreamMessage in a PUBLISH: the payload's message told from the topic, its content shown as"
        " JSON",
        own,
        flags=["FrameData"],
        exact=False,
        source=RUN,
        payload={"message": "UpStreamMessage", "value": {"sessionId": 3, "classname": "RC:TxtMsg", "configFlag": 0}},
        messages=[{"objectName": "RC:TxtMsg", "content": {"content": "\U0001f600中"}}],
    )
    notice = sample("publish-server").having(topic="s_ntf", data="080110929992cacd2e")
    yield read(
        "ws-data-shown-as-notice",
        "may",
        "a published NotifyMsg in a push: its time as text of 64 bits, not as a rounded number",
        notice,
        flags=["FrameData"],
        exact=False,
        source=RUN,
        payload={"message": "NotifyMsg", "value": {"type": 1, "time": "1601372982418"}},
    )


def unused_types():
    """Types that web SDKs do not use: the body stays what it is."""
    for name in UNUSED:
        number = {
            "SYMMETRIC": "0",
            "SUBSCRIBE": "8",
            "SUBACK": "9",
            "UNSUBSCRIBE": "10",
            "UNSUBACK": "11",
            "RESERVED": "15",
        }[name]
        flags = ["UnusedType"] + (["Dispatcher"] if name in ("SUBACK", "UNSUBACK", "SUBSCRIBE", "UNSUBSCRIBE") else [])
        became = {
            "SUBACK": "a PINGRESP",
            "UNSUBACK": "a PINGRESP",
            "SUBSCRIBE": "a PINGREQ",
            "UNSUBSCRIBE": "a PINGREQ",
        }.get(name, "an error")
        yield read(
            f"ws-unused-{name.lower()}-empty",
            "may",
            f"type {number} without a body: made {became} by the dispatcher",
            Frame(name, "server", (Field("data", "rest", ""),)),
            flags=flags,
        )
    yield read(
        "ws-unused-symmetric-like-text",
        "may",
        "type 0 whose body looks like a text: read as a key without knowing its layout",
        Frame("SYMMETRIC", "server", (Field("data", "rest", "000361626300"),)),
        flags=["UnusedType"],
    )


def connect_frames(form):
    """CONNECT with each combination of its flags."""
    prefix = "ws" if form == "websocket" else "tcp"
    level = "may" if form == "websocket" else "must"
    flags = ["ConnectFrame"] if form == "websocket" else []
    where = "" if form == "websocket" else " over TCP"
    full = sample("connect", form)
    rows = [
        (
            "bare",
            0x02,
            (),
            "clean session alone: a reader that has it at 0x20, as the SDK's own, and reads a will for 0x02",
        ),
        ("token", 0x42, ("token",), "a token and no app key: the fields taken in their order whatever the flags"),
        ("app", 0x82, ("appId",), "an app key and no token: 0x80 and 0x40 exchanged"),
        ("will", 0x06, ("willTopic", "will"), "a will alone: one text read for it in place of two"),
        (
            "will-token",
            0x46,
            ("willTopic", "will", "token"),
            "a will and a token: the will read behind the token, as MQTT has user name and password",
        ),
        (
            "app-token",
            0xC2,
            ("appId", "token"),
            "app key and token without a will: the app key read as the will's topic",
        ),
        (
            "will-qos",
            0xDE,
            ("willTopic", "will", "appId", "token"),
            "will QoS 3 in bits 4 and 3, which the web writer shifts the wrong way: a mask that finds more fields",
        ),
        (
            "will-retain",
            0xE6,
            ("willTopic", "will", "appId", "token"),
            "retain of the will, 0x20: taken for clean session or for a field",
        ),
        (
            "lowest-bit",
            0xC7,
            ("willTopic", "will", "appId", "token"),
            "the lowest bit, which means nothing: refused as reserved, as MQTT demands",
        ),
    ]
    for slug, bits, kept, comment in rows:
        if form == "websocket" and slug not in ("bare", "will-token", "will-qos"):
            continue
        gone = [name for name in ("willTopic", "will", "appId", "token") if name not in kept]
        yield read(
            f"{prefix}-connect-{slug}",
            level,
            f"CONNECT{where} with {comment}",
            full.having(flags=bits).without(*gone),
            flags=flags,
        )
    if form == "tcp":
        lowest = full.having(flags=0x03).without("willTopic", "will", "appId", "token")
        yield read(
            "tcp-connect-lowest-bit-alone",
            "must",
            "CONNECT over TCP whose lowest bit is set and no field announced: a mask that has that bit too finds a"
            " field",
            lowest,
        )
        fields = list(full.fields)
        fields.insert(5, Field("clientIp", "text", "127.0.0.1"))
        with_address = Frame("CONNECT", "client", tuple(fields), form=form)
        yield read(
            "tcp-connect-client-ip",
            "should",
            "the client's address behind its id, with no flag: taken for the will's topic, so that everything moves"
            " by one",
            with_address,
            flags=["ClientIp"],
        )
        bare = with_address.having(flags=0x42).without("willTopic", "will", "appId")
        yield read(
            "tcp-connect-client-ip-token",
            "should",
            "the client's address and a token only: two texts, one flag",
            bare,
            flags=["ClientIp"],
        )
        alone = with_address.having(flags=0x02).without("willTopic", "will", "appId", "token")
        yield read(
            "tcp-connect-client-ip-alone",
            "may",
            "the client's address without any flag: dropped as bytes behind the frame",
            alone,
            flags=["ClientIp"],
        )
        yield read(
            "tcp-connect-protocol-name",
            "must",
            "protocol BossFriday: refused for not being RCloud",
            full.having(protocolId="BossFriday"),
        )
        yield read(
            "tcp-connect-long-client",
            "must",
            "a client id of 65 characters, one more than SDKs write: refused by the reader",
            full.having(clientId="c" * 65),
        )
        yield read(
            "tcp-connect-will-with-separators",
            "must",
            "a will text with $$ between its parts: split into fields of the frame",
            full.having(will="iOS$$dev-2$$5.0.1"),
        )
