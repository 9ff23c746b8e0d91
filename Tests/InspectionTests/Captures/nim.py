"""Sessions of NIM's Web SDK: Socket.IO 0.9 over long polling and over WebSocket."""

import json

from network import Connection, compact

TYPES = ["disconnect", "connect", "heartbeat", "message", "json", "event", "ack", "error", "noop"]
LOGIN = {"clientType": 3, "os": 4, "sdkVersion": 6, "appLogin": 8, "protocolVersion": 9, "deviceId": 13, "appKey": 18,
         "account": 19, "browser": 24, "session": 26, "token": 1000}
LOGIN_RESULT = {"lastLoginDeviceId": 17, "connectionId": 102, "ip": 103, "port": 104, "country": 106}
MESSAGE = {"scene": 0, "to": 1, "from": 2, "fromClientType": 4, "fromNick": 6, "time": 7, "type": 8, "body": 9, "attach": 10,
           "idClient": 11, "idServer": 12, "custom": 15}
SYSTEM = {"time": 0, "type": 1, "to": 2, "from": 3, "attach": 5, "idServer": 6}
SYNC = {"myInfo": 1, "offlineMsgs": 2, "roamingMsgs": 7}

SERVER = {"lbs": "127.0.0.1", "link": "127.0.0.1", "account": "ann", "token": "nim-t0ken-4711", "appKey": "nimAppKey0123456789"}


def tagged(tags, values):
    return {str(tags[name]): value for name, value in values.items()}


class Session:
    """Sends packets over WebSocket or long polling, and notes each."""

    def __init__(self, capture, label, scope="im"):
        self.capture, self.label, self.scope = capture, label, scope
        self.frames = []

    def note(self, direction, packet, transport, **more):
        frame = {"conn": self.label, "dir": direction, "transport": transport, "t": self.capture.seconds, "system": "nim",
                 "type": TYPES[int(packet[0])], "text": packet}
        frame.update({key: value for key, value in more.items() if value is not None})
        frame.setdefault("messages", [])
        self.frames.append(frame)
        return frame


def request(sid, cid, ser, command, arguments=None, body=None, messages=()):
    """A request: its packet, and what is to be read of it."""
    packet = {"SID": sid, "CID": cid, "SER": ser}
    if arguments is not None:
        packet["Q"] = arguments
    return "3:::" + compact(packet), {"sid": sid, "cid": cid, "ser": ser, "command": command, "body": body,
                                      "messages": list(messages)}


def response(sid, cid, ser, command, values=None, body=None, messages=(), code=200):
    packet = {"sid": sid, "cid": cid, "code": code}
    if values is not None:
        packet["r"] = values
    packet["ser"] = ser
    return "3:::" + compact(packet), {"sid": sid, "cid": cid, "ser": ser, "code": code, "command": command, "body": body,
                                      "messages": list(messages)}


def plain(text):
    return text, {}


def content(values):
    """A chat message as its receiver reads it."""
    text = values.get("attach", values.get("body"))
    try:
        parsed = json.loads(text)
    except ValueError:
        parsed = text
    message = {"kind": values["type"], "content": parsed if isinstance(parsed, dict) else text}
    return {**message, **{key: values[key] for key in ("from", "to") if key in values}}


def login(ser):
    values = {"clientType": 16, "os": "Linux 64-bit", "sdkVersion": "190", "appLogin": 1, "protocolVersion": 1,
              "deviceId": "dev-1", "appKey": SERVER["appKey"], "account": SERVER["account"], "browser": "Chrome 120",
              "session": "sess-1", "token": SERVER["token"]}
    return request(2, 3, ser, "login", [{"t": "Property", "v": tagged(LOGIN, values)}], {"login": values})


def logged_in(ser):
    values = {"lastLoginDeviceId": "dev-0", "connectionId": "conn-1", "ip": "127.0.0.1", "port": "50000"}
    return response(2, 3, ser, "login", [tagged(LOGIN_RESULT, values), []], {"loginRes": values, "loginPorts": []})


def heartbeat():
    return request(1, 2, 0, "heartbeat")


def heartbeat_answer():
    return response(1, 2, 0, "heartbeat")


def send(ser, **values):
    values = {"scene": 0, "to": "bob", **values}
    return request(7, 1, ser, "sendMsg", [{"t": "Property", "v": tagged(MESSAGE, values)}], {"msg": values},
                   [content(values)])


def sent(ser, client, server, time, code=200):
    if code != 200:
        return response(7, 1, ser, "sendMsg", code=code)
    values = {"idClient": client, "idServer": server, "time": str(time)}
    return response(7, 1, ser, "sendMsg", [tagged(MESSAGE, values)], {"msg": values})


def push(**values):
    values = {"scene": "0", "to": "ann", "from": "bob", "fromNick": "鲍勃", **values}
    return response(7, 2, 0, "msg", [tagged(MESSAGE, values)], {"msg": values}, [content(values)])


def wrapped(identifier, **values):
    """A message inside a notify, which is confirmed by the server's id."""
    values = {"scene": "0", "to": "ann", "from": "bob", **values}
    inner = {"headerPacket": {"sid": 7, "cid": 2}, "body": [tagged(MESSAGE, values)]}
    return response(4, 1, 0, "msg", [identifier, inner], {"msg": values}, [content(values)])


def mark_read(ser, ids, sid=7, cid=2):
    arguments = [{"t": "byte", "v": sid}, {"t": "byte", "v": cid}, {"t": "LongArray", "v": ids}]
    return request(4, 5, ser, "batchMarkRead", arguments, {"sid": sid, "cid": cid, "ids": ids})


def body(packets):
    """A polling body: one packet bare, several with their lengths in UTF-16 code units."""
    if len(packets) == 1:
        return packets[0].encode()
    return "".join(f"\uFFFD{len(packet.encode('utf-16-le')) // 2}\uFFFD{packet}" for packet in packets).encode()


IMAGE = compact({"name": "p.png", "md5": "d41d8cd98f00b204e9800998ecf8427e", "url": "http://nos.example/p.png", "ext": "png",
                 "size": 20480, "w": 3, "h": 4})


def polling(session, link_port):
    """An account that chats by long polling: one connection waits, another sends."""
    capture = session.capture
    lookup = Connection(capture, 51000, link_port + 1)
    lookup.request("GET", f"/lbs/webconf.jsp?id=ann&sv=190&pv=1&networkType=0&k={SERVER['appKey']}")
    lookup.answer(compact({"code": 200, "common": {"link": [f"127.0.0.1:{link_port}"]}}).encode())
    lookup.end()
    waiting, sending = Connection(capture, 51001, link_port), Connection(capture, 51002, link_port)
    waiting.request("GET", f"/socket.io/1/?t={capture.milliseconds}")
    waiting.answer(b"7f3a-0001:60:60:websocket,xhr-polling", "text/plain")
    path = "/socket.io/1/xhr-polling/7f3a-0001"

    def ask():
        waiting.request("GET", f"{path}?t={capture.milliseconds}")

    def answer(*packets, **how):
        texts = [packet for packet, _ in packets]
        waiting.answer(body(texts), "text/plain; charset=UTF-8", **how)
        for index, (packet, read) in enumerate(packets):
            place = {"itemsInBody": len(packets), "indexInBody": index} if len(packets) > 1 else {}
            session.note("s2c", packet, "polling", **read, **place)

    def post(*packets):
        texts = [packet for packet, _ in packets]
        sending.request("POST", f"{path}?t={capture.milliseconds}", body(texts))
        for index, (packet, read) in enumerate(packets):
            place = {"itemsInBody": len(packets), "indexInBody": index} if len(packets) > 1 else {}
            session.note("c2s", packet, "polling", **read, **place)
        sending.answer(b"1", "text/plain")

    ask()
    answer(plain("1::"))
    yield
    ask()
    post(login(1))
    answer(logged_in(1))
    sync = {"myInfo": 0, "offlineMsgs": 0, "roamingMsgs": 0}
    ask()
    post(request(5, 1, 2, "sync", [{"t": "Property", "v": tagged(SYNC, sync)}], {"sync": sync}))
    answer(response(5, 1, 2, "syncDone", [str(capture.milliseconds)], {"timetag": str(capture.milliseconds)}))
    yield
    ask()
    post(send(3, type=0, body="polling text 😀 你好", idClient="k1"),
         send(4, type=1, attach=IMAGE, idClient="k2"))
    answer(sent(3, "k1", "9001", capture.milliseconds), sent(4, "k2", "9002", capture.milliseconds))
    yield
    ask()
    pushed = push(type="0", body="pushed 𝄞 text", idClient="b1", idServer="9003", time=str(capture.milliseconds))
    inside = wrapped("9004", type="100", attach='{"type":1,"data":{"value":2}}', idClient="b2", time=str(capture.milliseconds))
    values = {"time": str(capture.milliseconds), "type": "100", "to": "ann", "from": "bob", "attach": '{"id":1}'}
    system = response(7, 3, 0, "sysMsg", [tagged(SYSTEM, values)], {"sysMsg": values}, [content(values)])
    answer(pushed, inside, system, plain("2::"), chunk=100)
    ask()
    post(plain("2::"), mark_read(5, ["9003", "9004"]))
    answer(response(4, 5, 5, "batchMarkRead"))
    yield
    ask()
    post(send(6, type=4, attach='{"lat":31.2,"lng":121.4,"title":"外滩"}', idClient="k3"))
    answer(sent(6, "k3", "", 0, code=403))
    capture.wait(28)
    ask()
    post(heartbeat())
    answer(heartbeat_answer())
    yield
    ask()
    answer(response(2, 5, 0, "kicked", [16, 1, ""], {"from": 16, "reason": 1, "custom": ""}))
    ask()
    answer(plain("0::"))
    waiting.end()
    sending.end()


def websocket(session, client, server):
    """A short session over WebSocket."""
    connection = Connection(session.capture, client, server)
    connection.upgrade("/socket.io/1/websocket/7f3a-0002")

    def packet(direction, packet):
        text, read = packet
        session.note(direction, text, "ws", **read)
        connection.frame(direction, text.encode(), 1)

    packet("s2c", plain("1::"))
    yield
    packet("c2s", login(1))
    packet("s2c", logged_in(1))
    yield
    packet("c2s", send(2, type=0, body="over WebSocket", idClient="w1"))
    packet("s2c", sent(2, "w1", "9101", session.capture.milliseconds))
    yield
    packet("s2c", push(type="0", body="answer", idClient="b9", idServer="9102", time=str(session.capture.milliseconds)))
    packet("c2s", mark_read(3, ["9102"]))
    packet("s2c", response(4, 5, 3, "batchMarkRead"))
    yield
    packet("c2s", heartbeat())
    packet("s2c", heartbeat_answer())
    connection.close()
