"""Payloads at protobuf's edges: varints, unknown fields, wire types, groups, order, texts, what is missing or cut."""

import base64

from payload_wire import block, encoded, mapped, number, sample, tag, varint
from vectors import accept, case, either, reject

HISTORY = "HistoryMsgInput"  # targetId 1, time 2 (int64), count 3, order 4 (int32), busChannel 5: all optional


def decode(message, data):
    return {"message": message, "hex": data.hex()}


def good(identifier, comment, message, data, value, flags=(), level="must", exact=False, source=None):
    more = {"source": source} if source else {}
    return case(
        f"pb-{identifier}",
        level,
        comment,
        "payload.decode",
        decode(message, data),
        accept(value),
        flags,
        "exact" if exact else None,
        **more,
    )


def skipped(identifier, comment, message, data, value, flags):
    """A field of another wire type than the schema's: passed over, as protobuf does, or refused, as ProtoBuf.js does."""
    entry = good(identifier, comment, message, data, value, flags,
                 source="protobuf's encoding; web SDK, protobuf-2.3.9.js, ProtoBuf.js Message.decode")
    return entry | {"expect": either(value, error=["wireType", "value"])}


def bad(identifier, comment, message, data, errors, flags=(), level="must"):
    return case(f"pb-{identifier}", level, comment, "payload.decode", decode(message, data), reject(*errors), flags)


def edges():
    yield from published()
    yield from varints()
    yield from numbers()
    yield from unknown_fields()
    yield from order()
    yield from enums()
    yield from missing()
    yield from wire_types()
    yield from groups()
    yield from texts()
    yield from cut()
    yield from moved()


def published():
    run = "bytes that the vendor's web SDKs wrote when they were run"
    yield good(
        "published-upstream",
        "a text message as the web SDK writes it, with configFlag 0: a zero that was written left out as a default",
        "UpStreamMessage",
        bytes.fromhex("0803120952433a5478744d73671a157b22636f6e74656e74223a22f09f9880e4b8ad227d4800"),
        {"sessionId": 3, "classname": "RC:TxtMsg", "content": "eyJjb250ZW50Ijoi8J+YgOS4rSJ9", "configFlag": 0},
        exact=True,
        source=run,
    )
    yield good(
        "published-notify",
        "a notice with a time of 41 bits: cut to 32 bits",
        "NotifyMsg",
        bytes.fromhex("080110929992cacd2e"),
        {"type": 1, "time": "1601372982418", "chrmId": None},
        exact=True,
        source=run,
    )


def varints():
    def time(data):
        return tag(2, 0) + data

    rows = [
        ("padded-two", time(b"\x81\x00"), {"time": "1"}, "1 in two bytes: a longer spelling refused, or read as 129"),
        (
            "padded-ten",
            time(b"\x81" + b"\x80" * 8 + b"\x00"),
            {"time": "1"},
            "1 in ten bytes: the limit one byte too low",
        ),
        ("zero-padded", time(b"\x80\x00"), {"time": "0"}, "0 in two bytes: the end seen in the low bits being zero"),
        ("ten-bytes", time(b"\xff" * 9 + b"\x01"), {"time": "-1"}, "-1 in ten bytes: an unsigned number"),
        (
            "nine-bytes",
            time(b"\xff" * 8 + b"\x7f"),
            {"time": "9223372036854775807"},
            "2^63 - 1 in nine bytes: shifts of 32 bits",
        ),
        (
            "largest-first",
            time(b"\x80" * 9 + b"\x01"),
            {"time": "-9223372036854775808"},
            "-2^63 in ten bytes: negated for its sign it overflows",
        ),
        (
            "five-bytes",
            time(b"\xff\xff\xff\xff\x0f"),
            {"time": "4294967295"},
            "2^32 - 1 in a field of 64 bits: sign-extended to -1",
        ),
        (
            "beyond-64",
            time(b"\xff" * 9 + b"\x7f"),
            {"time": "-1"},
            "a tenth byte with bits beyond 64: cut off by protobuf's own readers, where a shift traps",
        ),
        ("tag-padded", b"\x90\x80\x00\x05", {"time": "5"}, "a tag in three bytes: tags read as one byte"),
        (
            "length-padded",
            b"\x0a\x82\x80\x00me",
            {"targetId": "me"},
            "a length in three bytes: lengths read as one byte",
        ),
    ]
    for slug, data, value, comment in rows:
        level = "should" if slug in ("beyond-64", "tag-padded", "length-padded") else "must"
        yield good(f"varint-{slug}", comment, HISTORY, data, value, ["Varint"], level)
    for slug, data, comment in [
        (
            "eleven",
            time(b"\x80" * 10 + b"\x00"),
            "eleven bytes for 0: read without end, or the eleventh taken for a tag",
        ),
        ("eleven-ones", time(b"\xff" * 10 + b"\x01"), "eleven bytes of ones: a shift by 70"),
        ("endless", time(b"\x80" * 40), "forty bytes that go on: read to the end of the payload"),
        (
            "tag-eleven",
            b"\x90" + b"\x80" * 9 + b"\x00\x05",
            "a tag of eleven bytes: tags read by a loop of their own without a limit",
        ),
        (
            "length-eleven",
            b"\x0a" + b"\x82" + b"\x80" * 9 + b"\x00me",
            "a length of eleven bytes: lengths read by a loop of their own without a limit",
        ),
    ]:
        yield bad(
            f"varint-{slug}",
            comment,
            HISTORY,
            data,
            ["varint"] if slug in ("eleven", "eleven-ones", "endless") else ["varint", "value", "length", "wireType"],
            ["Varint"],
        )


def numbers():
    def count(value):
        return number(3, value)

    rows = [
        (
            "int32-minus-one",
            count(-1),
            {"count": -1},
            "-1 as int32 in ten bytes: read as zigzag it is -2147483648 or so",
        ),
        (
            "int32-smallest",
            count(-2147483648),
            {"count": -2147483648},
            "the smallest int32 in ten bytes: negated for its sign it overflows",
        ),
        (
            "int32-largest",
            count(2147483647),
            {"count": 2147483647},
            "the largest int32 in five bytes: the fifth byte's bits lost",
        ),
        (
            "int32-five-bytes",
            tag(3, 0) + b"\xff\xff\xff\xff\x0f",
            {"count": -1},
            "-1 in five bytes, as careless writers have it: 4294967295 in a field of 32 bits",
        ),
        ("int32-wide", count(4294967296 + 5), {"count": 5}, "2^32 + 5 in an int32: its low 32 bits are 5"),
        ("int32-zigzag", count(3), {"count": 3}, "3 is 3: read as zigzag it is -2"),
        (
            "int64-zero",
            number(2, 0),
            {"time": "0", "count": None},
            "a zero that was written: left out, as proto3 would",
        ),
        ("int64-2-53", number(2, 9007199254740993), {"time": "9007199254740993"}, "2^53 + 1: digits lost in a double"),
        ("int64-minus", number(2, -1700000000000), {"time": "-1700000000000"}, "a negative time: its high bits lost"),
        ("int32-zero", count(0), {"count": 0, "order": None}, "an int32 of zero that was written: the same as absent"),
    ]
    for slug, data, value, comment in rows:
        level = "should" if slug in ("int32-wide", "int32-five-bytes") else "must"
        yield good(slug, comment, HISTORY, data, value, ["Bits64"] if "int64" in slug else ["Varint"], level)
    for slug, data, value, comment in [
        ("bool-false", b"\0", False, "false that was written: left out"),
        ("bool-two", b"\2", True, "2 is true: compared with 1"),
        ("bool-wide", b"\x80\x01", True, "128 is true: its low seven bits are 0"),
        ("bool-ones", b"\xff" * 9 + b"\x01", True, "-1 is true: a bool read as one byte"),
    ]:
        yield good(
            slug, f"isFinished, {comment}", "RelationsOutput", tag(2, 0) + data, {"isFinished": value}, ["Varint"]
        )
    yield good(
        "bytes-empty",
        "content of no bytes: left out, or null",
        "UpStreamMessage",
        encoded("UpStreamMessage", {"sessionId": 0, "classname": "", "content": b""}),
        {"sessionId": 0, "classname": "", "content": ""},
        [],
        exact=True,
    )
    yield good(
        "bytes-every",
        "content with every byte once: base64 through text",
        "UpStreamMessage",
        encoded("UpStreamMessage", {"sessionId": 1, "classname": "x:y", "content": bytes(range(256))}),
        {"content": base64.b64encode(bytes(range(256))).decode()},
        [],
        exact=True,
    )
    for size in (1, 2):
        text = {1: "AA==", 2: "AAE="}[size]
        yield good(
            f"bytes-{size}",
            f"content of {size} bytes: base64 with {3 - size} signs of padding, {text}",
            "UpStreamMessage",
            encoded("UpStreamMessage", {"sessionId": 1, "classname": "x", "content": bytes(range(size))}),
            {"content": text},
            [],
            exact=True,
        )
    yield good(
        "bytes-alphabet",
        "content fb ef ff: base64 with + and /, where the alphabet for addresses has - and _",
        "UpStreamMessage",
        encoded("UpStreamMessage", {"sessionId": 1, "classname": "x", "content": b"\xfb\xef\xff"}),
        {"content": "++//"},
        [],
        exact=True,
    )
    for length, comment in (
        (127, "127 bytes: the most that a length of one byte tells"),
        (128, "128 bytes: a length of two bytes, 80 01"),
        (16384, "16384 bytes: a length of three bytes"),
    ):
        yield good(
            f"text-{length}",
            f"targetId of {comment}",
            HISTORY,
            block(1, "t" * length),
            {"targetId": "t" * length},
            [],
            exact=True,
        )


def unknown_fields():
    rows = [
        ("varint", number(99, 5), "a varint under number 99"),
        ("fixed64", tag(99, 1) + bytes(8), "eight bytes of wire type 1"),
        ("fixed32", tag(99, 5) + bytes(4), "four bytes of wire type 5"),
        ("block", block(99, b"\x08\x05"), "a length-delimited field that looks like a message"),
        ("big-number", number(536870911, 1), "the largest field number, a tag of five bytes"),
        ("number-16", number(16, 1), "number 16, the first with a tag of two bytes, which in one byte is 0"),
        ("reserved", number(19500, 1), "a number of the range that protobuf keeps for itself"),
        ("empty", block(99, b""), "an unknown field without bytes"),
    ]
    for slug, data, comment in rows:
        yield good(
            f"unknown-{slug}",
            f"{comment} before a known field: what follows is read at the wrong place",
            HISTORY,
            data + block(1, "me"),
            {"targetId": "me"},
            ["UnknownField"],
        )
    yield good(
        "unknown-last",
        "an unknown field at the end: bytes behind the last known field refused",
        HISTORY,
        block(1, "me") + number(99, 5),
        {"targetId": "me"},
        ["UnknownField"],
    )
    yield good(
        "unknown-only",
        "nothing but unknown fields: no message at all",
        HISTORY,
        number(98, 1) + number(99, 2),
        {"targetId": None, "time": None},
        ["UnknownField"],
    )
    yield good(
        "unknown-nested",
        "an unknown field in a nested message: skipped in the outer one instead",
        "RtcRoomInfoOutput",
        block(2, block(1, "k") + number(9, 1) + block(2, "v")) + number(3, 7),
        {"roomData": [{"key": "k", "value": "v"}], "userCount": 7},
        ["UnknownField"],
    )
    yield good(
        "unknown-same-low-bits",
        "number 17, whose tag has 1 in its low four bits: numbers cut to four bits",
        HISTORY,
        block(17, "no") + block(1, "me"),
        {"targetId": "me"},
        ["UnknownField"],
    )
    many = b"".join(number(100 + index, index) for index in range(200))
    yield good(
        "unknown-many",
        "two hundred unknown fields: a table of fixed size",
        HISTORY,
        many + number(3, 1),
        {"count": 1},
        ["UnknownField"],
    )


def order():
    fields = [block(1, "me"), number(2, 8), number(3, 9), number(4, 1), block(5, "c")]
    value = {"targetId": "me", "time": "8", "count": 9, "order": 1, "busChannel": "c"}
    yield good(
        "order-reversed",
        "fields from the last to the first: read by their place",
        HISTORY,
        b"".join(reversed(fields)),
        value,
        ["Order"],
    )
    yield good(
        "order-mixed",
        "fields in another order, the newest in the middle: a reader that only moves forward in its table",
        HISTORY,
        fields[2] + fields[4] + fields[0] + fields[3] + fields[1],
        value,
        ["Order"],
    )
    yield good(
        "order-required-last",
        "required fields behind optional ones: checked before they are read",
        "NotifyMsg",
        block(3, "room") + number(2, 5) + number(1, 2),
        {"type": 2, "time": "5", "chrmId": "room"},
        ["Order"],
    )
    yield good(
        "twice-number",
        "count twice: the first one kept, or both added",
        HISTORY,
        number(3, 1) + number(3, 2),
        {"count": 2},
        ["Order"],
    )
    yield good(
        "twice-text",
        "targetId twice: the first one kept, or both joined",
        HISTORY,
        block(1, "a") + block(1, "b"),
        {"targetId": "b"},
        ["Order"],
    )
    yield good(
        "twice-to-zero",
        "count 5, then 0: a zero does not replace",
        HISTORY,
        number(3, 5) + number(3, 0),
        {"count": 0},
        ["Order"],
    )
    yield good(
        "twice-to-empty",
        "targetId a, then empty: an empty text does not replace",
        HISTORY,
        block(1, "a") + block(1, ""),
        {"targetId": ""},
        ["Order"],
    )
    yield good(
        "twice-apart",
        "count, another field, count again: only neighbours replace",
        HISTORY,
        number(3, 1) + block(1, "m") + number(3, 2),
        {"count": 2, "targetId": "m"},
        ["Order"],
    )
    yield good(
        "twice-nested",
        "pushExt twice with different fields: merged, not replaced",
        "DownStreamMessage",
        encoded("DownStreamMessage", sample("DownStreamMessage", only_required=True))
        + block(18, block(1, "title"))
        + block(18, block(3, "id")),
        {"pushExt": {"title": "title", "pushId": "id"}},
        ["Order"],
        "should",
    )
    yield good(
        "twice-nested-merged",
        "extraInnerData twice with the same field: the later value within the merged message",
        "RtcInput",
        number(1, 1) + block(3, block(1, "k") + block(2, "old")) + block(3, block(2, "new")),
        {"extraInnerData": {"key": "k", "value": "new"}},
        ["Order"],
        "should",
    )
    yield good(
        "repeated-apart",
        "entries of a list with another field between them: two lists, or the first lost",
        "RtcUserListOutput",
        block(1, block(1, "a")) + block(2, "token") + block(1, block(1, "b")),
        {"list": [{"userId": "a"}, {"userId": "b"}], "token": "token"},
        ["Order"],
    )
    yield good(
        "repeated-one",
        "one entry of a list: shown without brackets",
        "SubUserStatusInput",
        block(1, "a"),
        {"userid": ["a"]},
        [],
        exact=True,
    )
    yield good(
        "repeated-equal",
        "equal entries of a list: made a set",
        "SubUserStatusInput",
        block(1, "a") * 3,
        {"userid": ["a", "a", "a"]},
        [],
        exact=True,
    )
    yield good(
        "repeated-empty-texts",
        "empty entries of a list: dropped",
        "SubUserStatusInput",
        block(1, "") + block(1, "x") + block(1, ""),
        {"userid": ["", "x", ""]},
        [],
        exact=True,
    )
    yield good(
        "repeated-empty-messages",
        "entries without a field: dropped from a list of messages",
        "ChrmKVSOutput",
        block(1, b"") + block(1, block(1, "k")),
        {"errorKeys": [{}, {"key": "k"}]},
        [],
        exact=True,
    )
    yield good(
        "repeated-order",
        "entries keep their order: sorted by name",
        "SessionDisTagReq",
        block(1, "b") + block(1, "a"),
        {"tagId": ["b", "a"]},
        [],
        exact=True,
    )
    yield good(
        "nested-empty",
        "a nested message without a field: the same as none",
        "DownStreamMessage",
        encoded("DownStreamMessage", {**sample("DownStreamMessage", only_required=True), "pushExt": {}}),
        {"pushExt": {}},
        [],
        exact=True,
    )
    message = {**sample("UpStreamMessage", only_required=True), "classname": "RC:chrmKVNotiMsg"}
    room = {"entry": {"key": "k", "value": "v"}, "notification": message}
    yield good(
        "nested-three",
        "three levels: setKV with a message in it that has an extension of its own",
        "SetChrmKV",
        encoded("SetChrmKV", {**room, "notification": {**message, "pushExt": {"title": "t"}}}),
        {
            "entry": {"key": "k", "value": "v", "status": None},
            "notification": {"classname": "RC:chrmKVNotiMsg", "pushExt": {"title": "t"}},
        },
        [],
        exact=True,
    )
    down = sample("DownStreamMessage", only_required=True)
    listed = [{**down, "fromUserId": name} for name in ("a", "b", "c")]
    yield good(
        "nested-list",
        "three messages in one answer: the state of the first carried into the next",
        "DownStreamMessages",
        encoded("DownStreamMessages", {"list": [{**listed[0], "msgId": "first"}, listed[1], listed[2]], "syncTime": 5}),
        {
            "list": [
                {"fromUserId": "a", "msgId": "first"},
                {"fromUserId": "b", "msgId": None},
                {"fromUserId": "c", "msgId": None},
            ],
            "syncTime": "5",
        },
        [],
        exact=True,
    )


def enums():
    def message(value):
        return number(1, value)

    for value, name, comment in [
        (1, "PERSON", "the lowest value"),
        (3, "GROUP", "a value in the middle: names counted from 0"),
        (8, "MP", "the last value of version 2"),
        (10, "ULTRAGROUP", "the value behind a gap: names counted in their order"),
    ]:
        yield good(
            f"enum-{value}",
            f"ChannelType {value} is {name}: {comment}",
            "RelationQryInput",
            message(value),
            {"type": name},
            [],
            exact=True,
        )
    for value, comment in [
        (0, "0 is none of its values: the first one shown in its place"),
        (9, "9 is the gap: read as ULTRAGROUP"),
        (12, "12, an RTC room, occurs: refused or dropped by a closed enum"),
        (99, "99: beyond a table's end"),
        (-1, "-1 in ten bytes: read as an unsigned index"),
        (2147483647, "the largest value: an array of so many names"),
        (-2147483648, "-2147483648, the smallest value: negated it overflows"),
    ]:
        yield good(
            f"enum-unknown-{str(value).replace('-', 'minus-')}",
            f"ChannelType {comment}",
            "RelationQryInput",
            message(value) + number(2, 5),
            {"type": value, "count": 5},
            ["OpenEnum"],
        )
    yield good(
        "enum-zero-kick",
        "JoinType 0 is KICK, a value of its own: the same as absent",
        "RtcInput",
        number(1, 1) + number(6, 0),
        {"joinType": "KICK", "identityChangeType": None},
        [],
        exact=True,
    )
    yield good(
        "enum-required-unknown",
        "a required enum with the unknown value 12: missing",
        "DownStreamMessage",
        encoded("DownStreamMessage", {**sample("DownStreamMessage", only_required=True), "type": 12}),
        {"type": 12, "classname": sample("DownStreamMessage", only_required=True)["classname"]},
        ["OpenEnum"],
    )
    yield good(
        "enum-same-name",
        "targetType 2 is PERSON, which in ChannelType is 1: names looked up in one table",
        "RtcQryInput",
        number(1, 1) + number(2, 2),
        {"isInterior": True, "target": "PERSON"},
        [],
        exact=True,
    )
    yield good(
        "enum-twice",
        "a known and then an unknown value: the known one kept",
        "RelationQryInput",
        message(3) + message(12),
        {"type": 12},
        ["OpenEnum", "Order"],
        "should",
    )
    yield good(
        "enum-wide",
        "2^32 + 3 as an enum: its low 32 bits are GROUP",
        "RelationQryInput",
        message(4294967299),
        {"type": "GROUP"},
        ["Varint"],
        "may",
    )


def missing():
    rows = [
        ("UpStreamMessage", ["sessionId"]),
        ("UpStreamMessage", ["classname"]),
        ("UpStreamMessage", ["content"]),
        ("DownStreamMessage", ["fromUserId"]),
        ("DownStreamMessage", ["type"]),
        ("DownStreamMessage", ["dataTime"]),
        ("DownStreamMessage", ["status"]),
        ("SyncRequestMsg", ["ispolling"]),
        ("NotifyMsg", ["type"]),
        ("ChrmInput", ["nothing"]),
        ("GetQNupTokenOutput", ["token"]),
        ("MsgChangeReq", ["msgUID", "msgTime"]),
        ("DownStreamMessages", ["syncTime"]),
    ]
    for message, gone in rows:
        full = sample(message, only_required=True)
        value = {name: item for name, item in full.items() if name not in gone}

        shown = {**mapped(message, value), **{name: None for name in gone}}
        yield case(
            f"pb-missing-{message.lower()}-{gone[0].lower()}",
            "must",
            f"{message} without its required {' and '.join(gone)}: a default made up for it",
            "payload.decode",
            decode(message, encoded(message, value)),
            either(shown, error=["required"]),
            ["Required"],
        )
    yield case(
        "pb-missing-nested",
        "must",
        "an entry of a list without its required value: the whole list dropped, or an empty value made up",
        "payload.decode",
        decode("RtcQryOutput", block(1, block(1, "k")) + block(1, block(1, "l") + block(2, "v"))),
        either({"outInfo": [{"key": "k", "value": None}, {"key": "l", "value": "v"}]}, error=["required"]),
        ["Required"],
    )
    yield case(
        "pb-missing-all",
        "must",
        "an empty DownStreamMessage, which lacks six required fields: read behind the payload's end",
        "payload.decode",
        decode("DownStreamMessage", b""),
        either({"fromUserId": None, "type": None, "content": None, "status": None}, error=["required"]),
        ["Required"],
    )


def wire_types():
    rows = [
        ("text-as-varint", number(1, 5), "targetId as a varint: its value taken for a length"),
        ("text-as-fixed", tag(1, 5) + b"abcd", "targetId as four bytes: shown as text"),
        (
            "number-as-block",
            block(3, b"\x05"),
            "count as a length-delimited field of one byte, as a packed list would be: read as its length 1, or as 5",
        ),
        (
            "number-as-fixed32",
            tag(3, 5) + b"\5\0\0\0",
            "count as four bytes: read as a varint, so that three zeros become tags",
        ),
        ("number-as-fixed64", tag(2, 1) + b"\5" + bytes(7), "time as eight bytes: read as a varint"),
        ("packed-many", block(4, b"\1\2\3"), "order as three packed numbers: the last one shown"),
    ]
    for slug, data, comment in rows:
        yield skipped(
            f"skips-wiretype-{slug}",
            comment,
            HISTORY,
            data + block(5, "c"),
            {"targetId": None, "time": None, "count": None, "order": None, "busChannel": "c"},
            ["WireType"],
        )
    yield skipped(
        "skips-wiretype-message-as-varint",
        "pushExt as a varint: a nested message begun there",
        "DownStreamMessage",
        encoded("DownStreamMessage", sample("DownStreamMessage", only_required=True)) + number(18, 3),
        {"pushExt": None},
        ["WireType"],
    )
    yield skipped(
        "skips-wiretype-enum-as-block",
        "type as a text: the name looked up, or the length taken for the value",
        "RelationQryInput",
        block(1, "GROUP") + number(2, 4),
        {"type": None, "count": 4},
        ["WireType"],
    )
    yield skipped(
        "skips-wiretype-both",
        "count as text and as a number: the text counts as the field",
        HISTORY,
        block(3, "77") + number(3, 7),
        {"count": 7},
        ["WireType"],
    )
    for wire in (6, 7):
        yield bad(
            f"wiretype-{wire}",
            f"wire type {wire}, which does not exist: skipped by one byte",
            HISTORY,
            bytes([1 << 3 | wire, 0]),
            ["wireType", "value"],
            ["WireType"],
        )
        yield bad(
            f"wiretype-unknown-{wire}",
            f"wire type {wire} under an unknown number: skipped to the end of the payload",
            HISTORY,
            block(1, "me") + tag(99, wire) + b"\0",
            ["wireType", "value"],
            ["WireType"],
        )
    yield bad(
        "wiretype-number-zero",
        "field number 0: the payload's end, as zeros behind it would be",
        HISTORY,
        block(1, "me") + b"\0\0",
        ["wireType", "value"],
        ["WireType"],
    )
    yield bad(
        "wiretype-number-zero-block",
        "field number 0 with a length: skipped as unknown",
        HISTORY,
        b"\x02\x01x",
        ["wireType", "value"],
        ["WireType"],
    )
    yield bad(
        "wiretype-number-too-big",
        "a tag beyond 32 bits: its field number cut to 1",
        HISTORY,
        varint((1 << 32 | 1) << 3) + b"\5",
        ["wireType", "value", "varint"],
        ["WireType"],
        "should",
    )
    yield bad(
        "wiretype-number-first-too-big",
        "field number 2^29, the first that is too big: a tag of 32 bits cut to 0",
        HISTORY,
        varint(1 << 32) + b"\5",
        ["wireType", "value", "varint"],
        ["WireType"],
        "should",
    )


def groups():
    inner = number(1, 5) + block(2, "x")
    whole = tag(20, 3) + inner + tag(20, 4)
    yield good(
        "group-unknown",
        "an unknown group before a known field: its end not looked for by number",
        HISTORY,
        whole + block(1, "me"),
        {"targetId": "me"},
        ["Group", "UnknownField"],
    )
    yield good(
        "group-empty",
        "an empty unknown group: two tags and nothing between",
        HISTORY,
        tag(20, 3) + tag(20, 4) + block(1, "me"),
        {"targetId": "me"},
        ["Group", "UnknownField"],
    )
    yield good(
        "group-nested",
        "groups of the same number within each other: the first end taken for the outer's",
        HISTORY,
        tag(20, 3) + tag(20, 3) + tag(20, 4) + block(1, "no") + tag(20, 4) + block(1, "me"),
        {"targetId": "me"},
        ["Group", "UnknownField"],
    )
    yield good(
        "group-hides-fields",
        "a group that holds a field of a known number: taken for the message's own",
        HISTORY,
        tag(20, 3) + number(3, 9) + tag(20, 4) + block(1, "me"),
        {"targetId": "me", "count": None},
        ["Group", "UnknownField"],
    )
    yield good(
        "group-known-number",
        "a group under targetId's number: its fields read as a text",
        HISTORY,
        tag(1, 3) + inner + tag(1, 4) + number(3, 2),
        {"targetId": None, "count": 2},
        ["Group", "WireType"],
    )
    yield bad(
        "group-open",
        "a group without an end: ended by the payload's end",
        HISTORY,
        tag(20, 3) + inner,
        ["truncated", "wireType"],
        ["Group"],
    )
    yield bad(
        "group-wrong-end",
        "a group ended by another number: any end taken",
        HISTORY,
        tag(20, 3) + inner + tag(21, 4),
        ["wireType", "value"],
        ["Group"],
    )
    yield bad(
        "group-end-only",
        "the end of a group that was never begun: the end of the message, as in some writers",
        HISTORY,
        block(1, "me") + tag(20, 4),
        ["wireType", "value"],
        ["Group"],
    )
    yield bad(
        "group-end-in-message",
        "the end of a group begun outside a nested message: bounds crossed",
        "RtcQryOutput",
        tag(20, 3) + block(1, tag(20, 4)),
        ["wireType", "truncated", "value"],
        ["Group"],
    )
    yield case(
        "pb-group-deep",
        "must",
        "a thousand groups within each other: a stack that overflows",
        "payload.decode",
        decode(HISTORY, tag(20, 3) * 1000 + tag(20, 4) * 1000),
        either({"targetId": None}, error=["limit"]),
        ["Group"],
    )


def texts():
    rows = [
        (
            "emoji",
            "\U0001f600".encode(),
            "\U0001f600",
            "an emoji in four bytes, which is UTF-8 here: written as surrogates as in a frame's texts",
        ),
        ("nul", b"a\0b", "a\0b", "NUL within a text: the text ends there"),
        ("mark", "\ufeffa".encode(), "\ufeffa", "U+FEFF at the start: stripped"),
        ("decomposed", "e\u0301".encode(), "e\u0301", "e and U+0301: composed"),
        ("quotes", b'"\\\n', '"\\\n', "a quotation mark, a backslash and a line end: JSON without escapes"),
        ("separators", "\u2028".encode(), "\u2028", "U+2028: a line of JSON split in two"),
        ("spaces", b" a ", " a ", "spaces at both ends: trimmed"),
        ("empty", b"", "", "an empty text that was written: left out as absent"),
        ("noncharacter", "\uffff".encode(), "\uffff", "U+FFFF: refused as ill-formed"),
    ]
    for slug, data, text, comment in rows:
        yield good(
            f"text-{slug}",
            f"targetId: {comment}",
            HISTORY,
            block(1, data),
            {"targetId": text},
            [] if slug != "emoji" else ["Text"],
            exact=True,
        )
    for slug, data, replaced, comment in [
        (
            "surrogates",
            b"\xed\xa0\xbd\xed\xb8\x80",
            ["\ufffd" * 2, "\ufffd" * 6, "\U0001f600"],
            "surrogates of three bytes each, as frames have them",
        ),
        ("stray", b"a\xffb", ["a\ufffdb"], "a byte that never occurs"),
        (
            "cut",
            b"a\xe4\xb8",
            ["a\ufffd", "a\ufffd\ufffd"],
            "a character cut off by the text's end: completed from the next field",
        ),
        (
            "overlong",
            b"a\xc0\x80b",
            ["a\ufffd\ufffdb", "a\ufffdb", "a\0b"],
            "NUL as c0 80, which is Java's and not UTF-8",
        ),
    ]:
        yield case(
            f"pb-text-bad-{slug}",
            "must",
            f"targetId with {comment}; never a crash or another field's bytes",
            "payload.decode",
            decode(HISTORY, block(1, data) + number(3, 0xB8)),
            either(*({"targetId": text, "count": 0xB8} for text in replaced), error=["string"]),
            ["Text"],
        )


def cut():
    whole = encoded("UpStreamMessage", {"sessionId": 300, "classname": "RC:TxtMsg", "content": b"{}", "pushText": "p"})
    for slug, data, errors, comment in [
        (
            "tag",
            whole[:-3] + b"\x80",
            ["truncated"],
            "a payload that ends within a tag: the tag taken without its rest",
        ),
        (
            "varint",
            b"\x08\xac",
            ["truncated"],
            "a payload that ends within a varint: its low bits taken, 44 in place of 300",
        ),
        ("after-tag", whole[:-2], ["truncated"], "a payload that ends behind a tag: an empty text made up"),
        (
            "length",
            whole[:-1],
            ["truncated", "length"],
            "a text of one byte that is not there: an end check that is off by one",
        ),
        (
            "text",
            b"\x08\x01\x12\x09RC:T",
            ["truncated", "length"],
            "a text of nine bytes of which four are there: cut in silence",
        ),
        (
            "bytes-huge",
            b"\x08\x01\x1a\xff\xff\xff\xff\x07",
            ["truncated", "length", "limit"],
            "bytes of 2^31 - 1 that are not there: memory set aside before looking",
        ),
        (
            "length-minus",
            b"\x0a" + varint(-1),
            ["length", "truncated", "value", "limit"],
            "a length of 2^64 - 1: as a signed number it is -1 and the reader goes backwards",
        ),
        ("length-2-32", b"\x0a" + varint(1 << 32), ["length", "truncated", "limit"], "a length of 2^32: cut to 0"),
        (
            "length-2-31",
            b"\x0a" + varint(1 << 31),
            ["length", "truncated", "limit"],
            "a length of 2^31: negative in 32 bits",
        ),
    ]:
        yield bad(f"cut-{slug}", comment, "UpStreamMessage", data, errors)
    for wire, size in ((1, 8), (5, 4)):
        yield bad(
            f"cut-fixed-{size * 8}",
            f"an unknown field of {size} bytes of which {size - 1} are there: skipped behind the end",
            HISTORY,
            block(1, "m") + tag(99, wire) + bytes(size - 1),
            ["truncated"],
        )
    yield bad(
        "cut-nested-beyond",
        "a nested message that claims one byte more than its parent has: read from what follows the parent",
        "RtcRoomInfoOutput",
        block(2, b"\x0a\x02k") + number(3, 7),
        ["truncated", "length"],
    )
    yield bad(
        "cut-nested-varint",
        "a varint that goes on behind its nested message: bounds of the parent",
        "ChrmKVSOutput",
        block(1, b"\x10\x80") + b"\x01",
        ["truncated", "length", "wireType"],
    )
    deep = b""
    for _ in range(150):
        deep = block(20, deep)
    yield good(
        "deep-unknown",
        "150 unknown fields within each other are bytes to a reader of the schema: taken apart as messages",
        HISTORY,
        deep + number(3, 1),
        {"count": 1},
        ["UnknownField"],
    )
    yield case(
        "pb-no-message",
        "must",
        "a message that is not in the schema: an empty value made up",
        "payload.decode",
        {"message": "NoSuchMessage", "hex": ""},
        reject("value", "unsupported", "required"),
    )
    yield case(
        "pb-hex-odd",
        "must",
        "hex of three digits: the last one dropped",
        "payload.decode",
        {"message": HISTORY, "hex": "0a0"},
        reject("value", "truncated", "length"),
    )


def moved():
    yield good(
        "moved-relations-4",
        "RelationsInput number 4 as a text: busChannel of version 5, where older schemas have the number offset",
        "RelationsInput",
        number(1, 10) + block(4, "channel") + number(3, 2),
        {"type": "ULTRAGROUP", "offset": None, "count": 2},
        ["Moved", "WireType"],
    )
    yield good(
        "moved-relations-4-number",
        "RelationsInput number 4 as a varint: offset, up to version 4",
        "RelationsInput",
        number(1, 1) + number(4, 20),
        {"type": "PERSON", "offset": 20},
        ["Moved"],
        exact=True,
    )
    yield good(
        "moved-rtc-room-type",
        "RtcInput of one int32 that build 2.3.4 calls nothing: under the newer name",
        "RtcInput",
        number(1, 1),
        {"roomType": 1},
        ["Moved"],
        exact=True,
    )
    yield case(
        "pb-moved-rtc-without-type",
        "should",
        "RtcInput without its first field: required by the schema of builds 2.3.6 and 2.3.9, made up by a reader",
        "payload.decode",
        decode("RtcInput", number(2, 1)),
        either({"roomType": None, "broadcastType": 1}, error=["required"]),
        ["Moved", "Required"],
    )
    yield good(
        "moved-follow",
        "MCFollowInput with the state of an RTC room in it, number 1 named id or state",
        "MCFollowInput",
        block(1, "2"),
        {"id": "2"},
        ["Moved"],
        exact=True,
    )
    yield good(
        "moved-rtc-data",
        "RtcDataInput of build 2.3.4, objectName under 5 and content under 6: 5 is content in the newer schema and 6 is"
        " unknown, nothing is lost to a trap",
        "RtcDataInput",
        number(1, 1) + number(2, 1) + block(3, "k") + block(5, "RC:X") + block(6, "{}"),
        {"interior": True, "target": "ROOM", "key": ["k"], "objectName": None, "content": "RC:X"},
        ["Moved", "UnknownField"],
    )
    yield good(
        "moved-delete-kv",
        "DeleteChrmKV as version 2 sends it, without entry.status: a status asked for",
        "DeleteChrmKV",
        encoded("DeleteChrmKV", {"entry": {"key": "k", "value": ""}, "bNotify": False}),
        {"entry": {"key": "k", "value": "", "status": None}, "bNotify": False},
        ["Moved"],
        exact=True,
    )
