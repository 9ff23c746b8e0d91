"""Payloads: every message of the schema, and everything that protobuf lets a writer do."""

import re

from payload_edges import edges
from payload_encode import encoding
from payload_notes import NOTES  # noqa: F401
from payload_recorded import recorded
from payload_wire import ENUMS, GENERATIONS, MESSAGES, encoded, mapped, sample
from levels import payloads as by_rule
from vectors import accept, case, either

GROUP = "rongcloud.payload"
REMARKS = {
    "HistoryMsgOuput": "the name lacks a letter in every SDK",
    "HistoryMessagesOuput": "version 1's name for the same layout, which lacks a letter too",
    "UserSettingItem": "number 3 is free: fields counted in their order",
    "QueryChatRoomInfoInput": "the same layout as QueryChatroomInfoInput under a name with a capital R",
    "ChrmPullMsgNew": "count before syncTime, the other way round than ChrmPullMsg",
    "RtcDelDataInput": "key before isInterior, the other way round than RtcQryInput",
    "OperateStatusNotify": "notifyType has 64 bits though it is a set of flags",
}


def cases():
    yield from by_rule(_all())


def _all():
    for message in MESSAGES:
        yield from each(message)
    yield from recorded()
    yield from edges()
    yield from encoding()


def decode(message, data):
    return {"message": message, "hex": data.hex()}


def slug(message):
    return re.sub("(?<=[a-z0-9])(?=[A-Z])", "-", message).lower()


def each(message):
    """A message with every field, and as little of it as there can be."""
    fields = MESSAGES[message]
    full, small = sample(message), sample(message, only_required=True)
    flags = ["Generation"] if any(field.generation != GENERATIONS[message] for field in fields) else []
    yield case(
        f"pb-full-{slug(message)}",
        "must",
        f"{message}, every field with a value of its own: {_risk(message)}",
        "payload.decode",
        decode(message, encoded(message, full)),
        accept(mapped(message, full)),
        flags,
        "exact",
        SOURCE,
    )
    if full.keys() == small.keys():
        return
    left = [field for field in fields if field.label != "required"]
    if small:
        named = ", ".join(small)
        later = [field for field in left if field.generation != GENERATIONS[message]]
        who = f", as generation {GENERATIONS[message]} writes it" if later else ""
        comment = f"{message} of {named} alone{who}: {left[0].name} asked for, or shown with a default"
    else:
        comment = f"{message} without a field: an empty payload refused, or {left[0].name} shown with a default"
    absent = {field.name: None for field in left if field.label == "optional"}
    if message in REQUIRED_BY_VENDOR:
        yield case(
            f"pb-least-{slug(message)}-or-refused",
            "should",
            comment + "; the vendor's schema requires it, so that refusing is right too",
            "payload.decode",
            decode(message, encoded(message, small)),
            either({**mapped(message, small), **absent}, error=["required"]),
            ["Required"],
            None,
            SOURCE,
        )
        return
    yield case(
        f"pb-least-{slug(message)}",
        "must",
        comment,
        "payload.decode",
        decode(message, encoded(message, small)),
        accept({**mapped(message, small), **absent}),
        [],
        "exact",
        SOURCE,
    )


# Messages with a field that the vendor's schema requires and other generations leave out: RtcInput.roomType, in the
# protobuf parts 2.3.6 and 2.3.9.
REQUIRED_BY_VENDOR = {"RtcInput"}
SOURCE = "construction from the web SDKs' schemas"


def _risk(message):
    """What a reader of the message gets wrong most easily."""
    if message in REMARKS:
        return REMARKS[message]
    fields = MESSAGES[message]
    newest = max(field.generation for field in fields)
    late = [field for field in fields if field.generation == newest != GENERATIONS[message]]
    if late:
        return f"a schema older than {newest} lacks {late[0].name} ({late[0].number})"
    for first, second in zip(fields, fields[1:]):
        if first.type == second.type and first.label == second.label:
            return f"{first.name} ({first.number}) and {second.name} ({second.number}), both {first.type}, exchanged"
    special = [field for field in fields if field.type in ENUMS or field.type in MESSAGES or field.type == "bytes"]
    field = special[0] if special else fields[-1]
    kind = (
        "an enum shown as a number"
        if field.type in ENUMS
        else (
            "a nested message left as bytes"
            if field.type in MESSAGES
            else (
                "bytes shown as text"
                if field.type == "bytes"
                else f"another number or type than {field.number} {field.type}"
            )
        )
    )
    many = ", the second one lost" if field.label == "repeated" else ""
    return f"{field.name}: {kind}{many}"
