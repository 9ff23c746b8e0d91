public import WireFormat

/// The permessage-deflate extension (RFC 7692) with the parameters that a connection negotiated.
public struct PerMessageDeflate: Hashable, Sendable {
    /// Whether each message of the client begins with an empty window.
    public var clientNoContextTakeover = false
    /// Whether each message of the server begins with an empty window.
    public var serverNoContextTakeover = false
    /// The base-two logarithm of the largest window of the client, in bytes.
    public var clientWindowBits = 15
    /// The base-two logarithm of the largest window of the server, in bytes.
    public var serverWindowBits = 15

    /// Parses the server's `Sec-WebSocket-Extensions`; `nil` when the server did not accept the extension.
    public init?(extensions: String?) {
        for parts in Self.extensions(in: extensions ?? "") where parts.first?.name == Self.name {
            for part in parts {
                switch part.name {
                case "client_no_context_takeover": clientNoContextTakeover = true
                case "server_no_context_takeover": serverNoContextTakeover = true
                case "client_max_window_bits": clientWindowBits = Self.windowBits(part.value)
                case "server_max_window_bits": serverWindowBits = Self.windowBits(part.value)
                default: break
                }
            }
            return
        }
        return nil
    }

    private static let name: Substring = "permessage-deflate"

    /// Returns whether a list of extensions names another one.
    package static func hasOther(in extensions: String) -> Bool {
        Self.extensions(in: extensions).contains { parts in
            parts.first.map { $0.name != "" && $0.name != name } ?? false
        }
    }

    /// Returns the extensions of a list in lower case: each is its name, followed by its parameters.
    private static func extensions(in list: String) -> [[(name: Substring, value: Substring?)]] {
        list.lowercased().split(separator: ",").map { $0.split(separator: ";").map(parameter) }
    }

    /// Returns the name and the value of a parameter, without blanks and quotes (RFC 6455 section 9.1).
    private static func parameter(_ text: Substring) -> (name: Substring, value: Substring?) {
        let sides = text.split(separator: "=", maxSplits: 1).map { side in
            side.drop(while: Self.isPadding).prefix { !Self.isPadding($0) }
        }
        return (sides.first ?? "", sides.dropFirst().first)
    }

    private static func isPadding(_ character: Character) -> Bool { " \t\"".contains(character) }

    /// Returns the bits of a window: from 8 to 15, and 15 if they are not given (RFC 7692 section 7.1.2).
    private static func windowBits(_ value: Substring?) -> Int {
        value.flatMap { Int($0) }.map { max(8, min(15, $0)) } ?? 15
    }

    /// Inflates one message of a direction.
    ///
    /// - Parameters:
    ///   - message: the payloads of the message's frames, one after the other.
    ///   - inflater: the direction's own inflater, raw, kept from message to message.
    ///   - keepsContext: whether the message may refer to the window of earlier messages.
    ///   - limits: limits of the length of the message, and of its ratio to the compressed length.
    /// - Throws: the errors of ``Inflater``.
    public static func inflate(
        _ message: [UInt8],
        _ inflater: Inflater,
        keepsContext: Bool,
        limits: TransportLimits
    ) throws(WireError) -> [UInt8] {
        if !keepsContext { inflater.reset() }
        var output = ByteWriter(capacity: message.count * 4)
        // The sender omits the last four bytes of the empty block (RFC 7692 section 7.2.1).
        let whole = message + [0x00, 0x00, 0xFF, 0xFF]
        var start = 0
        var ends = 0
        while start < message.count {
            guard ends <= limits.deflateEnds else {
                let expected = "at most \(limits.deflateEnds) last blocks"
                throw WireError(.limit, at: start, path: ["inflate"], expected: expected)
            }
            let left = max(0, limits.frameBytes - output.count)
            let rest = whole.span.extracting(droppingFirst: start)
            let end: Int?
            do throws(WireError) {
                end = try inflater.inflate(rest, limit: left, limits: limits, into: &output)
            } catch {
                throw error.shifted(by: start)
            }
            guard let end else { break }
            ends += 1
            // A block marked as the last one ends the DEFLATE data, but not the message; later blocks and messages may
            // still refer to the window (RFC 7692 sections 7.2.1 and 7.2.3.4).
            inflater.reset(keepsWindow: true)
            start += end
        }
        return output.array
    }
}
