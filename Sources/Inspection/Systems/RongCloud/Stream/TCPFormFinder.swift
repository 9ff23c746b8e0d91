import RongCloud
import WireFormat

/// Recognises the TCP form among other bytes.
package enum TCPFormFinder {
    /// The longest body, in bytes, that a search for frames waits for.
    static let longestBody = 16 << 10

    /// Returns the first place from `start` on where frames follow one another, or where one frame takes exactly the
    /// rest.
    ///
    /// Places are decided from left to right, as in ``FrameFinder``.
    /// - Parameter isFinal: whether no more bytes will arrive, so that an unclear place is no frame.
    /// - Returns: the place, with `yes`; the first place that more bytes may confirm, with `unclear`; otherwise the
    ///   end, with `no`.
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

    /// Returns whether `frames` whole frames follow one another from a place on.
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
    private static func fits(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        guard let envelope = try? TCPEnvelope(bytes, at: start), isPlausible(envelope) else { return false }
        return bytes.count - start == envelope.totalLength
    }

    /// Whether a frame of the envelope's type can have the envelope's length.
    static func isPlausible(_ envelope: TCPEnvelope) -> Bool {
        envelope.header.type.isPlausible(bodyLengthOverTCP: envelope.bodyLength)
    }
}
