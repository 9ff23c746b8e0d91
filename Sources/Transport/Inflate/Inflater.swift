import CZlib
public import WireFormat

/// Inflates DEFLATE data (RFC 1951), alone or in a zlib or gzip wrapper, through zlib.
///
/// A class, because it owns zlib's state; it stays on the thread of its connection. Output is limited in size and,
/// beyond ``TransportLimits/inflatedBytes``, in ratio to the input.
public final class Inflater {
    /// The wrapper around the data.
    public enum Wrapper: Sendable {
        /// Nothing: permessage-deflate and the bare form that some HTTP servers send as `deflate`.
        case raw
        /// zlib's two bytes before and four after (RFC 1950), or gzip's header and trailer (RFC 1952), as detected.
        case zlibOrGzip

        fileprivate var windowBits: Int32 {
            switch self {
            case .raw: -15
            case .zlibOrGzip: 15 + 32
            }
        }
    }

    private var stream = z_stream()
    private var isReady = false
    /// Whether the data so far end between two blocks and at the end of a byte.
    private var isBetweenBlocks = true

    /// Makes an inflater with an empty window.
    public init(_ wrapper: Wrapper) {
        isReady = imwire_inflate_start(&stream, wrapper.windowBits) == Z_OK
    }

    deinit {
        if isReady { inflateEnd(&stream) }
    }

    /// Begins new data, even after the end of the last.
    ///
    /// - Parameter keepsWindow: whether the new data may refer to earlier output.
    public func reset(keepsWindow: Bool = false) {
        guard isReady else { return }
        // zlib's documented way, to get the dictionary and set it again, copies 64 KiB each time.
        if keepsWindow { inflateResetKeep(&stream) } else { inflateReset(&stream) }
        isBetweenBlocks = true
    }

    /// A copy of the earlier output that later data may refer to, at most 32 KiB; `nil` when the data so far end inside a
    /// block, where an inflater with the same window cannot continue.
    package var window: [UInt8]? {
        guard isReady, isBetweenBlocks else { return nil }
        var isCopied = false
        let window = [UInt8](unsafeUninitializedCapacity: 1 << 15) { buffer, count in
            var length: UInt32 = 0
            isCopied = inflateGetDictionary(&stream, buffer.baseAddress, &length) == Z_OK
            count = isCopied ? Int(length) : 0
        }
        return isCopied ? window : nil
    }

    /// Begins new data that may refer to the window of another inflater; for data without a wrapper.
    ///
    /// - Returns: `false` if zlib refuses; the window is empty then.
    package func begin(after window: [UInt8]) -> Bool {
        reset()
        guard isReady, !window.isEmpty else { return isReady }
        return window.withUnsafeBufferPointer { buffer in
            inflateSetDictionary(&stream, buffer.baseAddress, UInt32(buffer.count)) == Z_OK
        }
    }

    /// Appends the inflated form of `input`.
    ///
    /// - Parameters:
    ///   - input: compressed bytes; an unfinished rest waits for the next call.
    ///   - limit: the largest number of bytes to append.
    ///   - limits: the largest ratio of output to input.
    ///   - stretch: the number of bytes inflated at a time.
    ///   - output: grows by the inflated bytes, including those before an error.
    ///   - note: called after each stretch with the length of `output` so far, and the number of `input` bytes
    ///     consumed.
    /// - Returns: the number of bytes of `input` that belong to the data if its end was reached; otherwise `nil`.
    /// - Throws: `value` for data that is not DEFLATE, `limit` for too much of it.
    @discardableResult
    public func inflate(
        _ input: Span<UInt8>,
        limit: Int,
        limits: TransportLimits = TransportLimits(),
        stretch: Int = 1 << 14,
        into output: inout ByteWriter,
        note: (_ output: Int, _ input: Int) -> Void = { _, _ in }
    ) throws(WireError) -> Int? {
        guard isReady else { throw Self.error(.unsupported, at: 0, "memory for zlib") }
        guard let total = UInt32(exactly: input.count).map(Int.init) else {
            throw Self.error(.limit, at: 0, "less than 4 GiB at once")
        }
        let start = output.count
        let proportion = input.count.multipliedReportingOverflow(by: limits.inflatedRatio)
        let allowed = min(limit, max(limits.inflatedBytes, proportion.overflow ? .max : proportion.partialValue))
        var failure: WireError?
        var end: Int?
        input.withUnsafeBufferPointer { buffer in
            // zlib only reads the input.
            stream.next_in = UnsafeMutablePointer(mutating: buffer.baseAddress)
            stream.avail_in = UInt32(buffer.count)
            while failure == nil, end == nil {
                var status = Z_OK
                output.append(upTo: stretch) { target in
                    stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
                    stream.avail_out = UInt32(target.count)
                    status = CZlib.inflate(&stream, Z_SYNC_FLUSH)
                    return target.count - Int(stream.avail_out)
                }
                let consumed = total - Int(stream.avail_in)
                note(output.count, consumed)
                if output.count - start > allowed {
                    output.truncate(to: start + allowed)
                    let ratio = allowed == limit ? "" : ", \(limits.inflatedRatio) times as many as there are"
                    failure = Self.error(.limit, at: consumed, "at most \(allowed) bytes\(ratio)")
                } else if status == Z_STREAM_END {
                    end = consumed
                } else if status == Z_BUF_ERROR || (status == Z_OK && stream.avail_in == 0 && stream.avail_out > 0) {
                    break
                } else if status != Z_OK {
                    failure = Self.error(.value, at: consumed, "DEFLATE data")
                }
            }
            stream.next_in = nil
            stream.avail_in = 0
        }
        // zlib.h: 128 between two blocks, with the unused bits of the last byte and 64 for the last block added to it.
        isBetweenBlocks = stream.data_type == 128
        if let failure { throw failure }
        return end
    }

    private static func error(_ code: WireError.Code, at offset: Int, _ expected: String) -> WireError {
        WireError(code, at: offset, path: ["inflate"], expected: expected)
    }
}
