"""Answers to YC's polls. What is not in the one article that describes them is no `must`, nor `should`."""

import json

from levels import systems as by_rule
from vectors import accept, case, either, reject

GROUP = "yc.frame"
SOURCE = "the article of an iOS developer, stated"
PLACEHOLDER = "reconstruction, in no article nor recording: keys named after symbols of the article"
NOTES = {
    "Code": "ret_code is compared as an integer (integerValue): a number or its text; 200 counts, of anything else nothing is processed",
    "Cut": "The body ends before its JSON does",
    "Fallback": "Anything but text (1) and audio (3) is shown as the hint to upgrade, chat type 701 (stated); the number is kept",
    "Handling": "What the app does with an element, in our own words: order, chat, account, passedOver, unknown",
    "OrderId": "The receiving code compares orders as text, so that servers may send a number or a text",
    "Placeholder": "A key that nobody has seen on the wire: it has the name of a symbol of the article's code",
}
TYPES = {"new_chat": "chat", "DRIVER_ARRIVE": "order", "exception_driver": "order", "SERVICE_DONE": "order"}
CHAT = {1: "text", 2: "image", 3: "audio", 4: "POI", 5: "mixed content", 6: "card", 701: "hint to upgrade"}
SPEAK = {
    11: "driver", 12: "passenger", 13: "system", 14: "automatic reply made locally",
    15: "automatic reply of the driver", 16: "hint made locally"
}
CLASS = {1: "order", 2: "chat", 3: "account"}


def cases():
    yield from by_rule(_all())


def text_of(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def decode(identifier, level, comment, text, expect, flags=(), source=SOURCE, reencode="exact", sender="server"):
    given = {
        "system": "yc", "form": "polling", "sender": sender,
        "hex": (text if isinstance(text, bytes) else text.encode()).hex()
    }
    return case(identifier, level, comment, "frame.decode", given, expect, flags,
                reencode if expect["outcome"] == "accept" else None, source)


def reply(code, *elements):
    return {"ret_code": code, "result": list(elements)}


def element(kind, content, name="p1"):
    return {"id": name, "type": kind, "content": content}


def _all():
    yield from codes()
    yield from elements()
    yield from reconstructed()
    yield from written()
    yield from broken()


def codes():
    for name, code, number in [("number", 200, 200), ("text", "200", 200), ("failure", 500, 500), ("zero", 0, 0),
                               ("negative", -1, -1), ("failure-text", "403", 403)]:
        text = text_of(reply(code))
        yield decode(f"yc-code-{name}", "must", f"ret_code {code!r}: compared as it is spelt, or taken for another",
                     text, accept({"type": "REPLY", "retCode": number, "text": text}), ["Code"])
    yield decode("yc-code-none", "should", "No ret_code: success made up", text_of({"result": []}),
                 accept({"type": "REPLY", "retCode": None}), ["Code"])
    yield decode("yc-code-word", "should", "A ret_code that is a word: taken for 200", text_of(reply("ok")),
                 accept({"retCode": None}), ["Code"])
    yield decode("yc-code-null", "should", "A ret_code that is null: taken for 0", text_of(reply(None)),
                 accept({"retCode": None}), ["Code"])
    yield decode("yc-result-none", "should", "No result: refused, though the code may say why",
                 text_of({"ret_code": 200}), accept({"retCode": 200, "messages": None}), ["Code"])
    yield decode("yc-result-object", "may", "A result that is no list: read as one element",
                 text_of({"ret_code": 200, "result": {}}), accept({"retCode": 200, "messages": None}), ["Code"])


def elements():
    for kind, handling in TYPES.items():
        key = "topic" if kind == "new_chat" else "order_id"
        content = {key: "883412"}
        name = kind.lower().replace("_", "-")
        said = {"objectName": kind, "content": content, "conversation": "order", "target": "883412", "uid": "p1"}
        yield decode(f"yc-{name}", "must", f"{kind}: its order looked for under another key",
                     text_of(reply(200, element(kind, content))),
                     accept({"type": "REPLY", "retCode": 200, "messages": [said]}))
        yield decode(f"yc-{name}-handling", "may", f"{kind}: handled as something else than {handling}",
                     text_of(reply(200, element(kind, content))), accept({"messages": [{"handling": handling}]}),
                     ["Handling"])
        yield decode(f"yc-{name}-number", "should", f"{kind} whose order is a number: lost, or rounded",
                     text_of(reply(200, element(kind, {key: 9007199254740993}))),
                     accept({"messages": [{"target": "9007199254740993"}]}), ["OrderId"])
        both = {"order_id": "o", "topic": "t"}
        right = both[key]
        yield decode(f"yc-{name}-both", "may",
                     f"{kind} with a topic and an order id: the one that is not its own taken",
                     text_of(reply(200, element(kind, both))), accept(
                         {"messages": [{"target": right}]}), ["Placeholder"], PLACEHOLDER)
        other = kind.swapcase()
        yield decode(f"yc-{name}-other-case", "may", f"{other}: taken for {kind}, though letter case counts",
                     text_of(reply(200, element(other, content))),
                     accept({"messages": [{"objectName": other, "handling": "unknown"}]}), ["Handling"])
    yield decode(
        "yc-type-unknown", "must", "A type that the article does not state: dropped",
        text_of(reply(200, element("coupon", {"a": 1}))),
        accept({"messages": [{"objectName": "coupon", "content": {"a": 1}, "target": None, "conversation": None}]}))
    many = reply(200, element("new_chat", {"topic": "1"}, "p1"), element("DRIVER_ARRIVE", {"order_id": "2"}, "p2"),
                 element("SERVICE_DONE", {"order_id": "3"}, "p3"))
    yield decode(
        "yc-several", "must", "Three elements: processed in another order than front to back", text_of(many),
        accept({"messages": [{"uid": "p1", "target": "1"}, {"uid": "p2", "target": "2"}, {"uid": "p3",
                                                                                          "target": "3"}]}))
    yield decode(
        "yc-no-content", "should", "An element without a content between two others: the others lost",
        text_of(
            reply(200, element("new_chat", {"topic": "1"}), {"id": "p2", "type": "new_chat"},
                  element("new_chat", {"topic": "3"}, "p3"))),
        accept({"messages": [{"uid": "p1"}, {"uid": "p3", "target": "3"}]}))
    yield decode("yc-element-number", "should", "An element that is no object: the next one lost",
                 text_of({"ret_code": 200, "result": [7, element("new_chat", {"topic": "1"})]}),
                 accept({"messages": [{"uid": "p1"}]}))
    yield decode("yc-id-none", "should", "An element without an id: an id made up",
                 text_of({"ret_code": 200, "result": [{"type": "new_chat", "content": {"topic": "1"}}]}),
                 accept({"messages": [{"uid": None, "target": "1"}]}))
    yield decode(
        "yc-push-two", "must", "Two elements of which a push means the second: their ids exchanged",
        text_of(reply(200, element("new_chat", {"topic": "1"}, "a"), element("new_chat", {"topic": "2"}, "b"))),
        accept({"messages": [{"uid": "a", "target": "1"}, {"uid": "b", "target": "2"}]}))
    spelled = '{ "result" : [ ] ,\n "ret_code":\t200 }'
    yield decode("yc-spelling", "should", "White space and another order: lost when the body is written again", spelled,
                 accept({"retCode": 200, "text": spelled}))
    yield decode("yc-unknown-members", "should", "Members that nobody knows beside the known ones: dropped",
                 text_of(reply(200, element("new_chat", {"topic": "1", "new": {"a": [1]}})) | {"server": "x"}),
                 accept({"messages": [{"content": {"topic": "1", "new": {"a": [1]}}}]}))
    yield decode("yc-unicode", "must", "Chinese and an emoji in a content: spoiled",
                 text_of(reply(200, element("new_chat", {"topic": "订单😀"}))), accept({"messages": [{"target": "订单😀"}]}))
    yield decode("yc-escaped", "should", "Escapes in keys and texts: compared as they are spelt",
                 '{"ret_\\u0063ode":200,"result":[{"id":"p1","type":"new_\\u0063hat","content":{"topic":"\\u0031"}}]}',
                 accept({"retCode": 200, "messages": [{"objectName": "new_chat", "target": "1"}]}))
    yield decode("yc-poll",
                 "may",
                 "A poll, of which nothing is described: read as an answer",
                 b"\xff\x01",
                 accept({"type": "REQUEST", "data": "ff01"}),
                 sender="client")


def reconstructed():
    """What the article names as symbols; which keys the wire has for them nobody knows."""
    for number, name in CHAT.items():
        content = {"topic": "1", "ChatType": number, "SpeakType": 11, "ClassType": 2, "messageID": 7}
        shown = number if number in (1, 3) else 701
        yield decode(f"yc-chat-{number}", "may", f"Chat type {number}, {name}: shown as another than {shown}",
                     text_of(reply(200, element("new_chat", content))),
                     accept({"messages": [{"content": content, "shownAs": shown, "handling": "chat"}]}),
                     ["Placeholder", "Fallback"], PLACEHOLDER)
    content = {"topic": "1", "ChatType": 99}
    yield decode("yc-chat-unknown", "may", "Chat type 99: the number lost behind the hint to upgrade",
                 text_of(reply(200, element("new_chat", content))),
                 accept({"messages": [{"content": content, "shownAs": 701}]}), ["Placeholder", "Fallback"], PLACEHOLDER)
    yield decode("yc-chat-text", "may", "A chat type as text: not understood",
                 text_of(reply(200, element("new_chat", {"topic": "1", "ChatType": "3"}))),
                 accept({"messages": [{"shownAs": 3}]}), ["Placeholder"], PLACEHOLDER)
    for number, name in SPEAK.items():
        content = {"topic": "1", "SpeakType": number, "ChatType": 1}
        yield decode(f"yc-speak-{number}", "may", f"Speaker {number}, {name}: lost, or another one",
                     text_of(reply(200, element("new_chat", content))), accept({"messages": [{"content": content}]}),
                     ["Placeholder"], PLACEHOLDER)
    for number, handling in CLASS.items():
        yield decode(f"yc-class-{number}", "may", f"Class {number}: handled as something else than {handling}",
                     text_of(reply(200, element("anything", {"order_id": "1", "ClassType": number}))),
                     accept({"messages": [{"handling": handling, "objectName": "anything"}]}),
                     ["Placeholder", "Handling"], PLACEHOLDER)
    yield decode("yc-class-unknown", "may", "Class 9 of a known type: the type not looked at",
                 text_of(reply(200, element("new_chat", {"topic": "1", "ClassType": 9}))),
                 accept({"messages": [{"handling": "chat"}]}), ["Placeholder", "Handling"], PLACEHOLDER)
    for state, handling in ((0, "chat"), (19, "chat"), (20, "passedOver"), ("20", "passedOver")):
        yield decode(
            f"yc-repeat-{state}{'-text' if isinstance(state, str) else ''}", "may",
            f"Repeat state {state!r}: handled as something else than "
            f"{handling}",
            text_of(reply(200, element("new_chat", {"topic": "1", "ClassType": 2, "kChatRepeatState": state}))),
            accept({"messages": [{"handling": handling}]}), ["Placeholder", "Handling"], PLACEHOLDER)
    for state, handling in ((0, "chat"), (20, "passedOver"), ("20", "passedOver")):
        yield decode(
            f"yc-repeat-unclassed-{state}{'-text' if isinstance(state, str) else ''}", "may",
            f"Repeat state {state!r} of a chat that only its type tells: handled as something else than {handling}",
            text_of(reply(200, element("new_chat", {"topic": "1", "kChatRepeatState": state}))),
            accept({"messages": [{"handling": handling}]}), ["Placeholder", "Handling"], PLACEHOLDER)
    yield decode("yc-repeat-account", "may", "Repeat state 20 of the class account, to which it does not belong: passed over",
                 text_of(reply(200, element("anything", {"order_id": "1", "ClassType": 3, "kChatRepeatState": 20}))),
                 accept({"messages": [{"handling": "account"}]}), ["Placeholder", "Handling"], PLACEHOLDER)
    yield decode("yc-repeat-order", "may",
                 "Repeat state 20 of an order event, to which it does not belong: passed over",
                 text_of(reply(200, element("DRIVER_ARRIVE", {"order_id": "1", "kChatRepeatState": 20}))),
                 accept({"messages": [{"handling": "order"}]}), ["Placeholder", "Handling"], PLACEHOLDER)


def written():
    for name, code, elements_of in [("empty", 200, []), ("chat", 200, [element("new_chat", {"topic": "883412"})]),
                                    ("order", 200, [
                                        element("DRIVER_ARRIVE", {"order_id": "1"}),
                                        element("SERVICE_DONE", {"order_id": "1"})
                                    ]), ("failure", 500, [])]:
        frame = {"type": "REPLY", "retCode": code, "payload": {"message": "Reply", "value": {"result": elements_of}}}
        yield case(f"yc-write-{name}", "may", f"An answer written, {name}: another name, or members in another order",
                   "frame.encode", {"system": "yc", "form": "polling", "sender": "server", "frame": frame},
                   accept({"hex": text_of(reply(code, *elements_of)).encode().hex()}), (), None, SOURCE)
    spelled = '{"result": [],"ret_code":"200"}'
    yield case("yc-write-text", "should", "An answer from its text: written in another spelling", "frame.encode",
               {"system": "yc", "form": "polling", "sender": "server", "frame": {"type": "REPLY", "text": spelled}},
               accept({"hex": spelled.encode().hex()}), (), None, SOURCE)
    for name, frame, errors in [("no-type", {"retCode": 200}, ("required", "value")),
                                ("type", {"type": "PUSH"}, ("value", "unsupported")),
                                ("no-code", {"type": "REPLY"}, ("required", "value")),
                                ("text", {"type": "REPLY", "text": "{"}, ("json", "truncated"))]:
        yield case(f"yc-write-refused-{name}", "may", f"A frame that cannot be meant, {name}: written all the same",
                   "frame.encode", {"system": "yc", "form": "polling", "sender": "server", "frame": frame},
                   reject(*errors), (), None, SOURCE)


def broken():
    whole = text_of(reply(200, element("new_chat", {"topic": "883412"})))
    for name, text, what in [("last", whole[:-1], "its last brace"), ("first", whole[1:], "its first brace"),
                             ("half", whole[:len(whole) // 2], "its second half"),
                             ("quote", whole.replace('"ret_code', "ret_code"), "a quotation mark"),
                             ("colon", whole.replace('":200', '"200'), "a colon"),
                             ("comma", whole.replace(',"result', '"result'), "a comma"),
                             ("bracket", whole.replace("]", ""), "a bracket"),
                             ("value", whole.replace(":200", ":"), "a value"), ]:
        yield decode(f"yc-without-{name}", "should", f"An answer without {what}: read as far as it goes", text,
                     reject("json", "truncated"), ["Cut"])
    for name, text in [("array", "[]"), ("text", '"ok"'), ("number", "200"), ("nothing", ""), ("html", "<html></html>"),
                       ("two", "{}{}")]:
        yield decode(f"yc-bad-{name}", "should",
                     f"A body that is no JSON object, {name}: taken for an answer without elements", text,
                     reject("json", "value", "truncated", "trailing"))
    yield decode("yc-not-utf8", "should", "A body with a byte that is no UTF-8: taken for another character",
                 b'{"ret_code":200,"x":"\xff"}', reject("json", "string"))
    yield decode("yc-twice",
                 "may",
                 "Two ret_codes: SDKs differ in which one counts",
                 '{"ret_code":500,"ret_code":200,"result":[]}',
                 either({"retCode": 200}, {"retCode": 500}, error=["json", "value"]),
                 reencode=None)
