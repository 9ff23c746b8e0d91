"""Sessions of LeanCloud, NIM and YC: what breaks their rules, and what only just keeps them."""

import json

from session_cases import finding, near, planted, session
from session_wire import BEGIN


class Texts:
    """A connection over WebSocket whose messages are JSON texts; each has the number of the event that it will be."""

    target = "/"

    def __init__(self, after=None):
        self.frames, self.more = [], {}
        self.begin = after.time + 1000 if after else BEGIN
        self.time = self.begin + 5
        self.number = (after.number if after else 0) + 1

    def json(self):
        return {"form": "websocket", "time": self.begin, "frames": self.frames, "close": self.time, "target": self.target} | self.more

    def write(self, sender, value):
        self.frames.append({"time": self.time, "sender": sender, "hex": value.encode().hex(), "text": True})
        self.time += 1
        self.number += 1
        return self.number

    def at(self, moment):
        self.time = moment
        return self


def edges(rule, name, comment, last, first, build):
    """A session at the last value that a rule allows, and one at the first that it does not."""
    yield session(f"{rule}-last-{name}", f"{comment}: {last}, the last that is allowed, is taken for {rule}", build(last)[0], [],
                  ["Limit", "Systems"])
    talk, event = build(first)
    yield session(f"{rule}-first-{name}", f"{comment}: {first}, the first that is not allowed, is not found", talk,
                  [finding(rule, event)], ["Limit", "Systems"])


# LeanCloud


class Lean(Texts):
    """LeanCloud's JSON: each command one text."""

    target = "/?appId=app1"

    def __init__(self, agent="js/5.0.0", opens=True, after=None):
        super().__init__(after)
        if opens:
            self.open("tom", agent)
            self.opened("tom")

    def client(self, cmd, **members):
        return self.write("client", json.dumps({"cmd": cmd, "appId": "app1"} | members))

    def server(self, cmd, **members):
        return self.write("server", json.dumps({"cmd": cmd} | members))

    def open(self, peer, agent="js/5.0.0", i=1):
        return self.client("session", op="open", peerId=peer, i=i, ua=agent)

    def opened(self, peer, i=1):
        return self.server("session", op="opened", peerId=peer, i=i, st="token")

    def closed(self, peer):
        return self.server("session", op="closed", peerId=peer, code=4111, reason="x")

    def direct(self, i):
        return self.client("direct", peerId="tom", cid="c1", msg="hi", i=i)

    def deliver(self, name, time, conversation="c1"):
        return self.server("direct", cid=conversation, fromPeerId="bob", id=name, timestamp=time, msg="hi")

    def read(self, time, conversation="c1"):
        return self.client("read", peerId="tom", convs=[{"cid": conversation, "timestamp": time}])


def leancloud():
    def waits(length):
        talk = Lean(agent="ios/1")
        start = talk.time
        event = talk.direct(2)
        talk.at(start + length).server("ack", i=2, t=5000, uid="m0")
        return talk, event

    # What comes after the wait is late, and no second mistake.
    rule = "leancloud-request-unanswered"
    yield session(f"{rule}-last", "A command answered after 30 s: taken for unanswered", waits(30_000)[0], [], ["Limit", "Systems"])
    talk, event = waits(30_001)
    yield session(f"{rule}-first", "A command answered after 30.001 s: not found, or its answer is taken for one to nothing", talk,
                  [finding(rule, event)], ["Limit", "Systems"])
    talk = Lean(agent="ios/1")
    event = talk.direct(2)
    talk.time += 31_000
    yield planted(rule, "end", "A command without its answer up to the end, 31 s later", talk, event, ["Systems"])
    for name, bits, transient, found in (("transient", None, True, False), ("transient-179", 179, True, False),
                                         ("transient-187", 187, True, True), ("no-transient", None, False, True)):
        talk = Lean(opens=False)
        talk.client("session", op="open", peerId="tom", i=1, ua="ios/1", **({} if bits is None else {"configBitmap": bits}))
        talk.opened("tom")
        event = talk.client("direct", peerId="tom", cid="c1", msg="hi", i=2, transient=transient)
        talk.time += 31_000
        what = f"A message with transient {transient} and configBitmap {bits} that is not answered"
        yield planted(rule, name, what, talk, event, ["Systems"]) if found else near(rule, name, what, talk, ["Systems"])
    talk = Lean(agent="ios/1")
    talk.client("read", peerId="tom", i=2, convs=[{"cid": "c1", "timestamp": 5}])
    talk.time += 31_000
    yield near(rule, "notice", "A read with i, which is no request", talk, ["Systems"])

    rule = "leancloud-format"
    for name, value in (("word", "hello"), ("array", "[]"), ("cut", '{"cmd":"direct","cid":"c1"')):
        talk = Lean()
        yield planted(rule, name, f"A text that is no JSON object: {value}", talk, talk.write("server", value), ["Systems"])
    talk = Lean()
    talk.write("client", "{}")
    yield near(rule, "empty", "The empty object, which is the keep-alive of the JavaScript SDK 2.x", talk, ["Systems"])

    rule = "leancloud-serial-reused"
    for name, answers in (("waiting", 0), ("answered", 1)):
        talk = Lean(agent="ios/1")
        talk.direct(2)
        if answers:
            talk.server("ack", i=2, t=5000, uid="m0")
        event = talk.client("logs", peerId="tom", cid="c1", i=2)
        talk.server("logs", i=2, logs=[])
        what = f"An i that is used again {'after' if answers else 'before'} the answer to its first use"
        if answers:
            yield near(rule, name, what, talk, ["Systems"])
        else:
            yield planted(rule, name, what, talk, event, ["Systems"])

    rule = "leancloud-answer-mismatch"

    def named(cmd, op=None):
        return f"{cmd}/{op}" if op else cmd

    def answered(cmd, op, answer, answer_op=None):
        talk = Lean(agent="ios/1")
        talk.client(cmd, peerId="tom", i=2, **({"op": op} if op else {"cid": "c1"}))
        more = {"code": 4301, "reason": "x"} if "error" in (answer, answer_op) else {}
        return talk, talk.server(answer, i=2, **({"op": answer_op} if answer_op else {}), **more)

    for name, pair in (("echo", ("conv", "query", "echo")), ("count", ("conv", "query", "conv", "result")),
                       ("ack", ("logs", None, "ack")), ("push", ("conv", "query", "conv", "members-joined"))):
        talk, event = answered(*pair)
        yield planted(rule, name, f"{named(*pair[2:])} with the i of {named(*pair[:2])}", talk, event, ["Systems"])
    for name, pair in (("results", ("conv", "query", "conv", "results")), ("mute", ("conv", "mute", "conv", "updated")),
                       ("error", ("conv", "query", "error")), ("error-op", ("conv", "query", "conv", "error")),
                       ("unsettled", ("conv", "is-member", "conv", "results")), ("logs", ("logs", None, "logs"))):
        talk, event = answered(*pair)
        yield near(rule, name, f"{named(*pair[2:])} as the answer to {named(*pair[:2])}", talk, ["Systems"])
    talk = Lean(agent="ios/1")
    yield planted("leancloud-answer-without-request", "number", "An answer with an i that no command has", talk,
                  talk.server("ack", i=9, t=5000), ["Systems"])
    talk = Lean(agent="ios/1")
    talk.direct(2)
    talk.server("ack", i=2, t=5000)
    yield planted("leancloud-answer-without-request", "twice", "A second answer", talk, talk.server("ack", i=2, t=5000), ["Systems"])
    talk = Lean(agent="ios/1")
    talk.deliver("m1", 5000)
    yield near("leancloud-answer-without-request", "push", "A message that is pushed, without i", talk, ["Systems"])

    rule = "leancloud-session-order"
    talk = Lean(opens=False)
    event = talk.open("tom")
    event = talk.direct(2)
    talk.opened("tom")
    talk.server("ack", i=2, t=5000)
    yield planted(rule, "before", "A message before the answer to session/open", talk, event, ["Systems"])

    talk = Lean(opens=False)
    event = talk.client("conv", op="query", peerId="tom", i=1)
    talk.server("conv", op="results", i=1, results=[])
    talk.open("tom", i=2)
    talk.opened("tom", i=2)
    yield planted(rule, "unopened", "A query before any session/open, on a connection whose beginning is known", talk, event,
                  ["Systems"])

    def closed(length):
        talk = Lean(agent="ios/1")
        start = talk.time
        talk.closed("tom")
        event = talk.at(start + length).client("conv", op="query", peerId="tom", i=2)
        talk.server("conv", op="results", i=2, results=[])
        return talk, event

    yield from edges(rule, "closed", "Milliseconds from session/closed to a command", 1_000, 1_001, closed)
    talk = Lean(agent="ios/1")
    talk.closed("tom")
    talk.time += 3000
    talk.open("tom", "ios/1", 2)
    talk.opened("tom", 2)
    talk.direct(3)
    talk.server("ack", i=3, t=5000)
    yield near(rule, "again", "A client that is opened again", talk, ["Systems"])
    talk = Lean(agent="ios/1")
    talk.open("ann", "ios/1", 2)
    talk.opened("ann", 2)
    talk.closed("ann")
    talk.time += 3000
    talk.direct(3)
    talk.server("ack", i=3, t=5000)
    yield near(rule, "two", "One of two clients is closed, the other goes on", talk, ["Systems"])

    def second(opens):
        """A client that uses the connection of another one."""
        talk = Lean(agent="ios/1")
        if opens != "never":
            talk.open("ann", "ios/1", 2)
            if opens == "refused":
                talk.server("session", op="closed", peerId="ann", i=2, code=4103, reason="x")
            else:
                talk.opened("ann", 2)
                talk.closed("ann")
            talk.time += 3000
        event = talk.client("conv", op="start", peerId="ann", m=["x"], i=3)
        talk.server("conv", op="error", i=3, code=4105, reason="x")
        talk.direct(4)
        talk.server("ack", i=4, t=5000)
        return talk, event

    for opens in ("never", "refused", "closed"):
        talk, event = second(opens)
        yield planted(rule, f"second-{opens}", f"A second client that was opened {opens}, beside one that is open", talk, event,
                      ["Systems"])
    for command, answer in (("logout", "loggedout"), ("report", "report")):
        talk = Lean(opens=False)
        talk.client("login", installationId="d1", service=1, i=1)
        talk.server("loggedin", i=1)
        op = {"op": "upload"} if command == "report" else {}
        talk.client(command, installationId="d1", service=1, i=2, **op)
        talk.server(answer, i=2, **({"op": "uploaded"} if op else {}))
        yield near(rule, command, f"{command} of a live query without session/open", talk, ["Systems"])
    for command in ("echo", "ack"):
        talk = Lean(agent="ios/1")
        talk.deliver("m1", 5000)
        talk.closed("tom")
        talk.time += 3000
        if command == "echo":
            talk.client("echo", i=3)
            talk.server("echo", i=3)
        else:
            talk.client("ack", cid="c1", mid="m1", peerId="tom")
        yield near(rule, f"closed-{command}", f"A client sends {command} after its session was closed", talk, ["Systems"])

    rule = "leancloud-ack-unknown"
    for name, ack, known in (("mid", {"mid": "m1"}, True), ("other-mid", {"mid": "m2"}, True), ("no-mid", {"mid": "m9"}, False),
                             ("to-first", {"fromts": 1, "tots": 5000}, True), ("before-first", {"fromts": 1, "tots": 4999}, False),
                             ("from-last", {"fromts": 8000, "tots": 9000}, True), ("after-last", {"fromts": 8001, "tots": 9000}, False),
                             ("between", {"fromts": 6000, "tots": 6001}, True), ("all", {"fromts": 1, "tots": 9000}, True)):
        talk = Lean(agent="ios/1")
        talk.deliver("m1", 8000)
        talk.deliver("m2", 5000)
        talk.deliver("m3", 20_000, "c2")
        event = talk.client("ack", cid="c1", peerId="tom", **ack)
        what = f"A receipt {ack} for messages of the times 5000 and 8000"
        yield near(rule, name, what, talk, ["Systems"]) if known else planted(rule, name, what, talk, event, ["Systems"])
    talk = Lean(agent="ios/1")
    talk.deliver("m1", 8000)
    yield planted(rule, "conversation", "A receipt in another conversation", talk, talk.client("ack", cid="c2", mid="m1", peerId="tom"),
                  ["Systems"])

    talk = Lean(agent="ios/1")
    talk.open("ann", "ios/1", 2)
    talk.opened("ann", 2)
    talk.deliver("m1", 8000)
    yield planted(rule, "client", "A receipt of another client than the message was for", talk,
                  talk.client("ack", cid="c1", mid="m1", peerId="ann"), ["Systems"])

    def marked(time):
        talk = Lean(agent="ios/1")
        talk.read(5000)
        talk.read(6000, "c2")
        return talk, talk.read(time)

    yield from edges("leancloud-watermark-backwards", "one", "A mark of what is read, behind 5000", 5000, 4999, marked)
    talk = Lean(agent="ios/1")
    talk.open("ann", "ios/1", 2)
    talk.opened("ann", 2)
    talk.read(5000)
    talk.client("read", peerId="ann", convs=[{"cid": "c1", "timestamp": 4999}])
    yield near("leancloud-watermark-backwards", "client", "Another client has read less", talk, ["Systems"])

    def silent(agent):
        def build(length):
            talk = Lean(agent=agent, opens=False)
            start = talk.time
            talk.open("tom", agent)
            talk.opened("tom")
            event = talk.at(start + length).client("echo")
            talk.server("echo")
            return talk, event
        return build

    yield from edges("leancloud-echo-missing", "js", "Milliseconds without echo", 361_999, 362_000, silent("js/5.0.0"))

    def silent_end(length):
        talk = Lean(opens=False)
        start = talk.time
        event = talk.open("tom")
        talk.opened("tom")
        talk.at(start + length)
        return talk, event

    yield from edges("leancloud-echo-missing", "end", "Milliseconds without echo at the end", 361_999, 362_000, silent_end)
    yield near("leancloud-echo-missing", "ios", "Ten minutes without echo of an SDK that sends none", silent("ios/1")(600_000)[0],
               ["Systems"])

    rule = "leancloud-open-retried"

    def refused(codes, last_after=None, success=None):
        talks, last = [], None
        for number, code in enumerate(codes):
            last = Lean(opens=False, after=last)
            if number == 0:
                first = last.time + 1
            last.open("tom")
            if number == len(codes) - 1 and last_after is not None:
                shift = first + last_after - last.time
                last.begin += shift
                last.time += shift
                last.frames[0]["time"] += shift
            if code == 0:
                event = last.opened("tom")
            else:
                event = last.server("session", op="closed", peerId="tom", i=1, code=code, reason="x")
            talks.append(last)
        return talks, event

    for code in (4100, 4102, 4103, 4110):
        talks, event = refused([code] * 3)
        yield planted(rule, f"{code}", f"A client that is refused with {code} three times", talks, event, ["Systems"])
    for code in (4101, 4105, 4109, 4111, 4201):
        yield near(rule, f"{code}", f"A client that is refused with {code} three times", refused([code] * 3)[0], ["Systems"])
    yield near(rule, "opened", "A client that is refused twice, opened, and refused twice", refused([4102, 4102, 0, 4102, 4102])[0],
               ["Systems"])
    yield from edges(rule, "time", "Milliseconds from the first of three refused openings to the last", 600_001, 600_000,
                     lambda length: refused([4102] * 3, length))


# NIM


class Nim(Texts):
    """NIM's packets over WebSocket."""

    target = "/socket.io/1/websocket/s1"

    def __init__(self, logs_in=True, after=None, by_itself=None):
        super().__init__(after)
        self.write("server", "1::")
        self.serial = 0
        if logs_in:
            self.login(by_itself=by_itself)

    def packet(self, sender, members):
        return self.write(sender, "3:::" + json.dumps(members, separators=(",", ":")))

    def request(self, sid, cid, arguments=(), serial=None):
        if serial is None:
            self.serial += 1
            serial = self.serial
        return self.packet("client", {"SID": sid, "CID": cid, "SER": serial} | ({"Q": list(arguments)} if arguments else {}))

    def answer(self, sid, cid, serial=None, values=(), code=200):
        return self.packet("server", {"sid": sid, "cid": cid, "ser": self.serial if serial is None else serial, "code": code}
                           | ({"r": list(values)} if values else {}))

    def login(self, code=200, account="ann", by_itself=None):
        tags = {"3": 16, "18": "app", "19": account, "1000": "tok"} | ({} if by_itself is None else {"8": by_itself})
        self.request(2, 3, [{"t": "Property", "v": tags}])
        return self.answer(2, 3, None, [{"102": "c"}, []] if code == 200 else (), code)

    def kick(self, reason=""):
        return self.answer(2, 5, 0, [1, reason])

    def send(self, identifier, again=None):
        tags = {"0": 0, "1": "bob", "8": 0, "9": "hi", "11": identifier} | ({} if again is None else {"13": again})
        event = self.request(7, 1, [{"t": "Property", "v": tags}])
        self.answer(7, 1, None, [{"11": identifier, "12": "1", "7": "5000"}])
        return event

    def beat(self):
        event = self.packet("client", {"SID": 1, "CID": 2, "SER": 0})
        self.answer(1, 2, 0)
        return event

    def push(self, identifier):
        return self.answer(7, 2, 0, [{"0": "0", "1": "ann", "2": "bob", "7": "5000", "8": "0", "9": "hi", "12": identifier}])


def nim():
    rule = "nim-format"
    for name, value in (("type", "9:::"), ("word", "hello"), ("cut", '3:::{"sid":7,"cid":2'), ("empty", "")):
        talk = Nim()
        yield planted(rule, name, f"A unit that is no packet of Socket.IO, or whose JSON is cut: {value!r}", talk,
                      talk.write("server", value), ["Systems"])
    for name, value in (("array", "3:::[]"), ("members", '3:::{"sid":7}')):
        talk = Nim()
        event = talk.write("server", value)
        # The severity is that of what the decoder says.
        yield session(f"{rule}-{name}", f"A packet of data without sid and cid: {value}: not found, or found by another rule", talk,
                      [{"rule": rule, "event": event}], ["Planted", "Systems"])
    for name, value in (("heartbeat", "2::"), ("noop", "8::"), ("event", '5:::{"name":"news","args":[]}')):
        talk = Nim()
        talk.write("server", value)
        yield near(rule, name, f"A packet of the transport: {value}", talk, ["Systems"])

    rule = "nim-request-unanswered"

    def waits(length):
        talk = Nim()
        start = talk.time
        event = talk.request(6, 23)
        serial = talk.serial
        talk.at(start + length).push("1")
        talk.push("2")
        talk.answer(6, 23, serial, ["5000"])
        return talk, event

    yield from edges(rule, "answer", "Milliseconds from a request to what the server says next", 7_990, 8_001, waits)
    talk = Nim()
    talk.request(6, 23)
    talk.time += 20_000
    yield near(rule, "silent", "A request after which the server was not heard", talk, ["Systems"])

    def beaten(length):
        talk = Nim()
        start = talk.time
        event = talk.packet("client", {"SID": 1, "CID": 2, "SER": 0})
        talk.at(start + length).push("1")
        talk.push("2")
        talk.answer(1, 2, 0)
        return talk, event

    yield from edges("nim-heartbeat-unanswered", "answer", "Milliseconds from a heartbeat to what the server says next", 4_990, 5_001,
                     beaten)

    def silent(length):
        talk = Nim()
        start = talk.time - 1
        return talk, talk.at(start + length).beat()

    yield from edges("nim-heartbeat-missing", "login", "Milliseconds from the login to a heartbeat", 61_999, 62_000, silent)

    def silent_end(length):
        talk = Nim()
        event = talk.number
        talk.time += length - 1
        return talk, event

    yield from edges("nim-heartbeat-missing", "end", "Milliseconds from the login to the end", 61_999, 62_000, silent_end)

    def spaced(*pauses):
        talk = Nim()
        for pause in pauses:
            talk.time += pause * 1000
            event = talk.beat()
        return talk, event

    for name, pauses in (("own-120", (120, 120, 120)), ("own-60", (60, 60, 100)), ("sent-again", (120, 6, 120))):
        yield near("nim-heartbeat-missing", name, f"Heartbeats {pauses} s after each other", spaced(*pauses)[0], ["Systems"])
    for name, pauses in (("late", (30, 62)), ("own-late", (120, 120, 242)), ("alone", (120,))):
        talk, event = spaced(*pauses)
        yield planted("nim-heartbeat-missing", name, f"Heartbeats {pauses} s after each other", talk, event, ["Systems"])
    rule = "nim-serial-invalid"
    for serial, valid in ((1, True), (32767, True), (32768, False), (0, False), (-1, False)):
        talk = Nim(logs_in=False)
        event = talk.request(2, 3, [{"t": "Property", "v": {"3": 16, "18": "app", "19": "ann", "1000": "tok"}}], serial)
        talk.packet("server", {"sid": 2, "cid": 3, "ser": serial, "code": 200})
        what = f"A request with the serial {serial}"
        slug = f"{serial}".replace("-", "minus-")
        yield near(rule, slug, what, talk, ["Systems"]) if valid else planted(rule, slug, what, talk, event, ["Systems"])
    talk = Nim()
    event = talk.packet("client", {"SID": 1, "CID": 2, "SER": 5})
    talk.packet("server", {"sid": 1, "cid": 2, "ser": 0, "code": 200})
    yield planted(rule, "heartbeat", "A heartbeat with a serial", talk, event, ["Systems"])
    talk = Nim()
    talk.request(6, 23, (), 7)
    event = talk.request(7, 6, (), 7)
    talk.answer(7, 6, 7)
    yield planted("nim-serial-reused", "waiting", "A serial used again while it waits", talk, event, ["Systems"])
    talk = Nim()
    talk.request(6, 23, (), 7)
    talk.answer(6, 23, 7)
    talk.request(7, 6, (), 7)
    talk.answer(7, 6, 7)
    yield near("nim-serial-reused", "answered", "A serial used again after its answer", talk, ["Systems"])
    talk = Nim()
    yield planted("nim-answer-without-request", "serial", "A response with a serial that no request has", talk, talk.answer(6, 23, 99),
                  ["Systems"])
    rule = "nim-answer-mismatch"
    for name, pair in (("history", (7, 6)), ("push", (7, 2)), ("message", (7, 1))):
        talk = Nim()
        talk.request(6, 23)
        yield planted(rule, name, f"{pair[0]}_{pair[1]} with the serial of 6_23", talk, talk.answer(*pair), ["Systems"])
    talk = Nim()
    talk.request(6, 23)
    talk.answer(6, 23, None, (), 500)
    yield near(rule, "failure", "A response of the same command with a failure", talk, ["Systems"])
    for serial in (1, 77):
        talk = Nim()
        talk.answer(7, 2, serial, [{"0": "0", "1": "ann", "2": "bob", "7": "5000", "8": "0", "9": "hi", "12": "9"}])
        yield near("nim-answer-without-request", f"push-{serial}", f"A push with the serial {serial}, for which no request waits", talk,
                   ["Systems"])
    rule = "nim-request-after-kick"

    def kicked(pair):
        def build(length):
            talk = Nim()
            start = talk.time
            talk.answer(*pair, 0, [1, ""] if pair == (2, 5) else [2, ""])
            event = talk.at(start + length).request(6, 23)
            talk.answer(6, 23)
            return talk, event
        return build

    for pair in ((2, 5),):
        yield from edges(rule, "time", f"Milliseconds from {pair[0]}_{pair[1]} to a request", 1_000, 1_001, kicked(pair))
    rule = "nim-duplicate-message"
    for name, again, found in (("own", None, True), ("own-0", 0, True), ("own-1", 1, False), ("own-text", "1", False)):
        talk = Nim()
        talk.send("k1")
        event = talk.send("k1", again)
        what = f"The same idClient twice, resend {again!r}"
        yield planted(rule, name, what, talk, event, ["Systems"]) if found else near(rule, name, what, talk, ["Systems"])
    talk = Nim()
    talk.push("s1")
    yield planted(rule, "push", "A message of NIM pushed twice", talk, talk.push("s1"), ["Systems"])
    talk = Nim()
    talk.push("s1")
    talk.push("s2")
    yield near(rule, "push", "Two messages", talk, ["Systems"])
    for pair in ((8, 3), (4, 10), (4, 11), (21, 3), (4, 1), (4, 2)):
        if pair[0] == 4:
            continue
        talk = Nim()
        values = [{"0": "1" if pair[0] == 8 else "5", "1": "t1", "2": "bob", "7": "5000", "8": "0", "9": "hi", "12": "s7"}]
        talk.answer(*pair, 0, values)
        yield planted(rule, f"push-{pair[0]}-{pair[1]}", f"A message pushed twice with {pair[0]}_{pair[1]}", talk,
                      talk.answer(*pair, 0, values), ["Systems"])
    rule = "nim-login-retried"

    def refused(codes, last_after=None):
        talks, last = [], None
        for number, code in enumerate(codes):
            last = Nim(logs_in=False, after=last)
            if number == 0:
                first = last.time + 1
            if number == len(codes) - 1 and last_after is not None:
                shift = first + last_after - last.time - 1
                last.begin += shift
                last.time += shift
                last.frames[0]["time"] += shift
            event = last.login(code)
            talks.append(last)
        return talks, event

    for code in (201, 302, 403, 422):
        talks, event = refused([code] * 3)
        yield planted(rule, f"{code}", f"A login that is refused with {code} three times", talks, event, ["Systems"])
    for code in (404, 408, 414, 415, 416, 417, 500):
        yield near(rule, f"{code}", f"A login that is refused with {code} three times", refused([code] * 3)[0], ["Systems"])
    yield near(rule, "accepted", "A login that is refused twice, accepted, and refused twice", refused([302, 302, 200, 302, 302])[0],
               ["Systems"])
    yield from edges(rule, "time", "Milliseconds from the first of three refused logins to the last", 600_001, 600_000,
                     lambda length: refused([302] * 3, length))
    rule = "nim-login-after-kick"

    def back(by_itself, reason=""):
        def build(length):
            first = Nim()
            start = first.time
            first.kick(reason)
            second = Nim(logs_in=False, after=first)
            # The packet before the login.
            shift = start + length - second.time
            second.begin += shift
            second.time += shift
            second.frames[0]["time"] += shift
            event = second.number + 1
            second.login(by_itself=by_itself)
            return [first, second], event
        return build

    yield from edges(rule, "time", "Milliseconds from 2_5 to a login by the SDK itself", 600_001, 600_000, back(0))
    yield near(rule, "silent", "A login by the SDK itself after 2_5 with reason 4, a silent kick", back(0, 4)(5_000)[0], ["Systems"])
    yield near(rule, "user", "A login that the user asks for after 2_5", back(1)(5_000)[0], ["Systems"])
    yield near(rule, "unsaid", "A login after 2_5 that does not say who asks for it", back(None)(5_000)[0], ["Systems"])


# YC


class Polls:
    """YC's polls: requests, and answers that are JSON; only answers are events."""

    def __init__(self):
        self.time, self.frames, self.number = BEGIN, [], 0
        self.answer(self.element("e0"))

    def json(self):
        return {"form": "tcp", "time": BEGIN - 10, "frames": self.frames, "close": self.time}

    @staticmethod
    def element(identifier, kind="new_chat", **content):
        return {"id": identifier, "type": kind, "content": content or {"topic": "8"}}

    def answer(self, *elements, code=200):
        body = json.dumps({"ret_code": code, "result": list(elements)}, separators=(",", ":"))
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        for sender, data in (("client", "GET /poll HTTP/1.1\r\nHost: im.example\r\n\r\n"), ("server", head + body)):
            self.frames.append({"time": self.time, "sender": sender, "hex": data.encode().hex()})
            self.time += 1
        self.number += 1
        return self.number


def yc():
    def one(rule, name, what, *elements, code=200):
        talk = Polls()
        return planted(rule, name, what, talk, talk.answer(*elements, code=code), ["Systems"])

    def miss(rule, name, what, *elements, code=200):
        talk = Polls()
        talk.answer(*elements, code=code)
        return near(rule, name, what, talk, ["Systems"])

    element = Polls.element
    beside = element("f0")
    for kind in ("NEW_CHAT", "New_Chat", "driver_arrive", "EXCEPTION_DRIVER", "service_done"):
        yield one("yc-type-case", kind.lower().replace("_", "-") + ("-2" if kind == "New_Chat" else ""), f"The type {kind}", beside,
                  element("e1", kind, order_id=5, topic="5"))
    for kind in ("DRIVER_ARRIVE", "exception_driver", "SERVICE_DONE"):
        slug = kind.lower().replace("_", "-")
        yield miss("yc-type-case", slug, f"The type {kind}", beside, element("e1", kind, order_id=5))
        yield one("yc-order-key", slug, f"{kind} with its order under topic", beside, element("e1", kind, topic="5"))
    yield one("yc-order-key", "chat", "A chat with its order under order_id", beside, element("e1", order_id=5))
    yield miss("yc-order-key", "both", "A chat with both", beside, element("e1", order_id=5, topic="5"))
    for code in (0, 199, 201, 499):
        yield one("yc-result-ignored", f"{code}", f"An answer with the code {code} and an element", beside, code=code)
    for speaker in range(10, 20):
        content = {"topic": "8", "SpeakType": speaker}
        what = f"A chat of the speaker {speaker}"
        yield (one if speaker in (14, 16) else miss)("yc-local-value", f"speaker-{speaker}", what, element("e1", **content))
    for kind in (1, 2, 3, 4, 5, 6):
        yield miss("yc-type-unknown", f"chat-{kind}", f"A chat of type {kind}", element("e1", topic="8", ChatType=kind))
    for kind in (0, 7, 8, 700, 702):
        yield one("yc-type-unknown", f"chat-{kind}", f"A chat of type {kind}", element("e1", topic="8", ChatType=kind))
    yield one("yc-local-value", "chat-701", "A chat of type 701", element("e1", topic="8", ChatType=701))
    yield miss("yc-type-unknown", "again", "A list that comes again as it was", element("e0"))
    yield one("yc-type-unknown", "other", "An element of another type", beside, element("e1", "other", topic="8"))


def cases():
    yield from leancloud()
    yield from nim()
    yield from yc()


PARTS = (cases,)
