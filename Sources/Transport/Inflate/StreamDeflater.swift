import CZlib

/// Compresses data with DEFLATE (RFC 1951), piece by piece.
package final class StreamDeflater {
    private var stream = z_stream()
    private var isReady = false

    /// - Parameter windowBits: zlib's value: negative for data without a wrapper, above 15 for gzip.
    package init(windowBits: Int32) {
        isReady = imwire_deflate_start(&stream, 6, windowBits) == Z_OK
    }

    deinit {
        if isReady { deflateEnd(&stream) }
    }

    /// Forgets earlier input, so that the next piece is independent of it.
    package func reset() {
        if isReady { deflateReset(&stream) }
    }

    /// Compresses a piece.
    ///
    /// - Parameter ends: whether this is the last piece; otherwise the output is flushed so that it can be inflated at
    ///   once.
    /// - Returns: `nil` when zlib refuses.
    package func deflate(_ input: [UInt8], ends: Bool) -> [UInt8]? {
        guard isReady else { return nil }
        var output: [UInt8] = []
        var input = input
        var chunk = [UInt8](repeating: 0, count: 1 << 14)
        let isWhole = input.withUnsafeMutableBufferPointer { buffer in
            stream.next_in = buffer.baseAddress
            stream.avail_in = UInt32(clamping: buffer.count)
            defer {
                stream.next_in = nil
                stream.avail_in = 0
            }
            while true {
                let status = chunk.withUnsafeMutableBufferPointer { target in
                    stream.next_out = target.baseAddress
                    stream.avail_out = UInt32(target.count)
                    return CZlib.deflate(&stream, ends ? Z_FINISH : Z_SYNC_FLUSH)
                }
                output += chunk.prefix(chunk.count - Int(stream.avail_out))
                if status == Z_STREAM_END { return true }
                guard status == Z_OK || status == Z_BUF_ERROR else { return false }
                if stream.avail_out > 0 { return !ends }
            }
        }
        return isWhole ? output : nil
    }
}
