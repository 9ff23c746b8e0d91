"""Chat messages and system messages in NIM's packets."""

from nim_contents import TYPED, attach_of, notifications
from nim_wire import NOTIFICATIONS, decode, request, response, wrapped
from vectors import accept

TIME = 1500000000123
SENT = "2017-07-14T02:40:00.123Z"
SCENES = [("p2p", "0"), ("team", "1"), ("superTeam", "5")]


def message(kind, **rest):
    """A message of the account's connection, numbers as text as servers write them."""
    return {"0": "0", "1": "me", "2": "bob", "7": str(TIME), "8": str(kind), "11": "c1", "12": "s1"
            } | {{"body": "9", "attach": "10", "scene": "0", "to": "1"}[name]: part
                 for name, part in rest.items()}


def chats():
    meta = {"conversation": "p2p", "target": "me", "sender": "bob", "uid": "s1", "sentTime": SENT}
    yield decode("nim-msg-text", "must", "A text comes in: no message found, or its attachment shown", "server",
                 response(7, 2, 0, [message(0, body="hi 😀")]),
                 accept({"command": "msg", "messages": [meta | {"text": "hi 😀", "content": None}]}), (), "im")
    yield decode("nim-msg-tip", "must", "A tip comes in: its text looked for in the attachment", "server",
                 response(7, 2, 0, [message(10, body="tip")]), accept({"messages": [meta | {"text": "tip"}]}), (), "im")
    yield decode("nim-msg-text-empty", "should", "A text without any characters: taken for no message", "server",
                 response(7, 2, 0, [message(0, body="")]), accept({"messages": [{"text": "", "sender": "bob"}]}), (),
                 "im")
    for name, number, content, level, flags, risk in TYPED:
        kind = number.split("/")[0]
        said = {"objectName": number, "content": content}
        yield decode(f"nim-msg-{name}", level, f"Comes in, {risk}: shown as text, or as another type", "server",
                     response(7, 2, 0, [message(kind, attach=attach_of(content))]),
                     accept({"command": "msg", "messages": [meta | said | {"text": None}]}), flags, "im")
        body = {"0": 0, "1": "bob", "8": int(kind), "10": attach_of(content), "11": "c1"}
        yield decode(
            f"nim-sent-{name}", level, f"Goes up, {risk}: shown as text, or as another type", "client",
            request(7, 1, 5, [("Property", body)]),
            accept({"command": "sendMsg", "messages": [said | {"target": "bob", "uid": "c1", "sender": None}]}), flags,
            "im")
        room = {"1": "c1", "2": kind, "3": attach_of(content), "20": str(TIME), "21": "bob", "22": "88001"}
        yield decode(
            f"nim-room-{name}", level, f"Comes into a chat room, {risk}: read by the tags of other messages", "server",
            response(13, 7, 0, [room]),
            accept({
                "command": "msg", "messages": [
                    said
                    | {"conversation": "chatroom", "target": "88001", "sender": "bob", "uid": "c1", "sentTime": SENT}
                ]
            }), flags + ["ChatRoom"], "chatroom")
    for name, attach in (("words", "just words"), ("cut", '{"type":1'), ("empty", "")):
        yield decode(f"nim-msg-custom-{name}", "must",
                     f"A custom attachment that is no JSON, {name}: lost, where the raw text is right", "server",
                     response(7, 2, 0, [message(100, attach=attach)]),
                     accept({"messages": [meta | {"text": attach, "content": None}]}), (), "im")
    yield decode("nim-msg-type-unknown", "should", "A message of type 77: refused, or shown as another type", "server",
                 response(7, 2, 0, [message(77, attach='{"a":1}')]),
                 accept({"messages": [meta | {"objectName": None, "content": {"a": 1}}]}), (), "im")
    yield decode("nim-room-text", "must",
                 "A text in a chat room, which is the attachment itself: read as JSON", "server",
                 response(13, 7, 0, [{"1": "c1", "2": "0", "3": '{"not":"json"}', "21": "bob", "22": "88001"}]),
                 accept({"messages": [{"text": '{"not":"json"}', "content": None,
                                       "conversation": "chatroom"}]}), ["ChatRoom"], "chatroom")
    for name, scene in SCENES:
        yield decode(f"nim-scene-{name.lower()}", "must", f"Scene {scene}, {name}: another kind of conversation",
                     "server", response(7, 2, 0, [message(0, body="hi", scene=scene, to="t1")]),
                     accept({"messages": [{"conversation": name, "target": "t1"}]}), (), "im")
    yield decode("nim-scene-unknown", "should", "A scene of 9: a kind of conversation made up", "server",
                 response(7, 2, 0, [message(0, body="hi", scene="9")]),
                 accept({"messages": [{"conversation": None, "text": "hi"}]}), (), "im")
    yield from listed()
    yield from system()
    yield from broadcasts()
    yield from pushed()


def broadcasts():
    """Messages to all users, whose tags are others than those of chats."""
    one = {"1": "9", "2": "bob", "3": "77", "4": str(TIME), "5": "hi 😀"}
    said = {"text": "hi 😀", "sender": "bob", "content": None}
    yield decode("nim-broadcast", "must", "A message to all users: no message found, or nobody who sent it", "server",
                 response(7, 17, 0, [one]), accept({"command": "broadcastMsg", "messages": [said]}), (), "im")
    yield decode("nim-broadcast-synced", "must",
                 "Two messages to all users that waited: only the first one shown, or nobody who sent them", "server",
                 response(4, 16, 0, [[one, one | {"1": "10", "2": "ann", "5": "two"}]]),
                 accept({"command": "syncBroadcastMsgs", "messages": [said, {"text": "two", "sender": "ann"}]}), (), "im")
    yield decode("nim-broadcast-unnamed", "should", "A message to all users without a sender's name: the number taken for it",
                 "server", response(7, 17, 0, [{name: part for name, part in one.items() if name != "2"}]),
                 accept({"messages": [{"text": "hi 😀", "sender": None}]}), (), "im")


def listed():
    for row, number, content in notifications():
        scope, name = row["scope"], f"{row['scope']}-{row['id']}"
        attach = attach_of(content)
        if scope == "team":
            text = response(8, 3, 0, [message(5, attach=attach, scene="5" if content["id"] > 400 else "1", to="1001")])
            said, sender_scope = {"target": "1001"}, "im"
        else:
            text = response(13, 7, 0, [{"1": "c1", "2": "5", "3": attach, "21": "owner1", "22": "88001"}])
            said, sender_scope = {"target": "88001", "conversation": "chatroom"}, "chatroom"
        yield decode(f"nim-note-{name}", "should",
                     f"Notification {row['id']} of a {scope}, {row['title']}: shown as a text, or another one",
                     "server", text, accept({"messages": [said | {"objectName": number, "content": content}]}),
                     ["ChatRoom"] if scope == "chatroom" else [], sender_scope)


def system():
    kinds = {"100": "p2p", "101": "team", "102": "p2p", "103": "superTeam"}
    for row in NOTIFICATIONS:
        if row["scope"] != "sysMsg":
            continue
        number = row["id"]
        value = {"0": str(TIME), "1": number, "2": "me", "3": "bob", "6": "s9"}
        if number in kinds:
            value["5"] = '{"id":2,"content":"hello"}'
            said = {"objectName": "sys/2", "content": {"id": 2, "content": "hello"}, "conversation": kinds[number]}
        elif number in ("2", "17"):
            value["5"] = '{"tinfo":{"1":"1001","3":"Team"},"attach":"x"}'
            said = {"content": {"tinfo": {"1": "1001", "3": "Team"}, "attach": "x"}}
        elif number == "5":
            value["5"] = '{"vt":2}'
            said = {"content": {"vt": 2}}
        elif number in ("7", "8", "12", "13", "14"):
            value |= {"10": "c1", "11": "s1", "14": str(TIME - 5)}
            said = {"objectName": None, "content": None}
        else:
            value["4"] = "please"
            said = {"objectName": None, "content": None}
        yield decode(
            f"nim-sys-{number}", "should",
            f"System message {number}, {row['title']}: taken for a chat message of that type", "server",
            response(7, 3, 0, [value]),
            accept({
                "command": "sysMsg",
                "messages": [said | {"target": "me", "sender": "bob", "uid": "s9", "sentTime": SENT}]
            }), (), "im")
    for number, content in ((1, {"id": 1}), (3, {
            "id": 3, "members": ["a"], "teamId": "1", "teamName": "T", "room": "r", "teamType": 0
    })):
        value = {"0": str(TIME), "1": "100", "2": "me", "3": "bob", "5": attach_of(content), "7": "0"}
        yield decode(f"nim-sys-custom-{number}", "may",
                     f"The demo's custom system message {number}: taken for a notification of that id", "server",
                     response(7, 3, 0, [value]),
                     accept({"messages": [{"objectName": f"sys/{number}", "content": content}]}), ["Convention"], "im")


def pushed():
    inner = {"0": "0", "1": "me", "2": "bob", "7": str(TIME), "8": "0", "9": "hi", "11": "c1"}
    for cid, sid, number, scope, name, body, said in [
        (1, 7, 2, "im", "msg", inner, {"text": "hi", "sender": "bob"}),
        (2, 8, 3, "im", "teamMsg", inner | {"0": "1", "1": "1001"}, {
            "text": "hi", "target": "1001", "conversation": "team"
        }),
        (1, 7, 3, "im", "sysMsg", {"0": str(TIME), "1": "100", "2": "me", "3": "bob",
                                   "5": '{"id":1}'}, {"objectName": "sys/1"}),
        (10, 13, 7, "chatroom", "msg", {"1": "c1", "2": "100", "3": '{"a":1}', "21": "bob", "22": "88001"}, {
            "objectName": "100", "content": {"a": 1}, "conversation": "chatroom"
        }),
        (11, 13, 7, "chatroom", "msg", {"1": "c1", "2": "10", "3": "tip", "21": "bob", "22": "88001"}, {"text": "tip"}),
    ]:
        flags = ["Wrapped"] + ["ChatRoom"] * (scope == "chatroom")
        yield decode(
            f"nim-wrapped-{cid}-{sid}-{number}", "must",
            f"4_{cid} around {sid}_{number} {name}: the wrapper shown, or the id in front lost", "server",
            wrapped(cid, "srv-77", sid, number, [body]),
            accept(
                {"sid": 4, "cid": cid, "ser": 0, "code": 200, "command": name,
                 "messages": [said | {"uid": "srv-77"}]}), flags, scope)
    yield decode("nim-wrapped-own-id", "should",
                 "A wrapped message with an id of its own: the id in front taken instead", "server",
                 wrapped(1, "srv-77", 7, 2, [inner | {"12": "own-1"}]),
                 accept({"messages": [{"uid": "own-1", "text": "hi"}]}), ["Wrapped"], "im")
    yield decode("nim-wrapped-number", "may", "An id in front that is a number: lost", "server",
                 wrapped(1, 77, 7, 2, [inner]), accept({"messages": [{"uid": "77", "text": "hi"}]}), ["Wrapped"], "im")
    yield decode("nim-wrapped-unknown", "should", "A wrapped command 99_1 that the table lacks: refused", "server",
                 wrapped(2, "srv-77", 99, 1, ["x"]), accept({"sid": 4, "cid": 2, "command": None}), ["Wrapped"], "im")
    yield decode("nim-wrapped-nothing", "should",
                 "4_1 without what it should wrap: refused, or something made up", "server",
                 response(4, 1, 0, ["srv-77"]), accept({"sid": 4, "cid": 1, "messages": None}), ["Wrapped"], "im")
    several = [inner, inner | {"9": "two", "12": "s2"}]
    yield decode("nim-offline", "must", "Two messages that waited: only the first one shown", "server",
                 response(4, 4, 0, [several]),
                 accept({"messages": [{"text": "hi", "uid": "c1"}, {"text": "two", "uid": "s2"}]}), (), "im")
    yield decode("nim-sent-answer", "should",
                 "The answer to sendMsg with nothing but ids and time: taken for a message", "server",
                 response(7, 1, 5, [{"11": "c1", "12": "s1", "7": str(TIME)}]),
                 accept({"command": "sendMsg", "messages": None}), (), "im")
