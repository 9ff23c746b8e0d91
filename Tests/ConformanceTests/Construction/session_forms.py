"""Several connections, the TCP form and long polling: sessions with a mistake in them, and those without."""

from session_cases import finding, near, planted, session
from session_wire import Talk, field, text, uid


def openings():
    def talks(*steps):
        """Connections one after the other with one token: status of CONNACK, of DISCONNECT, seconds until the next."""
        made, last = [], None
        for accepted, ended, pause in steps:
            last = Talk(accepted=False, token="tok-1", after=last)
            last.accept(accepted)
            if ended is not None:
                last.frame("server", 0xE0, bytes([0, ended]))
            last.wait(pause)
            made.append(last)
        return made

    # The token in the URL of ws:// is a finding of its own, with the first upgrade.
    clear = finding("token-in-clear")
    for status in (4, 5, 10, 17):
        yield planted("connect-retry-loop", f"{status}", f"A token that is refused with {status} three times",
                      talks(*[(status, None, 1)] * 3), None, ["Openings"], beside=[clear])
    yield near("connect-retry-loop", "accepted", "A token that is refused twice, then accepted",
               talks((4, None, 1), (4, None, 1), (0, None, 1)), ["Openings"], [clear])
    for status in (1, 2, 7, 8, 9, 11, 12, 13, 16, 19):
        yield planted("connect-retry-refused", f"{status}", f"A client that is refused with {status} three times",
                      talks(*[(status, None, 1)] * 3), None, ["Openings"], beside=[clear])
    yield near("connect-retry-refused", "unavailable", "The server is not available three times",
               talks(*[(3, None, 1)] * 3, (0, None, 1)), ["Openings"], [clear])
    for status in (1, 2, 5):
        yield planted("reconnect-after-kick", f"{status}", f"Back a second after DISCONNECT {status}",
                      talks((0, status, 1), (0, None, 1)), None, ["Openings"], beside=[clear])
    yield near("reconnect-after-kick", "redirect", "Back after a redirect", talks((0, 0, 1), (0, 6, 1), (0, None, 1)), ["Openings"],
               [clear])
    yield near("reconnect-after-kick", "minute", "Back a minute after being thrown out", talks((0, 1, 60), (0, None, 1)),
               ["Openings"], [clear])
    yield planted("token-in-clear", "upgrade", "A token in the URL of an unencrypted upgrade", talks((0, None, 1)), 1)
    yield near("token-in-clear", "empty", "An upgrade whose token is empty", Talk(token=""))


def tcp_form():
    def one(rule, name, what, *steps, at=None):
        talk = Talk("tcp")
        events = [step(talk) for step in steps]
        return planted(rule, f"tcp-{name}", f"TCP form: {what}", talk, None if at is None else events[at], ["TCPForm"])

    beat, later = Talk.beat, lambda talk: talk.wait(40) and talk.beat()
    yield one("publish-unacknowledged", "never", "a message that nothing acknowledges", lambda talk: talk.publish(1), later, beat, at=0)
    yield one("query-unanswered", "never", "a query that nothing answers", lambda talk: talk.query(1), later, beat, at=0)
    yield one("push-unacknowledged", "never", "a push that nothing acknowledges", lambda talk: talk.push(1), later, beat, at=0)
    yield one("ack-without-publish", "server", "a PUBACK of nothing", beat, lambda talk: talk.acknowledge(9), beat, at=1)
    yield one("answer-without-request", "queryack", "a QUERYACK of nothing", beat, lambda talk: talk.answer(9), beat, at=1)
    yield one("message-id-reused", "message", "an id used again while it waits", lambda talk: talk.publish(1),
              lambda talk: talk.publish(1), lambda talk: talk.acknowledge(1), beat, at=1)
    yield one("connack-repeated", "second", "a second CONNACK", beat, Talk.accept, beat, at=1)
    yield one("wrong-direction", "pingreq", "PINGREQ from the server", beat, lambda talk: talk.frame("server", 0xC0), beat, at=1)
    yield one("topic-kind", "publish", "a query's topic in PUBLISH", beat, lambda talk: talk.message(1, field(1, 1), "joinChrm"), beat,
              at=1)
    yield one("object-name-case", "text", "RC:TXTMSG", lambda talk: talk.named("RC:TXTMSG", "{}"), beat, at=0)


def polling():
    def http(target, body, answer):
        head = f"{'POST' if body else 'GET'} {target} HTTP/1.1\r\nHost: im.example\r\nContent-Length: {len(body)}\r\n\r\n"
        status = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(answer)}\r\n\r\n"
        return (head + body).encode(), (status + answer).encode()

    class Polls:
        def __init__(self, version="2.5.10"):
            self.time, self.frames = 1_795_000_000_000, []
            answer = f'{{"headerCode":32,"status":0,"userId":"ann","sessionid":"s1","timestamp":{self.time}}}'
            self.exchange(f"/websocket?appId=app1&sdkVer={version}&pid=1", "", answer)

        def json(self):
            return {"form": "tcp", "time": 1_795_000_000_000 - 10, "frames": self.frames, "close": self.time}

        def exchange(self, target, body, answer):
            for sender, data in zip(("client", "server"), http(target, body, answer)):
                self.frames.append({"time": self.time, "sender": sender, "hex": data.hex()})
                self.time += 1

        def acknowledgement(self, number, status=0):
            date = self.time // 1000
            name = uid(date * 1000 + 7, number) if status == 0 else ""
            return (f'{{"headerCode":64,"messageId":{number},"date":{date},"status":{status},"millisecond":7,'
                    f'"messageUId":"{name}"}}')

        def publish(self, number, topic="ppMsgP", target="bob", name="RC:TxtMsg", content='{\\"content\\":\\"hi\\"}', answer=None):
            self.exchange(f"/websocket?messageid={number}&header=50&sessionid=s1&topic={topic}&targetid={target}&pid=1",
                          f'{{"sessionId":3,"classname":"{name}","content":"{content}"}}',
                          f"[{self.acknowledgement(number)}]" if answer is None else answer)

        def poll(self, *objects):
            self.exchange("/pullmsg.js?sessionid=s1&timestrap=1&pid=1", "", f"[{','.join(objects)}]")

    def one(rule, name, what, body):
        polls = Polls()
        body(polls)
        return planted(rule, f"polling-{name}", f"long polling: {what}", polls, None, ["Polling"])

    def unanswered(polls):
        polls.publish(1, answer="[]")
        polls.time += 40_000
        polls.poll()
        polls.publish(2)

    yield one("publish-unacknowledged", "never", "a message that nothing acknowledges", unanswered)
    yield one("ack-without-publish", "nothing", "a PUBACK of nothing", lambda polls: polls.poll(polls.acknowledgement(9)))
    yield one("message-id-zero", "message", "a message with the id 0", lambda polls: polls.publish(0))
    yield one("message-id-order", "wide", "a message id that goes on counting after 65535, and its PUBACK",
              lambda polls: polls.publish(65536, answer=f"[{polls.acknowledgement(1)}]".replace('"messageId":1,', '"messageId":65536,')))
    yield one("target-empty", "message", "a message without a target", lambda polls: polls.publish(1, target=""))
    yield one("object-name-case", "text", "rc:TxtMsg", lambda polls: polls.publish(1, name="rc:TxtMsg"))
    yield one("chatroom-not-joined", "message", "a message to a room that was not joined",
              lambda polls: polls.publish(1, topic="chatMsg", answer=f"[{polls.acknowledgement(1, 23406)}]"))
    polls = Polls()
    polls.frames[0]["hex"] = http("/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&pid=1", "", "")[0].hex()
    polls.exchange("/pullmsg.js?sessionid=s1&timestrap=1&token=tok-1", "", "[]")
    yield planted("token-misplaced", "poll", "A token in the request of a poll", polls, None, ["Polling"],
                  beside=[finding("token-in-clear")])
    polls = Polls()
    polls.frames[0]["hex"] = http("/websocket?appId=app1&token=tok-1&sdkVer=2.5.10&pid=1", "", "")[0].hex()
    polls.poll()
    yield near("token-misplaced", "connect", "A token in the request that connects", polls, ["Polling"], [finding("token-in-clear")])
    polls = Polls()
    polls.publish(1)
    polls.publish(2)
    yield session("clean-polling", "Long polling with two messages that keeps all rules: something is found", polls, [],
                  ["Clean", "Polling"])
