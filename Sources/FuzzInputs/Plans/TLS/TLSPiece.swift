/// A piece of one direction's TLS stream, or a hole in the stream.
package struct TLSPiece: Sendable {
    package var side: Int
    package var bytes: [UInt8]
    /// The number of bytes that the capture lacks; below 0 if the number is unknown.
    package var hole: Int?

    package init(side: Int, bytes: [UInt8] = [], hole: Int? = nil) {
        self.side = side
        self.bytes = bytes
        self.hole = hole
    }
}
