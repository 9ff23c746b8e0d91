"""What no client can have meant: each command cut, with a body of another wire type, something unknown, and doubled."""

import base64

from leancloud_commands import LISTED
from leancloud_wire import BODIES, COMMANDS, command, encoded, frame_object, mapped
from leancloud_writing import decode, encode
from payload_wire import block, number, tag, varint
from vectors import accept, case, either, reject


def bodies():
    """One command of each kind with its richest body."""
    found = {}
    for (cmd, op, sender), body in LISTED.items():
        if body and (cmd not in found or len(body) > len(found[cmd][2])):
            found[cmd] = (op, sender, body)
    found["room"] = ("join", "client", {"roomId": "r1", "roomPeerIds": ["bob"]})
    return {cmd: found[cmd] for cmd in COMMANDS if cmd in found}


def broken():
    for cmd, (op, sender, body) in bodies().items():
        value = command(cmd, op or None, body, i=8)
        data, field = encoded("GenericCommand", value), BODIES[cmd]
        inner = encoded(field.type, body)
        head = encoded("GenericCommand", command(cmd, op or None, None, i=8))
        yield decode(f"lc-cut-{cmd}", "should", f"{cmd} without its last byte: read as if it had ended there", sender,
                     data[:-1], reject("truncated", "length"), ["Cut"])
        shorter = head + tag(field.number, 2) + varint(len(inner) - 1) + inner[:-1]
        yield decode(
            f"lc-cut-inside-{cmd}", "should",
            f"{cmd} whose body ends inside a field though its length fits: read as if the "
            "field had ended there", sender, shorter, reject("truncated", "length", "varint"), ["Cut"])
        yield decode(f"lc-wire-type-{cmd}", "should",
                     f"{cmd} whose body is a number: a body made up of it, or the envelope lost", sender,
                     head + number(field.number, 5),
                     either({"cmd": cmd, "i": 8, "payload": {"value": {field.name: None}}},
                            error=["wireType"]), ["WireType"])
        added = head + tag(field.number, 2) + varint(len(inner) + 5) + block(777, "ab") + inner + block(778, "z")
        yield decode(
            f"lc-unknown-{cmd}", "should",
            f"{cmd} with unknown fields in its body and behind it: refused, or dropped when it is "
            "passed on", sender, added, accept(frame_object(value)), ["Unknown"], "exact")
        again = mapped(field.type, body)
        doubled = {key: part + part if isinstance(part, list) else part for key, part in again.items()}
        yield decode(f"lc-doubled-{cmd}", "should",
                     f"{cmd} whose body comes twice: one of them lost, where protobuf merges them", sender,
                     data + block(field.number, inner),
                     accept({"cmd": cmd, "i": 8, "payload": {"value": {field.name: doubled}}}), ["Doubled"], "exact")
    yield from endings()
    yield from no_base64()
    yield from refusals()


def endings():
    data = encoded("GenericCommand", command("ack", None, {"cid": "c1", "t": 1500000000123}, peerId="tom", i=300))
    # Where no field ends: each cut stands for the part that it falls into.
    for place, what in ((1, "behind the first tag"), (3, "behind a text's tag"), (4, "before a text"),
                        (6, "inside a text"), (8, "behind the serial's tag"), (9, "inside the serial"),
                        (11, "inside a tag of two bytes"), (12, "before the body's length"),
                        (15, "inside the body's text"), (20, "inside the body's time")):
        yield decode(f"lc-ends-{place}", "should", f"A receipt that ends {what}: shown without what is missing",
                     "server", data[:place], reject("truncated", "length", "varint"), ["Cut"])
    for name, text, errors in [
        ("wire-type-seven", b"\x0f\x01", ("wireType", )), ("field-zero", b"\x00\x01", ("value", "varint", "wireType")),
        ("tag-endless", b"\xff" * 12, ("varint", )), ("group-end", b"\x08\x0e\x0c", ("wireType", "value", "truncated")),
        ("length-huge", b"\x08\x0e" + tag(4, 2) + varint(2**62), ("truncated", "length", "limit")),
    ]:
        yield decode(f"lc-bad-{name}", "should",
                     f"Bytes that are no protobuf, {name.replace('-', ' ')}: taken for an empty command", "server",
                     text, reject(*errors), ["Cut"])


def no_base64():
    whole = base64.b64encode(bytes.fromhex("08032802ca060b28fbb0def7d32b32026d31")).decode()
    for name, text, what in [("sign", whole[:8] + "*" + whole[9:], "with a sign of no alphabet"),
                             ("space", whole[:8] + " " + whole[8:], "with a blank inside"),
                             ("one-left", whole + "A", "with one character too many"),
                             ("padding-inside", "CA4=" + whole, "with padding in its middle"),
                             ("padding-many", "CA==" + "=", "with three signs of padding"),
                             ("json", '{"cmd":"ack"}', "that is JSON"),
                             ("not-ascii", "CA4é", "with a letter outside ASCII"), ]:
        yield decode(f"lc-no-base64-{name}", "should", f"Base64 {what}: decoded as far as it goes", "server",
                     text.encode(), reject("value", "string", "truncated", "length"), ["Base64"], None,
                     "lc.proto2base64.3")
    cut = base64.b64encode(bytes.fromhex("08032802ca060b28fbb0def7d32b32026d")).decode()
    yield decode("lc-base64-cut-inside", "should",
                 "Good base64 of a command that ends too early: the damage not noticed", "server", cut.encode(),
                 reject("truncated", "length"), ["Base64", "Cut"], None, "lc.proto2base64.3")


def refusals():
    for name, frame, what, errors in [
        ("cmd", {"cmd": "wave"}, "a command that the schema does not have", ("value", "unsupported")),
        ("op", {"cmd": "conv", "op": "wave"}, "an op that the schema does not have", ("value", "unsupported")),
        ("serial", {"cmd": "echo", "i": 2**31}, "a serial beyond 32 bits", ("value", )),
        ("peer", {"cmd": "echo", "peerId": 7}, "a client id that is a number", ("value", )),
        ("data", {"cmd": "echo", "data": "zz"}, "data that is no hex", ("value", )),
        ("data-cut", {"cmd": "echo", "data": "080"}, "data of half a byte", ("value", "truncated", "length")),
    ]:
        yield case(f"lc-write-refused-{name}", "should",
                   f"A frame with {what}: written without it, or with another one", "frame.encode", {
                       "system": "leancloud", "form": "websocket", "sender": "client", "subprotocol": "lc.protobuf2.3",
                       "frame": frame
                   }, reject(*errors), ["Refused"])
    yield encode("lc-write-data", "should", "A frame with data: the payload beside it encoded anew", "client",
                 {"cmd": "echo", "data": "080e2801"}, bytes.fromhex("080e2801"))
