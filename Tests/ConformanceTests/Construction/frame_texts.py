"""Texts of frames: their lengths, and every way in which writers spell characters."""

from frame_bits import PREFIX, TITLES, decode, flags_of, leave_out, level_of
from vectors import accept, case, either
from wire import sample, script_text

# Every text field: (frame, field).
FIELDS = [
    ("publish-client", "topic"),
    ("publish-client", "targetId"),
    ("publish-server", "topic"),
    ("publish-server", "targetId"),
    ("query", "topic"),
    ("query", "targetId"),
    ("puback-server", "messageUId"),
    ("connack", "userId"),
    ("connack", "sessionId"),
    ("connack4", "userId"),
    ("connack4", "sessionId"),
    ("connect", "protocolId"),
    ("connect", "clientId"),
    ("connect", "willTopic"),
    ("connect", "will"),
    ("connect", "appId"),
    ("connect", "token"),
]
MIXED = "é中\U0001f600z"


def counted(length):
    """A text of so many bytes whose bytes tell their place."""
    pattern = "abcdefghijklmnopqrstuvwxyz0123456789"
    return (pattern * (length // len(pattern) + 1))[:length]


def every_field(form):
    """Each text field empty, with characters of every width, and with a length in both bytes."""
    prefix = PREFIX[form]
    where = " over TCP" if form == "tcp" else ""
    for name, field in FIELDS:
        title = TITLES[name]
        base = sample(name, form)
        slug = f"{prefix}-text-{name}-{field.lower()}"
        flags = flags_of(name, form) + (["ProtocolVersion4"] if name == "connack4" else [])
        level = level_of(name, form)

        def one(end, text, comment, more=(), lowest=None):
            frame = base.having(**{field: text})
            return case(
                f"{slug}-{end}",
                lowest or level,
                comment,
                "frame.decode",
                decode(frame),
                accept(frame.object(leave_out(name))),
                flags + list(more),
                None if leave_out(name) else "exact",
            )

        if form == "websocket" or name in ("publish-client", "publish-server", "query"):
            more = ["EmptyTopic"] if (name, field) == ("publish-client", "topic") else []
            yield one(
                "empty",
                "",
                f"{title}{where} with an empty {field}: a reader that takes length 0 for the end of the frame "
                f"or leaves {field} out",
                more,
            )
        yield one(
            "mixed",
            MIXED,
            f"{field} of {title}{where} with characters of two, three and six bytes: a length counted in characters or"
            " UTF-16 units",
            ["SurrogatePairs"],
        )
        if form == "websocket":
            yield one(
                "256",
                counted(256),
                f"{field} of {title} with 256 bytes: "
                + (
                    "its length's first byte looks like the flags of protocol version 4, which do not use up the body"
                    if (name, field) == ("connack", "userId")
                    else "a length read from its low byte, or with its bytes swapped"
                ),
                (),
                "should" if (name, field) == ("connack", "userId") else None,
            )


LENGTHS = {
    1: "the shortest text: a loop that ends one byte early",
    127: "0x7f: the last length that every reading of it agrees on",
    128: "0x80: a length read as a signed byte, or as a base-128 number as in the TCP form's envelope",
    255: "0x00ff: a length read as little-endian is 65280",
    257: (
        "0x0101: the only length here whose bytes are equal, next to 256: a reader that skips zero bytes before a"
        " number"
    ),
}


def lengths(form):
    prefix = PREFIX[form]
    where = " over TCP" if form == "tcp" else ""
    for length, comment in LENGTHS.items():
        if form == "tcp" and length in (1, 257):
            continue
        frame = sample("publish-client", form).having(targetId=counted(length))
        yield case(
            f"{prefix}-text-length-{length}",
            "must",
            f"targetId of {length} bytes{where}: {comment}",
            "frame.decode",
            decode(frame),
            accept(frame.object()),
            [],
            "exact",
        )
    longest = sample("query", form).having(targetId=counted(65535))
    yield case(
        f"{prefix}-text-length-65535",
        "must",
        f"targetId of 65535 bytes{where}: the longest text: a signed length, or a limit on texts that is too low",
        "frame.decode",
        decode(longest),
        accept(longest.object()),
        [],
        "exact",
    )


def _fallbacks(before, bad, after, surrogates=1):
    """The texts that ill-formed bytes may become: U+FFFD a surrogate, a maximal subpart or a byte."""
    replacement = "\ufffd"
    return [
        before + replacement * surrogates + after,
        before + bad.decode("utf-8", "replace") + after,
        before + replacement * len(bad) + after,
    ]


# (slug, flags, bytes, text, whether the documented writer writes them so, comment)
SPELLINGS = [
    ("two-bytes", [], None, "ß", True, "U+00DF: a Latin-1 reader shows two characters"),
    ("two-bytes-last", [], None, "\u07ff", True, "U+07FF: the last character of two bytes, six bits in the second"),
    (
        "three-bytes-first",
        [],
        None,
        "\u0800",
        True,
        "U+0800: the first character of three bytes, whose lead has no bits of its own",
    ),
    ("three-bytes", [], None, "中文", True, "U+4E2D: the second byte's bits shifted by twelve in place of six"),
    ("before-surrogates", [], None, "\ud7ff", True, "U+D7FF: a test for surrogates that begins too low"),
    ("after-surrogates", [], None, "\ue000", True, "U+E000: a test for surrogates that ends too high"),
    ("last-of-plane-0", [], None, "\uffee\uffff", True, "U+FFFF: a reader that takes noncharacters for ill-formed"),
    (
        "pair",
        ["SurrogatePairs"],
        None,
        "\U0001f600",
        True,
        "U+1F600 as two surrogates: a strict UTF-8 decoder shows two errors or refuses",
    ),
    (
        "pair-first",
        ["SurrogatePairs"],
        None,
        "\U00010000",
        True,
        "U+10000: the 0x10000 of the surrogate formula forgotten",
    ),
    (
        "pair-last",
        ["SurrogatePairs"],
        None,
        "\U0010ffff",
        True,
        "U+10FFFF as two surrogates: ten bits of the low one lost",
    ),
    (
        "pairs",
        ["SurrogatePairs"],
        None,
        "\U0001f600\U0001f3f8",
        True,
        "two pairs in a row: pairs formed from the second and third surrogate",
    ),
    (
        "joined",
        ["SurrogatePairs"],
        None,
        "\U0001f468\u200d\U0001f469",
        True,
        "a joined emoji: a reader that drops U+200D as invisible",
    ),
    (
        "four-bytes",
        ["FourByteUTF8"],
        b"a\xf0\x9f\x98\x80z",
        "a\U0001f600z",
        False,
        "U+1F600 in four bytes: a reader of surrogate pairs only, or the low 16 bits alone (U+F600)",
    ),
    (
        "four-bytes-last",
        ["FourByteUTF8"],
        b"\xf4\x8f\xbf\xbf",
        "\U0010ffff",
        False,
        "U+10FFFF in four bytes: a limit of U+FFFFF",
    ),
    ("old-emoji", ["OldEmoji"], None, "\uf600", True, "U+F600 stays itself: a frame decoder that maps old emoji back"),
    ("nul", [], None, "a\0z", True, "NUL in one byte: a text that ends at zero, as in C"),
    (
        "nul-java",
        ["ModifiedUTF8"],
        b"a\xc0\x80z",
        "a\0z",
        False,
        "NUL as c0 80: a strict decoder refuses what Java writes",
    ),
    (
        "byte-order-mark",
        [],
        None,
        "\ufeffbob",
        True,
        "U+FEFF at the start: a decoder that strips it (TextDecoder does unless told) names another user",
    ),
    ("decomposed", [], None, "e\u0301", True, "e and U+0301: a reader that composes characters names another user"),
    ("composed", [], None, "\u00e9", True, "U+00E9: a reader that decomposes characters names another user"),
    ("case-and-width", [], None, "ＢＯＢ", True, "full-width letters: a reader that folds compatibility characters"),
    ("spaces", [], None, "  bob ", True, "spaces at both ends: a reader that trims"),
    (
        "controls",
        [],
        None,
        "a\t\r\nb\x1b\x7f",
        True,
        "control characters: line ends changed, or JSON written without escapes",
    ),
    ("quotes", [], None, "\"\\/'", True, "quotation mark and backslash: a frame object put together without escapes"),
    (
        "separators",
        [],
        None,
        "a\u2028b\u2029",
        True,
        "U+2028 and U+2029: JSON lines split where JavaScript ends a line",
    ),
    (
        "bidirectional",
        [],
        None,
        "\u202eabc\u202c",
        True,
        "bidirectional marks: stripped for display in the decoder, where they belong to the id",
    ),
    (
        "percent",
        [],
        None,
        "a%20b+c&d=e",
        True,
        "percent sign and plus: a reader shared with the URL form that unescapes them",
    ),
    ("digits", [], None, "0042", True, "digits: a reader that makes numbers of ids and loses the zeros"),
]


def _any_of(values):
    """Where every way of replacing gives the same text there is one value."""
    return either(*values) if any(value != values[0] for value in values) else accept(values[0])


# (slug, bytes, surrogates, comment)
ILL_FORMED = [
    ("lone-high", b"\xed\xa0\xbd", 1, "a high surrogate alone: a reader that joins it with the next character"),
    ("lone-low", b"\xed\xb8\x80", 1, "a low surrogate alone: a reader that waits for a high one or traps"),
    ("swapped-pair", b"\xed\xb8\x80\xed\xa0\xbd", 2, "a pair in the wrong order: joined to a character all the same"),
    (
        "high-then-other",
        b"\xed\xa0\xbd\xe4\xb8\xad",
        0,
        "a high surrogate before U+4E2D: the second character swallowed",
    ),
    ("two-highs", b"\xed\xa0\xbd\xed\xa0\xbd", 2, "two high surrogates: the second taken for a low one"),
    (
        "high-then-ascii",
        b"\xed\xa0\xbdbc",
        0,
        "a high surrogate before plain letters: three bytes taken blindly as the low one",
    ),
    ("overlong-two", b"\xc1\x81", 1, "c1 81, the letter A in two bytes: overlong forms accepted for more than NUL"),
    (
        "overlong-three",
        b"\xe0\x80\xaf",
        1,
        "e0 80 af, a slash in three bytes: a text that passes a check for slashes and has one all the same",
    ),
    (
        "overlong-four",
        b"\xf0\x82\x82\xac",
        1,
        "U+20AC in four bytes: a reader that checks overlong forms of two and three bytes only",
    ),
    (
        "beyond-unicode",
        b"\xf4\x90\x80\x80",
        1,
        "f4 90 80 80 is beyond U+10FFFF: a trap where a scalar is made from the number",
    ),
    (
        "five-bytes",
        b"\xf8\x88\x80\x80\x80",
        1,
        "the lead of a five-byte form of old: a table of leads that ends too late",
    ),
    ("never-bytes", b"\xfe\xff", 2, "fe ff never occur: taken for a byte order mark"),
    ("stray-continuation", b"\x80\xbf", 2, "continuation bytes without a lead: skipped in silence"),
    ("lead-then-ascii", b"\xe4\xb8", 1, "two of three bytes, then a letter: the letter swallowed as the third"),
]


def spellings(form):
    prefix = PREFIX[form]
    for slug, flags, data, text, documented, comment in SPELLINGS:
        if form == "tcp" and slug not in ("pair", "four-bytes", "nul-java", "nul", "byte-order-mark", "three-bytes"):
            continue
        data = data if data is not None else script_text(text)
        frame = sample("publish-client", form).having(targetId=(data, text))
        where = " over TCP" if form == "tcp" else ""
        yield case(
            f"{prefix}-text-{slug}",
            "must",
            f"{comment}{where}",
            "frame.decode",
            decode(frame),
            accept(frame.object()),
            flags,
            "exact" if documented else None,
        )
        if not documented:
            yield case(
                f"{prefix}-text-{slug}-kept",
                "should",
                f"{slug.replace('-', ' ')}{where}: the frame written back with the bytes that came, which needs raw",
                "frame.decode",
                decode(frame),
                accept(frame.object(raw={"targetId": data.hex()})),
                flags + ["Raw"],
                "exact",
            )
            yield case(
                f"{prefix}-text-{slug}-again",
                "should",
                f"{slug.replace('-', ' ')}{where}: the frame written back with other bytes than came, by an SDK that"
                " reads and writes it",
                "frame.decode",
                decode(frame),
                accept(frame.object()),
                flags,
                "exact",
            )
    for slug, bad, surrogates, comment in ILL_FORMED:
        if form == "tcp" and slug not in ("lone-high", "lead-then-ascii", "never-bytes"):
            continue
        where = " over TCP" if form == "tcp" else ""
        data = b"a" + bad + b"z"
        if surrogates:
            texts = _fallbacks("a", bad, "z", surrogates)
        else:
            good = bad[3:].decode()
            texts = [text + good + "z" for text in _fallbacks("a", bad[:3], "")]
        base = sample("publish-client", form)
        frame = base.having(targetId=(data, texts[0]))
        values = [base.having(targetId=(data, text)).object() for text in texts]
        yield case(
            f"{prefix}-text-{slug}",
            "must",
            f"{comment}{where}",
            "frame.decode",
            decode(frame),
            either(*values, error=["string"]),
            ["IllFormedText"],
        )
        yield case(
            f"{prefix}-text-{slug}-kept",
            "should",
            f"{slug.replace('-', ' ')}{where}: a codec that refuses the frame, or that "
            "writes ef bf bd in place of the bytes that came",
            "frame.decode",
            decode(frame),
            _any_of([dict(value, raw={"targetId": data.hex()}) for value in values]),
            ["IllFormedText", "Raw"],
            "exact",
        )
    # The last bytes of a text must not be completed from behind it.
    frame = sample("query", form).having(targetId=(b"me\xe4\xb8", "me\ufffd"), messageId=0xADAD)
    texts = ["me\ufffd", "me\ufffd\ufffd"]
    where = " over TCP" if form == "tcp" else ""
    yield case(
        f"{prefix}-text-cut-character",
        "must",
        f"a character cut off by the text's length, its third byte's value in the next field{where}: "
        "a decoder that reads on behind the text",
        "frame.decode",
        decode(frame),
        either(*(frame.having(targetId=(b"me\xe4\xb8", text)).object() for text in texts), error=["string"]),
        ["IllFormedText"],
    )
