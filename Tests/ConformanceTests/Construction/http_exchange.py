"""What both ends of an HTTP/1.1 connection send: its messages, and which answer belongs to which request."""

import gzip

from vectors import accept, case, either

GROUP = "http.exchange"
NOTES = {
    "Chunks": "The chunked transfer coding (RFC 9112 section 7.1)",
    "Close": "A body that the end of the connection ends (RFC 9112 section 6.3)",
    "Head": "How a head is laid out (RFC 9112 sections 2 to 5)",
    "Interim": "Answers 1xx, which end no request (RFC 9110 section 15.2)",
    "Lengths": "Content-Length (RFC 9110 section 8.6)",
    "NoBody": "Answers that have no body, whatever their fields say (RFC 9112 section 6.3)",
    "Pipeline": "Several requests before the first answer (RFC 9112 section 9.3.2)",
    "Refused": "What a recipient must treat as an error",
    "Switch": "The connection goes on with something else: 101, CONNECT",
    "Tolerated": "What the RFC leaves to the recipient",
}


def part(sender, data):
    return {"sender": sender, "hex": (data if isinstance(data, bytes) else data.encode()).hex()}


def asks(method="GET", target="/", fields="", body=b""):
    return f"{method} {target} HTTP/1.1\r\nHost: a.example\r\n{fields}\r\n".encode() + body


def answers(status=200, fields="", body=b"", reason="R"):
    return f"HTTP/1.1 {status} {reason}\r\n{fields}\r\n".encode() + body


def sized(body):
    return f"Content-Length: {len(body)}\r\n"


def whole(body, status=200, fields=""):
    return answers(status, fields + sized(body), body)


CHUNKED = "Transfer-Encoding: chunked\r\n"


def exchange(method="GET", target="/", body=b"", status=200, answer=b"", **more):
    result = {} if method is None else {"method": method, "target": target, "body": body.hex()}
    result["status"] = status
    result["answer"] = None if status is None else answer.hex()
    return result | more


def read(identifier, level, comment, parts, exchanges, flags, source, broken=None, expect=None):
    parts = [part(sender, data) for sender, data in parts]
    return case(f"http-{identifier}", level, comment, "http.read", {"parts": parts},
                expect or accept({"exchanges": exchanges, "broken": broken}), flags, None, source)


def talk(*pairs):
    """Each request and its answer, one after the other."""
    return [entry for request, answer in pairs for entry in (("client", request), ("server", answer))]


def cases():
    yield from lengths()
    yield from chunks()
    yield from bodiless()
    yield from interim()
    yield from pipelines()
    yield from heads()
    yield from until_end()
    yield from both()
    yield from switches()
    yield from refused()
    yield from cut()


NEXT = (asks(target="/next"), whole(b"next"))
AFTER = exchange(target="/next", answer=b"next")


def lengths():
    source = "RFC 9110, section 8.6"
    for count in (0, 1, 100, 5000):
        body = bytes((7 * place + count) & 255 for place in range(count))
        yield read(f"length-{count}", "must", f"A body of {count} bytes: too short or too long by something",
                   talk((asks(), whole(body)), NEXT), [exchange(answer=body), AFTER], ["Lengths"], source)
    yield read("length-request", "must", "A request with a body: the body taken for the next request",
               talk((asks("POST", fields=sized(b"GET / HTTP/1.1\r\n\r\n"), body=b"GET / HTTP/1.1\r\n\r\n"), whole(b"ok")), NEXT),
               [exchange("POST", body=b"GET / HTTP/1.1\r\n\r\n", answer=b"ok"), AFTER], ["Lengths"], source)
    yield read("length-none-request", "must", "A request without a length has no body: it is read to the end",
               talk((asks("POST"), whole(b"ok")), NEXT), [exchange("POST", answer=b"ok"), AFTER], ["Lengths"],
               "RFC 9112, section 6.3, rule 7")
    yield read("length-spaced", "must", "White space around a length: no number", talk(
        (asks(), answers(fields="Content-Length: \t 4 \t\r\n", body=b"four")), NEXT), [exchange(answer=b"four"), AFTER],
               ["Lengths"], "RFC 9112, section 5")
    yield read("length-leading-zeros", "must", "A length with leading zeros: read as octal",
               talk((asks(), answers(fields="Content-Length: 0012\r\n", body=b"twelve bytes")), NEXT),
               [exchange(answer=b"twelve bytes"), AFTER], ["Lengths"], source)
    yield read("length-name-case", "must", "CONTENT-LENGTH in capitals: not known",
               talk((asks(), answers(fields="CONTENT-LENGTH:4\r\n", body=b"four")), NEXT), [exchange(answer=b"four"), AFTER],
               ["Head", "Lengths"], "RFC 9110, section 5.1")
    yield read("length-twice-alike", "may", "The same length in two fields: neither taken nor refused as a whole",
               talk((asks(), answers(fields=sized(b"four") * 2, body=b"four")), NEXT), [], ["Lengths", "Tolerated"],
               "RFC 9112, section 6.3, rule 5",
               expect=either({"exchanges": [exchange(answer=b"four"), AFTER]}, {"broken": "server"}))
    yield read("length-list-alike", "may", "The same length twice in one field, as a list: taken for another number",
               talk((asks(), answers(fields="Content-Length: 4, 4\r\n", body=b"four")), NEXT), [], ["Lengths", "Tolerated"],
               "RFC 9112, section 6.3, rule 5",
               expect=either({"exchanges": [exchange(answer=b"four"), AFTER]}, {"broken": "server"}))
    yield read("length-coded", "must", "A packed body: its length is that of the content, or it is unpacked here",
               talk((asks(), whole(gzip.compress(b"content " * 20, mtime=0), fields="Content-Encoding: gzip\r\n")), NEXT),
               [exchange(answer=gzip.compress(b"content " * 20, mtime=0)), AFTER], ["Lengths"], "RFC 9110, section 8.4")


def chunks():
    source = "RFC 9112, section 7.1"
    plain = b"Wikipedia in chunks."
    for name, body, content in (
            ("one", b"14\r\n" + plain + b"\r\n0\r\n\r\n", plain),
            ("several", b"4\r\nWiki\r\n6\r\npedia \r\nA\r\nin chunks.\r\n0\r\n\r\n", plain),
            ("none", b"0\r\n\r\n", b""), ("upper", b"A\r\n0123456789\r\n0\r\n\r\n", b"0123456789"),
            ("lower", b"a\r\n0123456789\r\n0\r\n\r\n", b"0123456789"),
            ("leading-zeros", b"0004\r\nWiki\r\n000\r\n\r\n", b"Wiki"),
            ("line-ends-inside", b"8\r\n\r\n0\r\n\r\nX\r\n0\r\n\r\n", b"\r\n0\r\n\r\nX"),
            ("long", b"1000\r\n" + b"x" * 4096 + b"\r\n0\r\n\r\n", b"x" * 4096)):
        yield read(f"chunks-{name}", "must", f"A chunked body ({name}): sizes in the body, or a wrong end",
                   talk((asks(), answers(fields=CHUNKED, body=body)), NEXT), [exchange(answer=content), AFTER], ["Chunks"], source)
    for name, size in (("plain", "4;a=b"), ("quoted", '4;a="x;y"'), ("several", "4;a;b=c"), ("spaced", "4 ; a=b")):
        yield read(f"chunks-extension-{name}", "must", f"A chunk extension ({name}): taken for a part of the size",
                   talk((asks(), answers(fields=CHUNKED, body=f"{size}\r\nWiki\r\n0;last\r\n\r\n".encode())), NEXT),
                   [exchange(answer=b"Wiki"), AFTER], ["Chunks"], "RFC 9112, section 7.1.1")
    for name, trailers in (("one", "Expires: 0\r\n"), ("several", "A: 1\r\nB: 2\r\n"),
                           ("length", "Content-Length: 99\r\n"), ("like-an-answer", "X: HTTP/1.1 404 Not\r\n")):
        yield read(f"chunks-trailers-{name}", "must", f"Trailers ({name}): taken for the next message",
                   talk((asks(), answers(fields=CHUNKED, body=f"4\r\nWiki\r\n0\r\n{trailers}\r\n".encode())), NEXT),
                   [exchange(answer=b"Wiki"), AFTER], ["Chunks"], "RFC 9112, section 7.1.2")
    yield read("chunks-request", "must", "A chunked request: its chunks taken for requests",
               talk((asks("POST", fields=CHUNKED, body=b"4\r\nWiki\r\n0\r\n\r\n"), whole(b"ok")), NEXT),
               [exchange("POST", body=b"Wiki", answer=b"ok"), AFTER], ["Chunks"], source)
    for name, field in (("case", "Transfer-Encoding: CHUNKED\r\n"), ("name-case", "TRANSFER-ENCODING: chunked\r\n"),
                        ("after-gzip", "Transfer-Encoding: gzip, chunked\r\n"),
                        ("two-fields", "Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n")):
        yield read(f"chunks-field-{name}", "must", f"Transfer-Encoding ({name}): chunked not found in it",
                   talk((asks(), answers(fields=field, body=b"4\r\nWiki\r\n0\r\n\r\n")), NEXT),
                   [exchange(answer=b"Wiki"), AFTER], ["Chunks"], "RFC 9112, section 6.1")
    for name, body in (("no-number", b"xyz\r\nWiki\r\n0\r\n\r\n"), ("empty-size", b"\r\nWiki\r\n0\r\n\r\n"),
                       ("signed", b"+4\r\nWiki\r\n0\r\n\r\n"), ("minus", b"-4\r\nWiki\r\n0\r\n\r\n"),
                       ("huge", b"FFFFFFFFFFFFFFFFF\r\nWiki\r\n0\r\n\r\n"), ("prefix", b"0x4\r\nWiki\r\n0\r\n\r\n"),
                       ("longer-than-size", b"3\r\nWiki\r\n0\r\n\r\n")):
        yield read(f"chunks-bad-{name}", "must", f"A chunk that is none ({name}): read as some other size",
                   talk((asks(), answers(fields=CHUNKED, body=body))), [exchange(status=None)], ["Chunks", "Refused"], source,
                   broken="server")
    pieces = answers(fields=CHUNKED, body=b"4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n")
    for count in (1, 2, 3, 7):
        parts = [("client", asks())] + [("server", pieces[place:place + count]) for place in range(0, len(pieces), count)]
        yield read(f"chunks-in-pieces-of-{count}", "must", f"An answer that comes {count} bytes at a time: a size cut in two",
                   parts + talk(NEXT), [exchange(answer=b"Wikipedia"), AFTER], ["Chunks"], source)


def bodiless():
    source = "RFC 9112, section 6.3, rule 1"
    for status, fields, name in ((204, "", "204"), (304, "", "304"), (304, "Content-Length: 500\r\n", "304-length"),
                                 (304, CHUNKED, "304-chunked"), (204, "Content-Length: 5\r\n", "204-length")):
        yield read(f"no-body-{name}", "must", f"An answer {name} has no body: the next answer taken for it",
                   talk((asks(), answers(status, fields)), NEXT), [exchange(status=status), AFTER], ["NoBody"], source)
    for name, fields in (("length", "Content-Length: 500\r\n"), ("chunked", CHUNKED), ("none", "")):
        yield read(f"no-body-head-{name}", "must", f"The answer to HEAD ({name}) has no body: the next one taken for it",
                   talk((asks("HEAD"), answers(fields=fields)), NEXT), [exchange("HEAD"), AFTER], ["NoBody"], source)
    yield read("no-body-head-after-get", "must", "GET and HEAD in one pipeline: the rule of HEAD goes to the wrong answer",
               [("client", asks() + asks("HEAD") + asks(target="/next")),
                ("server", whole(b"body") + answers(fields="Content-Length: 4\r\n") + whole(b"next"))],
               [exchange(answer=b"body"), exchange("HEAD"), AFTER], ["NoBody", "Pipeline"], source)


def interim():
    source = "RFC 9110, section 15.2"
    yield read("interim-continue", "must", "100 Continue before the answer: it is taken for the answer",
               [("client", asks("POST", fields="Expect: 100-continue\r\n" + sized(b"body"))), ("server", answers(100)),
                ("client", b"body"), ("server", whole(b"ok"))] + talk(NEXT),
               [exchange("POST", body=b"body", answer=b"ok"), AFTER], ["Interim"], source)
    for name, statuses in (("early-hints", (103,)), ("several", (100, 102, 103)), ("unknown", (199,))):
        yield read(f"interim-{name}", "must", f"Interim answers ({name}): every answer behind them belongs to another request",
                   talk((asks(), b"".join(answers(status, "Link: </a>\r\n") for status in statuses) + whole(b"ok")), NEXT),
                   [exchange(answer=b"ok", interim=list(statuses)), AFTER], ["Interim"], source)
    yield read("interim-with-length", "must", "An interim answer with a length has no body: the answer is taken for it",
               talk((asks(), answers(103, "Content-Length: 20\r\n") + whole(b"ok")), NEXT), [exchange(answer=b"ok"), AFTER],
               ["Interim", "NoBody"], "RFC 9112, section 6.3, rule 1")


def pipelines():
    source = "RFC 9112, section 9.3.2"
    for count in (2, 3, 10):
        requests = b"".join(asks(target=f"/{number}") for number in range(count))
        results = b"".join(whole(b"%d" % number) for number in range(count))
        yield read(f"pipeline-{count}", "must", f"{count} requests before the first answer: answers paired from the end",
                   [("client", requests), ("server", results)],
                   [exchange(target=f"/{number}", answer=b"%d" % number) for number in range(count)], ["Pipeline"], source)
    yield read("pipeline-overlapping", "must", "The second request comes inside the first answer: it is its answer's request",
               [("client", asks(target="/0")), ("server", whole(b"0123")[:-2]), ("client", asks(target="/1")),
                ("server", b"23"), ("server", whole(b"one"))],
               [exchange(target="/0", answer=b"0123"), exchange(target="/1", answer=b"one")], ["Pipeline"], source)
    yield read("pipeline-unanswered", "must", "Of three requests only two are answered: the third gets an answer",
               [("client", b"".join(asks(target=f"/{number}") for number in range(3))), ("server", whole(b"0") + whole(b"1"))],
               [exchange(target="/0", answer=b"0"), exchange(target="/1", answer=b"1"), exchange(target="/2", status=None)],
               ["Pipeline"], source)
    yield read("pipeline-mixed", "must", "Bodies, chunks and bodiless answers in one pipeline: out of step",
               [("client", asks("POST", "/0", sized(b"body"), b"body") + asks("HEAD", "/1") + asks("PUT", "/2", CHUNKED,
                                                                                                  b"1\r\nx\r\n0\r\n\r\n")),
                ("server", answers(fields=CHUNKED, body=b"2\r\nok\r\n0\r\n\r\n") + answers(fields="Content-Length: 9\r\n")
                 + answers(204))],
               [exchange("POST", "/0", b"body", answer=b"ok"), exchange("HEAD", "/1"), exchange("PUT", "/2", b"x", 204)],
               ["Chunks", "NoBody", "Pipeline"], source)


def heads():
    source = "RFC 9112, section 2.2"
    yield read("head-line-feeds", "must", "Lines that end in LF alone: the head never ends",
               talk((b"GET / HTTP/1.1\nHost: a\n\n", b"HTTP/1.1 200 R\nContent-Length: 2\n\nok"), NEXT),
               [exchange(answer=b"ok"), AFTER], ["Head"], source)
    yield read("head-empty-line", "should", "An empty line before a later request: taken for the end of its head",
               [("client", asks()), ("server", whole(b"ok")), ("client", b"\r\n" + NEXT[0]), ("server", NEXT[1])],
               [exchange(answer=b"ok"), AFTER], ["Head"], source)
    yield read("head-reason-empty", "must", "A status line without a reason: refused",
               talk((asks(), b"HTTP/1.1 200 \r\nContent-Length: 2\r\n\r\nok"), NEXT), [exchange(answer=b"ok"), AFTER], ["Head"],
               "RFC 9112, section 4")
    yield read("head-reason-of-words", "must", "A reason of several words, one of them a number: taken for the status",
               talk((asks(), answers(404, sized(b"no"), b"no", "Not 200 Found")), NEXT), [exchange(status=404, answer=b"no"), AFTER],
               ["Head"], "RFC 9112, section 4")
    for name, target in (("absolute", "http://a.example/x?y=1"), ("asterisk", "*"), ("query", "/x?a=%20b&c=;d")):
        method = "OPTIONS" if name == "asterisk" else "GET"
        yield read(f"head-target-{name}", "must", f"A request target in another form ({name}): cut or unescaped",
                   talk((asks(method, target), whole(b"ok"))), [exchange(method, target, answer=b"ok")], ["Head"],
                   "RFC 9112, section 3.2")
    folded = "X-Long: one\r\n two\r\n\tthree\r\n"
    yield read("head-folded", "may", "Obsolete folding before the length: the length lost, or folding neither read nor refused",
               talk((asks(), answers(fields=folded + sized(b"ok"), body=b"ok")), NEXT), [], ["Head", "Tolerated"],
               "RFC 9112, section 5.2", expect=either({"exchanges": [exchange(answer=b"ok"), AFTER]}, {"broken": "server"}))
    yield read("head-folded-field-inside", "may", "A folded line that looks like a field: it counts as one",
               talk((asks(), answers(fields="X-Long: one\r\n Content-Length: 100\r\n" + sized(b"ok"), body=b"ok")), NEXT), [],
               ["Head", "Tolerated"], "RFC 9112, section 5.2",
               expect=either({"exchanges": [exchange(answer=b"ok"), AFTER]}, {"broken": "server"}))
    folds = answers(fields="Content-Length:\r\n 2\r\n", body=b"ok")
    yield read("head-folded-length", "may", "A length on a continued line: lost, so that the next answer is a part of the body",
               talk((asks(), folds), NEXT), [], ["Head", "Tolerated"], "RFC 9112, section 5.2",
               expect=either({"exchanges": [exchange(answer=b"ok"), AFTER]}, {"broken": "server"}))
    yield read("head-field-empty", "must", "A field without a value before the length: the length lost",
               talk((asks(), answers(fields="X-Empty:\r\n" + sized(b"ok"), body=b"ok")), NEXT), [exchange(answer=b"ok"), AFTER],
               ["Head"], "RFC 9112, section 5")
    yield read("head-field-with-colons", "must", "A value with colons: the name is what stands before the last one",
               talk((asks(fields="Referer: http://a:80/\r\n"), answers(fields="X: Content-Length: 9\r\n" + sized(b"ok"),
                                                                      body=b"ok")), NEXT),
               [exchange(answer=b"ok"), AFTER], ["Head"], "RFC 9112, section 5")
    data = asks("POST", fields=sized(b"body"), body=b"body")
    for count in (1, 3):
        yield read(f"head-in-pieces-of-{count}", "must", f"A request that comes {count} bytes at a time: its head's end not found",
                   [("client", data[place:place + count]) for place in range(0, len(data), count)] + [("server", whole(b"ok"))]
                   + talk(NEXT), [exchange("POST", body=b"body", answer=b"ok"), AFTER], ["Head"], source)
    yield read("head-version-1-0", "must", "An answer of HTTP/1.0 with a length: read to the end of the connection",
               talk((asks(), b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"), NEXT), [exchange(answer=b"ok"), AFTER], ["Head"],
               "RFC 9112, section 2.3")


def until_end():
    source = "RFC 9112, section 6.3, rule 8"
    yield read("close-body", "must", "An answer without a length: its body is empty",
               talk((asks(), answers(body=b"to the end"))), [exchange(answer=b"to the end")], ["Close"], source)
    yield read("close-body-pieces", "must", "Such a body in several pieces: only the first one read",
               [("client", asks()), ("server", answers()), ("server", b"to "), ("server", b"the end")],
               [exchange(answer=b"to the end")], ["Close"], source)
    yield read("close-body-like-http", "must", "Such a body that holds an answer: read as a second one",
               talk((asks(), answers(body=whole(b"inside")))), [exchange(answer=whole(b"inside"))], ["Close"], source)
    yield read("close-body-empty", "must", "Such a body of no bytes: the answer never comes", talk((asks(), answers())),
               [exchange()], ["Close"], source)
    yield read("close-coding-not-chunked", "must", "Another transfer coding alone: the length beside it counts",
               talk((asks(), answers(fields="Transfer-Encoding: gzip\r\nContent-Length: 2\r\n", body=b"to the end"))),
               [exchange(answer=b"to the end")], ["Close"], "RFC 9112, section 6.3, rule 4")


def both():
    source = "RFC 9112, section 6.3, rule 3"
    body = b"4\r\nWiki\r\n0\r\n\r\n"
    for name, fields in (("length-first", "Content-Length: 3\r\n" + CHUNKED), ("length-last", CHUNKED + "Content-Length: 300\r\n")):
        yield read(f"both-{name}", "should", f"Content-Length and Transfer-Encoding ({name}): the length counts",
                   talk((asks(), answers(fields=fields, body=body)), NEXT), [], ["Chunks", "Lengths", "Tolerated"], source,
                   expect=either({"exchanges": [exchange(answer=b"Wiki"), AFTER], "broken": None}, {"broken": "server"}))
        yield read(f"both-{name}-request", "should", f"Both in a request ({name}): the length counts, so that a request is smuggled",
                   talk((asks("POST", fields=fields, body=body), whole(b"ok")), NEXT), [], ["Chunks", "Lengths", "Tolerated"],
                   source, expect=either({"exchanges": [exchange("POST", body=b"Wiki", answer=b"ok"), AFTER], "broken": None},
                                         {"broken": "client"}))


def switches():
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" \
              "Sec-WebSocket-Version: 13\r\n"
    granted = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"
    yield read("switch-101", "must", "101 to an upgrade, then frames: the frames taken for HTTP",
               talk((asks(target="/chat", fields=upgrade), answers(101, granted) + bytes.fromhex("810548656c6c6f"))),
               [exchange(target="/chat", status=101)], ["Switch"], "RFC 9110, section 15.2.2")
    yield read("switch-refused", "must", "An upgrade that is answered with 200: what follows taken for frames",
               talk((asks(target="/chat", fields=upgrade), whole(b"no")), NEXT),
               [exchange(target="/chat", answer=b"no"), AFTER], ["Switch"], "RFC 9110, section 7.8")
    yield read("switch-connect", "must", "CONNECT with a length in its answer has no body: the tunnel's bytes taken for it",
               talk((b"CONNECT b.example:80 HTTP/1.1\r\nHost: b.example:80\r\n\r\n", answers(200, "Content-Length: 50\r\n")), NEXT),
               [exchange("CONNECT", "b.example:80"), AFTER], ["NoBody", "Switch"], "RFC 9112, section 6.3, rule 2")
    yield read("switch-connect-refused", "must", "CONNECT that is refused has a body: it is taken for the tunnel",
               talk((b"CONNECT b.example:80 HTTP/1.1\r\nHost: b.example:80\r\n\r\n", whole(b"no", 403)), NEXT),
               [exchange("CONNECT", "b.example:80", status=403, answer=b"no"), AFTER], ["Switch"], "RFC 9110, section 9.3.6")


def refused():
    source = "RFC 9112, section 6.3, rule 5"
    for name, fields in (("differ", "Content-Length: 4\r\nContent-Length: 5\r\n"), ("list-differs", "Content-Length: 4, 5\r\n"),
                         ("no-number", "Content-Length: four\r\n"), ("signed", "Content-Length: +4\r\n"),
                         ("minus", "Content-Length: -4\r\n"), ("hex", "Content-Length: 0x4\r\n"),
                         ("point", "Content-Length: 4.0\r\n"), ("inner-space", "Content-Length: 1 4\r\n"),
                         ("huge", "Content-Length: 99999999999999999999\r\n")):
        yield read(f"refused-length-{name}", "must", f"A length that is none ({name}): read as some number",
                   talk((asks(), answers(fields=fields, body=b"four more"))), [exchange(status=None)], ["Lengths", "Refused"],
                   source, broken="server")
        yield read(f"refused-length-{name}-request", "must", f"A request's length that is none ({name}): read as some number",
                   [("client", asks("POST", fields=fields, body=b"four more"))], [], ["Lengths", "Refused"], source,
                   broken="client")
    yield read("refused-request-coding", "must", "A request whose last coding is not chunked: its body read to the end, or none",
               [("client", asks("POST", fields="Transfer-Encoding: chunked, gzip\r\n", body=b"4\r\nWiki\r\n0\r\n\r\n"))], [],
               ["Chunks", "Refused"], "RFC 9112, section 6.3, rule 4", broken="client")
    yield read("refused-no-http", "must", "An answer that is no HTTP: read as one",
               talk((asks(), b"SSH-2.0-OpenSSH_9.6\r\n\r\n")), [exchange(status=None)], ["Head", "Refused"], "RFC 9112, section 4",
               broken="server")
    for name, line in (("two-digits", "HTTP/1.1 20 OK"), ("four-digits", "HTTP/1.1 2000 OK"), ("letters", "HTTP/1.1 2OO OK")):
        yield read(f"refused-status-{name}", "must", f"A status that is none ({name}): read as a number",
                   talk((asks(), f"{line}\r\nContent-Length: 0\r\n\r\n".encode())), [exchange(status=None)], ["Head", "Refused"],
                   "RFC 9112, section 4", broken="server")


def cut():
    for name, answer in (("head", whole(b"body")[:20]), ("body", whole(b"body")[:-1]),
                         ("chunk", answers(fields=CHUNKED, body=b"4\r\nWi")),
                         ("last-chunk", answers(fields=CHUNKED, body=b"4\r\nWiki\r\n"))):
        yield read(f"cut-{name}", "should", f"The connection ends inside an answer ({name}): taken for whole",
                   talk((asks(), answer)), [exchange(status=None)], ["Lengths"], "RFC 9112, section 8")
    yield read("cut-request", "should", "The connection ends inside a request: taken for whole",
               [("client", asks("POST", fields=sized(b"body"), body=b"bo"))], [], ["Lengths"], "RFC 9112, section 8")
