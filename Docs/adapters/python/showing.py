"""What a frame's payload says: the protobuf message that the topic names, and the chat messages in it."""

import base64
import csv
import pathlib

from contents import read_json
from frames import Refused

CHAT_MESSAGES = ("UpStreamMessage", "DownStreamMessage")


class Topics:
    """Topics by kind of frame: the messages of the request and of the answer, in the generation to assume."""

    def __init__(self, path):
        self.rows = {}
        for row in csv.DictReader(pathlib.Path(path).read_text(encoding="utf-8").splitlines()):
            kind = "QUERY" if row["kind"] == "query" else "PUBLISH"
            self.rows.setdefault((row["topic"], kind), tuple(map(usual, (row["request"], row["response"]))))

    def message(self, frame, asked):
        if frame["type"] in ("PUBLISH", "QUERY"):
            other = "QUERY" if frame["type"] == "PUBLISH" else "PUBLISH"  # where the topic is not of the frame's type
            rows = (self.rows.get((frame.get("topic"), kind)) for kind in (frame["type"], other))
            return next(filter(None, rows), (None, None))[0]
        return self.rows.get((asked, "QUERY"), (None, None))[1] if frame["type"] == "QUERYACK" else None


def usual(alternatives):
    name = alternatives.split(";")[0].split(":")[-1]
    return None if name in ("none", "unknown", "") else name


def show(frame, schema, name, read):
    """Adds `payload` and `messages` where they can be had; data that does not fit its topic stays data."""
    if name not in schema.messages:
        return
    try:
        value = read(name)
    except Refused:
        return
    if name == "SetChrmKV" and frame.get("topic") == "delKV" and "status" not in value.get("entry", {}):
        name = "DeleteChrmKV"  # an early SDK's message on the same topic: the same without the status
    messages = []
    take_contents(schema, name, value, messages)
    frame["payload"] = {"message": name, "value": value}
    if messages:
        frame["messages"] = messages


def take_contents(schema, name, value, messages):
    if name in CHAT_MESSAGES and "content" in value:
        entry = {"objectName": value.get("classname")}
        data = base64.b64decode(value["content"])
        try:
            entry["content"] = read_json(data)
            del value["content"]
        except Refused:
            entry["contentBytes"] = value.pop("content")
        messages.append(entry)
    for field in schema.messages[name]:
        if field.type in schema.messages and field.name in value:
            inner = value[field.name]
            for one in inner if isinstance(inner, list) else [inner]:
                take_contents(schema, field.type, one, messages)
