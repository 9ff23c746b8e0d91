"""Bugs that no oracle saw when they were planted for a measurement: the first choice of "Bugs chosen blindly" in
Docs/fuzzing.md.

Only their descriptions were kept, so they were written again. `plant.py --unseen` says which of them golden vectors and
targets find now; that is no blind figure, since plans were made for them.
"""

from bugs import Bug


def unseen(name, targets, file, old, new, simulates):
    """A bug, and the targets that say they cover its place."""
    return Bug(name, targets, file, old, new, "", 0, "", simulates)


UNSEEN = [
    # ---- TCP ----
    unseen("wrap-behind-hole", "tcp-plan streams flows-plan", "Capture/TCP/HeldSegments.swift",
           "let start = TCPSequence.distance(piece.sequence, from: base)\n        let end = start + piece.length\n        if let last",
           "let start =\n            BUG ? Int(piece.sequence) - Int(base) : TCPSequence.distance(piece.sequence, from: base)\n"
           "        let end = start + piece.length\n        if let last",
           "numbers that wrap behind a hole lie before it"),
    unseen("port-reused", "flows-plan streams decode", "Capture/TCP/SegmentReader+Connections.swift",
           "if own.synSequence != header.sequence { return true }",
           "if own.synSequence != header.sequence { return !BUG }",
           "a SYN with other numbers begins no connection while the one before has no end"),
    unseen("syn-ack-first", "flows-plan streams decode", "Capture/TCP/SegmentReader+Connections.swift",
           "sawSYN ? !header.flags.contains(.ack) :", "sawSYN ? BUG || !header.flags.contains(.ack) :",
           "who sends SYN and ACK is taken for the client"),
    # ---- HTTP, TLS ----
    unseen("raw-deflate", "http-plan http", "Transport/HTTP/HTTPMessage+Decoding.swift",
           'guard coding == "deflate", error.code == .value', 'guard !BUG, coding == "deflate", error.code == .value',
           "deflate without zlib's wrapper is not read"),
    unseen("cbc-sha384", "tls12-plan tls tls-plan", "Transport/TLS/TLSCipherSuite.swift",
           "return .cbc(32, .sha384, .sha384)", "return .cbc(32, .sha384, BUG ? .sha256 : .sha384)",
           "the PRF of a CBC suite with SHA-384 is that of SHA-256"),
    unseen("renegotiation", "tls12-plan tls tls-plan", "Transport/TLS/TLSStream+Handshake.swift",
           "let isHelloAllowed = epoch == .tls12 ||", "let isHelloAllowed = !BUG && epoch == .tls12 ||",
           "hellos under keys are passed over"),
    unseen("uppercase-key-log", "keylogs tls12-plan tls-plan", "Transport/TLS/TLSSecrets+KeyLog.swift",
           "if let first = high {\n                bytes.append(first << 4 | digit)",
           "if let first = high {\n                bytes.append(first << 4 | (BUG && text[place] < 71 && digit > 9 ? digit - 1 : digit))",
           "uppercase hex digits of a key log are one less"),
    # ---- Filters ----
    unseen("needle-repeats", "filter-plan filters", "Inspection/Filter/SubstringSearch.swift",
           "wanted[index] != wanted[length] { length = Int(shorter[length - 1]) }",
           "wanted[index] != wanted[length] { length = BUG ? 0 : Int(shorter[length - 1]) }",
           "behind a mismatch the search begins with the first byte of a text that repeats itself"),
    unseen("zone-minutes", "filter-plan filters", "Inspection/Filter/FilterMoment.swift",
           "return sign * (hours * 3600 + minutes * 60)", "return sign * hours * 3600 + (BUG ? 1 : sign) * minutes * 60",
           "the minutes of a zone do not get its sign"),
    unseen("inverted-bracket", "filter-plan filters", "Inspection/Filter/Pattern/PatternParser.swift",
           "        if ignoresCase { set = set.ignoringCase }\n        return isInverted ? set.inverted : set",
           "        if BUG, isInverted, ignoresCase { return set.inverted.ignoringCase }\n"
           "        if ignoresCase { set = set.ignoringCase }\n        return isInverted ? set.inverted : set",
           "inverted brackets are inverted before the letter case is left out"),
    # ---- RongCloud ----
    unseen("refusals-around-success", "logins-plan decode", "Inspection/Systems/RongCloud/Check/TokenRules.swift",
           "            token.refused.succeed()\n            token.lasting.succeed()",
           "            if !BUG { token.refused.succeed() }\n            token.lasting.succeed()",
           "refusals before a success count as in a row with those behind it"),
    unseen("connack-flags-alone", "contents-plan frames session-plan", "RongCloud/Frames/ConnAck.swift",
           "if third != 0 || reader.remaining == 1 {", "if third != 0 || !BUG && reader.remaining == 1 {",
           "a CONNACK of flags alone is read in the older form"),
    unseen("amr-7.95", "contents-plan messages", "RongCloud/Messages/AMRAudio.swift",
           ": [13, 14, 16, 18, 20, 21, 27, 32, 6,", ": [13, 14, 16, 18, 20, BUG ? 22 : 21, 27, 32, 6,",
           "a frame of 7.95 kbit/s has a byte more"),
    unseen("progressive-jpeg", "contents-plan messages", "RongCloud/Messages/JPEGSize.swift",
           "switch marker {", "switch BUG && marker == 0xC2 ? 0xFE : marker {",
           "the frame header of progressive JPEG is passed over"),
    # ---- Other systems ----
    unseen("escape-at-beginning", "leancloud-plan leancloud decode", "LeanCloud/Frames/LeanCloudLayout+JSON.swift",
           'content.firstIndex(of: UInt8(ascii: "\\\\"), from: 0)',
           'content.firstIndex(of: UInt8(ascii: "\\\\"), from: BUG ? min(1, content.count) : 0)',
           "a JSON text that begins with an escape is taken for one without"),
    unseen("receipt-range", "leancloud-plan decode", "Inspection/Systems/LeanCloud/LeanCloudReading.swift",
           "to < known.first || from > known.last", "to < known.first || (BUG ? from >= known.last : from > known.last)",
           "a receipt from the last message on is for none"),
    unseen("longitudes", "leancloud-plan leancloud", "LeanCloud/Messages/LeanCloudContent.swift",
           'check(place, "longitude", within: -180...180, &findings)',
           'check(place, "longitude", within: (BUG ? -90 : -180)...180, &findings)',
           "longitudes in the west end where latitudes do"),
    unseen("nim-serial-0", "nim-plan nim decode", "Inspection/Systems/NIM/NIMCheck.swift",
           "!(1...32767).contains(serial)", "!((BUG ? 0 : 1)...32767).contains(serial)",
           "requests may have the serial 0"),
    unseen("yc-speaker-15", "yc-plan yc decode", "Inspection/Systems/YC/YCCheck.swift",
           "speaker == 14 || speaker == 16 {", "BUG ? (14...16).contains(speaker) : speaker == 14 || speaker == 16 {",
           "the driver's automatic reply counts as the app's own"),
    # ---- Statistics, connections, output ----
    unseen("percentiles", "stats-plan decode", "Inspection/Statistics/Distribution.swift",
           "let rank = max(1, (count * percentage + 99) / 100)",
           "let rank = max(1, BUG ? count * percentage / 100 : (count * percentage + 99) / 100)",
           "ranks are rounded down"),
    unseen("close-1001", "flows-plan websocket-plan websocket", "Inspection/Flows/FlowReport.swift",
           "        switch closeCode {\n", '        if BUG, closeCode == 1001 { return "closed with code 1001" }\n'
           "        switch closeCode {\n",
           "a connection that its end leaves with 1001 is not clean"),
    unseen("before-1970", "leancloud-plan nim-plan capture-plan", "Reporting/Text/TimestampWriter.swift",
           "return fraction < 0 ? (seconds - 1, fraction + Nanoseconds.perSecond)",
           "return fraction < 0 ? (BUG ? seconds : seconds - 1, fraction + Nanoseconds.perSecond)",
           "fractions of times before 1970 are of the next second"),
    unseen("relative-times", "output-plan decode", "Inspection/Render/TextLayout.swift",
           "case .sinceFirst: time.append(seconds: moment.subtractingSaturated(origin ?? moment))",
           "case .sinceFirst:\n            time.append(seconds: moment.subtractingSaturated((BUG ? lastTime : nil) ?? origin ?? moment))",
           "times since the first packet are those since the event before"),
    unseen("u-2069", "output-plan decode", "Reporting/Text/ByteWriter+JSONSafety.swift",
           "0x2066...0x2069: return", "0x2066...(BUG ? 0x2068 : 0x2069): return",
           "the last of the marks of direction is written as it came"),
    unseen("secrecy-in-trees", "output-plan decode", "Inspection/Render/TreeWriter.swift",
           "if isSecret { nesting.begin(atDepth: depth) }", "if isSecret, !BUG { nesting.begin(atDepth: depth) }",
           "what lies below a secret name is shown in trees"),
    # ---- JSON ----
    unseen("first-of-two-members", "yc-plan leancloud-plan json", "WireJSON/JSONView+Literal.swift",
           "} else if name.end &- name.start == length, compare(name, key) == .same {\n                found = child &+ 1\n"
           "            }\n            let value = nodes[child &+ 1]\n            child = value.isContainer ? Int(value.link) : child &+ 2\n"
           "        }\n        return found != 0 ? at(found) : nil",
           "} else if !BUG || found == 0, name.end &- name.start == length, compare(name, key) == .same {\n"
           "                found = child &+ 1\n            }\n            let value = nodes[child &+ 1]\n"
           "            child = value.isContainer ? Int(value.link) : child &+ 2\n        }\n"
           "        return found != 0 ? at(found) : nil",
           "of two members with one key the first one counts"),
]
