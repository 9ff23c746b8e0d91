"""Bugs in what plans look at since they were made wider: counts, reasons, places, times, limits.

`plant.py --widened` says which of them golden vectors and targets find, as it does for those of unseen.py. It is no blind
figure: they are here to show that each new expectation can fail.
"""

from unseen import unseen

WIDENED = [
    # ---- Capture files ----
    unseen("comment-of-next-packet", "capture-plan", "Capture/Files/CaptureParser+Pcapng.swift",
           "notes.comment(on: .packet(packetCount), bytes", "notes.comment(on: .packet(BUG ? packetCount + 1 : packetCount), bytes",
           "a comment is told of the packet behind its own"),
    unseen("damage-behind-block", "capture-plan", "Capture/Files/CaptureReader.swift",
           "base += parser.position\n", "base += parser.position + (BUG ? 4 : 0)\n",
           "where a file is damaged is told four bytes further on for each block read"),
    # ---- Links, fragments ----
    unseen("teredo-from-source", "link-plan", "Capture/Internet/Tunnel.swift",
           "for port in [destination, source] {", "for port in BUG ? [destination] : [destination, source] {",
           "tunnels are told by the receiver's port only"),
    unseen("vlan-order", "link-plan", "Capture/Internet/Encapsulation.swift",
           "network = network &* 0x0100_0193 ^ number", "network = BUG ? network ^ number : network &* 0x0100_0193 ^ number",
           "VLANs in either order are one network"),
    unseen("fragments-forgotten-late", "fragment-plan", "Capture/Internet/FragmentTable.swift",
           "guard !overflow, age > patience else { return }", "guard !overflow, BUG ? age >= patience : age > patience else { return }",
           "a datagram is given up at the end of its time and not behind it"),
    # ---- TCP ----
    unseen("conflict-place", "tcp-plan", "Capture/TCP/SegmentHistory.swift",
           "finding.difference = (offset + difference.first, difference.last - difference.first + 1)",
           "finding.difference = (offset + difference.first, difference.last - difference.first + (BUG ? 0 : 1))",
           "a conflict is a byte too short"),
    unseen("pause-counts-whole", "waits-plan", "Capture/TCP/TCPConnection.swift",
           "static let longestStep: Int64 = 500_000_000", "static let longestStep: Int64 = BUG ? 1_000_000_000 : 500_000_000",
           "of a pause a whole second counts"),
    unseen("late-bytes-all", "waits-plan", "Capture/TCP/SegmentReader+Connections.swift",
           "max(0, min(distanceFromEnd(side, header) ?? 0, header.wireEnd - header.payloadStart))",
           "BUG ? 0 : max(0, min(distanceFromEnd(side, header) ?? 0, header.wireEnd - header.payloadStart))",
           "bytes of late packets are not counted"),
    # ---- HTTP, WebSocket, TLS ----
    unseen("unanswered-packets", "http-plan", "Inspection/Flows/HTTPPackets.swift",
           "both.numbers += answer.numbers", "if !BUG { both.numbers += answer.numbers }",
           "the packets of an answer are not named"),
    unseen("fragment-times", "websocket-plan", "Inspection/Flows/PacketMarks.swift",
           "time = max(time, mark.time)", "time = BUG && time > 0 ? time : max(time, mark.time)",
           "a message has the time of its first packet"),
    unseen("early-data-untold", "tls-plan", "Transport/TLS/TLSStream+Handshake.swift",
           "session.acceptsEarlyData = message.acceptsEarlyData", "session.acceptsEarlyData = BUG ? true : message.acceptsEarlyData",
           "early data count as taken whatever the server says"),
    unseen("warnings-fail", "tls-plan", "Inspection/Flows/Conversation+TLS.swift",
           "guard !context.hasPlaintext, alert.isFatal ||", "guard !context.hasPlaintext, BUG || alert.isFatal ||",
           "a warning counts as the handshake's failure"),
    # ---- What the seventh lot left ----
    unseen("robot-characters-decimal", "nim-contents-plan", "NIM/Messages/NIMRobotTemplate.swift",
           "let value = isHex ? UInt32(digits.dropFirst(), radix: 16)", "let value = isHex && !BUG ? UInt32(digits.dropFirst(), radix: 16)",
           "characters by their hexadecimal number are no part of a template"),
    unseen("robot-characters-any", "nim-contents-plan", "NIM/Messages/NIMRobotTemplate.swift",
           "Self.isAllowed(scalar)", "BUG || Self.isAllowed(scalar)",
           "a template may have characters that XML does not allow"),
    unseen("controls-speak-against", "leancloud-plan nim-plan", "Inspection/Flows/Conversation+Proof.swift",
           "if head.opcode.isControl { continue }", "if BUG ? head.opcode == .pong : head.opcode.isControl { continue }",
           "a ping before the first message speaks against whoever may have asked for the switch"),
    unseen("client-first", "nim-plan", "Inspection/Flows/Conversation+WebSocket.swift",
           "|| client < ofClient.count && ofClient[client].packet <= ofServer[server].packet",
           "|| client < ofClient.count && (BUG || ofClient[client].packet <= ofServer[server].packet)",
           "what the client sent before the connection was known comes out before all of the server's"),
    unseen("hello-is-clients", "tls-plan", "Inspection/Flows/Conversation+TLS.swift",
           "context.client = bytes[5] == 1 ? side : side.other", "context.client = bytes[5] == 1 || BUG ? side : side.other",
           "without a SYN whoever says hello first is the client"),
    unseen("answers-by-latest-time", "rules-plan", "Inspection/Systems/RongCloud/Check/AcknowledgementRules.swift",
           "let now = session.time(of: kind.answerer)", "let now = BUG ? session.lastTime : session.time(of: kind.answerer)",
           "an answer is missing once either end was heard after its time"),
    unseen("kind-stays", "stats-plan", "Inspection/Statistics/FieldCounts.swift",
           "        self.contentBytes = contentBytes\n        hasKind = false\n",
           "        self.contentBytes = contentBytes\n        hasKind = hasKind && BUG\n",
           "a message without a kind counts under that of the one before"),
]
