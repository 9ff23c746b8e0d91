"""Attachments of NIM's messages: every type, the demo's own, robots, notifications."""

import json

from nim_wire import NOTIFICATIONS

FILE = {"md5": "00112233445566778899aabbccddeeff", "url": "https://files.invalid/a"}
TEMPLATE = (
    '<template id="t" params="p" version="0.1"><LinearLayout><text name="n" width="50%" color="#fff">hi</text>'
    '<link type="block" target="b1" params="x"><image name="i" url="https://img.invalid/a"/></link></LinearLayout></template>'
)
# Name, type, attachment, level, flags, what may be mistaken; the id of events is the type but for the demo's own.
TYPED = [
    ("image", "1", FILE | {"name": "a.jpg", "ext": "jpg", "w": 640, "h": 480, "size": 20480}, "must", [],
     "an image: its sides exchanged"),
    ("image-turned", "1", FILE | {"ext": "jpg", "w": 3, "h": 4, "size": 5, "orientation": 6}, "should", [],
     "an image with an orientation"),
    ("image-text-numbers", "1", FILE | {"ext": "png", "w": "3", "h": "4", "size": "20480"}, "should", ["Quirk"],
     "an image whose numbers are texts"),
    ("audio", "2", FILE | {"ext": "aac", "size": 9000, "dur": 3200}, "must", [],
     "an audio: milliseconds taken for seconds"),
    ("video", "3", FILE | {"ext": "mp4", "size": 2**33, "dur": 7000, "w": 320, "h": 240}, "must", [],
     "a video of eight gigabytes"),
    ("geo", "4", {"lat": 30.18, "lng": 120.19, "title": "杭州"}, "must", [], "a place: latitude and longitude exchanged"),
    ("geo-negative", "4", {"lat": -33.5, "lng": -70,
                           "title": ""}, "must", [], "a place south and west without a title"),
    ("file", "6", FILE | {"name": "报告.pdf", "ext": "pdf", "size": 1}, "must", [], "a file with a Chinese name"),
    ("robot-up", "11", {"robotAccid": "bot1", "param": {"type": "01",
                                                        "content": "hi"}}, "should", [], "a question to a robot"),
    ("robot-welcome", "11", {"robotAccid": "bot1",
                             "param": {"type": "00"}}, "should", [], "a robot's welcome, asked for"),
    ("robot-link", "11", {"robotAccid": "bot1",
                          "param": {"type": "03", "target": "b1",
                                    "params": "x"}}, "should", [], "a link of a robot's template that was followed"),
    ("robot-bot", "11", {
        "robotAccid": "bot1", "clientMsgId": "m1", "msgOut": True, "robotMsg": {
            "flag": "bot", "message": [{"type": "01",
                                        "content": "hi"}, {"type": "02", "content": "https://img.invalid/a"},
                                       {"type": "11", "content": TEMPLATE}]
        }
    }, "should", [], "a robot's answer of text, image and template"),
    ("robot-faq", "11", {
        "robotAccid": "bot1", "msgOut": True, "robotMsg": {
            "flag": "faq",
            "message": {"query": "q", "match": [{"answer": "a", "score": 90}, {"answer": "b", "score": 80}]}
        }
    }, "should", [], "a robot's list of answers"),
    ("robot-text", "11", {"robotAccid": "bot1", "robotMsg": "{}"}, "may", [], "a robot's answer as text"),
    ("call", "12", {"type": 1, "channelId": 5, "status": 1,
                    "durations": [{"accid": "a", "duration": 9}]}, "should", [], "the record of a call"),
    ("custom", "100", {"anything": "goes"}, "must", [], "an application's own attachment"),
    ("custom-unknown-type", "100", {"type": 900,
                                    "data": {}}, "must", ["Convention"], "a custom number that the demo does not have"),
    ("custom-type-text", "100", {"type": "1", "data": {}}, "should", ["Convention"],
     "a custom number as text: taken for the demo's"),
    ("custom-no-data", "100", {"type": 1}, "should", ["Convention"],
     "a custom number without data: taken for the demo's"),
    ("janken", "100/1", {"type": 1, "data": {"value": 3}}, "may", ["Convention"], "rock, paper or scissors"),
    ("snapchat", "100/2", {"type": 2, "data": {"md5": "", "url": "https://s.invalid/a",
                                               "fired": False}}, "may", ["Convention"], "a picture to be seen once"),
    ("chartlet", "100/3", {"type": 3, "data": {"catalog": "ajmd",
                                               "chartlet": "ajmd001"}}, "may", ["Convention"], "a sticker"),
    ("whiteboard", "100/4", {"type": 4, "data": {"flag": 1}}, "may", ["Convention"], "a whiteboard that is closed"),
    ("red-packet", "100/5", {"type": 5, "data": {"title": "t", "content": "c",
                                                 "redPacketId": "r1"}}, "may", ["Convention"], "a red packet"),
    ("red-packet-tip", "100/6", {
        "type": 6, "data": {"sendPacketId": "u1", "openPacketId": "u2", "redPacketId": "r1", "isGetDone": "1"}
    }, "may", ["Convention"], "the note that a red packet was opened, its truth value a text"),
    ("retweet", "100/15", {
        "type": 15, "data": {
            "url": "https://f.invalid/m", "md5": "m", "fileName": "f", "compressed": False, "encrypted": True,
            "password": "p", "messageAbstract": [{"sender": "a", "message": "hi"}], "sessionName": "s", "sessionId": "1"
        }
    }, "may", ["Convention"], "messages that were forwarded together"),
    ("retweet-web", "100/15", {
        "type": 15, "data": {
            "url": "https://f.invalid/m", "md5": "m", "compressed": False, "encrypted": False,
            "messageAbstract": [{"sender": "a", "message": "hi"}], "sessionName": "s", "sessionID": "1"
        }
    }, "may", ["Convention", "Quirk"], "messages forwarded by the web demo, which writes sessionID"),
]
TEAM = {"1": "1001", "3": "Team", "4": "1", "5": "owner"}


def notifications():
    """Type 5 of teams and calls, and of chat rooms: the object name, the attachment, what it is."""
    for row in NOTIFICATIONS:
        number = int(row["id"])
        if row["scope"] == "team":
            data = {"ids": ["a", "b"], "tinfo": TEAM, "attach": "x"}
            if 100 < number < 104:  # calls
                data = {"calltype": 1, "channel": 7, "duration": 9, "time": 1500000000123, "from": "a", "ids": ["a", "b"]}
            if row["name"].lower().endswith("mute"):
                data |= {"id": "a", "mute": 1}
            yield row, "5", {"id": number, "data": data}
        elif row["scope"] == "chatroom":
            data = {"operator": "owner1", "opeNick": "主", "target": ["u2"], "tarNick": ["乙"], "ext": "e"}
            if "tempMute" in row["name"]:
                data["muteDuration"] = 60
            if "ueue" in row["name"]:
                data["queueChange"] = '{"_e":"OFFER","key":"k1","content":"歌"}'
            if row["name"] == "enter":
                data |= {"muted": 0, "tempMuted": 1, "muteTtl": 30}
            yield row, "chatroom/5", {"id": number, "data": data}


def attach_of(content):
    return json.dumps(content, ensure_ascii=False, separators=(",", ":"))
