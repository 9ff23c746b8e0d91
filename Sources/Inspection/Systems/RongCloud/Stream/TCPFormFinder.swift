import RongCloud
import WireFormat

/// Tells the TCP form from other bytes.
package enum TCPFormFinder {
    /// Bodies longer than this are not waited for while a place is sought.
    static let longestBody = 16 << 10

    /// Whether so many whole frames follow one another from a place on.
    package static func chain(_ bytes: Span<UInt8>, at start: Int, frames: Int) -> StreamVerdict {
        var position = start
        for _ in 0..<frames {
            let envelope: TCPEnvelope
            do throws(WireError) {
                guard let read = try TCPEnvelope(bytes, at: position) else { return .unclear }
                envelope = read
            } catch {
                return .no
            }
            guard isPlausible(envelope), envelope.bodyLength <= longestBody else { return .no }
            guard bytes.count - position >= envelope.totalLength else { return .unclear }
            position += envelope.totalLength
        }
        return .yes
    }

    /// Whether one frame takes exactly the bytes from a place to the end.
    package static func fits(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        guard let envelope = try? TCPEnvelope(bytes, at: start), isPlausible(envelope) else { return false }
        return bytes.count - start == envelope.totalLength
    }

    /// Whether a frame of its type can have that length.
    static func isPlausible(_ envelope: TCPEnvelope) -> Bool {
        envelope.header.type.isPlausible(bodyLengthOverTCP: envelope.bodyLength)
    }
}
