import WireFormat

/// The types of handshake message that are used here (RFC 8446 section 4).
enum TLSHandshakeType {
    /// The length of type and length before a message's body, in bytes.
    static let headBytes = 4

    static let helloRequest: UInt8 = 0
    static let clientHello: UInt8 = 1
    static let serverHello: UInt8 = 2
    static let endOfEarlyData: UInt8 = 5
    static let encryptedExtensions: UInt8 = 8
    static let finished: UInt8 = 20
    static let keyUpdate: UInt8 = 24
}

/// A whole handshake message.
struct TLSHandshakeMessage {
    var type: UInt8
    /// The body of a hello or of encrypted extensions; empty for other types, whose bodies are skipped.
    var body: [UInt8]
}

/// Reassembles the handshake messages of one direction, which records may split and join.
struct TLSHandshakeAssembler: Sendable {
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    private var left = 0
    /// Whether a part of a message was lost: nothing is read until the next change of keys.
    private(set) var isLost = false

    /// Whether a message has begun but is incomplete.
    var isInsideMessage: Bool { !head.isEmpty }

    /// Discards the current message.
    mutating func reset() {
        self = TLSHandshakeAssembler()
    }

    /// Records that bytes are missing.
    mutating func lose() {
        reset()
        isLost = true
    }

    /// Returns the next whole message in a record's content.
    ///
    /// - Parameters:
    ///   - position: the index at which to continue; moved after the consumed bytes.
    ///   - limit: the longest message to keep, in bytes.
    /// - Returns: `nil` at the end of the content.
    /// - Throws: `limit` for a message to keep that is longer than allowed.
    mutating func next(
        _ content: Span<UInt8>,
        at position: inout Int,
        limit: Int
    ) throws(WireError) -> TLSHandshakeMessage? {
        guard !isLost else {
            position = content.count
            return nil
        }
        while head.count < 4 {
            guard position < content.count else { return nil }
            head.append(content[position])
            position += 1
            if head.count == 4 {
                left = Int(head[1]) << 16 | Int(head[2]) << 8 | Int(head[3])
                if keepsBody, left > limit {
                    throw WireError(
                        .limit,
                        at: max(0, position - 3),
                        path: ["TLS", "handshake message"],
                        needed: left,
                        available: limit
                    )
                }
            }
        }
        let count = min(left, content.count - position)
        if keepsBody { body.append(contentsOf: Array(copying: content.extracting(position..<position + count))) }
        position += count
        left -= count
        guard left == 0 else { return nil }
        let message = TLSHandshakeMessage(type: head[0], body: body)
        reset()
        return message
    }

    private var keepsBody: Bool {
        head[0] == TLSHandshakeType.clientHello || head[0] == TLSHandshakeType.serverHello
            || head[0] == TLSHandshakeType.encryptedExtensions
    }
}
