"""payload.encode: bytes of values, spellings of the JSON mapping, and what must be refused."""

from payload_wire import block, encoded, mapped, number, sample
from vectors import accept, case, either, reject

HISTORY = "HistoryMsgInput"


def write(identifier, comment, message, value, data, flags=(), level="must"):
    return case(
        f"pb-write-{identifier}",
        level,
        comment,
        "payload.encode",
        {"message": message, "value": value},
        accept({"hex": data.hex()}),
        flags,
    )


def refuse(identifier, comment, message, value, errors, flags=(), level="must"):
    return case(
        f"pb-refuse-{identifier}",
        level,
        comment,
        "payload.encode",
        {"message": message, "value": value},
        reject(*errors),
        flags,
    )


WHOLE = [
    ("UpStreamMessage", "a message with every field: base64 content decoded, recipients as one field each"),
    ("DownStreamMessage", "twenty-two fields: tags of two bytes from number 16 on"),
    ("SyncRequestMsg", "every flag and cursor: true as 1"),
    ("NotifyMsg", "its text behind two numbers of different width"),
    ("ChrmPullMsg", "syncTime and count exchanged, as in ChrmPullMsgNew"),
    ("DownStreamMessages", "two messages in a page: the length of each"),
    ("SetChrmKV", "an entry and a message: two nested lengths"),
    ("SessionStates", "three levels of lists"),
    ("UserSettingItem", "numbers with a gap at 3"),
    ("RtcInput", "enums, a nested message and two lists"),
    ("RtcDataInput", "a nested enum"),
    ("GetQNupTokenOutput", "nineteen texts"),
    ("MsgChange", "eleven fields of five types"),
    ("RelationsOutput", "a conversation with its message and its unread mention"),
    ("OperateStatusNotify", "two lists of different messages"),
    ("ChannelInfoOutput", "a list in the middle of required fields"),
]


def encoding():
    for message, comment in WHOLE:
        value = sample(message)
        yield write(
            f"full-{message.lower()}",
            f"{message} written: {comment}",
            message,
            mapped(message, value),
            encoded(message, value),
        )
    yield from spellings()
    yield from values()
    yield from refusals()


def spellings():
    yield write(
        "order",
        "members in another order than the schema's: written in the members' order, where fields go by number",
        HISTORY,
        {"busChannel": "c", "count": 3, "targetId": "me"},
        block(1, "me") + number(3, 3) + block(5, "c"),
        ["Mapping"],
        "should",
    )
    yield write(
        "int64-number",
        "a 64-bit integer given as a JSON number: only text taken",
        HISTORY,
        {"time": 1700000000000},
        number(2, 1700000000000),
        ["Mapping", "Bits64"],
    )
    yield write(
        "int64-text",
        "a 64-bit integer given as text: only numbers taken, or its letters written",
        HISTORY,
        {"time": "1700000000000"},
        number(2, 1700000000000),
        ["Bits64"],
    )
    yield write(
        "int64-2-53",
        "2^53 + 1 given as text: read through a double",
        HISTORY,
        {"time": "9007199254740993"},
        number(2, 9007199254740993),
        ["Bits64"],
    )
    yield write(
        "int64-number-2-53",
        "2^53 + 1 given as a number: JSON read through doubles",
        HISTORY,
        {"time": 9007199254740993},
        number(2, 9007199254740993),
        ["Mapping", "Bits64"],
        "should",
    )
    yield write(
        "int32-text",
        "an int32 given as text, which the mapping allows: refused",
        HISTORY,
        {"count": "12"},
        number(3, 12),
        ["Mapping"],
        "should",
    )
    yield write(
        "enum-name",
        "an enum by its name: the name's place in the list in place of its value 10",
        "RelationQryInput",
        {"type": "ULTRAGROUP"},
        number(1, 10),
    )
    yield write(
        "enum-number",
        "an enum by its number: only names taken",
        "RelationQryInput",
        {"type": 3},
        number(1, 3),
        ["Mapping"],
    )
    yield write(
        "enum-unknown-number",
        "an enum by a number that the schema lacks, 12: refused by a closed enum",
        "RelationQryInput",
        {"type": 12},
        number(1, 12),
        ["OpenEnum"],
    )
    yield write(
        "enum-same-name",
        "PERSON of targetType is 2: looked up in ChannelType it is 1",
        "RtcQryInput",
        {"isInterior": False, "target": "PERSON", "key": ["k"]},
        number(1, 0) + number(2, 2) + block(3, "k"),
    )
    yield write(
        "null",
        "null is an absent field: an empty text written",
        HISTORY,
        {"targetId": None, "count": 1},
        number(3, 1),
        ["Mapping"],
    )
    yield write(
        "null-list",
        "null in place of a list: one empty entry written",
        "SubUserStatusInput",
        {"userid": None},
        b"",
        ["Mapping"],
    )
    yield write(
        "base64-address",
        "content in the alphabet for addresses and without padding, which the mapping allows: refused, or - and _"
        " passed over",
        "UpStreamMessage",
        {"sessionId": 1, "classname": "x", "content": "--__-w"},
        number(1, 1) + block(2, "x") + block(3, b"\xfb\xef\xff\xfb"),
        ["Mapping"],
        "should",
    )
    yield write(
        "base64-padding",
        "content of one byte with two signs of padding: three bytes written",
        "UpStreamMessage",
        {"sessionId": 1, "classname": "x", "content": "AA=="},
        number(1, 1) + block(2, "x") + block(3, b"\0"),
    )


def values():
    yield write("nothing", "a value without members: an empty payload", HISTORY, {}, b"")
    yield write(
        "zero",
        "an optional zero that is given is written: left out, as proto3 would",
        HISTORY,
        {"count": 0, "time": "0"},
        number(2, 0) + number(3, 0),
    )
    yield write(
        "false",
        "an optional false that is given is written: dropped as the default",
        "RelationsOutput",
        {"isFinished": False},
        number(2, 0),
    )
    yield write(
        "empty-text",
        "an optional empty text that is given is written: dropped as the default",
        HISTORY,
        {"targetId": ""},
        block(1, ""),
    )
    yield write(
        "empty-list", "an empty list is no field: one empty entry written", "SubUserStatusInput", {"userid": []}, b""
    )
    yield write(
        "list-of-empty",
        "a list of one empty text is one field of length 0: dropped as empty",
        "SubUserStatusInput",
        {"userid": [""]},
        block(1, ""),
    )
    yield write(
        "empty-message",
        "a nested message without members is a field of length 0: left out",
        "RtcUserListOutput",
        {"list": [], "entries": [], "roomInfo": [{"key": "", "value": ""}]},
        block(4, block(1, "") + block(2, "")),
    )
    yield write("int32-minus", "-1 as int32 takes ten bytes: five", HISTORY, {"count": -1}, number(3, -1))
    yield write(
        "int32-smallest",
        "the smallest int32: its magnitude does not fit",
        HISTORY,
        {"count": -2147483648},
        number(3, -2147483648),
    )
    yield write(
        "int64-smallest",
        "the smallest int64: its magnitude does not fit",
        HISTORY,
        {"time": "-9223372036854775808"},
        number(2, -(1 << 63)),
    )
    yield write(
        "int64-largest",
        "the largest int64: read through a double it is 2^63",
        HISTORY,
        {"time": "9223372036854775807"},
        number(2, (1 << 63) - 1),
    )
    yield write(
        "emoji",
        "an emoji in a text: four bytes, not a frame's six",
        HISTORY,
        {"targetId": "\U0001f600"},
        block(1, "\U0001f600"),
        ["Text"],
    )
    yield write(
        "nul", "NUL in a text: one byte, not Java's two", HISTORY, {"targetId": "a\0b"}, block(1, "a\0b"), ["Text"]
    )
    for length in (127, 128):
        yield write(
            f"text-{length}",
            f"a text of {length} bytes: its length in {'one byte' if length == 127 else 'two bytes'}",
            HISTORY,
            {"targetId": "t" * length},
            block(1, "t" * length),
        )
    yield write(
        "nested-length",
        "a nested message of 128 bytes and more: its length written before it is known",
        "ChrmKVSOutput",
        {"errorKeys": [{"key": "k" * 130}]},
        block(1, block(1, "k" * 130)),
    )
    yield write("characters", "Chinese text: a length in characters", HISTORY, {"targetId": "中文"}, block(1, "中文"))


def refusals():
    up = mapped("UpStreamMessage", sample("UpStreamMessage", only_required=True))
    for name in ("sessionId", "classname", "content"):
        yield refuse(
            f"missing-{name.lower()}",
            f"UpStreamMessage without {name}: a default written for it, or a message that no SDK reads",
            "UpStreamMessage",
            {key: item for key, item in up.items() if key != name},
            ["required", "value"],
            ["Required"],
        )
    yield refuse(
        "missing-nested",
        "a required field missing in an entry of a list: only the outermost message checked",
        "RtcQryOutput",
        {"outInfo": [{"key": "k"}]},
        ["required", "value"],
        ["Required"],
    )
    yield refuse(
        "missing-null",
        "a required field given as null: taken for given",
        "ChrmInput",
        {"nothing": None},
        ["required", "value"],
        ["Required"],
    )
    rows = [
        ("int32-wide", HISTORY, {"count": 2147483648}, "2^31 in an int32: cut to a negative number"),
        ("int32-small", HISTORY, {"count": -2147483649}, "-2^31 - 1 in an int32: cut to a positive number"),
        ("int64-wide", HISTORY, {"time": "9223372036854775808"}, "2^63 in an int64: cut to a negative number"),
        ("fraction", HISTORY, {"count": 1.5}, "1.5 in an int32: cut to 1"),
        ("number-letters", HISTORY, {"time": "12x"}, "12x in an int64: read as far as it goes"),
        ("number-empty", HISTORY, {"time": ""}, "an empty text in an int64: 0"),
        (
            "bool-number",
            "RelationsOutput",
            {"isFinished": 1},
            "1 as a bool, which the mapping writes as true: converted in silence",
        ),
        ("text-number", HISTORY, {"targetId": 5}, "a number as a text: its digits written"),
        ("list-text", "SubUserStatusInput", {"userid": "ab"}, "a text in place of a list: a field for each letter"),
        (
            "text-list",
            HISTORY,
            {"targetId": ["a"]},
            "a list in place of a text: its first entry written, or all joined",
        ),
        ("message-text", "RtcInput", {"extraInnerData": "k"}, "a text in place of a nested message: its bytes written"),
        ("enum-name", "RelationQryInput", {"type": "NOBODY"}, "a name that the enum lacks: 0 written"),
        (
            "enum-case",
            "RelationQryInput",
            {"type": "person"},
            "a name of the enum in small letters: compared without regard to case",
        ),
        ("enum-of-other", "RelationQryInput", {"type": "ROOM"}, "a name of another enum: its number written"),
        (
            "base64",
            "UpStreamMessage",
            {**up, "content": "%%%"},
            "content that is no base64: no bytes written, or the text itself",
        ),
        (
            "base64-length",
            "UpStreamMessage",
            {**up, "content": "A"},
            "one sign of base64, which is less than a byte: no bytes written",
        ),
        ("null-entry", "SubUserStatusInput", {"userid": ["a", None]}, "null within a list: an empty entry written"),
    ]
    for slug, message, value, comment in rows:
        yield refuse(
            slug,
            f"{comment}",
            message,
            value,
            ["value", "json", "string"],
            ["Mapping"] if slug in ("bool-number", "enum-case") else [],
            "may" if slug == "bool-number" else "must",
        )
    yield case(
        "pb-write-bool-text",
        "must",
        "the text false as a bool: refused, or false as some readers have it; true, as every text is in JavaScript, is"
        " wrong",
        "payload.encode",
        {"message": "RelationsOutput", "value": {"isFinished": "false"}},
        either({"hex": "1000"}, error=["value", "json", "string"]),
        ["Mapping"],
    )
    yield case(
        "pb-write-unknown-member",
        "should",
        "a member that the schema lacks: refused, or passed over; never written under another number",
        "payload.encode",
        {"message": HISTORY, "value": {"count": 1, "novelty": 5}},
        either({"hex": number(3, 1).hex()}, error=["value", "json", "unsupported"]),
        ["Mapping"],
    )
    yield refuse(
        "no-message",
        "a message that is not in the schema: nothing written",
        "NoSuchMessage",
        {},
        ["value", "unsupported", "required"],
    )
    yield refuse(
        "value-list",
        "a list in place of a message's value: an empty payload written",
        HISTORY,
        [],
        ["value", "json", "required"],
    )
