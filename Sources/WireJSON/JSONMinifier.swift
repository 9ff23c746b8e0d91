public import WireFormat

/// Copies the runs between white space.
@safe struct JSONMinifier: JSONVisitor, ~Escapable {
    let bytes: Span<UInt8>
    let target: UnsafeMutableRawBufferPointer
    var written = 0
    /// The start of the run that is not copied yet.
    var start: Int

    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, from start: Int, into target: UnsafeMutableRawBufferPointer) {
        self.bytes = bytes
        unsafe self.target = target
        self.start = start
    }

    /// The number of bytes after the output that copying in wide chunks may overwrite.
    static var slack: Int { 16 }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func whitespace(_ range: Range<Int>) {
        flush(to: range.lowerBound)
        start = range.upperBound
    }

    @inline(__always)
    @_lifetime(self: copy self)
    mutating func flush(to end: Int) {
        if end > start { written = unsafe ByteScan.copy(bytes, start..<end, to: written, of: target) }
    }
}

extension ByteWriter {
    /// Appends the JSON text in `range` of `bytes` without the white space between its tokens; the tokens keep their
    /// spelling.
    ///
    /// Checks the text in the same pass. After an error, the writer is unchanged.
    /// - Throws: `json` at the first byte that is wrong or missing; `limit`.
    public mutating func append(
        minifiedJSON bytes: Span<UInt8>,
        in range: Range<Int>,
        limits: JSONLimits = JSONLimits()
    ) throws(WireError) {
        guard range.count <= limits.bytes else { throw JSONFault.tooLong(range, limits) }
        var failure: WireError?
        unsafe append(upTo: range.count + JSONMinifier.slack) { target in
            var minifier = unsafe JSONMinifier(bytes, from: range.lowerBound, into: target)
            do throws(WireError) {
                try JSONParser.parse(bytes, in: range, limits: limits, visitor: &minifier)
            } catch {
                failure = error
                return 0
            }
            minifier.flush(to: range.upperBound)
            return minifier.written
        }
        if let failure { throw failure }
    }

    /// Appends the JSON text without the white space between its tokens.
    ///
    /// Throws `json`, `limit`.
    public mutating func append(minifiedJSON bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(WireError) {
        try append(minifiedJSON: bytes.span, in: 0..<bytes.count, limits: limits)
    }
}
