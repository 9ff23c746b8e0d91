"""Frames of the TCP form: header, checksum, length, body."""

import captured
import levels
from frame_bits import bytes_behind, decode, ends_too_early, header_bits
from frame_encode import encode, encoding
from frame_notes import NOTES  # noqa: F401
from frame_numbers import numbers
from frame_texts import every_field, lengths, spellings
from frames_websocket import connect_frames, read
from vectors import accept, case, either, reject
from wire import Field, Frame, envelope, header, length_field, sample

GROUP = "rongcloud.frame.tcp"
KEY = "5cd1a81cc347b1c3"  # nubybear's example
RECORDED_KEY = "4be7290fd685a31c"


def cases():
    yield from levels.frames(_all())


def _all():
    yield from header_bits("tcp")
    yield from recorded()
    yield from length_bytes()
    yield from broken_envelopes()
    yield from obfuscated()
    yield from signatures()
    yield from other_layouts()
    yield from ends_too_early("tcp")
    yield from bytes_behind("tcp")
    yield from every_field("tcp")
    yield from lengths("tcp")
    yield from spellings("tcp")
    yield from numbers("tcp")
    yield from connect_frames("tcp")
    yield from encoding("tcp")
    yield from writing()


RECORDED = {
    1: "CONNECT of 103 bytes with the client's address and all optional texts",
    2: "CONNACK with a user id alone, as nubybear's server writes it",
    3: "PINGREQ: c0 c0 00, where the checksum equals the header because the length is 0",
    4: "QUERY with QoS 0: signature before the topic",
    6: "an answer with two messages and two length bytes: the second one read into the body",
    8: "a text message: 94 bytes, one length byte",
    10: "a frame that came in two segments: 581 bytes, taken whole",
    13: "a mention in a group: 160 bytes, the next frame of the same segment left alone",
    17: "PUBACK that refuses with 23406 and ends after the milliseconds",
    18: "typing with QoS 0 and message id 0: the id taken for missing",
    20: "QUERYACK with QoS 1 and no signature, which only PUBLISH and QUERY have",
    22: "a push: signature, then date, then topic",
    23: "a push of 159 bytes: the second length byte 01 left out of the checksum",
    28: "a notice with QoS 0 from the server: its date read as the topic's length",
    32: "a PUBLISH that is repeated with dup: the same id 5 again, known by dup alone",
    33: "PUBACK with a message uid behind the obfuscated length",
    35: "QUERYACK 23407 without data: eight bytes, the shortest answer",
    36: "QUERYCON of two bytes under the first two bytes of the key",
    38: "PINGRESP: d0 d0 00, a server's frame of three bytes",
    39: "DISCONNECT 4 from the client, though DISCONNECT comes from servers in practice",
}


def recorded():
    """Frames of the bundled recording, obfuscated as they were."""
    for number, comment in RECORDED.items():
        frame = captured.event("tcp", number)
        value = captured.object_of(frame)
        body = frame["bodyPlainHex"]
        if frame["type"] in ("PUBLISH", "QUERY", "QUERYACK"):
            before = 8
            if frame["type"] != "QUERYACK":
                before = 8 + (4 if "date" in value else 0) + 2 + len(value["topic"]) + 2 + len(value["targetId"]) + 2
            value["data"] = body[2 * before :]
        given = {"form": "tcp", "sender": captured.sender(frame), "hex": frame["rawHex"]}
        flags = ["Envelope"]
        if body:
            given["obfuscationKey"] = RECORDED_KEY
            flags.append("Obfuscation")
        if "clientIp" in value:
            flags.append("ClientIp")
        whole = frame["type"] not in ("CONNACK", "DISCONNECT", "CONNECT")
        yield case(
            f"tcp-recorded-{number}",
            "must" if "ClientIp" not in flags else "should",
            f"{comment} (recorded)",
            "frame.decode",
            given,
            accept(value),
            flags,
            "exact" if whole else None,
            captured.source("tcp", number),
        )


def sized(length, **bits):
    """A client's PUBLISH whose body has so many bytes."""
    base = sample("publish-client", "tcp")
    fixed = len(base.body()) - 3
    return base.having(data=("c3" * (length - fixed)))


def length_bytes():
    """One, two and three bytes of length, on both sides of each limit."""
    rows = [
        (127, "127, the most in one byte: a second byte read"),
        (128, "80 01, 128: groups joined high first give 1"),
        (129, "81 01: read as two bytes, high first, it is 33025"),
        (255, "ff 01: a signed byte added up"),
        (256, "80 02: the second group not shifted is 2"),
        (16383, "ff 7f, the most in two bytes: the lengths' limit one too low"),
        (16384, "80 80 01: a third group shifted by 8 or 7 only"),
    ]
    for length, comment in rows:
        frame = sized(length)
        yield read(f"tcp-length-{length}", "must", f"a body of {comment}", frame, flags=["Envelope"])
    empty = Frame("PUBLISH", "client", form="tcp")
    yield case(
        "tcp-length-0",
        "must",
        "PUBLISH with length 0: a body read from the next frame",
        "frame.decode",
        decode(empty),
        reject("truncated"),
        ["Envelope"],
    )
    for count, comment in [(2, "82 00: two bytes for 2"), (3, "82 80 00: three bytes for 2")]:
        text = envelope(0x40, b"\1\2", length=length_field(2, count)).hex()
        frame = sample("puback-client", "tcp")
        yield case(
            f"tcp-length-padded-{count}",
            "may",
            f"{comment}: a longer spelling than needed, taken as it is or refused, never as another length",
            "frame.decode",
            decode(frame, text),
            either(frame.object(), error=["length", "value"]),
            ["Envelope"],
        )


def broken_envelopes():
    base = sample("publish-client", "tcp")
    ack = sample("puback-client", "tcp")
    long = sized(200)
    frames = [
        ("one-bit", base, base.wire(checksum=base.wire()[1] ^ 1), "one bit of the checksum changed: not looked at"),
        (
            "header-only",
            base,
            base.wire(checksum=base.first()),
            "the header alone as the checksum, as MQTT-like writers without a length would have it",
        ),
        (
            "length-only",
            base,
            base.wire(checksum=len(base.body())),
            "the length alone as the checksum: the header left out on both ends",
        ),
        (
            "sum",
            sized(130),
            sized(130).wire(checksum=(long.first() + sum(length_field(130))) & 0xFF),
            (
                "a checksum that is the sum of header and length bytes: added in place of XOR, on both ends of the same"
                " library"
            ),
        ),
        (
            "first-length-byte",
            long,
            long.wire(checksum=long.first() ^ length_field(200)[0]),
            "a checksum of the header and the first length byte: the second one left out",
        ),
        (
            "without-flag",
            long,
            long.wire(checksum=long.first() ^ (length_field(200)[0] & 0x7F) ^ 1),
            "a checksum of the length's groups without their top bits: made before the bits are set",
        ),
        ("with-body", ack, ack.wire(checksum=ack.first() ^ 2 ^ 1 ^ 2), "a checksum of everything: the body in it too"),
        (
            "type-only",
            base,
            base.wire(checksum=(base.first() & 0xF0) ^ len(base.body())),
            "a checksum made with the header's type alone: its flags left out",
        ),
        (
            "heartbeat",
            sample("pingreq", "tcp"),
            bytes([0xC0, 0x00, 0x00]),
            "a heartbeat with checksum 0: heartbeats let through unchecked",
        ),
    ]
    for slug, frame, data, comment in frames:
        assert data[1] != frame.wire()[1], slug
        yield case(
            f"tcp-checksum-{slug}",
            "must",
            comment,
            "frame.decode",
            decode(frame, data.hex()),
            reject("checksum"),
            ["Envelope"],
        )

    for slug, field, comment in [
        ("four-bytes", "80808001", "a fourth length byte, as MQTT allows: the connection is to be closed"),
        ("four-bytes-zero", "82808000", "a fourth length byte that adds nothing: counted before it is looked at"),
        ("all-ones", "ffffffff", "length bytes that do not end: read until the frame is over"),
        ("five-bytes", "8080808001", "a fifth length byte: shifted out of 32 bits"),
    ]:
        data = envelope(0x40, b"\1\2", length=bytes.fromhex(field))
        yield case(
            f"tcp-length-{slug}",
            "must",
            comment,
            "frame.decode",
            decode(ack, data.hex()),
            reject("length"),
            ["Envelope"],
        )

    whole = base.wire()
    cuts = [
        ("nothing", b"", "no byte at all: the header read without looking"),
        ("header", whole[:1], "the header alone: a type shown for a frame that is not there"),
        ("checksum", whole[:2], "header and checksum: at least three bytes are needed to begin"),
        ("length", long.wire()[:3], "the first of two length bytes: taken as the whole length"),
        ("length-two", sized(16384).wire()[:4], "the second of three length bytes: taken as the last"),
        ("heartbeat", b"\xc0\xc0", "a heartbeat without its length: known by its first byte alone, as over WebSocket"),
    ]
    for slug, data, comment in cuts:
        yield case(
            f"tcp-short-{slug}",
            "must",
            comment,
            "frame.decode",
            decode(base, data.hex()),
            reject("truncated", "length"),
            ["Envelope"],
        )
    for slug, frame, data, comment in [
        ("body", base, whole[:-1], "a body that lacks its last byte: data shortened without a word"),
        (
            "body-nothing",
            base,
            whole[:3],
            "a body that is not there at all: an error in its first field in place of in the frame",
        ),
        ("body-of-ack", ack, ack.wire()[:-1], "an answer that lacks its last byte: half an id"),
        (
            "largest",
            base,
            envelope(0x32, b"\0" * 20, length=bytes.fromhex("ffff7f")),
            "a length of 2097151 with 20 bytes there: memory set aside before looking",
        ),
    ]:
        yield case(
            f"tcp-short-{slug}",
            "must",
            comment,
            "frame.decode",
            decode(frame, data.hex()),
            reject("truncated", "length"),
            ["Envelope"],
        )
    for slug, frame, behind, comment in [
        (
            "frame",
            ack,
            sample("pingreq", "tcp").wire(),
            "a second frame in the same bytes: taken into the first one's body",
        ),
        ("byte", base, b"\0", "one byte behind the length: taken as data"),
        (
            "same",
            sample("pingresp", "tcp"),
            sample("pingresp", "tcp").wire(),
            "two heartbeats: shown as one with a body",
        ),
    ]:
        yield case(
            f"tcp-more-{slug}",
            "should",
            comment,
            "frame.decode",
            decode(frame, (frame.wire() + behind).hex()),
            either(frame.object(), error=["trailing", "length"]),
            ["Envelope", "Trailing"],
        )


def obfuscated():
    """Bodies under a key."""
    key = bytes.fromhex(KEY)
    plain = sample("publish-client", "tcp")

    def under(frame, used=key):
        return {"form": "tcp", "sender": frame.sender, "hex": frame.wire(key=used).hex(), "obfuscationKey": used.hex()}

    rows = [
        ("publish", plain, "PUBLISH of more than eight bytes under a key: the key not repeated"),
        (
            "one-byte",
            Frame("SYMMETRIC", "client", (Field("data", "rest", "07"),), form="tcp"),
            "a body of one byte under the key's first: the key begun at the frame's start, behind its header",
        ),
        (
            "eight",
            Frame("RESERVED", "client", (Field("data", "rest", "0001020304050607"),), form="tcp"),
            "a body of eight bytes: words of the key turned round by the machine's byte order",
        ),
        (
            "nine",
            Frame("RESERVED", "client", (Field("data", "rest", "000102030405060708"),), form="tcp"),
            "a body of nine bytes: the ninth left as it is",
        ),
        (
            "fifteen",
            Frame("RESERVED", "client", (Field("data", "rest", "00" * 15),), form="tcp"),
            "a body of fifteen bytes: a rest of seven bytes done as one of four",
        ),
        (
            "two-length-bytes",
            sized(200),
            "a body behind two length bytes: the key begun at a fixed place, the fourth byte",
        ),
        (
            "three-length-bytes",
            sized(16384),
            "a body behind three length bytes: the key begun at the fourth or fifth byte",
        ),
        ("heartbeat", sample("pingreq", "tcp"), "a heartbeat under a key: nothing to change, least of all its length"),
        ("server", sample("publish-server", "tcp"), "a server's PUBLISH: the key applied to the client's frames only"),
        (
            "queryack",
            sample("queryack", "tcp"),
            "QUERYACK, which has no signature: the key begun behind eight bytes of signature",
        ),
        ("connect", sample("connect", "tcp"), "CONNECT: the first frame left in the clear"),
        ("ends", sample("puback-server", "tcp"), "a body of 31 bytes: its end under the key's seventh byte"),
    ]
    for slug, frame, comment in rows:
        level = "may" if frame.type in ("SYMMETRIC", "RESERVED") else "should"
        yield case(
            f"tcp-key-{slug}",
            level,
            comment,
            "frame.decode",
            under(frame),
            accept(frame.object()),
            ["Obfuscation"],
            "exact",
        )
    ramp = bytes(range(1, 9))
    yield case(
        "tcp-key-ramp",
        "should",
        "a key of eight different bytes, 01 to 08: applied backwards",
        "frame.decode",
        under(plain, ramp),
        accept(plain.object()),
        ["Obfuscation"],
        "exact",
    )
    yield case(
        "tcp-key-zero",
        "should",
        "a key of zeros changes nothing: taken for no key and refused",
        "frame.decode",
        under(plain, bytes(8)),
        accept(plain.object()),
        ["Obfuscation"],
        "exact",
    )
    bad = under(plain)
    data = bytearray.fromhex(bad["hex"])
    data[1] ^= 0x80
    bad["hex"] = data.hex()
    yield case(
        "tcp-key-checksum",
        "should",
        "a wrong checksum under a key: checked against the obfuscated body, or not at all",
        "frame.decode",
        bad,
        reject("checksum"),
        ["Obfuscation"],
    )
    short = under(sample("querycon", "tcp"))
    short["hex"] = envelope(0x70, b"\1", key=key).hex()
    yield case(
        "tcp-key-short",
        "should",
        "QUERYCON with half an id under a key: the key's next byte taken for the other half",
        "frame.decode",
        short,
        reject("truncated"),
        ["Obfuscation"],
    )
    for slug, text in (("seven", KEY[:14]), ("nine", KEY + "00")):
        yield case(
            f"tcp-key-of-{slug}",
            "may",
            f"a key of {slug} bytes: padded or cut instead of refused",
            "frame.decode",
            dict(under(plain), obfuscationKey=text),
            reject("length", "value", "truncated", "trailing"),
            ["Obfuscation"],
        )


def signatures():
    """Eight opaque bytes."""
    rows = [
        ("default", "00000000000000ff", "nubybear's default, 0xff, as a number in JSON"),
        ("zero", "0000000000000000", "zeros: left out as absent"),
        ("ramp", "0123456789abcdef", "every byte different: bytes in another order"),
        ("ones", "ffffffffffffffff", "all ones: a signed number gives -1"),
        ("top", "8000000000000001", "beyond 2^53 with the lowest bit set: a number that went through a double"),
        ("letters", "6162636465666768", "bytes that are letters: shown as text"),
        (
            "like-a-topic",
            "0006707073674d50",
            "bytes that look like a topic: the signature looked for only where the body does not begin with a text",
        ),
    ]
    for slug, value, comment in rows:
        for name in ("publish-client", "query", "publish-server"):
            if name != "publish-client" and slug not in ("ramp", "ones"):
                continue
            title = {"publish-client": "PUBLISH", "query": "QUERY", "publish-server": "a server's PUBLISH"}[name]
            yield read(
                f"tcp-signature-{name}-{slug}",
                "must",
                f"signature of {title}: {comment}",
                sample(name, "tcp").having(signature=value),
                flags=["Signature"],
            )
    for name, size in (
        ("publish-client", 0),
        ("publish-client", 7),
        ("publish-client", 8),
        ("query", 7),
        ("publish-server", 8),
        ("publish-server", 11),
    ):
        frame = sample(name, "tcp")
        what = (
            "nothing of it"
            if size == 0
            else f"{min(size, 8)} bytes of it" + (" and 3 of the date" if size == 11 else "")
        )
        yield case(
            f"tcp-signature-{name}-cut-{size}",
            "must",
            f"{'a server' if 'server' in name else 'a client'}'s {frame.type} that ends within or right behind the"
            f" signature, {what}: zeros filled in",
            "frame.decode",
            decode(frame, envelope(frame.first(), frame.body()[:size]).hex()),
            reject("truncated"),
            ["Signature"],
        )
    for name in ("puback-server", "queryack", "querycon", "connack", "disconnect"):
        frame = sample(name, "tcp")
        yield read(
            f"tcp-signature-none-{name}",
            "must",
            f"{frame.type} has no signature: eight bytes skipped before its first field",
            frame,
            leave_out=("flag",) if name in ("connack", "disconnect") else (),
            flags=["Signature"],
            exact=name not in ("connack", "disconnect"),
            signature=None,
        )


def other_layouts():
    """What else differs from the WebSocket form."""
    for name, shown in (("SUBSCRIBE", "RECONNECT"), ("SUBACK", "RECONNECTACK")):
        yield read(
            f"tcp-{shown.lower()}-empty",
            "may",
            f"{shown} without a body: shown by its WebSocket name, or taken for a heartbeat",
            Frame(name, "client" if name == "SUBSCRIBE" else "server", (Field("data", "rest", ""),), form="tcp"),
            flags=["TcpNames"],
        )
    yield read(
        "tcp-connack-user-only",
        "must",
        "CONNACK with a user id alone: the rest asked for",
        sample("connack", "tcp").without("sessionId", "timestamp"),
        leave_out=("flag",),
        flags=["ProtocolVersion3"],
        exact=False,
    )
    yield read(
        "tcp-connack-v4",
        "may",
        "CONNACK of version 4 over TCP: the same as over WebSocket",
        sample("connack4", "tcp"),
        leave_out=("flag",),
        flags=["ProtocolVersion4"],
        exact=False,
    )
    yield case(
        "tcp-connack-v3-in-layout-4",
        "should",
        "flags and a user id over TCP where 3 was asked for: a version told by the third byte, in place of a cut user id",
        "frame.decode",
        decode(sample("connack4", "tcp")),
        reject("truncated", "length"),
        ["ProtocolVersion3"],
    )
    yield read(
        "tcp-puback-no-uid",
        "must",
        "PUBACK without a message uid, which nubybear leaves out unless the status is 0",
        sample("puback-server", "tcp").without("messageUId"),
        flags=["ShortAck"],
        messageUId=None,
    )
    yield read(
        "tcp-puback-ends-after-status",
        "should",
        "PUBACK that ends after the status in its envelope: milliseconds read from the next frame",
        sample("puback-server", "tcp").without("millisecond", "messageUId"),
        flags=["ShortAck"],
        millisecond=None,
    )
    yield read(
        "tcp-disconnect-client",
        "must",
        "DISCONNECT from the client: refused for its direction",
        Frame("DISCONNECT", "client", sample("disconnect").fields, form="tcp").having(status=4),
        leave_out=("flag",),
        exact=False,
    )
    yield read(
        "tcp-data-empty",
        "must",
        "PUBLISH with empty data: the envelope's end taken for an error",
        sample("publish-client", "tcp").having(data=""),
    )
    yield read(
        "tcp-data-like-a-frame",
        "must",
        "data that is a whole heartbeat, c0 c0 00: cut out as a frame of its own",
        sample("publish-client", "tcp").having(data="c0c000"),
    )
    websocket = bytes([header("PUBACK")]) + b"\1\2"
    yield case(
        "tcp-websocket-frame",
        "must",
        "a frame of the WebSocket form, 40 01 02: read without checksum and length",
        "frame.decode",
        {"form": "tcp", "sender": "client", "hex": websocket.hex()},
        reject("truncated", "checksum", "length"),
        ["Envelope"],
    )


def writing():
    """Envelopes that writers must write."""
    for length in (127, 128, 16383, 16384):
        frame = sized(length)
        yield case(
            f"tcp-write-length-{length}",
            "must",
            {
                127: "a body of 127 bytes written with one length byte: two",
                128: "a body of 128 bytes written as 80 01: as one byte 0x80",
                16383: "a body of 16383 bytes written as ff 7f: a third length byte too early",
                16384: "a body of 16384 bytes written with three length bytes: the third never reached",
            }[length],
            "frame.encode",
            encode(frame),
            accept({"hex": frame.wire().hex()}),
            ["Envelope"],
        )
    key = bytes.fromhex(KEY)
    for name in ("publish-client", "queryack", "pingresp", "connack"):
        frame = sample(name, "tcp")
        yield case(
            f"tcp-write-key-{name}",
            "should",
            {
                "publish-client": "PUBLISH written under a key: the key begun at the signature's end",
                "queryack": "QUERYACK written under a key: the checksum made of obfuscated bytes",
                "pingresp": "PINGRESP written under a key: its length 0 obfuscated",
                "connack": "CONNACK written under a key: only requests obfuscated",
            }[name],
            "frame.encode",
            encode(frame, obfuscationKey=KEY),
            accept({"hex": frame.wire(key=key).hex()}),
            ["Obfuscation"],
        )
    for value in ("0123456789abcdef", "ffffffffffffffff"):
        for name in ("publish-server", "query"):
            frame = sample(name, "tcp").having(signature=value)
            yield case(
                f"tcp-write-signature-{name}-{value[:4]}",
                "must",
                f"signature {value} of {frame.type} written: "
                + ("bytes in another order" if value[0] == "0" else "read from JSON as a signed number or a double"),
                "frame.encode",
                encode(frame),
                accept({"hex": frame.wire().hex()}),
                ["Signature"],
            )
    fields = list(sample("connect", "tcp").fields)
    fields.insert(5, Field("clientIp", "text", "10.0.0.7"))
    frame = Frame("CONNECT", "client", tuple(fields), form="tcp")
    yield case(
        "tcp-write-connect-client-ip",
        "may",
        "CONNECT with the client's address written: behind the token, or not at all",
        "frame.encode",
        encode(frame),
        accept({"hex": frame.wire().hex()}),
        ["ClientIp"],
    )
