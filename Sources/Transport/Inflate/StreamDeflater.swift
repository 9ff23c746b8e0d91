import CZlib

/// Packs data with DEFLATE (RFC 1951), one stretch after the other.
package final class StreamDeflater {
    private var stream = z_stream()
    private var isReady = false

    /// - Parameter windowBits: as zlib counts them: negative for data without a wrapper, above 15 for gzip.
    package init(windowBits: Int32) {
        isReady = imwire_deflate_start(&stream, 6, windowBits) == Z_OK
    }

    deinit {
        if isReady { deflateEnd(&stream) }
    }

    /// Forgets what was packed, so that the next stretch stands for itself.
    package func reset() {
        if isReady { deflateReset(&stream) }
    }

    /// Packs a stretch.
    ///
    /// - Parameter ends: whether it is the last one; else it is flushed so that it can be unpacked at once.
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
