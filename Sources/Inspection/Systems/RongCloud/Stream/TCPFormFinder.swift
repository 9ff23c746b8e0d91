import RongCloud
import WireFormat

/// Tells the TCP form from other bytes.
package enum TCPFormFinder {
    /// Bodies longer than this are not waited for while a place is sought.
    static let longestBody = 16 << 10

    /// The first place from `start` on where frames follow one another, or one takes exactly what is left.
    ///
    /// Places are settled from left to right, as ``FrameFinder`` does.
    /// - Parameter isFinal: whether nothing more will come, so that what is unclear is no frame.
    /// - Returns: the place with `yes`; the first one that may still become one with `unclear`; else the end with `no`.
    package static func find(
        _ bytes: Span<UInt8>,
        from start: Int,
        isFinal: Bool
    ) -> (offset: Int, verdict: StreamVerdict) {
        for offset in min(start, bytes.count)..<bytes.count {
            switch chain(bytes, at: offset, frames: 2) {
            case .yes: return (offset, .yes)
            case .unclear:
                if !isFinal { return (offset, .unclear) }
                if fits(bytes, from: offset) { return (offset, .yes) }
            case .no: break
            }
        }
        return (max(start, bytes.count), .no)
    }

    /// Whether so many whole frames follow one another from a place on.
    static func chain(_ bytes: Span<UInt8>, at start: Int, frames: Int) -> StreamVerdict {
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
    private static func fits(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        guard let envelope = try? TCPEnvelope(bytes, at: start), isPlausible(envelope) else { return false }
        return bytes.count - start == envelope.totalLength
    }

    /// Whether a frame of its type can have that length.
    static func isPlausible(_ envelope: TCPEnvelope) -> Bool {
        envelope.header.type.isPlausible(bodyLengthOverTCP: envelope.bodyLength)
    }
}
