/// A stretch of a direction of TLS, or a hole in it.
package struct TLSPiece: Sendable {
    package var side: Int
    package var bytes: [UInt8] = []
    /// Bytes that the capture lacks; below 0 when nobody knows how many.
    package var hole: Int?
}
