// The contents of messages, and invalid frames.
extension WebSocketPlan {
    /// Returns a length: one around the limits of the three forms, or a small one.
    static func length(_ byte: Int, _ more: Int) -> Int {
        switch byte {
        case 0..<16: 0
        case 16..<200: byte
        case 200..<250: [124, 125, 126, 127, 128, 255, 256, 1000, 4095, 32767][byte % 10] + (more & 1)
        default: more == 0 ? 65534 + byte % 4 : 200 + more * 300
        }
    }

    /// Returns bytes of the previous message, for references, or new bytes.
    static func content(_ number: Int, _ count: Int, before: [UInt8]) -> [UInt8] {
        guard count > 0 else { return [] }
        if number & 4 != 0, before.count > 8 {
            var bytes = before
            while bytes.count < count { bytes += before }
            bytes = Array(bytes.prefix(count))
            if number & 8 != 0 { bytes[bytes.count / 2] ^= 0x55 }
            return bytes
        }
        return number & 16 != 0
            ? [UInt8](repeating: UInt8(number), count: count) : planBytes(number, count)
    }

    /// Returns the bytes as text: ASCII, except for one letter of two bytes.
    ///
    /// Short texts are letters, because RongCloud's decoder reads a lone number as a list of byte values.
    static func text(_ bytes: [UInt8]) -> [UInt8] {
        var text = bytes.map { bytes.count > 2 ? 0x20 + $0 % 0x5F : 0x61 + $0 % 26 }
        if text.count > 2 { text.replaceSubrange(1...2, with: [0xC3, 0xA9]) }
        return text
    }

    /// Bytes that are not UTF-8 (RFC 3629 sections 3 and 4), whatever ASCII follows: characters without continuation or
    /// lead bytes, overlong forms, surrogates, and values beyond the last character.
    private static let broken: [[UInt8]] = [
        [0xC3], [0x80], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xFF], [0xE2, 0x82], [0xF0, 0x9F],
    ]

    /// Replaces bytes of a text with such bytes: after its first three bytes, or at its end.
    ///
    /// - Returns: the place of the invalid bytes; `nil` if the text is too short.
    static func spoil(_ text: inout [UInt8], _ choice: Int) -> Int? {
        let bytes = broken[choice % broken.count]
        let last = text.count - bytes.count
        guard last >= 3 else { return nil }
        let place = choice & 0x40 == 0 ? 3 + choice * 29 % (last - 2) : last
        text.replaceSubrange(place..<place + bytes.count, with: bytes)
        return place
    }

    /// Sends an invalid frame, and returns whether the step is over.
    mutating func fail(_ fromClient: Bool, _ kind: Int, _ number: Int) -> Bool {
        let side = fromClient ? 0 : 1
        var reason = hasOtherExtension ? "websocket-extension" : "websocket-unsupported"
        var head: [UInt8]
        switch kind {
        case 0:
            // Another message begins inside a fragmented one.
            if isCompressed, number & 1 != 0, !refersToLost[side] {
                abandon(fromClient, number)
            } else {
                frame(fromClient, 0x02, planBytes(number, 9), 0, -1)
            }
            add(Unit(fromClient: fromClient, kind: "websocket-interrupted"))
            return false
        case 1:
            add(Unit(fromClient: fromClient, kind: "websocket-continuation"))
            frame(fromClient, 0x80, planBytes(number, 9), 0, -1)
            return true
        // Reserved bits, and unknown opcodes (RFC 6455 section 5.2).
        case 2: head = [[0xA2, 0x92, 0xB1, 0xA1, 0x12][number % 5], 0]
        case 3: head = [0x83 + UInt8(number % 5), 0]
        case 4: (head, reason) = ([[0x09, 0x0A, 0x08][number % 3], 0], "websocket-value")
        case 5: (head, reason) = ([0x89, 126, 0, 200], "websocket-value")
        case 6 where !isCompressed: head = [0xC2, 0]
        case 7: head = [[0xC9, 0xAA, 0x98][number % 3], 0]
        case 8: head = [0x8B + UInt8(number % 5), 0]
        case 9 where isCompressed && !hasLost[side]:
            // This block type is reserved.
            add(Unit(fromClient: fromClient, kind: "deflate-value"))
            frame(fromClient, 0xC2, [6, 0, 0], 0, -1)
            deflates[side].reset()
            last[side] = []
            hasLost[side] = true
            return true
        case 10:
            // The highest bit of a length must be 0.
            (head, reason) = ([0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, UInt8(number)], "websocket-length")
        default: return false
        }
        add(Unit(fromClient: fromClient, kind: reason))
        if fromClient {
            head[1] |= 0x80
            head += [0, 0, 0, 0]
        }
        send(fromClient, head, -1)
        isBroken[side] = true
        return true
    }

    /// Sends the first part of a compressed message whose rest never follows.
    private mutating func abandon(_ fromClient: Bool, _ number: Int) {
        let side = fromClient ? 0 : 1
        if forgets[side] { deflates[side].reset() }
        let plain = planBytes(number, 40)
        let payload = deflates[side].message(plain, .literals)
        frame(fromClient, 0x42, Array(payload.prefix(payload.count / 2)), 0, -1)
        hasLost[side] = true
        // Without context takeover, later messages do not depend on the lost part.
        guard !forgets[side] else { return }
        last[side] = plain
        refersToLost[side] = true
    }
}
