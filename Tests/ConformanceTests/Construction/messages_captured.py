"""Contents as SDKs have sent them: the messages of the bundled recordings, byte for byte."""

import base64
import json

import captured
from messages_common import case

# Recording, number of the oracle's frame from 0, what the content can show that no other case does.
FRAMES = [
    ("websocket-2", 12, "A reader that asks a text of web 2 for extra or a sender, which it leaves out."),
    ("websocket-2", 14, "A reader that decodes the Chinese of a text from web 2 by another character set."),
    ("websocket-2", 16, "A reader that loses the emoji at the end of a text with extra from web 2."),
    ("websocket-2", 18, "A reader that gives up on a thumbnail of some kilobytes, with a colour profile, from web 2."),
    ("websocket-2", 20, "A reader that insists on the thumbnail before the coordinates, which web 2 writes last."),
    ("websocket-2", 22, "A reader that takes the empty extra of a message from the server for a missing text."),
    ("websocket-4", 9, "A reader that spoils ASCII between Chinese in a text of web 4."),
    ("websocket-4", 11, "A reader that expects the type of a mention before its list, as web 4 does not write it."),
    ("websocket-4", 15, "A reader that asks web 4's expansion for del or clear."),
    ("websocket-4", 17, "A reader that expects mid before put, which the server sends the other way round."),
    ("websocket-4", 19, "A reader that loses the push text of a mention from the server."),
    ("websocket-4", 21, "A reader that needs objName before referMsg, where web 4 sends it after."),
    ("websocket-4", 23, "A reader that asks web 4's recall for isAdmin and isDelete."),
    ("websocket-4", 34, "A reader that needs the type of a chat room's change first, where web 4 sends it last."),
    ("tcp", 9, "A reader that gives up on a text of half a kilobyte of Chinese from the TCP form."),
    ("tcp", 11, "A reader that fails on a place whose thumbnail is empty, from the TCP form."),
    ("tcp", 12, "A reader that fails on a mention with an empty push text, from the TCP form."),
    ("tcp", 17, "A reader that fails on a typing notice with empty data, sent without a message id."),
    ("tcp", 22, "A reader that fails on a voice from a phone that has the web's type."),
    ("tcp", 23, "A reader that fails on a notice of the server with an empty extra."),
    ("polling", 6, "A reader that spoils Chinese that came as text in JSON in a form."),
    ("polling", 8, "A reader that loses the emoji of a text from the long-polling form."),
    ("polling", 16, "A reader that loses the Chinese name of a file from the long-polling form."),
]


def _upstream(frame):
    """The object that has classname and content, in the frame's payload or in a notification inside it."""
    payload = frame["payload"]
    return payload if "content" in payload else payload["notification"]


def cases():
    for short, index, comment in FRAMES:
        frame = captured.oracle(short)["frames"][index]
        message = _upstream(frame)
        content = message["content"]
        # The polling form has the content as text, the others as bytes.
        data = content.encode("utf-8") if short == "polling" else base64.b64decode(content, validate=True)
        assert json.loads(data) == frame["content"] and message["classname"] == frame["objectName"]
        number = captured.event_number(short, index)
        # Absent and empty say the same of an extra and of a push text.
        value = {key: part for key, part in frame["content"].items() if (key, part) != ("extra", "")}
        if "mentionedInfo" in value:
            value["mentionedInfo"] = {key: part for key, part in value["mentionedInfo"].items() if part != ""}
        yield case(
            f"msg-captured-{short}-{number}", "must", comment, "message.decode",
            {"objectName": frame["objectName"], "hex": data.hex()}, {"outcome": "accept", "value": value},
            ["Captured"], None, captured.source(short, number))
