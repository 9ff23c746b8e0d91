"""Captured segments of TCP: the bytes of both streams of each connection, and where some are missing."""

from vectors import accept, case, either

GROUP = "tcp.stream"
NOTES = {
    "Acknowledged": "What the other end says that it has tells of bytes that the capture lacks",
    "Begun": "The capture does not hold the beginning of the connection",
    "Conflict": "Two segments hold different bytes for the same place of the stream",
    "End": "FIN and RST (RFC 9293 sections 3.5 and 3.6)",
    "Hole": "Bytes of the stream that the capture does not hold",
    "Open": "SYN, with and without data (RFC 9293 section 3.5, RFC 7413)",
    "Order": "Segments that the capture holds in another order than they were sent in",
    "Ports": "The same two ends are used by more than one connection",
    "Probe": "Segments that only ask whether the other end is there (RFC 9293 sections 3.8.4 and 3.8.6.1)",
    "Repeated": "Bytes that were sent before",
    "Snap": "A packet of which the capture holds only the beginning",
    "Wrap": "Sequence numbers beyond 2^32 begin again at 0 (RFC 9293 section 3.4)",
}
SOURCE = "RFC 9293"
CLIENT, SERVER = 1000, 8000  # the numbers of the first bytes


def segment(sender, sequence, data=b"", flags=("ack",), ack=None, **more):
    result = {"sender": sender, "sequence": sequence % 2**32, "flags": list(flags)}
    if "ack" in flags:
        result["acknowledgment"] = (SERVER if sender == "client" else CLIENT) if ack is None else ack % 2**32
    if data:
        result["hex"] = data.hex()
    return result | more


def opened(client=CLIENT, server=SERVER, **more):
    return [segment("client", client - 1, flags=("syn",), **more),
            segment("server", server - 1, flags=("syn", "ack"), ack=client, **more),
            segment("client", client, ack=server, **more)]


def closed(client, server, **more):
    return [segment("client", client, flags=("fin", "ack"), ack=server, **more),
            segment("server", server, flags=("fin", "ack"), ack=client + 1, **more),
            segment("client", client + 1, ack=server + 1, **more)]


def streams(client=(), server=()):
    def pieces(parts):
        return [{"gap": part} if isinstance(part, int) else {"hex": part.hex()} for part in parts]
    return {"client": pieces(client), "server": pieces(server)}


def read(identifier, level, comment, segments, connections, flags, source=SOURCE, expect=None):
    return case(f"tcp-{identifier}", level, comment, "tcp.read", {"segments": segments},
                expect or accept({"connections": connections}), flags, None, source)


def client(start, data, **more):
    return segment("client", CLIENT + start, data, ("psh", "ack"), **more)


def server(start, data, **more):
    return segment("server", SERVER + start, data, ("psh", "ack"), **more)


DATA = b"abcdefghijklmnopqrstuvwxyz"


def cases():
    yield from openings()
    yield from orders()
    yield from repetitions()
    yield from conflicts()
    yield from wraps()
    yield from holes()
    yield from ends()
    yield from probes()
    yield from ports()
    yield from middles()


def openings():
    whole = [client(0, b"request"), server(0, b"answer", ack=CLIENT + 7)]
    both = [streams([b"request"], [b"answer"])]
    yield read("both-ways", "must", "A connection in order: the number of SYN counted as a byte of the stream",
               opened() + whole + closed(CLIENT + 7, SERVER + 6), both, ["Open"])
    yield read("syn-repeated", "must", "A SYN and its answer come twice: taken for a second connection",
               opened()[:1] + opened() + opened()[1:2] + whole, both, ["Open", "Repeated"])
    early = segment("client", CLIENT - 1, b"early", ("syn",))
    yield read("syn-with-data", "must", "Data in the SYN: lost, or placed one byte too early",
               [early] + opened()[1:2] + [client(5, b" late")], [streams([b"early late"])], ["Open"],
               "RFC 9293, section 3.4; RFC 7413, section 2")
    yield read("syn-with-data-refused", "must", "Data in the SYN that the server does not take, sent again: it comes twice",
               [early] + opened()[1:2] + [client(0, b"early"), client(5, b" late")], [streams([b"early late"])],
               ["Open", "Repeated"], "RFC 7413, section 4.2")
    answer = segment("server", SERVER - 1, b"hello", ("syn", "ack"), ack=CLIENT)
    yield read("syn-ack-with-data", "must", "Data in the answer to the SYN: lost",
               opened()[:1] + [answer, server(5, b" again")], [streams([], [b"hello again"])], ["Open"],
               "RFC 7413, section 2")
    yield read("simultaneous", "must", "Both ends open at the same time: one stream begins a byte too late",
               [segment("client", CLIENT - 1, flags=("syn",)), segment("server", SERVER - 1, flags=("syn",)),
                segment("client", CLIENT - 1, flags=("syn", "ack")), segment("server", SERVER - 1, flags=("syn", "ack"))]
               + whole, both, ["Open"], "RFC 9293, section 3.5, figure 8")
    yield read("answer-first", "should", "The capture has the answer before the SYN: taken for the middle of a connection",
               [opened()[1], opened()[0], opened()[2]] + whole, both, ["Open", "Order"])
    yield read("data-before-handshake-ends", "must", "Data before the last packet of the handshake: lost",
               opened()[:2] + whole[:1] + opened()[2:] + whole[1:], both, ["Open", "Order"])
    yield read("handshakes-alone", "must", "Two connections that have only a handshake: bytes made up",
               opened() + opened(port=50002), [streams(), streams()], ["Open"])


def orders():
    def mixed(*order, size=5):
        parts = [client(start, DATA[start:start + size]) for start in range(0, len(DATA), size)]
        return opened() + [parts[place] for place in order]

    whole = [streams([DATA])]
    for name, order in (("last-two", (0, 1, 2, 3, 5, 4)), ("first-two", (1, 0, 2, 3, 4, 5)),
                        ("backwards", (5, 4, 3, 2, 1, 0)), ("middle-late", (0, 2, 3, 4, 5, 1)),
                        ("first-late", (1, 2, 3, 4, 5, 0)), ("even-then-odd", (0, 2, 4, 1, 3, 5)),
                        ("odd-then-even", (1, 3, 5, 0, 2, 4))):
        yield read(f"order-{name}", "must", f"Segments in another order ({name}): handed on as they came",
                   mixed(*order), whole, ["Order"])
    yield read("order-fin-first", "must", "FIN before the last data: the stream ends too early",
               opened() + [client(0, b"one"), segment("client", CLIENT + 6, flags=("fin", "ack")), client(3, b"two")],
               [streams([b"onetwo"])], ["End", "Order"])
    yield read("order-answer-before-request", "must", "The capture has the answer before its request: a hole made up",
               opened() + [server(0, b"answer", ack=CLIENT + 7), client(0, b"request")],
               [streams([b"request"], [b"answer"])], ["Order"])
    yield read("order-both-ways", "must", "Both directions out of order at the same time: one's numbers taken for the other's",
               opened() + [client(3, b"two"), server(3, b"TWO"), server(0, b"ONE"), client(0, b"one")],
               [streams([b"onetwo"], [b"ONETWO"])], ["Order"])


def repetitions():
    one, two = client(0, b"first"), client(5, b"second")
    whole = [streams([b"firstsecond"])]
    for name, segments, comment in (
            ("same", [one, one, two], "A segment twice: its bytes come twice"),
            ("after-next", [one, two, one], "A segment again behind the next one: its bytes come twice"),
            ("all", [one, two, one, two], "Everything twice: the stream is twice as long"),
            ("joined", [one, client(0, b"firstsecond")], "Sent again together with new bytes: the new ones lost"),
            ("begins-inside", [one, client(2, b"rstsecond")], "Sent again from its middle: the new bytes placed wrongly"),
            ("ends-inside", [one, two, client(0, b"fir")], "The beginning sent again: the stream set back"),
            ("split", [client(0, b"firstsecond"), client(0, b"fir"), client(3, b"stsec"), client(8, b"ond")],
             "Sent again in pieces: they come again"),
            ("covers-held", [two, client(0, b"firstsecond")], "What waits is sent again with what it waits for: it comes twice"),
            ("joins-held", [client(9, b"nd"), client(3, b"stseco"), client(0, b"firsts")],
             "Overlapping segments that wait: bytes twice where they meet"),
            ("inside-held", [two, client(7, b"co"), one], "A piece of what waits comes again: it comes twice")):
        yield read(f"repeated-{name}", "must", comment, opened() + segments, whole, ["Repeated"],
                   "RFC 9293, section 3.10.7.4")
    yield read("repeated-many-times", "must", "A segment ten times: taken for new bytes after some time",
               opened() + [one] * 10 + [two], whole, ["Repeated"], "RFC 9293, section 3.10.7.4")


def conflicts():
    source = "RFC 9293, section 3.10.7.4: what was received is trimmed off"
    yield read("conflict-delivered", "must", "Other bytes for a place that was received and acknowledged: they replace it",
               opened() + [client(0, b"first"), segment("server", SERVER, ack=CLIENT + 5), client(0, b"FIRST"),
                           client(5, b"second")],
               [streams([b"firstsecond"])], ["Conflict", "Repeated"], source)
    yield read("conflict-longer", "must", "Other bytes and more behind them: the old ones replaced, or the new ones lost",
               opened() + [client(0, b"first"), client(0, b"FIRSTsecond")], [streams([b"firstsecond"])],
               ["Conflict", "Repeated"], source)
    first = "what came first counts; stacks differ (RFC 9293 says only that the segments are put in order)"
    for name, segments, expected in (
            ("held-same-place", [client(5, b"22222"), client(5, b"XXXXX"), client(0, b"11111")], b"1111122222"),
            ("held-begins-before", [client(5, b"22222"), client(3, b"XXXX"), client(0, b"111")], b"111XX22222"),
            ("held-ends-behind", [client(5, b"22222"), client(7, b"XXXXX"), client(0, b"11111")], b"1111122222XX"),
            ("held-covered", [client(5, b"222"), client(3, b"XXXXXXX"), client(0, b"111")], b"111XX222XX"),
            ("held-inside", [client(3, b"2222222"), client(5, b"XX"), client(0, b"111")], b"1112222222"),
            ("filler-covers", [client(5, b"22222"), client(0, b"1111XXXXXX")], b"1111X22222")):
        yield read(f"conflict-{name}", "may", f"Other bytes while some wait ({name}): those that came later win",
                   opened() + segments, [streams([expected])], ["Conflict", "Order"], first)


def wraps():
    source = "RFC 9293, section 3.4"
    for name, start in (("inside", 2**32 - 8), ("between", 2**32 - 10), ("after-syn", 2**32), ("half", 2**31 - 3)):
        parts = [segment("client", start + place, DATA[place:place + 10], ("psh", "ack")) for place in (0, 10, 20)]
        yield read(f"wrap-{name}", "must", f"Numbers that wrap ({name}): taken for old ones",
                   opened(client=start) + parts, [streams([DATA])], ["Wrap"], source)
        yield read(f"wrap-{name}-backwards", "must", f"Numbers that wrap, segments backwards ({name}): sorted by number",
                   opened(client=start) + parts[::-1], [streams([DATA])], ["Order", "Wrap"], source)
        yield read(f"wrap-{name}-repeated", "must", f"Numbers that wrap, an old segment again ({name}): taken for a new one",
                   opened(client=start) + parts + parts[:1], [streams([DATA])], ["Repeated", "Wrap"], source)
    start = 2**32 - 4
    yield read("wrap-hole", "must", "A hole over the border of the numbers: as long as 2^32 less something",
               opened(client=start) + [segment("client", start, b"ab", ("psh", "ack")),
                                       segment("client", start + 7, b"hi", ("psh", "ack"))],
               [streams([b"ab", 5, b"hi"])], ["Hole", "Wrap"], source)
    yield read("wrap-acknowledgment", "must", "An acknowledgment over the border: the answer waits for ever",
               opened(client=start) + [segment("client", start, b"request", ("psh", "ack")),
                                       segment("server", SERVER, b"answer", ("psh", "ack"), ack=start + 7)],
               [streams([b"request"], [b"answer"])], ["Acknowledged", "Wrap"], source)


def holes():
    for name, segments, pieces in (
            ("middle", [client(0, b"one"), client(8, b"two")], [b"one", 5, b"two"]),
            ("beginning", [client(4, b"two")], [4, b"two"]),
            ("two", [client(0, b"a"), client(3, b"b"), client(9, b"c")], [b"a", 2, b"b", 5, b"c"]),
            ("one-byte", [client(0, b"abc"), client(4, b"efg")], [b"abc", 1, b"efg"]),
            ("before-fin", [client(0, b"abc"), segment("client", CLIENT + 10, flags=("fin", "ack"))], [b"abc", 7])):
        yield read(f"hole-{name}", "must", f"Bytes that are not in the capture ({name}): what is behind them moves up",
                   opened() + segments, [streams(pieces)], ["Hole"])
    yield read("hole-acknowledged", "must", "A hole that the other end has acknowledged: its length lost",
               opened() + [client(0, b"one"), segment("server", SERVER, ack=CLIENT + 8), client(8, b"two"),
                           segment("server", SERVER, ack=CLIENT + 11)],
               [streams([b"one", 5, b"two"])], ["Acknowledged", "Hole"])
    yield read("hole-acknowledged-at-end", "should", "The last bytes are missing and were acknowledged: nothing says so",
               opened() + [client(0, b"one"), segment("server", SERVER, ack=CLIENT + 8)]
               + closed(CLIENT + 8, SERVER), [streams([b"one", 5])], ["Acknowledged", "Hole"])
    yield read("hole-unknown-at-end", "must", "The capture ends behind some bytes: a hole made up",
               opened() + [client(0, b"one"), segment("server", SERVER, ack=CLIENT + 3)], [streams([b"one"])], ["Hole"])
    yield read("hole-other-direction", "must", "A hole in one direction: the other one gets it too",
               opened() + [client(0, b"one"), client(8, b"two"), server(0, b"ONE", ack=CLIENT + 11),
                           server(3, b"TWO", ack=CLIENT + 11)],
               [streams([b"one", 5, b"two"], [b"ONETWO"])], ["Hole"])
    yield read("hole-in-both", "must", "A hole in each direction: one is lost",
               opened() + [client(2, b"two"), server(4, b"TWO", ack=CLIENT + 5)],
               [streams([2, b"two"], [4, b"TWO"])], ["Hole"])
    yield read("hole-one-direction-only", "must", "A capture of one direction: the other one is invented",
               [segment("client", CLIENT - 1, flags=("syn",)), segment("client", CLIENT), client(0, b"one"),
                client(3, b"two", ack=SERVER)], [streams([b"onetwo"])], ["Hole"])
    yield read("hole-filled-late", "must", "A hole that a segment fills after others came behind it: it stays a hole",
               opened() + [client(0, b"a")] + [client(start, b"x") for start in range(3, 20)] + [client(1, b"bc")],
               [streams([b"abc" + b"x" * 17])], ["Hole", "Order"])
    yield read("snap", "must", "A packet of which half was captured: what is missing taken for captured",
               opened() + [client(0, b"abc", length=10), client(10, b"next")], [streams([b"abc", 7, b"next"])],
               ["Hole", "Snap"], "draft-ietf-opsawg-pcap, section 5: captured and original length")
    yield read("snap-sent-again", "must", "A packet of which half was captured, sent again whole: the hole stays",
               opened() + [client(3, b"de", length=5), client(3, b"defgh"), client(0, b"abc")],
               [streams([b"abcdefgh"])], ["Repeated", "Snap"], "draft-ietf-opsawg-pcap, section 5",
               expect=either({"connections": [streams([b"abcdefgh"])]}, {"connections": [streams([b"abcde", 3])]}))
    yield read("snap-all", "must", "A packet of whose data nothing was captured: it is an acknowledgment",
               opened() + [client(0, b"", length=4), client(4, b"next")], [streams([4, b"next"])], ["Hole", "Snap"],
               "draft-ietf-opsawg-pcap, section 5")


def ends():
    source = "RFC 9293, section 3.6"
    yield read("fin-with-data", "must", "Data in the segment with FIN: lost",
               opened() + [segment("client", CLIENT, b"last", ("fin", "ack"))], [streams([b"last"])], ["End"], source)
    yield read("fin-half", "must", "One end has closed, the other goes on: its bytes lost",
               opened() + [segment("client", CLIENT, b"bye", ("fin", "ack")), server(0, b"still ", ack=CLIENT + 4),
                           server(6, b"here", ack=CLIENT + 4)], [streams([b"bye"], [b"still here"])], ["End"], source)
    yield read("fin-repeated", "must", "FIN with its data twice: the data come twice",
               opened() + [segment("client", CLIENT, b"last", ("fin", "ack"))] * 2, [streams([b"last"])],
               ["End", "Repeated"], source)
    yield read("fin-then-old-data", "must", "Old data behind FIN: they come again",
               opened() + [client(0, b"last")] + closed(CLIENT + 4, SERVER) + [client(0, b"last")],
               [streams([b"last"])], ["End", "Repeated"], source)
    yield read("fin-then-new-data", "should", "Data beyond a confirmed FIN: handed on as a part of the stream",
               opened() + [client(0, b"last")] + closed(CLIENT + 4, SERVER) + [client(5, b"more")],
               [streams([b"last"])], ["End"], "RFC 9293, section 3.10.7.4: segment text behind FIN is ignored")
    yield read("rst", "must", "A reset: what came before is lost",
               opened() + [client(0, b"abc"), segment("server", SERVER, flags=("rst",))], [streams([b"abc"])], ["End"],
               "RFC 9293, section 3.5.3")
    yield read("rst-with-text", "should", "A reset that carries a text: taken for bytes of the stream",
               opened() + [client(0, b"abc"), segment("client", CLIENT + 3, b"No cookie", ("rst", "ack"))],
               [streams([b"abc"])], ["End"], "RFC 9293, section 3.5.3; RFC 1122, section 4.2.2.12")
    yield read("fin-counts", "must", "The number of FIN is no byte: the next acknowledgment makes a hole",
               opened() + [client(0, b"abc"), segment("client", CLIENT + 3, flags=("fin", "ack")),
                           server(0, b"ok", ack=CLIENT + 4)], [streams([b"abc"], [b"ok"])], ["End"], source)


def probes():
    source = "RFC 9293, section 3.8.4"
    for name, data in (("empty", b""), ("byte", b"\0")):
        probe = segment("client", CLIENT + 2, data)
        yield read(f"keep-alive-{name}", "must", f"A keep-alive one byte before the next ({name}): a byte comes twice",
                   opened() + [client(0, b"abc"), segment("server", SERVER, ack=CLIENT + 3), probe, probe,
                               segment("server", SERVER, ack=CLIENT + 3), client(3, b"def")],
                   [streams([b"abcdef"])], ["Probe"], source)
    yield read("keep-alive-before-data", "must", "A keep-alive before any data: the stream begins one byte too early",
               opened() + [segment("client", CLIENT - 1, b"\0"), client(0, b"abc")], [streams([b"abc"])], ["Probe"], source)
    yield read("zero-window-probe", "must", "A probe of one byte, then the rest without it: the byte lost",
               opened() + [client(0, b"abc"), client(3, b"d"), client(4, b"ef")], [streams([b"abcdef"])], ["Probe"],
               "RFC 9293, section 3.8.6.1")
    yield read("zero-window-probe-again", "must", "A probe of one byte, then the rest with it: the byte comes twice",
               opened() + [client(0, b"abc"), client(3, b"d"), client(3, b"d"), client(3, b"def")],
               [streams([b"abcdef"])], ["Probe", "Repeated"], "RFC 9293, section 3.8.6.1")
    yield read("acknowledgments", "must", "Many acknowledgments alone: taken for segments of the stream",
               opened() + [client(0, b"abc")] + [segment("server", SERVER, ack=CLIENT + 3)] * 5 + [client(3, b"def")],
               [streams([b"abcdef"])], ["Acknowledged"])


def ports():
    one = opened() + [client(0, b"first")]
    two = opened(50_000_000, 70_000_000) + [segment("client", 50_000_000, b"second", ("psh", "ack"), ack=70_000_000)]
    both = [streams([b"first"]), streams([b"second"])]
    source = "RFC 9293, section 3.6.1"
    yield read("ports-after-fin", "must", "The same ports again after FIN: one connection made of two",
               one + closed(CLIENT + 5, SERVER) + two, both, ["End", "Ports"], source)
    yield read("ports-after-rst", "must", "The same ports again after a reset: one connection made of two",
               one + [segment("server", SERVER, flags=("rst", "ack"), ack=CLIENT + 5)] + two, both, ["End", "Ports"], source)
    yield read("ports-without-end", "should", "The same ports again, and the old connection never ended: one made of two",
               one + two, both, ["Ports"], "RFC 9293, section 3.5.1")
    near = opened(CLIENT + 100_000, SERVER + 100_000)
    near += [segment("client", CLIENT + 100_000, b"second", ("psh", "ack"), ack=SERVER + 100_000)]
    yield read("ports-near-numbers", "must", "The same ports after FIN, with numbers not far ahead: a hole between them",
               one + closed(CLIENT + 5, SERVER) + near, both, ["End", "Ports"], source)
    other = opened(port=50002) + [client(0, b"other", port=50002)]
    yield read("ports-two-at-once", "must", "Two connections with the same numbers at the same time: their bytes mixed",
               [entry for pair in zip(one, other) for entry in pair], [streams([b"first"]), streams([b"other"])], ["Ports"])


def middles():
    yield read("middle", "must", "A connection whose beginning is missing: a hole of unknown length before it",
               [client(500, b"abc"), server(900, b"ABC", ack=CLIENT + 503), client(503, b"def", ack=SERVER + 903)],
               [streams([b"abcdef"], [b"ABC"])], ["Begun"])
    yield read("middle-out-of-order", "should", "Such a connection whose first two segments change places: the first one lost",
               [client(503, b"def"), client(500, b"abc"), client(506, b"ghi")], [streams([b"abcdefghi"])],
               ["Begun", "Order"])
    yield read("middle-hole", "must", "A hole in such a connection: what is behind it moves up",
               [client(500, b"abc"), client(510, b"def")], [streams([b"abc", 7, b"def"])], ["Begun", "Hole"])
    yield read("middle-answer-only", "must", "Only the answer to the SYN was captured: the client's stream begins too late",
               opened()[1:] + [client(0, b"abc"), server(0, b"ABC", ack=CLIENT + 3)], [streams([b"abc"], [b"ABC"])],
               ["Begun", "Open"])
    yield read("middle-repeated", "must", "A segment twice at such a beginning: its bytes come twice",
               [client(500, b"abc"), client(500, b"abc"), client(503, b"def")], [streams([b"abcdef"])],
               ["Begun", "Repeated"])
