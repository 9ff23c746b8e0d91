import WireFormat

/// The kinds of handshake message that matter here (RFC 8446 section 4).
enum TLSHandshakeType {
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
    /// The body of a hello and of encrypted extensions; empty for the other kinds, whose bodies are passed over.
    var body: [UInt8]
}

/// Puts the handshake messages of one direction together, which records cut and join as they like.
struct TLSHandshakeAssembler: Sendable {
    private var head: [UInt8] = []
    private var body: [UInt8] = []
    private var left = 0
    /// Part of a message went by unseen: nothing is read until the next change of keys.
    private(set) var isLost = false

    /// Whether a message has begun and is not complete.
    var isInsideMessage: Bool { !head.isEmpty }

    /// Forgets a message under way.
    mutating func reset() {
        self = TLSHandshakeAssembler()
    }

    /// Notes that bytes are missing.
    mutating func lose() {
        reset()
        isLost = true
    }

    /// The next whole message out of a record's content.
    ///
    /// - Parameters:
    ///   - position: where to go on; moved behind what was taken.
    ///   - limit: the longest message to keep, in bytes.
    /// - Returns: `nil` when the content is used up.
    /// - Throws: `limit` for a message to be kept that is longer than allowed.
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
                        at: position - 3,
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
