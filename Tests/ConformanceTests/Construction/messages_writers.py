"""Who writes which key of a message, by the catalogue, and how much a case may ask for because of it.

needed: the message requires the key, or the code of every client that writes the message has it (must).
shared: clients of different makers have it, or an application shows it: who is mentioned, who sends (should).
habit: one platform's own, or of use on one device only (may).
"""

import json

from levels import RANKS, at_most
from messages_common import ENTRIES, LEVEL, TABLE
from messages_contents import full
from vectors import either

ALIASES = {alias: entry for entry in ENTRIES.values() for alias in entry["aliases"]}
CLIENTS = ("web", "android", "ios", "flutter")
TITLES = {"web": "the web SDK", "flutter": "the Flutter plug-in", "android": "the Android SDK",
          "android-kit": "Android's UI SDK", "ios-kit": "iOS's UI SDK", "server-java": "the Java server SDK",
          "server-go": "the Go server SDK"}


def maker(writer):
    """The SDK of a writer, without its version: `web`, `server-go`."""
    return writer["source"].rsplit("-", 1)[0]


def newest(entry):
    """The writers of a message, of each SDK the newest; the file has them from old to new."""
    return list({maker(writer): writer for writer in entry["writers"]}.values())


def _local(entry):
    return {field["key"] for field in entry["fields"] if field.get("local")}


def needed(entry):
    required = {field["key"] for field in entry["fields"] if field["required"]}
    clients = [writer for writer in entry["writers"] if writer["platform"] in CLIENTS]
    if len({writer["platform"] for writer in clients}) > 1:
        # A message that does not burn is not lost: what several makers write of that is shared.
        required |= set.intersection(*(set(writer["keys"]) for writer in clients)) - {"isBurnAfterRead", "burnDuration"}
    return required - _local(entry)


def shared(entry):
    platforms = {}
    for writer in newest(entry):
        if writer["platform"] in CLIENTS:
            for key in writer["keys"]:
                platforms.setdefault(key, set()).add(writer["platform"])
    is_on_web = any(writer["platform"] == "web" for writer in entry["writers"])
    keys = {key for key, those in platforms.items() if len(those) > 1 and ("web" in those or not is_on_web)}
    if entry["kind"] == "content":
        keys |= {"user", "mentionedInfo"} & set(entry["envelope"])
    return keys - _local(entry) - needed(entry) - {"isBurnAfterRead"}


def level_of(name, keys):
    """The most that a case may be that asks for these keys of a content."""
    entry = ENTRIES.get(name)
    if entry is None:
        return "should"
    must, should = needed(entry), shared(entry)
    level = "must"
    for key in keys:
        level = at_most(level, "must" if key in must else "should" if key in should else "may")
    return level


def ruled(entry):
    """The case by the rules: what it asks for, who sends the message, and whether it is to be refused."""
    name, expect = entry["input"]["objectName"], entry["expect"]
    level, message = entry["level"], ENTRIES.get(name)
    entry = _cited(entry, message or ALIASES.get(name))
    if expect["outcome"] == "reject":
        level = at_most(level, "should")  # no peer sends it: refusing protects, and loses nothing
    if set(entry["flags"]) & {"Int64", "UnknownKeys", "Article", "Burn"}:
        level = at_most(level, "may")
    if message is None:
        return entry | {"level": level}
    if not message["writers"]:
        level = at_most(level, "should")  # no code of it was read
    direction, is_encoding = message["direction"], entry["operation"] == "message.encode"
    sender = {"fromServer": "server", "fromClient": "client"}.get(direction)
    if direction == "local" or sender == ("server" if is_encoding else "client"):
        level = at_most(level, "may")
        if sender and "Full" in entry["flags"]:
            entry = entry | {"input": entry["input"] | {"sender": sender}}
    values = [expect["value"]] if "value" in expect else expect.get("values", [])
    parsed = [other for value in values for other in spelt(message, value)[1:] if other not in values]
    if parsed and not is_encoding:
        entry = entry | {"expect": either(*values, *parsed, error=expect.get("error"))}
    asked = [level_of(name, asked_keys(name, value)) for value in values
             if isinstance(value, dict) and not is_encoding]
    if asked:
        level = at_most(level, max(asked, key=RANKS.index))
    return entry | {"level": level}


def asked_keys(name, value):
    """The catalogue's keys that an expected value asks for; others are the case's own business."""
    message = ENTRIES[name]
    known = {field["key"] for field in message["fields"]} | set(message["envelope"])
    return {key for key, part in value.items() if part is not None} & known


def cite(name):
    """The source of what the catalogue says of a message; `ruled` adds the code behind it."""
    return f"catalogue, {name}"


def _cited(entry, message):
    """The case with the code that writes the message: every writer with version, file and class."""
    if message is None or not entry["source"].startswith("catalogue, "):
        return entry
    words = [_place(place) for place in message["writers"]]
    if not words:
        named = [f"{names[0]} ({platform})" for platform, names in message["classes"].items()]
        words = ["no code of it was read" + (", classes by name only: " + ", ".join(named) if named else "")]
    return entry | {"source": f"{entry['source']}: {'; '.join(words)}"}


def _place(place):
    source = TABLE["sources"][place["source"]]
    file = f"{place['file']}, " if "file" in place else ""
    kind = "" if source["kind"] == "source" else " (published binary)"
    return f"{source['sdk']} {source['version']}{kind}, {file}{place['symbol']}"


def cite_table(entry):
    """Where the registration of a name is from."""
    words = [_place(place) for place in registrations(entry)]
    return ("the project's own table, Docs/catalogue/messages.json, which the library embeds"
            + ("; " + "; ".join(words) if words else "; no code that registers it was read"))


def registrations(entry):
    """The code that gives a message its name and flags: tables, or classes, which have them on Android and iOS."""
    return entry.get("registered") or [place for place in entry["writers"] if place["platform"] in ("android", "ios")]


def contents(entry):
    """What each maker writes of the full content: (maker, writer, content), equal ones once."""
    whole, seen = full(entry), []
    if not isinstance(whole, dict):
        return
    for writer in newest(entry):
        content = {key: value for key, value in whole.items() if key in writer["keys"]}
        if content and content not in seen:
            seen.append(content)
            yield maker(writer), content


def most(entry):
    return LEVEL[entry["confidence"]]


def spelt(entry, content):
    """The content, and where a text is JSON also the value that it says: handing it over parsed loses nothing."""
    if not isinstance(content, dict):
        return [content]
    parsed = {}
    for field in entry["fields"]:
        if field["type"] == "jsonString" and isinstance(content.get(field["key"]), str):
            try:
                parsed[field["key"]] = json.loads(content[field["key"]])
            except ValueError:
                continue
    return [content, content | parsed] if parsed else [content]
