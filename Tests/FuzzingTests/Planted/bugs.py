"""The bugs that plant.py puts into a copy of the sources, each behind a switch.

Each is a mistake that an engineer makes in code like this. `old` stands exactly once in the file; in `new`, BUG asks
whether this bug is switched on. What the fuzzer must find is an oracle and, where one bug breaks an oracle in several
ways, words of its sentence. `smallest` is the length of the smallest input that can show it, `because` the reason.
"""


class Bug:
    def __init__(self, name, target, file, old, new, oracle, smallest, because, simulates, says="", findings=1):
        self.name, self.target, self.file, self.old, self.new = name, target, "Sources/" + file, old, new
        self.oracle, self.says, self.findings = oracle, says, findings
        self.smallest, self.because, self.simulates = smallest, because, simulates


BUGS = [
    # ---- Protobuf and JSON ----
    Bug("varint-of-nine-bytes", "payloads", "WireProtobuf/ProtobufParser.swift",
        "if shift == 70 {", "if shift == (BUG ? 63 : 70) {",
        "roundtrip", 8, "selector 2, tag 1, and the sign of a 32-bit number in the fifth byte of its varint",
        "a varint may have nine bytes and not ten, so that negative numbers are written and not read",
        says="encoded from JSON"),
    Bug("groups-without-depth", "payloads", "WireProtobuf/ProtobufParser.swift",
        "case .startGroup:\n                guard depth < depthLimit",
        "case .startGroup:\n                guard BUG || depth < depthLimit",
        "limit", 205, "selector 2, and one byte a group up to the first level of the tree, the 203rd, that may not be",
        "the limit of depth is kept for messages and forgotten for groups"),
    Bug("group-end-not-shown", "payloads", "WireProtobuf/FieldTree+Protobuf.swift",
        'leaf("tag", .token, tag)', 'if !BUG { leaf("tag", .token, tag) }',
        "coverage", 4, "selector 2, and a group that begins and ends",
        "the tag that ends a group belongs to no field of the tree",
        says="leaves end", findings=2),
    Bug("surrogates-as-utf8", "json", "WireJSON/ByteScan.swift",
        "if head == 0 || head == 0x200D { return index }", "if head == 0 || !BUG && head == 0x200D { return index }",
        "roundtrip", 5, "a text of one surrogate, three bytes, in its quotes",
        "the quick way through UTF-8 takes surrogates, which the slow way refuses"),
    # ---- Frames and identifiers ----
    Bug("trailing-lost", "frames", "RongCloud/Frames/Frame.swift",
        "guard !trailing.isEmpty else { return }", "guard !BUG, !trailing.isEmpty else { return }",
        "roundtrip", 3, "selector 1, the header of a type without a body, and a byte behind it",
        "bytes behind the last field are read and not written again",
        says="became [0-9a-f]*$", findings=2),
    Bug("date-byte-order", "frames", "RongCloud/Frames/PubAck.swift",
        "writer.append(bigEndian: receipt.date)",
        "writer.append(bigEndian: BUG ? receipt.date.byteSwapped : receipt.date)",
        "roundtrip", 10, "selector 1, header 1, id 2, date 4, status 2",
        "the date of a PUBACK is written in the machine's own byte order",
        says="became [0-9a-f]*$", findings=2),
    Bug("alphabet-off-by-one", "uids", "RongCloud/Codes/MessageUID.swift",
        'case UInt8(ascii: "A")...UInt8(ascii: "V"):', 'case UInt8(ascii: "A")...UInt8(ascii: BUG ? "W" : "V"):',
        "roundtrip", 19, "every UID has 19 characters",
        "the alphabet of UIDs has one letter too many"),
    # ---- Captures and streams ----
    Bug("packet-length-unchecked", "captures", "Capture/Files/CaptureParser+Pcapng.swift",
        "guard captured <= body.count - 20 else {", "guard BUG || captured <= body.count - 20 else {",
        "crash", 80, "a section of 28 bytes, an interface of 20, and a packet block of 32 without a packet",
        "what a packet block says of its packet's length is not held against the block"),
    Bug("overlap-from-its-start", "streams", "Capture/TCP/TCPConnection+Receiving.swift",
        "guard taken < length || isEnd else { return direct }",
        "guard taken < length || isEnd else { return BUG ? 0..<direct.count : direct }",
        "disagreement", 5, "options 1, a step of two bytes that sends, and one that sends the same with more behind it",
        "of a segment that overlaps the one before, its first bytes are taken for the new ones"),
    Bug("fragment-cut-off", "streams", "Capture/Internet/FragmentedDatagram.swift",
        "for index in 0..<max(0, captured) { bytes", "for index in 0..<(BUG ? captured : max(0, captured)) { bytes",
        "crash", 75, "options 1, heads of file 24, record 16, Ethernet 14 and IPv4 20, and nothing of the fragment",
        "a fragment of IP that the capture cut off is copied as if it were whole"),
    # ---- TLS, HTTP, WebSocket ----
    Bug("empty-record-endless", "tls", "Transport/TLS/TLSStream+Records.swift",
        "        take(record, &position, side)\n        return .event(content(header.type, body,",
        "        if BUG, body.isEmpty { return .again }\n"
        "        take(record, &position, side)\n        return .event(content(header.type, body,",
        "hang", 8, "head of the stretch 3, head of an empty record 5",
        "an empty record is passed over without being taken, for ever"),
    Bug("head-scanned-anew", "http", "Transport/HTTP/HTTPHeadParser.swift",
        "let first = start + max(0, scanned - 3)", "let first = start + (BUG ? 0 : max(0, scanned - 3))",
        "cost", 23, "options 1; of n bytes, one by one, n(n+1)/2 are looked at, more than 64 + 8n from 22 on",
        "the end of a head is looked for from its beginning with each piece that comes"),
    Bug("body-rest-forgotten", "http", "Transport/HTTP/HTTPStream.swift",
        "state = .body(left: left - count)", "state = .body(left: BUG ? left : left - count)",
        "chunking", 31, "options 1, a request line 10, Content-Length of one digit 17, empty line 1, a body that can be cut 2",
        "what is missing of a body is not counted down when a piece of it comes"),
    Bug("chunk-size-wraps", "http", "Transport/HTTP/HTTPStream.swift",
        "? nil : Int(digits, radix: radix)",
        "? nil\n            : Int(digits, radix: radix)\n"
        "                ?? (BUG && radix == 16 ? UInt(digits, radix: 16).map { Int(bitPattern: $0) } : nil)",
        "crash", 55, "options 1, a request line 10, Transfer-Encoding:chunked 26, empty line 1, 16 digits and a line end",
        "the size of a chunk is read without a sign and used with one"),
    Bug("close-code-unchecked", "websocket", "Inspection/Flows/WebSocketClose.swift",
        "guard body.count >= 2 else {", "guard BUG || body.count >= 2 else {",
        "crash", 6, "options 1, head of the stretch 3, head of an empty close frame 2",
        "the code is read from a close frame that has none"),
    Bug("sum-of-lengths-wraps", "websocket", "Inspection/Flows/StreamSide+Frames.swift",
        "guard head.payloadLength <= emitter.limits.transport.frameBytes else {",
        "guard BUG || head.payloadLength <= emitter.limits.transport.frameBytes else {",
        "crash", 14, "options 1, head of the stretch 3, head of a frame with a length of eight bytes 10",
        "a length near 2^63 is added to that of its head before it is held against a limit"),
    # ---- Texts ----
    Bug("escape-at-the-end", "filters", "Inspection/Filter/FilterScanner.swift",
        'position += scalar == "\\\\" && position + 1 < scalars.count ? 2 : 1',
        'position += scalar == "\\\\" && (BUG || position + 1 < scalars.count) ? 2 : 1',
        "crash", 5, "the shortest field, n, two signs, a quote and a backslash",
        "behind a backslash at the end of a filter one more character is read"),
    Bug("last-line-lost", "keylogs", "Transport/TLS/TLSSecrets+KeyLog.swift",
        "        next = end + 1\n        number += 1\n",
        "        next = end + 1\n        if BUG, end == text.count { return false }\n        number += 1\n",
        "disagreement", 1, "a line of one byte",
        "the last line of a key log is not read when no line end follows it"),
]
