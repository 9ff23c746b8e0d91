"""Contents of YC's elements by their types, each alone."""

from levels import systems as by_rule
from vectors import accept, case, reject
from yc_frames import CHAT, PLACEHOLDER, SOURCE, TYPES, text_of

GROUP = "yc.message"
NOTES = {
    "Cut": "The content ends before its JSON does",
    "Placeholder": "A key that nobody has seen on the wire: it has the name of a symbol of the article's code",
}


def cases():
    yield from by_rule(_all())


def decode(identifier, level, comment, name, text, expect, flags=(), source=SOURCE):
    return case(identifier, level, comment, "message.decode",
                {"system": "yc", "objectName": name, "hex": text.encode().hex()}, expect, flags, None, source)


def _all():
    for kind in TYPES:
        content = {"topic" if kind == "new_chat" else "order_id": "883412"}
        slug = kind.lower().replace("_", "-")
        yield decode(f"yc-msg-{slug}", "must", f"The content of {kind}: a member lost or respelt", kind,
                     text_of(content), accept(content))
        yield case(f"yc-msg-write-{slug}", "should", f"The content of {kind} written: a member left out",
                   "message.encode", {"system": "yc", "objectName": kind, "content": content},
                   accept({"hex": text_of(content).encode().hex()}), (), None, SOURCE)
    for number, name in CHAT.items():
        content = {
            "ChatType": number, "SpeakType": 11, "orderID": "883412", "messageID": 7, "sessionID": "",
            "more": [1, {"a": None}]
        }
        yield decode(f"yc-msg-chat-{number}", "may",
                     f"A chat's content, {name}: what the description does not name is lost", str(number),
                     text_of(content), accept(content), ["Placeholder"], PLACEHOLDER)
    for name, text in (("last", '{"topic":"1"'), ("half", '{"to'), ("empty", "")):
        yield decode(f"yc-msg-cut-{name}", "should", f"A content that ends too early, {name}: read as far as it goes",
                     "new_chat", text, reject("json", "truncated"), ["Cut"])
    for name, text in (("array", "[]"), ("text", '"883412"'), ("null", "null")):
        yield decode(f"yc-msg-shape-{name}", "should", f"A content that is no object, {name}: taken for an empty one",
                     "new_chat", text, reject("value", "json", "required"))
