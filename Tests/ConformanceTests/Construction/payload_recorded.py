"""Payloads of the bundled recordings: bytes from the frames, values from what the recording server wrote down."""

import captured
from payload_wire import ENUMS, MESSAGES
from vectors import accept, case

RECORDED = {
    "websocket-2": {
        7: "PullUserSettingInput with a version of one byte, 2: an int64 that is always read as eight bytes",
        8: "a setting whose value is the byte 31 in base64, MQ==, and whose number 3 is not used",
        10: "a state of conversations: an enum within an entry of a list within an entry of a list",
        13: "SyncRequestMsg with four fields, of which three are zero or false and written all the same",
        14: "a page of messages without a message: finished true is 1 behind a time of zero",
        18: "UpStreamMessage with Chinese content: bytes, shown in base64",
        20: "UpStreamMessage with an emoji of four bytes in its content",
        22: "UpStreamMessage of 3473 bytes: a length of two bytes for the content",
        26: "DownStreamMessage with a message uid under number 9 behind status 0",
    },
    "websocket-4": {
        8: "SessionStates of version 4 whose type is a group and whose state is IsTop",
        15: "sessionId 7, a message that mentions: its bits shown as three flags where the schema has a number",
        17: "sessionId 67 with pushText, appData and extraContent, in which JSON stands as text",
        19: "sessionId 0: a zero in a required field",
        23: "DownStreamMessage of a group: groupId under number 3 between type and classname",
        25: "DownStreamMessage with a quoted message in its content, which is left as bytes",
        29: "ChrmInput with nothing = 1, which means nothing: dropped for its name",
        32: "ChrmPullMsg of SDK 4: a count of 5 behind a time of zero",
        34: "a chat room's message in a page: TEMPGROUP by name",
        35: "ChrmKVOutput without entries: bFullUpdate true and a time",
        38: "SetChrmKV with an entry, a flag, a message and a type, three levels in one request",
        41: "NotifyMsg with a chat room, as s_cmd carries it: a schema of version 1 lacks chrmId",
        42: "QueryChrmKV with a time of 41 bits in six bytes: varints of at most five bytes",
        43: "ChrmKVOutput with two entries, each with a time and a user",
    },
    "websocket-tls": {
        22: "a link's message with an address in its content: slashes and colons as they are",
        29: "SyncRequestMsg with both cursors, the inbox's under 1 and the send box's under 6",
        30: "a page of messages of 1292 bytes with lengths of one and two bytes side by side",
        38: "a page of syncTime 0 alone: an empty list made up, or finished taken for false",
    },
    "tcp": {
        6: "a page of two messages written by a Java codec: the second overwrites the first",
        10: "a long text, its content behind a length of two bytes in which the low group comes first",
        18: "a typing status with sessionId 3, which status messages do not need",
        23: "DownStreamMessage of the Java codec: message uid under number 9 behind status 0, voice by address",
        29: "SyncRequestMsg of two fields, as version 1 and the Java codec write it",
        30: "a page with an app's own message type, app:Proof",
    },
}


def data_of(short, frame):
    """The payload's bytes: what is behind the fields of the frame."""
    if short != "tcp":
        return frame["rawHex"][-2 * frame["payloadLength"] :]
    before = 8
    if frame["type"] != "QUERYACK":
        before += (
            (4 if frame["dir"] == "s2c" else 0)
            + 2
            + len(frame["topic"].encode())
            + 2
            + len(frame["targetId"].encode())
            + 2
        )
    return frame["bodyPlainHex"][2 * before :]


def mapped(message, value):
    """The oracle's value (64-bit integers and enums as numbers) by protobuf's JSON mapping."""
    fields = {field.name: field for field in MESSAGES[message]}

    def one(field, item):
        if field.type in MESSAGES:
            return mapped(field.type, item)
        if field.type == "int64":
            return str(item)
        if field.type in ENUMS:
            return {number: name for name, number in ENUMS[field.type].items()}.get(item, item)
        return item

    return {
        name: (
            [one(fields[name], entry) for entry in item]
            if fields[name].label == "repeated"
            else one(fields[name], item)
        )
        for name, item in value.items()
        if name in fields
    }


def recorded():
    for short, rows in RECORDED.items():
        for number, comment in rows.items():
            frame = captured.event(short, number)
            message = frame["payloadMessage"]
            yield case(
                f"pb-recorded-{short.replace('websocket-', 'v')}-{number}",
                "must",
                f"{comment} (recorded)",
                "payload.decode",
                {"message": message, "hex": data_of(short, frame)},
                accept(mapped(message, frame["payload"])),
                [],
                "exact",
                captured.source(short, number),
            )
