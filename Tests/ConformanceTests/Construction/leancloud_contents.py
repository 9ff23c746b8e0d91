"""Contents of LeanCloud's messages: every type, as its SDKs write it."""

import json

FILE = {"objId": "5a1b", "url": "https://files.invalid/cat.png"}


def _file(**data):
    return {"_lcfile": FILE | {"metaData": data}}


# Name, type, content without _lctype, level, flags, what may be mistaken.
TYPED = [
    ("text", -1, {"_lctext": "hi"}, "must", [], "a text"),
    ("text-unicode", -1, {"_lctext": "你好 😀"}, "must", [], "a text with Chinese and an emoji"),
    ("text-attrs", -1, {"_lctext": "hi", "_lcattrs": {"a": 1, "b": [True,
                                                                    None]}}, "must", [], "a text with attributes"),
    ("text-none", -1, {}, "should", [], "a text type without its text"),
    ("text-empty", -1, {"_lctext": ""}, "should", [], "a text that is empty"),
    ("image", -2, _file(name="cat.png", size=18, format="png", width=128, height=96) | {"_lctext": "cat"}, "must", [],
     "an image: width and height exchanged"),
    ("image-external", -2, {"_lcfile": {"url": "https://img.invalid/a", "metaData": {"__source": "external"}}},
     "should", [], "an image of elsewhere, without objId"),
    ("image-objid-number", -2, {"_lcfile": FILE | {"objId": 7, "metaData": {}}}, "may", [],
     "an image whose objId is no text"),
    ("image-old", -2, {"_lcfile": {"name": "a.png",
                                   "size": 5}}, "may", ["Json"], "an image as 2.x wrote it, without metaData and url"),
    ("audio", -3, _file(name="a.mp3", size=4096, format="mp3",
                        duration=2.5), "must", [], "an audio: its fraction of a second"),
    ("audio-whole", -3, _file(size=4096.0, format="amr", duration=3), "should", [], "an audio whose size is a double"),
    ("video", -4, _file(name="v.mp4", size=2**40, format="mp4", duration=61.25), "must", [], "a video of a terabyte"),
    ("location", -5, {"_lcloc": {"latitude": 39.916668,
                                 "longitude": 116.383331}}, "must", [], "a place: latitude and longitude exchanged"),
    ("location-south", -5, {"_lcloc": {"latitude": -33.5, "longitude": -70},
                            "_lctext": "Santiago"}, "must", [], "a place south and west, one degree a whole number"),
    ("file", -6, _file(name="报告.pdf", size=1, format="pdf"), "must", [], "a file with a Chinese name"),
    ("recalled", -127, {}, "must", [], "a recalled message: shown as an empty text"),
    ("generic", 0, {"anything": "goes"}, "should", [], "a message of the base class"),
    ("custom-1", 1, {"score": 10}, "must", [], "the application's own type 1"),
    ("custom-123", 123, {"_lctext": "fallback", "_lcattrs": {"k": "v"},
                         "deep": {"er": [1, 2]}}, "must", [], "the application's own type 123 with members of its own"),
    ("custom-large", 2**31, {"x": 1}, "should", [], "the application's own type beyond 32 bits"),
    ("unknown-negative", -99, {"x": 1}, "should", [], "a type below 0 that nobody knows"),
    ("receipt", -101, {"timestamp": "2017-07-14T02:40:00.123Z"}, "should", ["Plugin"],
     "a group's read receipt: taken for a call"),
    ("offer", -101, {"payload": {"type": "offer",
                                 "sdp": "v=0\r\n"}}, "should", ["Plugin"], "a call's offer: taken for a receipt"),
    ("answer", -102, {"payload": {"type": "answer", "sdp": "v=0\r\n"}}, "should", ["Plugin"], "a call's answer"),
    ("candidate", -103, {"payload": {"candidate": "candidate:1 1 UDP",
                                     "sdpMLineIndex": 0}}, "should", ["Plugin"], "a call's candidate"),
    ("refusal", -104, {"payload": None}, "should", ["Plugin"], "a call that is refused"),
    ("cancelation", -105, {"payload": "bye"}, "should", ["Plugin"], "a call that is given up"),
]


def contents():
    for name, number, members, level, flags, risk in TYPED:
        yield name, number, members | {"_lctype": number}, level, flags, risk


def text_of(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
