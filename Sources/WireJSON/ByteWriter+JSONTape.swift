public import WireFormat

extension ByteWriter {
    /// Appends the text that is on a tape without the white space between its tokens, their spelling untouched.
    ///
    /// - Parameters:
    ///   - tape: what was parsed; nothing is appended of an empty one.
    ///   - bytes: the bytes that were parsed.
    public mutating func append(minified tape: borrowing JSONTape, of bytes: Span<UInt8>) {
        guard let text = tape.range else { return }
        reserve(text.count)
        guard tape.hasWhitespace else { return append(bytes.extracting(text)) }
        guard !tape.lacksElements else {
            // Where its strings are has to be read again; it is JSON, so that this cannot fail.
            try? append(minifiedJSON: bytes, in: text)
            return
        }
        var runs = JSONRuns(start: text.lowerBound)
        // Inside strings there is nothing to leave out.
        for index in 0..<tape.count where tape.nodes[index].isString {
            runs.read(bytes, to: tape.base + Int(tape.nodes[index].start), into: &self)
            runs.pass(to: tape.base + Int(tape.nodes[index].end))
        }
        runs.read(bytes, to: text.upperBound, into: &self)
        runs.end(bytes, into: &self)
    }
}

/// The runs of a JSON text between its white space, copied each at once.
private struct JSONRuns {
    /// Where the run begins that is not copied yet.
    private var start: Int
    private var next: Int

    init(start: Int) {
        self.start = start
        next = start
    }

    /// Reads on outside of strings.
    mutating func read(_ bytes: Span<UInt8>, to end: Int, into writer: inout ByteWriter) {
        while next < end {
            guard bytes[next] <= 0x20 else {
                next += 1
                continue
            }
            writer.append(bytes.extracting(start..<next))
            next += 1
            start = next
        }
    }

    /// Goes on behind a string.
    mutating func pass(to end: Int) { next = end }

    /// Copies the last run.
    mutating func end(_ bytes: Span<UInt8>, into writer: inout ByteWriter) {
        writer.append(bytes.extracting(start..<next))
    }
}
