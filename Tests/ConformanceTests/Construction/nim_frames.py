"""NIM's packets: Socket.IO, every command, every tag, wrapped pushes, chat messages, and what is broken."""

import captured
from levels import systems as by_rule
from nim_chats import chats
from nim_notes import NOTES  # noqa: F401
from nim_wire import COMMANDS, TAGS, decode, encode, request, response, wrapped
from vectors import accept, either, reject

GROUP = "nim.frame"
SPECIFIED = "Socket.IO 0.9.11 protocol 1, as NIM_Web_SDK_v8.5.0.js has it"
TIME = 1500000000123
# What is written in a request, and what in an answer, where numbers come as text.
SENT = {
    "string": "a1", "int": 3, "long": TIME, "byte": 1, "bool": "true", "strarray": ["a1", "b2"],
    "longarray": [1, 2**40], "longlongmap": {"1": 2}, "strstrmap": {"k": "v"}, "ph": 0, "number": 7,
}
RECEIVED = {
    "string": "a1", "number": "7", "long": str(TIME), "int": "3", "bool": "true", "boolean": "true", "strarray": [
        "a1", "b2"
    ], "longlongmap": {"m_map": {"1": 2}}, "strlongmap": {"k": 5}, "object": {"k": "v"}, "kvarray": [{"k": "v"}],
}


def cases():
    yield from by_rule(_all())


def _all():
    yield from socket_io()
    yield from recorded()
    yield from commands()
    yield from namesakes()
    yield from entities()
    yield from arguments()
    yield from results()
    yield from chats()
    yield from broken()


def socket_io():
    for name, sender, text, value, comment in [
        ("disconnect", "client", "0::", {"type": "disconnect"}, "the end: taken for a connection"),
        ("disconnect-endpoint", "client", "0::/chat", {"type": "disconnect"}, "the end of one endpoint: refused"),
        ("connect", "server", "1::", {"type": "connect"}, "the beginning: waited for more"),
        ("connect-endpoint", "server", "1::/chat?a=1", {"type": "connect"},
         "an endpoint with a query: cut at its question mark"),
        ("heartbeat", "server", "2::", {"type": "heartbeat"}, "the transport's heartbeat: taken for the command's"),
        ("message-text", "server", "3:::hello", {"type": "message", "sid": None,
                                                 "body": None}, "a text: refused for want of JSON"),
        ("message-colons", "server", "3:::a:b:c", {"type": "message",
                                                   "text": "3:::a:b:c"}, "a text with colons: split at them"),
        ("message-empty", "server", "3:::", {"type": "message", "sid": None}, "an empty message: refused"),
        ("message-id", "client", "3:7::hi", {"type": "message"}, "a message with an id: the id taken for data"),
        ("message-id-data", "client", "3:7+::hi", {"type": "message",
                                                   "text": "3:7+::hi"}, "an id with a plus: the plus lost"),
        ("message-other-json", "server", '3:::{"a":1}', {"type": "message", "sid": None, "cid": None, "body": None},
         "JSON that is no packet of NIM: numbers made up"),
        ("message-array", "server", "3:::[1]", {"type": "message",
                                                "sid": None}, "a text that looks like an array: taken for values"),
        ("message-unicode", "server", "3:::你好😀", {"type": "message",
                                                  "text": "3:::你好😀"}, "a text with an emoji: cut to 16 bits"),
        ("json", "server", '4:::{"a":"b"}', {"type": "json", "sid": None}, "a JSON packet: taken for one of NIM"),
        ("json-number", "server", "4:::1", {"type": "json"}, "a JSON packet of a number: refused"),
        ("event", "server", '5:::{"name":"n","args":[1]}', {"type": "event",
                                                            "sid": None}, "an event: taken for a command"),
        ("event-id", "client", '5:1+::{"name":"n"}', {"type": "event"},
         "an event that asks for an answer: the id lost"),
        ("ack", "client", "6:::2", {"type": "ack"}, "an answer to a packet: taken for a message"),
        ("ack-data", "client", '6:::4+["A",1]', {"type": "ack",
                                                 "text": '6:::4+["A",1]'}, "an answer with data: read as JSON"),
        ("error", "server", "7:::1+0", {"type": "error"}, "a refusal with its advice: read as JSON"),
        ("error-bare", "server", "7::", {"type": "error"}, "a refusal without a reason: refused itself"),
        ("noop", "server", "8::", {"type": "noop"}, "nothing: taken for a heartbeat"),
    ]:
        flags = ["SocketIO"] + ["Heartbeat"] * (name == "heartbeat")
        yield decode(f"nim-io-{name}",
                     "must" if name in ("connect", "heartbeat", "message-text") else "should",
                     f"Socket.IO, {comment}",
                     sender,
                     text,
                     accept(value | {"text": text}),
                     flags,
                     source=SPECIFIED)
    for kind, text in (("heartbeat", "2::"), ("connect", "1::"), ("disconnect", "0::"), ("noop", "8::")):
        yield encode(f"nim-write-{kind}",
                     "must",
                     f"A {kind} from its name: another digit, or colons left out",
                     "client", {"type": kind},
                     text, ["SocketIO"],
                     source=SPECIFIED)
    for name, text in (("text", "3:::hello"), ("id", "3:7+:/a:hi"), ("event", '5:::{"name" : "n"}')):
        yield encode(f"nim-write-{name}",
                     "should",
                     f"A packet from its text, {name}: written in another spelling",
                     "client", {"type": "event" if name == "event" else "message", "text": text},
                     text, ["SocketIO"],
                     source=SPECIFIED)


def recorded():
    for frame in captured.oracle("nim")["frames"]:
        if frame["transport"] != "ws":
            continue
        event = frame["n"] - 3  # one exchange of HTTP is no event, and the upgrade is one
        value = {name: frame.get(name) for name in ("type", "sid", "cid", "ser", "code", "command", "body")}
        value = {name: part for name, part in value.items() if part is not None}
        said = []
        for message in frame.get("messages") or []:
            part = {"sender": message["from"], "target": message["to"]}
            kind = "text" if isinstance(message["content"], str) else "content"
            said.append({name: item for name, item in part.items() if item} | {kind: message["content"]})
        if said:
            value["messages"] = said
        yield decode(f"nim-captured-{event}",
                     "must", f"{frame.get('command') or frame['type']} as number {event} of a recorded session: a "
                     "number, a name or a value of it lost",
                     captured.sender(frame),
                     frame["text"],
                     accept(value), ["Captured"],
                     frame["scope"],
                     source=captured.source("nim", event))


def filled(value, scope, is_request, salt, every=False):
    """A value of a command as it is on the wire, and as it is named."""
    if not value.entity:
        part = (SENT if is_request else RECEIVED)[value.type.lower()]
        return part, part
    tags = list(TAGS.get((scope, value.entity), {"1": "1", "2": "2"}).items())
    chosen = tags if every else [tags[salt % len(tags)], tags[(salt + 1) % len(tags)]]
    wire, named = {}, {}
    for tag, name in chosen:
        # Absence and presence of single tags, not the meaning of values, is what the tables are for.
        wire[tag] = f"{name}-{tag}"
        named[name] = f"{name}-{tag}"
    if value.type == "Property":
        return wire, named
    more = {tag: f"{name}-2" for tag, name in chosen[:1]}, {name: f"{name}-2" for tag, name in chosen[:1]}
    if is_request:
        return [{"t": "Property", "v": wire}, {"t": "Property", "v": more[0]}], [named, more[1]]
    return [wire, more[0]], [named, more[1]]


def wire_type(name):
    return "ArrayMable" if name == "PropertyArray" else name


def built(command, ser, salt=0, every=False):
    """A packet with all values of a command, and its frame object."""
    is_request = command.direction == "request"
    parts = [filled(value, command.scope, is_request, salt, every) for value in command.values]
    value = {"type": "message", "sid": command.sid, "cid": command.cid, "ser": ser, "command": command.name}
    body = {known.name: named for known, (_, named) in zip(command.values, parts)}
    if is_request:
        arguments = [(wire_type(known.type), wire) for known, (wire, _) in zip(command.values, parts)]
        text = request(command.sid, command.cid, ser, arguments or None)
        return text, value | {"body": body}
    text = response(command.sid, command.cid, ser, [wire for wire, _ in parts] or None)
    value["code"] = 200
    return text, value | ({"body": body} if body else {})


def asked():
    """The commands whose numbers the table has once; `namesakes` has the others."""
    seen, chosen = set(), []
    for command in COMMANDS:
        key = (command.scope, command.sid, command.cid, command.direction)
        if command.name and key not in seen and key != ("im", 7, 18, "request"):
            chosen.append(command)
        seen.add(key)
    return chosen


def most(names):
    """Who mistakes a message loses it; names of other things are what a user sees."""
    return "must" if {"msg", "sysMsg", "broadcastMsg"} & set(names) else "should"


def commands():
    for index, command in enumerate(asked()):
        is_request = command.direction == "request"
        if not is_request and not command.values:
            continue
        text, value = built(command, 1 + index, salt=index)
        name = f"{command.scope}-{command.sid}-{command.cid}-{'asked' if is_request else 'said'}"
        what = "request" if is_request else "answer or push"
        flags = ["ChatRoom"] if command.scope == "chatroom" else []
        yield decode(
            f"nim-{name}", most([value.entity for value in command.values]),
            f"{command.service} {command.sid}_{command.cid} {command.name}, {what}"
            f" of {len(command.values)} values ({command.scope}): another command's name, or values in another order",
            "client" if is_request else "server", text, accept(value), flags, command.scope)
        if is_request and (command.sid in (2, 3, 4, 7, 13)):
            yield encode(
                f"nim-write-{name}", "may",
                f"{command.service} {command.sid}_{command.cid} {command.name} ({command.scope}) written: a "
                "type, a tag or the order of values mistaken", "client", value, text, flags + ["MemberOrder"],
                command.scope)


def namesakes():
    """The requests with the numbers 7_18, which the tags of their argument tell apart, where one command lacks a tag."""
    name, entity = "clearServerHistoryMsgsWithSync", "clearMsgsParamsWithSync"
    sent = {"0": 0, "1": "bob", "4": 1, "5": "me"}
    value = {"type": 0, "otherAccid": "bob", "isSyncSelf": 1, "fromAccid": "me"}
    text = request(7, 18, 3, [("Property", sent)])
    frame = {"type": "message", "sid": 7, "cid": 18, "ser": 3, "command": name, "body": {entity: value}}
    comment = f"msg 7_18 {name}, which has the numbers of clearServerHistoryMsgs"
    yield decode("nim-im-7-18-asked-sync", "should", f"{comment}: its tags shown as numbers", "client", text,
                 accept(frame), (), "im")
    yield encode("nim-write-im-7-18-asked-sync", "may", f"{comment}, written: another command's tags, or a refusal",
                 "client", frame, text, ["MemberOrder"], "im")
    yield decode(
        "nim-im-7-18-asked-both", "may",
        "msg 7_18 with the tags 1 and 2, which both commands with these numbers have: an account that no name shows",
        "client", request(7, 18, 3, [("Property", {"1": "bob", "2": 1})]),
        either(
            {"command": "clearServerHistoryMsgs", "body": {"clearMsgsParams": {"account": "bob", "delRoam": 1}}},
            {"command": name, "body": {entity: {"otherAccid": "bob"}}}), (), "im")


def entities():
    """Every tag of every entity, in the first command that has it."""
    done = set()
    for command in asked():
        for value in command.values:
            key = (command.scope, value.entity)
            if not value.entity or key in done or key not in TAGS:
                continue
            done.add(key)
            text, named = built(command, 9, every=True)
            flags = ["ChatRoom"] if command.scope == "chatroom" else []
            yield decode(
                f"nim-tags-{command.scope}-{value.entity.lower()}", most([value.entity]),
                f"{value.entity} ({command.scope}) with all its "
                f"{len(TAGS[key])} tags: a number with another name, or none",
                "client" if command.direction == "request" else "server", text, accept(named), flags, command.scope)


def arguments():
    login = {"19": "me", "999": "new"}
    yield decode("nim-tag-unknown", "should", "A tag 999 that the table lacks: dropped, or the object refused",
                 "client", request(2, 3, 1, [("Property", login)]),
                 accept({"body": {"login": {"account": "me", "999": "new"}}}), (), "im")
    yield decode("nim-tag-no-number", "should", "A key that is no number: dropped", "client",
                 request(2, 3, 1, [("Property", {"account": "x"})]), accept({"body": {"login": {"account": "x"}}}), (),
                 "im")
    yield decode("nim-command-unknown", "must",
                 "A command 99_1 that the table lacks: refused, where newer SDKs have more", "server",
                 response(99, 1, 0, ["x", {"1": "y"}]), accept(
                     {"type": "message", "sid": 99, "cid": 1, "command": None}), (), "im")
    yield decode(
        "nim-value-beyond", "should",
        "An answer with more values than the table names: dropped, or the last name used again", "server",
        response(2, 5, 0, ["1", "2", "c", "4", "new"]),
        accept({
            "command": "kicked",
            "body": {"from": "1", "reason": "2", "custom": "c", "customClientType": "4", "[4]": "new"}
        }), ["Position"], "im")
    yield decode("nim-value-missing", "should", "An answer with fewer values than the table names: filled up", "server",
                 response(2, 5, 0, ["1", "2"]), accept({"body": {"from": "1", "reason": "2", "custom": None}}), (),
                 "im")
    yield decode("nim-argument-skipped", "should",
                 "getChatroomMembers with one argument left out: its value under another name", "client",
                 request(13, 8, 2, [("long", 5), ("int", 10)]),
                 accept({"command": "getChatroomMembers", "body": {"time": 5, "limit": 10,
                                                                   "type": None}}), ["Skipped", "ChatRoom"], "chatroom")
    yield decode("nim-values-empty", "must", "A request with an empty Q: refused", "client", request(6, 23, 2, []),
                 accept({"command": "getServerTime", "body": {}}), ["Quirk"], "im")
    yield decode("nim-values-none", "must", "An answer without r: refused, or values made up", "server",
                 response(4, 5, 2), accept({"code": 200, "body": None}), ["Quirk"], "im")
    text = '3:::{"code":"200","ser":"7","cid":"6","sid":"13","r":[]}'
    yield decode("nim-numbers-as-text", "may", "Numbers as text, and in another order: not found", "server", text,
                 accept({"sid": 13, "cid": 6, "ser": 7, "code": 200}), (), "chatroom")
    text = '3:::{ "SID" : 1, "CID" : 2, "SER" : 0 }'
    yield decode("nim-white-space", "should", "White space in the JSON: lost when the packet is written again",
                 "client", text, accept({"sid": 1, "cid": 2, "ser": 0, "text": text}), ["Heartbeat"], "im")
    yield decode("nim-heartbeat", "must", "The command heartbeat, serial 0: taken for a push", "client", request(
        1, 2, 0), accept({"sid": 1, "cid": 2, "ser": 0, "command": "heartbeat"}), ["Heartbeat"], "im")
    yield decode("nim-serial-last", "must", "The serial 32767, after which 1 follows: cut to eight bits", "client",
                 request(2, 6, 32767), accept({"ser": 32767, "command": "logout"}), (), "im")
    yield decode("nim-unsaid-scope", "may",
                 "A chat room's command without a word on the connection: no name found", "server",
                 response(13, 7, 0, [{"2": "0", "3": "hi", "22": "88001"}]), accept({"command": "msg"}), ["ChatRoom"])
    yield decode("nim-escaped", "should", "Keys and texts with escapes: compared as they are spelt", "client",
                 '3:::{"\\u0053ID":2,"CID":3,"SER":1,"Q":[{"t":"Property","v":{"19":"\\u6211"}}]}',
                 accept({"command": "login", "body": {"login": {"account": "我"}}}), (), "im")


def results():
    for code, risk in [(200, "success"), (302, "a wrong token"), (406, "done already, which counts as success"),
                       (408, "a time-out"), (416, "too often: seconds in the first value"),
                       (500, "a failure of the server"), (808, "waiting, which counts as "
                                                          "success"), (810, "done before, which counts as success"),
                       (7101, "blacklisted, and the answer is there all the same")]:
        values = ["30"] if code == 416 else [{"11": "c1", "12": "s1", "7": str(TIME)}]
        yield decode(f"nim-code-{code}", "must",
                     f"sendMsg answered with {code}, {risk}: another code, or the serial lost", "server",
                     response(7, 1, 21, values, code),
                     accept({"sid": 7, "cid": 1, "ser": 21, "code": code, "command": "sendMsg"}), (), "im")


    yield encode("nim-write-wrapped", "may",
                 "A push around another packet written: the inner numbers outside, or the inner values without their list",
                 "server", {"type": "message", "sid": 4, "cid": 1, "ser": 0, "code": 200,
                            "wrapped": {"sid": 7, "cid": 2, "idServer": "77"}, "body": {"msg": {"from": "a", "body": "t"}}},
                 wrapped(1, "77", 7, 2, [{"2": "a", "9": "t"}]), ["MemberOrder", "Wrapped"], "im")
    yield decode("nim-code-416-seconds", "should",
                 "The seconds to wait in an answer with the code 416, which are no value of the command: called a message",
                 "server", response(7, 1, 21, [30], 416), accept({"code": 416, "body": {"msg": None}}), (), "im",
                 source="table nim-codes.csv, code 416")


def broken():
    whole = request(2, 3, 1, [("Property", {"19": "me"})])
    for name, text, what in [("last", whole[:-1], "its last brace"),
                             ("half", whole[:len(whole) // 2], "its second half"),
                             ("first", whole.replace("{", "", 1), "its first brace"),
                             ("quote", whole.replace('SID"', "SID"), "a quotation mark"),
                             ("colon", whole.replace('"SID":', '"SID"'), "a colon"),
                             ("comma", whole.replace(',"CID', '"CID'), "a comma"),
                             ("bracket", whole.replace("]}", "}"), "a bracket"),
                             ("value", whole.replace('"SID":2', '"SID":'), "a value"), ]:
        if name == "first":
            yield decode(f"nim-without-{name}", "may", f"A packet without {what}: taken for a request", "client", text,
                         either({"type": "message", "sid": None}, error=["json", "truncated", "value"]), ["Cut"], "im",
                         None)
            continue
        yield decode(f"nim-without-{name}", "should", f"A packet without {what}: read as far as it goes", "client",
                     text, reject("json", "truncated", "value"), ["Cut"], "im")
    answer = response(13, 6, 3, [{"1": "x"}])
    for place in (6, 9, 12, 20, 30, len(answer) - 3):
        yield decode(f"nim-cut-{place}", "should",
                     f"An answer of a chat room that ends after {place} characters: read as far as it goes", "server",
                     answer[:place], reject("json", "truncated"), ["Cut", "ChatRoom"], "chatroom")
    for name, text, what in [("nothing", "", "no characters at all"), ("letter", "x::", "a letter for a type"),
                             ("type-nine", "9::", "the type 9"), ("no-colon", "3hello", "no colon behind the type"),
                             ("space", " 2::", "a blank in front"), ("json", '{"SID":1}', "JSON without its type"),
                             ("minus", "-1::", "a type below 0"),
                             ("engine-io", "42[\"a\"]", "two digits, as newer versions of Socket.IO have them"), ]:
        yield decode(f"nim-bad-{name}",
                     "should",
                     f"Something with {what}: taken for a packet",
                     "server",
                     text,
                     reject("value", "truncated", "json"), ["SocketIO"],
                     source=SPECIFIED)
    for name, text in (("json", "4:::{"), ("event", "5:::{\"name\":")):
        yield decode(f"nim-bad-{name}-cut",
                     "should",
                     f"A packet of type {name} whose JSON is cut: handed on",
                     "server",
                     text,
                     reject("json", "truncated"), ["SocketIO", "Cut"],
                     source=SPECIFIED)
    for name, frame, what, errors in [
        ("type", {"type": "wave"}, "a type that there is not", ("value", "unsupported")),
        ("no-type", {"sid": 1, "cid": 2}, "no type", ("required", "value")),
        ("value", {"type": "message", "sid": 2, "cid": 3, "ser": 1,
                   "body": {"nothing": 1}}, "a value that the command does not have", ("value", "unsupported")),
        ("command", {"type": "message",
                     "command": "wave"}, "a command that the table does not have", ("value", "unsupported")),
        ("text", {"type": "message", "text": "3:::{"}, "a text that is no packet", ("json", "truncated", "value")),
    ]:
        entry = encode(f"nim-write-refused-{name}", "should", f"A packet with {what}: written all the same", "client",
                       frame, "", (), "im")
        yield entry | {"expect": reject(*errors)}
