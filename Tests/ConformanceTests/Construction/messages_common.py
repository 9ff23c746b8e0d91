"""What the modules of the message cases share: the catalogue, texts of contents, and the form of a case."""

import json

from vectors import ROOT, accept, case, reject

CATALOGUE = ROOT / "Docs" / "catalogue"

TABLE = json.loads((CATALOGUE / "messages.json").read_text(encoding="utf-8"))
ENTRIES = {entry["objectName"]: entry for entry in TABLE["messages"]}

# A JPEG of no pixels to speak of (SOI, JFIF segment, EOI) and an AMR-NB file of one speech frame.
JPEG = "/9j/4AAQSkZJRgABAQAAAQABAAD/2Q=="
AMR = "IyFBTVIKPJEXFr5meeHgAeev8AAAAIAAAAAAAAAAAAAA"

LEVEL = {"high": "must", "medium": "should", "low": "may"}


def text(value):
    """The JSON text of a value: no white space, text outside ASCII as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def slug(name):
    """The object name as a part of an id."""
    return name.lower().replace(":", "-")


def body(content):
    """The bytes of a content: given as bytes, as JSON text, or as a value to be written as JSON."""
    if isinstance(content, bytes):
        return content
    if not isinstance(content, str):
        content = text(content)
    return content.encode("utf-8")


def covers(pattern, value):
    """Whether a value that is expected by its named keys includes another one; null is absence."""
    if pattern is None:
        return value is None
    if isinstance(pattern, dict):
        return isinstance(value, dict) and all(covers(pattern[key], value.get(key)) for key in pattern)
    if isinstance(pattern, list):
        return isinstance(value, list) and len(pattern) == len(value) and all(map(covers, pattern, value))
    return type(pattern) is type(value) and pattern == value


def allowed(values):
    """The values of an expectation without those that another one includes."""
    kept = []
    for value in values:
        if not any(covers(other, value) for other in kept):
            kept = [other for other in kept if not covers(value, other)] + [value]
    return kept


def decode(ident, name, content, comment, *, value=None, values=None, error=None, level="must", flags=(),
           source="construction", reencode=None):
    """A case of message.decode. Without an expectation the content itself is expected, as it is written."""
    if value is None and values is None and error is None:
        value = content if not isinstance(content, (str, bytes)) else json.loads(content)
    given = {"objectName": name, "hex": body(content).hex()}
    if values is not None and len(allowed(values)) == 1 and not error:
        expect = accept(allowed(values)[0])
    elif values is not None:
        expect = {"outcome": "either", "values": allowed(values)}
        if error:
            expect["error"] = list(error)
    elif error is not None:
        expect = reject(*error)
    else:
        expect = accept(value)
    return case("msg-" + ident, level, comment, "message.decode", given, expect, flags, reencode, source)


def encode(ident, name, content, comment, *, level="must", flags=(), source="construction", absent=()):
    """A case of message.encode: the content, and bytes whose keys the answer must have; `absent` it must not have."""
    given = {"objectName": name, "content": content}
    expect = accept({"hex": body(content).hex()})
    if absent:
        expect["absent"] = list(absent)
    return case("msg-encode-" + ident, level, comment, "message.encode", given, expect, flags, source=source)


def listed(keys):
    """Keys as an enumeration."""
    keys = list(keys)
    return keys[0] if len(keys) == 1 else ", ".join(keys[:-1]) + " or " + keys[-1]
