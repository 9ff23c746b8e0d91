"""Frames of the long-polling form: the target of a request, the JSON body of one, or an object of an answer."""

import re
import urllib.parse

from contents import Literal, read_json, write_json
from frames import TYPES, Refused, from_hex

# Wire names that differ from those of the other forms.
NAMES = {"messageid": "messageId", "sessionid": "sessionId", "targetid": "targetId"}
SPELLINGS = {name: spelling for spelling, name in NAMES.items()}
# The members of a frame object that no parameter of a target may give under this name.
OWN = {"type", "qos", "dup", "retain", "data", "raw", *NAMES.values()}
NUMBERS = ("messageId", "date", "status", "millisecond", "timestamp")
REQUEST = ["messageId", "header", "sessionId", "topic", "targetId"]
ANSWERS = {  # the order of a recorded server
    "CONNACK": ["status", "userId", "headerCode", "messageId", "sessionId", "timestamp"],
    "PUBACK": ["headerCode", "messageId", "date", "status", "millisecond", "timestamp", "messageUId"],
    "QUERYACK": ["headerCode", "messageId", "date", "status", "data"],
}
ANY_ANSWER = ["headerCode", "topic", "targetId", "status", "messageId", "date", "data"]


def from_header(byte):
    return {"type": TYPES[byte >> 4], "qos": byte >> 1 & 3, "dup": bool(byte & 8), "retain": bool(byte & 1)}


def to_header(frame):
    if frame.get("type") is None:
        raise Refused("required", "type")
    if frame["type"] not in TYPES:
        raise Refused("value", "type")
    if isinstance(frame.get("qos"), bool) or frame.get("qos", 0) not in range(4):
        raise Refused("value", "qos")
    return (TYPES.index(frame["type"]) << 4 | bool(frame.get("dup")) << 3 | frame.get("qos", 0) << 1
            | bool(frame.get("retain")))


def decode(sender, data, topics, topic=None):
    """The frame object, and the payload as a JSON value, or None."""
    if sender == "server":
        frame, payload = decode_answer(data)
    elif data[:1] == b"/":
        frame, payload = decode_target(data.decode("utf-8", "replace")), None
    else:
        frame, payload = decode_body(data, topics, topic)
    if not writes(sender, frame, data):
        frame["raw"] = {"unit": data.hex()}
    return frame, payload


def writes(sender, frame, data):
    try:
        return encode(sender, frame) == data
    except Refused:
        return False


def decode_target(target):
    path, _, query = target.partition("?")
    given = {}
    for parameter in filter(None, query.split("&")):
        name, _, value = parameter.partition("=")
        name = urllib.parse.unquote(name)
        if name not in OWN:
            given[NAMES.get(name, name)] = urllib.parse.unquote(value)
    if path.endswith("/pullmsg.js"):
        return {"type": "POLL"} | given
    if "header" not in given:
        return {"type": "CONNECT", "qos": 0, "dup": False, "retain": False} | given
    header = given.pop("header")
    if not re.fullmatch("[0-9]{1,3}", header) or int(header) > 255:
        raise Refused("value", "header")
    message_id = given.pop("messageId", "")
    if re.fullmatch("[0-9]{1,9}", message_id):
        given["messageId"] = int(message_id)
    return from_header(int(header)) | given


def decode_body(data, topics, topic):
    payload = read_json(data)
    if topic is None:
        raise Refused("required", "the topic of a request's body")
    kind = "QUERY" if (topic, "QUERY") in topics and (topic, "PUBLISH") not in topics else "PUBLISH"
    return from_header(TYPES.index(kind) << 4 | 2) | {"topic": topic, "data": data.hex()}, payload


def decode_answer(data):
    members = read_json(data)
    if not isinstance(members, dict) or isinstance(members.get("headerCode"), (str, bool)):
        raise Refused("required" if isinstance(members, dict) else "json", "headerCode")
    code = members.get("headerCode")
    if not isinstance(code, int) or not -128 <= code <= 255:
        raise Refused("value" if code is not None else "required", "headerCode")
    frame, payload = from_header(code & 0xFF), None
    for name, value in members.items():
        name = NAMES.get(name, name)
        if name in NUMBERS and (isinstance(value, bool) or not isinstance(value, int)):
            continue
        if name == "data" and value is not None:
            is_text = isinstance(value, str) and not isinstance(value, Literal)
            text = value if is_text else write_json(value, ascii_only=False)
            frame["data"] = text.encode("utf-8", "surrogatepass").hex()
            payload = payload_of(value, text)
        elif name not in ("headerCode", "raw") and value is not None and name not in frame:
            frame[name] = value
    return frame, payload


def payload_of(value, text):
    try:
        return read_json(text) if isinstance(value, str) else value
    except Refused:
        return None


def encode(sender, frame):
    unit = (frame.get("raw") or {}).get("unit")
    if unit is not None:
        return from_hex(unit)
    if sender == "server":
        return encode_answer(frame)
    if frame.get("data") is not None:
        return from_hex(frame["data"])
    given = {name: value for name, value in frame.items() if name not in ("type", "qos", "dup", "retain", "raw")}
    if given.get("messageId") is not None and given["messageId"] not in range(0x10000):
        raise Refused("value", "messageId")
    path = "/websocket"
    if frame.get("type") == "POLL":
        path, order = "/pullmsg.js", ["sessionId", "timestrap"]
    elif frame.get("type") == "CONNECT":
        order = ["appId", "token", "sdkVer", "apiVer"]
    else:
        given["header"], order = to_header(frame), REQUEST
    names = [name for name in order if name in given] + [name for name in given if name not in order]
    quote = urllib.parse.quote
    quoted = [quote(SPELLINGS.get(name, name), safe=MARKS) + "=" + quote(str(given[name]), safe=MARKS) for name in names]
    return f"{path}?{'&'.join(quoted)}".encode()


MARKS = "!~*'()-_."  # what encodeURIComponent leaves alone besides letters and digits


def encode_answer(frame):
    code = to_header(frame)
    given = frame | {"headerCode": code - 256 if code > 127 else code}
    if given.get("data") is not None:
        try:
            given["data"] = from_hex(given["data"]).decode("utf-8", "surrogatepass")
        except UnicodeDecodeError as error:
            raise Refused("string", "data") from error
    order = ANSWERS.get(frame["type"], ANY_ANSWER)
    members = {SPELLINGS.get(name, name) if name == "sessionId" else name: given[name]
               for name in order if given.get(name) is not None}
    return write_json(members, ascii_only=False).encode("utf-8", "surrogatepass")
