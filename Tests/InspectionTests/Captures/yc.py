"""Polls of YC, as far as the one article tells: answers with `ret_code` and elements."""

from network import Connection, compact


def chat(identifier, order, **more):
    return {"id": identifier, "type": "new_chat", "content": {"topic": order, **more}}


def event(identifier, kind, order, **more):
    return {"id": identifier, "type": kind, "content": {"order_id": order, **more}}


class Session:
    """Asks every twenty seconds, and notes each answer."""

    def __init__(self, capture, label):
        self.capture, self.label = capture, label
        self.replies = []

    def polls(self, client, server, answers):
        connection = Connection(self.capture, client, server)
        for code, result, how in answers:
            connection.request("GET", "/chat/list?isRemote=0&pushId=")
            value = {"ret_code": code, "result": result} if result is not None else {"ret_code": code}
            text = compact(value)
            connection.answer(text.encode(), **how)
            self.replies.append({
                "conn": self.label, "dir": "s2c", "transport": "polling", "t": self.capture.seconds, "system": "yc",
                "type": "REPLY", "retCode": int(code), "text": text,
                "messages": [{"objectName": one["type"], "uid": one["id"], "content": one["content"],
                              "target": str(one["content"].get("topic", one["content"].get("order_id")))}
                             for one in result or []]})
            yield
            self.capture.wait(20)
        connection.end()


ANSWERS = [
    (200, [chat("p1", "883412", text="on my way", ChatType=1, SpeakType=11, messageID=7)], {}),
    ("200", [chat("p2", "883412", url="http://files.example/a.amr", ChatType=3, SpeakType=11, messageID=8),
             event("p3", "DRIVER_ARRIVE", "883412", note="车到了")], {"chunk": 60}),
    (200, [chat("p2", "883412", ChatType=3, messageID=8, kChatRepeatState=20),
           event("p4", "exception_driver", 883412)], {}),
    (200, [event("p5", "SERVICE_DONE", "883412", fee=12.50), event("p6", "coupon", "883412")], {}),
    (200, [chat("p7", "883412", ChatType=9, SpeakType=12, messageID=9)], {}),
]
