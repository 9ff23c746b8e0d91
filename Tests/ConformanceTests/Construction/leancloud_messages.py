"""Contents of LeanCloud's messages by their types, each alone."""

import json

from leancloud_contents import contents, text_of
from leancloud_notes import NOTES  # noqa: F401
from levels import systems as by_rule
from vectors import accept, case, either, reject

GROUP = "leancloud.message"
SOURCE = "js-realtime-sdk src/messages/*.js and plugins, swift-sdk Sources/RTM/IMMessage.swift"


def cases():
    yield from by_rule(_all())


def decode(identifier, level, comment, name, data, expect, flags=(), reencode=None):
    given = {"system": "leancloud", "objectName": name, "hex": data.hex()}
    return case(identifier, level, comment, "message.decode", given, expect, flags, reencode, SOURCE)


def _all():
    for name, number, content, level, flags, risk in contents():
        text = text_of(content)
        yield decode(f"lc-msg-{name}", level, f"Content of type {number}, {risk}: a member lost or respelt",
                     str(number), text.encode(), accept(content), flags)
        if name.startswith(("text-n", "image-", "audio-")):
            continue
        yield case(f"lc-msg-write-{name}", level,
                   f"Content of type {number} written, {risk}: _lctype or a member left out", "message.encode",
                   {"system": "leancloud", "objectName": str(number), "content": content},
                   accept({"hex": text.encode().hex()}), flags, None, SOURCE)
    turned = '{"_lcattrs":null,"_lctext":"\\u0068i","_lctype":-1}'
    yield decode("lc-msg-order",
                 "must", "The type last and a letter escaped: only contents that begin with _lctype read", "-1",
                 turned.encode(), accept({"_lctype": -1, "_lctext": "hi", "_lcattrs": None}))
    yield decode("lc-msg-white-space", "should", "White space between members and around the content: refused", "-1",
                 b' {\n "_lctype" : -1 ,\t"_lctext" : "hi" }\r\n', accept({"_lctype": -1, "_lctext": "hi"}))
    yield decode("lc-msg-extra", "should", "Members that nobody knows: dropped, so that a newer application's are lost",
                 "-1", b'{"_lctype":-1,"_lctext":"hi","_lcnew":{"a":1}}', accept({"_lctext": "hi", "_lcnew": {"a": 1}}))
    deep = '{"_lctype":1,"a":' + "[" * 20 + "]" * 20 + "}"
    yield decode("lc-msg-deep", "may", "Arrays in arrays, twenty of them: refused or flattened", "1", deep.encode(),
                 accept({"_lctype": 1, "a": json.loads("[" * 20 + "]" * 20)}))
    yield decode("lc-msg-coordinate-spelled", "may", "Coordinates with trailing zeros and an exponent: another value",
                 "-5", b'{"_lctype":-5,"_lcloc":{"latitude":39.9000,"longitude":1.16e2}}',
                 accept({"_lcloc": {"latitude": 39.9, "longitude": 116}}))
    good = text_of({"_lctype": -1, "_lctext": "hi"})
    for name, text, what in [("last", good[:-1], "without its last brace"),
                             ("first", good[1:], "without its first brace"),
                             ("half", good[:20], "that ends in its middle"),
                             ("comma", good.replace(",", ""), "without a comma"),
                             ("colon", good.replace(":", "", 1), "without a colon"),
                             ("trailing", good + "x", "with a letter behind it"),
                             ("plain", "hi", "that is a plain text"), ("empty", "", "without a byte"), ]:
        yield decode(f"lc-msg-broken-{name}", "should", f"A typed content {what}: read as a text message", "-1",
                     text.encode(), reject("json", "truncated", "trailing", "value"),
                     ["Cut"] if name in ("last", "half", "empty") else [])
    yield decode("lc-msg-not-utf8", "should",
                 "A typed content with bytes that are no UTF-8: taken for other characters", "-1",
                 b'{"_lctype":-1,"_lctext":"\xc3("}', reject("json", "string"))
    for name, text, what in [("array", "[-1]", "an array"), ("number", "-1", "a number"),
                             ("no-type", "{}", "an object without a type"),
                             ("other-type", '{"_lctype":-2}', "another type's"),
                             ("type-text", '{"_lctype":"-1"}', "one whose type is a text"), ]:
        yield decode(f"lc-msg-shape-{name}", "should",
                     f"Content that is {what} where a text message is asked for: taken for one", "-1", text.encode(),
                     reject("value", "json", "required", "unsupported"))
    yield decode("lc-msg-type-double", "may", "The type written as -1.0: SDKs differ whether that is an integer", "-1",
                 b'{"_lctype":-1.0,"_lctext":"hi"}',
                 either({"_lctext": "hi"}, error=["value", "json", "required", "unsupported"]))
