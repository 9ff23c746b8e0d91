"""Which protobuf message a frame carries: told by its topic, and of an answer by its query's topic."""

import pathlib

from payload_wire import MESSAGES, encoded, number, block, sample
from vectors import accept, case, either
from wire import Field, Frame

SOURCE = "topic tables of the web SDKs 1 to 5"


def _table():
    path = pathlib.Path(__file__).with_name("topics.txt")
    for line in path.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield line.split()


def _bytes(message):
    """The message with what it must have, or with everything where that is nothing."""
    least = sample(message, only_required=True)
    return encoded(message, least or sample(message))


def _frame(kind, sender, topic, data, dup=False):
    fields = (
        Field("topic", "text", topic),
        Field("targetId", "text", "bob"),
        Field("messageId", "u16", 3),
        Field("data", "rest", data.hex()),
    )
    if sender == "server":
        fields = (Field("date", "i32", 1795000000),) + fields
    return Frame("QUERY" if kind == "query" else "PUBLISH", sender, fields, qos=0 if kind == "query" else 1, dup=dup)


def _slug(topic):
    return "".join(
        letter if letter.islower() or letter.isdigit() else "-" + letter.lower() if letter.isalpha() else "-"
        for letter in topic
    ).replace("--", "-")


def topics():
    kinds = {}
    for kind, _, topic, *_ in _table():
        kinds.setdefault(topic, []).append(kind)
    for kind, sender, topic, request, answer in _table():
        slug = f"{kind}-{_slug(topic)}"
        if request in MESSAGES:
            end = "server" if sender == "server" else "client"
            frame = _frame(kind, end, topic, _bytes(request))
            two = ", which is a topic of both PUBLISH and QUERY" if len(kinds[topic]) > 1 else ""
            yield case(
                f"ws-topic-{slug}",
                "may",
                f"{frame.type} {topic}{two}: its data is {request}, not to be guessed from its bytes",
                "frame.decode",
                {"form": "websocket", "sender": end, "hex": frame.wire().hex()},
                accept({"type": frame.type, "topic": topic, "payload": {"message": request}}),
                ["FrameData"],
                None,
                SOURCE,
            )
        if answer in MESSAGES:
            frame = Frame(
                "QUERYACK",
                "server",
                (
                    Field("messageId", "u16", 3),
                    Field("date", "i32", 1795000000),
                    Field("status", "u16", 0),
                    Field("data", "rest", _bytes(answer).hex()),
                ),
            )
            yield case(
                f"ws-topic-answer-{_slug(topic)}",
                "may",
                f"QUERYACK on {topic}: its data is {answer}, told by the query alone",
                "frame.decode",
                {"form": "websocket", "sender": "server", "hex": frame.wire().hex(), "topic": topic},
                accept({"type": "QUERYACK", "payload": {"message": answer}}),
                ["FrameData", "Topic"],
                None,
                SOURCE,
            )
    yield from special()


def special():
    """Topics whose message depends on more than their name."""

    def row(identifier, comment, frame, expect, **more):
        return case(
            f"ws-topic-{identifier}",
            "may",
            comment,
            "frame.decode",
            {"form": "websocket", "sender": frame.sender, "hex": frame.wire().hex(), **more},
            expect,
            ["FrameData"] + (["Topic"] if more else []),
            None,
            SOURCE,
        )

    def shows(message, **more):
        return accept({"payload": {"message": message, **more}})

    entry = block(1, "k") + block(2, "v")
    yield row(
        "del-kv-status",
        "delKV whose entry has a status: SetChrmKV, as version 3 and later send it",
        _frame("query", "client", "delKV", block(1, entry + number(3, 4))),
        shows("SetChrmKV"),
    )
    yield row(
        "del-kv-plain",
        "delKV whose entry has no status: DeleteChrmKV, as version 2 sends it",
        _frame("query", "client", "delKV", block(1, entry)),
        shows("DeleteChrmKV"),
    )
    up = encoded("UpStreamMessage", {"sessionId": 3, "classname": "RC:TxtMsg", "content": b'{"content":"a"}'})
    for topic in ("ppMsgP", "chatMsg", "recallMsg", "ugMsg"):
        yield row(
            f"sync-{_slug(topic)}",
            f"a server's {topic} with dup: UpStreamMessage, which the own other device sent, not DownStreamMessage",
            _frame("publish", "server", topic, up, dup=True),
            shows("UpStreamMessage", value={"sessionId": 3, "classname": "RC:TxtMsg"}),
        )
    read = encoded("SessionMsgReadInput", {"type": "ULTRAGROUP", "msgTime": 5, "channelId": "g"})
    yield row(
        "sync-upd-ug-rtime",
        "a server's updUgRTime with dup: SessionMsgReadInput, the one copy that is no message",
        _frame("publish", "server", "updUgRTime", read, dup=True),
        shows("SessionMsgReadInput"),
    )
    unknown = Frame("QUERY", "client", _frame("query", "client", "noSuchTopic", number(1, 5)).fields)
    yield row(
        "unknown",
        "a topic that no SDK knows: taken for the nearest one, or the frame refused",
        unknown,
        accept({"type": "QUERY", "topic": "noSuchTopic", "data": "0805", "payload": None}),
    )
    yield row(
        "letter-case",
        "pullmsg in small letters is no known topic: compared without regard to case",
        _frame("query", "client", "pullmsg", number(1, 5) + number(2, 0)),
        accept({"topic": "pullmsg", "payload": None}),
    )
    alone = Frame(
        "QUERYACK",
        "server",
        (
            Field("messageId", "u16", 3),
            Field("date", "i32", 1795000000),
            Field("status", "u16", 0),
            Field("data", "rest", "0805"),
        ),
    )
    yield row(
        "answer-alone",
        "an answer whose query is not known: its data stays bytes, no message guessed",
        alone,
        accept({"type": "QUERYACK", "data": "0805", "payload": None}),
    )
    batch = Frame(
        "QUERYACK",
        "server",
        (
            Field("messageId", "u16", 3),
            Field("date", "i32", 1795000000),
            Field("status", "u16", 23428),
            Field("data", "rest", block(1, block(1, "k") + number(2, 23424)).hex()),
        ),
    )
    yield row(
        "answer-batch-failed",
        "setKVS answered with 23428, partly failed, and a body all the same: data passed over for a status that is"
        " not 0",
        batch,
        shows("ChrmKVSOutput", value={"errorKeys": [{"key": "k", "errorCode": 23424}]}),
        topic="setKVS",
    )
    broken = _frame("query", "client", "pullMsg", b"\x08\xac")
    yield case(
        "ws-topic-broken-data",
        "may",
        "data that is no SyncRequestMsg under pullMsg: the frame is shown all the same, or refused for it",
        "frame.decode",
        {"form": "websocket", "sender": "client", "hex": broken.wire().hex()},
        either({"type": "QUERY", "topic": "pullMsg", "data": "08ac"}, error=["truncated", "varint"]),
        ["FrameData"],
        None,
        SOURCE,
    )
