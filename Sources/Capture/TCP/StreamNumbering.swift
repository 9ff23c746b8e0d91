/// Tells the place in a stream from a sequence number: numbers wrap at 2^32, offsets do not.
package struct StreamNumbering: Sendable, BitwiseCopyable {
    /// A sequence number of the stream, and the stream offset of its byte.
    let next: UInt32
    let offset: Int

    /// Returns the stream offset of the byte with a sequence number; negative before the stream.
    package func offset(of sequence: UInt32) -> Int { offset + TCPSequence.distance(sequence, from: next) }
}
