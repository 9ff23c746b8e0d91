"""Attachments of NIM's messages by their types, each alone."""

from levels import systems as by_rule
from nim_contents import TYPED, attach_of, notifications
from nim_notes import NOTES  # noqa: F401
from vectors import accept, case, reject

GROUP = "nim.message"
SOURCE = "NIM_iOS_Demo NTESCustomAttachmentDecoder.m, NIM_Web_SDK_v8.5.0.js and the server's API pages"


def cases():
    yield from by_rule(_all())


def decode(identifier, level, comment, name, data, expect, flags=()):
    return case(identifier, level, comment, "message.decode", {"system": "nim", "objectName": name, "hex": data.hex()},
                expect, flags, None, SOURCE)


def _all():
    for name, number, content, level, flags, risk in TYPED:
        attach = attach_of(content)
        yield decode(f"nim-attach-{name}", level, f"Attachment of {number}, {risk}: a member lost or respelt", number,
                     attach.encode(), accept(content), flags)
        yield case(f"nim-attach-write-{name}", level,
                   f"Attachment of {number} written, {risk}: a member left out or respelt",
                   "message.encode", {"system": "nim", "objectName": number, "content": content},
                   accept({"hex": attach.encode().hex()}), flags, None, SOURCE)
    for row, number, content in notifications():
        yield decode(
            f"nim-attach-note-{row['scope']}-{row['id']}", "should",
            f"Notification {row['id']} of a {row['scope']} alone: its numeric "
            "keys or its JSON inside JSON taken apart", number,
            attach_of(content).encode(), accept(content), ["ChatRoom"] if row["scope"] == "chatroom" else [])
    for number, content in ((1, {"id": 1}), (2, {"id": 2, "content": "hello"}), (3, {
            "id": 3, "members": ["a"], "teamId": "1", "teamName": "T", "room": "r", "teamType": 0
    })):
        yield decode(f"nim-attach-sys-{number}", "may",
                     f"The demo's custom system message {number} alone: refused as a notification", f"sys/{number}",
                     attach_of(content).encode(), accept(content), ["Convention"])
    good = attach_of(TYPED[0][2])
    for name, text, what in [("last", good[:-1], "without its last brace"),
                             ("first", good[1:], "without its first brace"),
                             ("half", good[:30], "that ends in its middle"),
                             ("comma", good.replace(",", "", 1), "without a comma"),
                             ("trailing", good + "}", "with a brace behind it"), ("words", "cat", "that is a word"),
                             ("empty", "", "without a character"), ]:
        yield decode(f"nim-attach-broken-{name}", "should", f"An image's attachment {what}: an image made up", "1",
                     text.encode(), reject("json", "truncated", "trailing", "value"),
                     ["Cut"] if name in ("last", "half", "empty") else [])
    for name, number, text, what in [
        ("array", "1", "[]", "a list where an image is asked for"),
        ("number", "6", "7", "a number where a file is asked for"),
        ("other", "100/1", '{"type":2,"data":{}}', "another of the demo's than is asked for"),
        ("no-id", "5", '{"data":{}}', "a notification without its id"),
        ("sys-other", "sys/1", '{"id":3}', "another system message than is asked for"),
    ]:
        yield decode(f"nim-attach-shape-{name}", "should", f"Attachment that is {what}: taken for it", number,
                     text.encode(), reject("value", "json", "required", "unsupported"),
                     ["Convention"] if "/" in number else [])
