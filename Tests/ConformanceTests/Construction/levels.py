"""How much each case may ask for: the rules that set levels, for all groups alike.

must: peers that differ cannot talk, or lose a message. should: they lose something that a user sees, or a refusal that
protects them. may: a platform's habit, or what only a tool that shows every byte needs. What a module says of a case's
level is the most that it may be; a rule can only lower it.
"""

from vectors import accept, either

RANKS = ["may", "should", "must"]

# Members of frame objects that no SDK hands on: bytes without meaning, and spellings.
KEPT = {"trailing", "flag", "raw", "payload", "messages"}


def at_most(level, limit):
    return min(level, limit, key=RANKS.index)


def frames(cases):
    """The cases of a group of frames by the rules, what was negotiated in the input."""
    for entry in cases:
        for each in _short_ack(_either_sign(_negotiated(entry))):
            yield each | {"level": _frame_level(each)}


def _frame_level(entry):
    level, given, values = entry["level"], entry["input"], _values(entry)
    is_client = given["sender"] == "client"
    if entry["operation"] == "frame.decode" and is_client or entry["operation"] == "frame.encode" and not is_client:
        # What a client writes is read by servers, and the reverse: no client is asked for it at must.
        level = at_most(level, "should")
    if given.get("protocolVersion") == 4:
        level = at_most(level, "should")
    if entry["operation"] == "frame.decode":
        if entry["expect"]["outcome"] == "reject" and not _has_message(given) and _errors(entry) <= {"truncated",
                                                                                                    "length"}:
            # A cut answer tells an application something wrong; a cut PUBLISH makes up a message.
            level = at_most(level, "should")
        # Over long polling the payload is JSON itself, and no view of it.
        kept = KEPT - {"payload", "messages"} if given["form"] == "polling" else KEPT
        if any(kept & value.keys() for value in values):
            level = at_most(level, "may")
        if given["form"] == "websocket" and any("sessionId" in value for value in values):
            level = at_most(level, "should")  # read and dropped: it has no use over WebSocket
    if any(_beyond(value) for value in values + [given.get("frame", {})]):
        level = at_most(level, "may")
    return level


def _values(entry):
    expect = entry["expect"]
    return [expect["value"]] if "value" in expect else expect.get("values", [])


def _errors(entry):
    error = entry["expect"].get("error", [])
    return set(error if isinstance(error, list) else [error])


def _has_message(given):
    """Whether the frame is a PUBLISH or an envelope of the TCP form that may hold one."""
    return given["hex"][:1] == "3"


def _beyond(value):
    """Whether a time is below 0, or beyond what a double holds: no server sends one."""
    times = [value.get(name) for name in ("timestamp", "date")]
    return any(isinstance(time, int) and not 0 <= time <= 2**53 for time in times)


def _negotiated(entry):
    """CONNACK with the version that was asked for, which alone tells its two layouts apart.

    Version 3 needs no word. Its session id is asked for by cases of its own only.
    """
    given, values = entry["input"], _values(entry)
    if (entry["operation"], given["sender"], given.get("hex", "")[:1]) != ("frame.decode", "server", "2"):
        return entry
    if given["form"] == "polling" or any(value.get("type") != "CONNACK" for value in values):
        return entry
    if "ProtocolVersion4" in entry["flags"] or "connack4" in entry["id"] or "connack-v4" in entry["id"]:
        ident = entry["id"].replace("connack4", "connack-asked-v4").replace("connack-v4", "connack-asked-v4")
        ident = ident if ident != entry["id"] else entry["id"] + "-asked-v4"
        return entry | {"id": ident, "input": given | {"protocolVersion": 4}}
    if given["form"] != "websocket" or "session" in entry["id"]:
        return entry
    if not any("sessionId" in value for value in values):
        return entry
    ident = entry["id"].replace("-connack", "-connack-v3") if "connack-v3" not in entry["id"] else entry["id"]
    ident = ident if ident != entry["id"] else entry["id"] + "-without-session"
    expect = dict(entry["expect"])
    if "value" in expect:
        expect["value"] = _without_session(expect["value"])
    else:
        expect["values"] = [_without_session(value) for value in expect["values"]]
    return entry | {"id": ident, "expect": expect}


def _without_session(value):
    return {name: part for name, part in value.items() if name != "sessionId"}


def _either_sign(entry):
    """Times below 0: the vendor's readers are unsigned (readInt and readLong, web SDK 2.5.12), others are not."""
    value = entry["expect"].get("value", {})
    if entry["operation"] != "frame.decode" or entry["input"]["form"] == "polling":
        return entry
    below = {name: 2**bits + value[name] for name, bits in (("timestamp", 64), ("date", 32))
             if isinstance(value.get(name), int) and value[name] < 0}
    if not below:
        return entry
    ident = entry["id"].replace("minus-", "either-sign-minus-")
    return entry | {"id": ident, "expect": either(value, value | below),
                    "source": "web SDK 2.5.12, RongIMLib-2.5.12.js, RongIMStream.readInt and readLong"}


def _short_ack(entry):
    """A server's PUBACK that ends early, and what of it matters.

    Who refuses it never learns the status: must. Who makes up a time or a UID shows the user what nobody said: should;
    0 milliseconds and an empty UID say nothing. To tell absent from empty is for tools: may.
    """
    value = entry["expect"].get("value", {})
    absent = [name for name in ("millisecond", "messageUId") if name in value and value[name] is None]
    if entry["operation"] != "frame.decode" or "ShortAck" not in entry["flags"] or not absent:
        yield entry
        return
    yield entry | {"level": at_most(entry["level"], "may")}
    what = entry["comment"].split(":")[0]
    said = {name: part for name, part in value.items() if name not in absent}
    entry = {name: part for name, part in entry.items() if name != "reencode"}
    yield entry | {"id": entry["id"] + "-read", "expect": accept(said),
                   "comment": f"{what}: refused, so that the sender never learns the status"}
    milliseconds = [None, 0] if "millisecond" in absent else [value["millisecond"]]
    possible = [said | {"millisecond": millisecond, "messageUId": uid} for millisecond in milliseconds
                for uid in (None, "")]
    yield entry | {"id": entry["id"] + "-nothing-made-up", "expect": either(*possible),
                   "level": at_most(entry["level"], "should"),
                   "comment": f"{what}: a time or a uid made up, such as -257 and -1"}


def payloads(cases):
    """The cases of payloads by the rules."""
    for entry in cases:
        level = entry["level"]
        if entry["operation"] == "payload.decode" and entry["expect"]["outcome"] == "reject":
            level = at_most(level, "should")
        yield entry | {"level": level}


def systems(cases):
    """The cases of other systems by the rules: who sends a frame, and what no SDK hands on."""
    for entry in cases:
        level, given, operation = entry["level"], entry["input"], entry["operation"]
        sender = given.get("sender")
        if (operation, sender) in (("frame.decode", "client"), ("frame.encode", "server")):
            level = at_most(level, "should")
        if entry["expect"]["outcome"] == "reject":
            level = at_most(level, "should")
        if any("raw" in value for value in _values(entry)):
            level = at_most(level, "may")
        yield entry | {"level": level}
