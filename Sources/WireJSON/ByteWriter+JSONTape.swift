public import WireFormat

extension ByteWriter {
    /// Appends the text of a tape without the white space between its tokens; the tokens keep their spelling.
    ///
    /// - Parameters:
    ///   - tape: the tape of the parsed text; nothing is appended for an empty tape.
    ///   - bytes: the bytes that were parsed.
    public mutating func append(minified tape: borrowing JSONTape, of bytes: Span<UInt8>) {
        guard let text = tape.range else { return }
        reserve(text.count)
        guard tape.hasWhitespace else { return append(bytes.extracting(text)) }
        guard !tape.lacksElements else {
            // The tape lacks the places of some strings, so the text is parsed again; it is JSON, so this cannot fail.
            try? append(minifiedJSON: bytes, in: text)
            return
        }
        var runs = JSONRuns(start: text.lowerBound)
        // White space inside strings stays.
        for index in 0..<tape.count where tape.nodes[index].isString {
            runs.read(bytes, to: tape.base + Int(tape.nodes[index].start), into: &self)
            runs.pass(to: tape.base + Int(tape.nodes[index].end))
        }
        runs.read(bytes, to: text.upperBound, into: &self)
        runs.end(bytes, into: &self)
    }
}

/// Copies the runs between the white space of a JSON text, each run at once.
private struct JSONRuns {
    /// The start of the run that is not copied yet.
    private var start: Int
    private var next: Int

    init(start: Int) {
        self.start = start
        next = start
    }

    /// Copies runs up to `end`; the bytes read must lie outside of strings.
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

    /// Continues after a string.
    mutating func pass(to end: Int) { next = end }

    /// Copies the last run.
    mutating func end(_ bytes: Span<UInt8>, into writer: inout ByteWriter) {
        writer.append(bytes.extracting(start..<next))
    }
}
