"""LeanCloud's protobuf messages, each by itself: all of it, the least of it, broken, and written."""

import base64

from leancloud_notes import NOTES  # noqa: F401
from leancloud_wire import ENUMS, MESSAGES, TABLE_SOURCE, encoded, mapped, one, sample
from levels import systems as by_rule
from payload_wire import block, number, tag, varint
from payloads import slug
from vectors import accept, case, either, reject

GROUP = "leancloud.payload"
OTHER_TYPES = {"string": 0, "bytes": 0, "int32": 2, "int64": 2, "bool": 2}


def cases():
    yield from by_rule(_all())


def _all():
    for message in MESSAGES:
        if message != "GenericCommand":
            yield from each(message)
            yield from written(message)
    yield from edges()
    yield from refusals()


def decode(identifier, level, comment, message, data, expect, flags=(), reencode=None):
    given = {"system": "leancloud", "message": message, "hex": data.hex()}
    if {"Unknown", "Doubled"} & set(flags):
        reencode = None  # the JSON mapping has no place for what is unknown, nor for what counts no more
    return case(identifier, level, comment, "payload.decode", given, expect, flags, reencode, TABLE_SOURCE)


def encode(identifier, level, comment, message, value, expect, flags=()):
    given = {"system": "leancloud", "message": message, "value": value}
    return case(identifier, level, comment, "payload.encode", given, expect, flags, None, TABLE_SOURCE)


def each(message):
    fields, name = MESSAGES[message], slug(message)
    full, least = sample(message), sample(message, only_required=True)
    data, value = encoded(message, full), mapped(message, full)
    yield decode(f"lc-pb-{name}-full", "must",
                 f"{message}, every field with a value of its own: a number or type taken "
                 "from another field", message, data, accept(value), (), "exact")
    if full != least:
        absent = {field.name: None for field in fields if field.label == "optional"}
        what = f"of {', '.join(least)} alone" if least else "without a field"
        yield decode(f"lc-pb-{name}-least", "should",
                     f"{message} {what}: refused, or defaults shown as if they had been sent", message,
                     encoded(message, least), accept(mapped(message, least) | absent), (), "exact")
    yield decode(f"lc-pb-{name}-cut", "must", f"{message} without its last byte: read as if it had ended there",
                 message, data[:-1], reject("truncated", "varint"), ["Cut"])
    yield decode(f"lc-pb-{name}-unknown", "must",
                 f"{message} with a field 199 that no schema has, first of all: refused, or "
                 "what follows lost", message,
                 block(199, "new") + data, accept(value), ["Unknown"])
    yield decode(f"lc-pb-{name}-unknown-last", "should",
                 f"{message} with a number in field 200, last of all: refused, or "
                 "taken for a field", message, data + number(200, 7), accept(value), ["Unknown"])
    field = fields[-1]
    other = field.type not in MESSAGES and field.type not in ENUMS and OTHER_TYPES[field.type]
    wrong = block(field.number, b"xy") if other == 2 or field.type in ENUMS else number(field.number, 3)
    rest = {key: part for key, part in full.items() if key != field.name}
    required = field.label == "required"
    said = mapped(message, rest)
    if not required:
        repeated_varint = field.label == "repeated" and field.type not in MESSAGES and other == 2
        assert not repeated_varint
        yield decode(
            f"lc-pb-{name}-wire-type", "should", f"{message} whose {field.name} has another wire type: taken for "
            "the field, or the rest lost", message,
            encoded(message, rest) + wrong, either(said | {field.name: None}, error=["wireType"]), ["WireType"])
    first = next((field for field in fields if field.label != "repeated" and field.type not in MESSAGES), None)
    if first:
        second = sample(message, salt=1)[first.name]
        if second != full[first.name]:
            yield decode(f"lc-pb-{name}-doubled", "should",
                         f"{message} whose {first.name} comes twice: the first kept, where "
                         "the last counts", message, data + one(first, second),
                         accept(mapped(message, full | {first.name: second})), ["Doubled"])
    missing = [field.name for field in fields if field.label == "required"]
    for name_of in missing:
        partly = {key: part for key, part in full.items() if key != name_of}
        yield decode(f"lc-pb-{name}-without-{name_of.lower()}", "should",
                     f"{message} without {name_of}, which the schema "
                     "requires: a value made up for it", message, encoded(message, partly),
                     either(mapped(message, partly) | {name_of: None}, error=["required"]), ["Required"])


def written(message):
    name, full = slug(message), sample(message)
    yield encode(f"lc-pb-write-{name}", "must", f"{message} written in full: a field left out, or under another number",
                 message, mapped(message, full), accept({"hex": encoded(message, full).hex()}))
    backwards = dict(reversed(mapped(message, full).items()))
    if len(backwards) > 1:
        yield encode(f"lc-pb-write-{name}-any-order", "should",
                     f"{message} from members in the reverse order: written in "
                     "that order and not by number", message, backwards, accept({"hex": encoded(message, full).hex()}))


def edges():
    for text, value in (("zero", 0), ("most", 2**31 - 1), ("least", -2**31), ("minus-one", -1)):
        yield decode(f"lc-pb-int32-{text}", "must", f"A code of {value}: another length or sign of 32 bits",
                     "AckCommand", number(1, value), accept({"code": value}), (), "exact")
    for text, value in (("zero", 0), ("most", 2**63 - 1), ("least", -2**63), ("beyond-double", 2**53 + 1)):
        yield decode(f"lc-pb-int64-{text}", "must", f"A time of {value}: rounded, or cut to fewer bits", "AckCommand",
                     number(5, value), accept({"t": str(value)}), (), "exact")
    yield decode("lc-pb-bool-two", "should", "A truth value written as 2: false, or a number", "RcpCommand", number(
        4, 2), accept({"read": True}))
    yield decode("lc-pb-bool-false", "must", "A read receipt that says false: shown as absent", "RcpCommand",
                 number(4, 0), accept({"read": False}), (), "exact")
    yield decode("lc-pb-string-empty", "must", "An empty next of a list's last page: shown as absent",
                 "BlacklistCommand", block(6, ""), accept({"next": ""}), (), "exact")
    yield decode("lc-pb-string-emoji", "must", "A message with a character of four bytes: cut to 16 bits",
                 "DirectCommand", block(1, "😀"), accept({"msg": "😀"}), (), "exact")
    yield decode("lc-pb-string-zero-byte", "should", "A message with U+0000 inside: ends there", "DirectCommand",
                 block(1, "a\0b"), accept({"msg": "a\0b"}), (), "exact")
    yield decode("lc-pb-bytes-not-utf8", "must", "A binary message that is no UTF-8: read as text", "DirectCommand",
                 block(19, b"\xff\x00\xfe"), accept({"binaryMsg": base64.b64encode(b"\xff\x00\xfe").decode()}), (),
                 "exact")
    for name, value in ENUMS["StatusType"].items():
        yield decode(f"lc-pb-status-{name}", "must", f"A peer that goes {name}: the other status", "PresenceCommand",
                     number(1, value), accept({"status": name}), (), "exact")
    for name, value in ENUMS["QueryDirection"].items():
        yield decode(f"lc-pb-direction-{name.lower()}", "must", f"History asked for as {name}: the other direction",
                     "LogsCommand", number(10, value), accept({"direction": name}), (), "exact")
    yield decode("lc-pb-enum-unknown", "should", "A direction of 9, which no schema has: refused, or another name",
                 "LogsCommand", number(10, 9), either({"direction": 9}, {"direction": None}), ["OpenEnum"])
    yield decode("lc-pb-varint-overlong", "should", "A code of 1 in two bytes: refused though protobuf allows it",
                 "AckCommand",
                 tag(1, 0) + b"\x81\x00", accept({"code": 1}))
    yield decode("lc-pb-varint-endless", "should", "A number of eleven bytes: read on for ever", "AckCommand",
                 tag(1, 0) + b"\xff" * 10 + b"\x01", reject("varint"), ["Cut"])
    yield decode("lc-pb-length-beyond", "must", "A text that is longer than the message: read beyond its end",
                 "AckCommand",
                 tag(2, 2) + varint(200) + b"abc", reject("truncated", "length"), ["Cut"])
    yield decode("lc-pb-length-huge", "must", "A text of four billion bytes: memory taken for it", "AckCommand",
                 tag(2, 2) + varint(2**32 - 1), reject("truncated", "length", "limit"), ["Cut"])
    yield decode("lc-pb-length-64-bits", "must", "A length with the sign bit of 64: a negative count", "AckCommand",
                 tag(2, 2) + varint(2**63), reject("truncated", "length", "limit"), ["Cut"])
    yield decode("lc-pb-field-zero", "should", "A field of number 0, which protobuf forbids: read", "AckCommand",
                 b"\x00\x01", reject("value", "varint", "wireType"))
    yield decode("lc-pb-wire-type-seven", "should", "A tag of wire type 7: read as any other", "AckCommand",
                 tag(1, 7) + b"\x01", reject("wireType"))
    yield decode("lc-pb-group-skipped", "may",
                 "A group of an unknown field: refused, or its inside taken for fields of the "
                 "message", "AckCommand",
                 tag(99, 3) + number(1, 5) + tag(99, 4) + number(1, 6), accept({"code": 6}), ["Unknown"])
    yield decode("lc-pb-group-open", "should", "A group that does not end: read on beyond the message", "AckCommand",
                 tag(99, 3) + number(1, 5), reject("truncated", "wireType"), ["Cut"])
    yield decode("lc-pb-fixed-skipped", "should",
                 "Unknown fields of eight and of four bytes: skipped by another length", "AckCommand",
                 tag(98, 1) + bytes(8) + tag(97, 5) + bytes(4) + number(1, 6), accept({"code": 6}), ["Unknown"])
    inner = {"deviceType": "ios", "isEmulator": True}
    parts = [block(20, encoded("SystemInfo", {key: part})) for key, part in inner.items()]
    yield decode("lc-pb-message-in-pieces", "should", "A systemInfo that comes in two pieces: the first one lost",
                 "SessionCommand", b"".join(parts), accept({"systemInfo": inner}), ["Doubled"])
    yield decode("lc-pb-repeated-apart", "should",
                 "Members of a conversation with other fields between them: only the last "
                 "ones kept", "ConvCommand",
                 block(1, "a") + block(4, "c") + block(1, "b"), accept({"m": ["a", "b"], "cid": "c"}), ["Doubled"])
    yield decode("lc-pb-out-of-order", "must", "Fields in falling order: only rising numbers read", "AckCommand",
                 block(4, "c1") + block(3, "m1") + number(1, 1), accept({"cid": "c1", "mid": "m1", "code": 1}))


def refusals():
    wrong = [
        ("unknown-field", "a member that the schema does not have", "AckCommand", {"nothing": 1}, ("value",
                                                                                                   "unsupported")),
        ("text-for-number", "a text that is no number where a code belongs", "AckCommand", {"code": "many"},
         ("value", )), ("number-for-text", "a number where a text belongs", "AckCommand", {"cid": 7}, ("value", )),
        ("beyond-32-bits", "a code of 2147483648", "AckCommand", {"code": 2**31}, ("value", )),
        ("beyond-64-bits", "a time of 9223372036854775808", "AckCommand", {"t": "9223372036854775808"}, ("value", )),
        ("one-for-list", "one member where a list belongs", "ConvCommand", {"m": "alice"}, ("value", )),
        ("list-for-one", "a list where one conversation belongs", "ConvCommand", {"cid": ["c1"]}, ("value", )),
        ("text-for-message", "a text where a message belongs", "ConvCommand", {"attr": "{}"}, ("value", )),
        ("bytes-no-base64", "a binary message that is no base64", "DirectCommand", {"binaryMsg": "?!"}, ("value", )),
        ("unknown-name", "a direction by a name that the schema does not have", "LogsCommand", {
            "direction": "SIDEWAYS"
        }, ("value", )),
        ("number-for-truth", "a number where a truth value belongs", "RcpCommand", {"read": 1}, ("value", )),
        ("without-required", "an error without its code", "ErrorCommand", {"reason": "no"}, ("required", "value")),
    ]
    for name, what, message, value, errors in wrong:
        yield encode(f"lc-pb-write-{name}", "should", f"Written with {what}: left out or made up without a word",
                     message, value, reject(*errors), ["Refused"])
    yield encode("lc-pb-write-number-as-text", "may", "A time given as text, as protobuf's JSON has 64 bits: refused",
                 "AckCommand", {"t": "1500000000123"}, accept({"hex": number(5, 1500000000123).hex()}))
    yield encode("lc-pb-write-null", "may", "A member that is null: written, where null means absent", "AckCommand",
                 {"code": None, "cid": "c1"}, accept({"hex": block(4, "c1").hex()}))
    yield encode("lc-pb-write-false", "must", "Transient said to be false: left out as if it were a default",
                 "DirectCommand", {"transient": False}, accept({"hex": number(13, 0).hex()}))
    yield encode("lc-pb-write-empty", "must", "A message without a field: refused, or bytes made up", "ConvCommand", {},
                 accept({"hex": ""}))
