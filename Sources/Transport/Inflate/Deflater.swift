import CZlib
package import WireFormat

/// Compresses bytes as DEFLATE data (RFC 1951) through zlib, each piece on its own.
///
/// A class, because it owns zlib's state; it stays on one thread.
package final class Deflater {
    private var stream = z_stream()
    private var isReady = false

    /// Makes a deflater.
    ///
    /// - Parameter level: from 1, fast, to 9, small.
    package init(level: Int32 = 6) {
        isReady = imwire_deflate_start(&stream, level, -15) == Z_OK
    }

    deinit {
        if isReady { deflateEnd(&stream) }
    }

    /// Appends the compressed form of `input`, without a wrapper.
    ///
    /// - Throws: `unsupported` when zlib has no memory.
    package func deflate(_ input: Span<UInt8>, into output: inout ByteWriter) throws(WireError) {
        try begin()
        try append(input, ends: true, into: &output)
    }

    /// Begins a piece that arrives in parts; earlier input is forgotten.
    ///
    /// - Throws: `unsupported` when zlib has no memory.
    package func begin() throws(WireError) {
        guard isReady, deflateReset(&stream) == Z_OK else { throw Self.failure }
    }

    /// Appends the output that zlib has ready after `input`, the next part of the piece.
    ///
    /// - Parameter ends: whether this is the last part.
    /// - Throws: `unsupported` when zlib has no memory.
    package func append(_ input: Span<UInt8>, ends: Bool, into output: inout ByteWriter) throws(WireError) {
        guard input.count <= Int(UInt32.max) else { throw Self.failure }
        var status = Z_OK
        input.withUnsafeBufferPointer { buffer in
            // zlib only reads the input.
            stream.next_in = UnsafeMutablePointer(mutating: buffer.baseAddress)
            stream.avail_in = UInt32(buffer.count)
            while status == Z_OK {
                output.append(upTo: 1 << 16) { target in
                    stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    stream.avail_out = UInt32(target.count)
                    status = CZlib.deflate(&stream, ends ? Z_FINISH : Z_NO_FLUSH)
                    return target.count - Int(stream.avail_out)
                }
                if !ends, stream.avail_out > 0 { break }
            }
            stream.next_in = nil
            stream.avail_in = 0
        }
        // zlib reports a lack of buffer space when there was nothing left to do.
        guard status == (ends ? Z_STREAM_END : Z_OK) || !ends && status == Z_BUF_ERROR else { throw Self.failure }
    }

    private static var failure: WireError {
        WireError(.unsupported, at: 0, path: ["deflate"], expected: "memory for zlib")
    }
}
