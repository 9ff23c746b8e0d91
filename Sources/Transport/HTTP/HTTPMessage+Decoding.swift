public import WireFormat

extension HTTPMessage {
    /// The body without its `Content-Encoding` (gzip, deflate); as it is when it has none.
    ///
    /// - Parameter limit: the most bytes to inflate to.
    /// - Throws: `unsupported` for another coding, and what ``Inflater`` throws.
    public func decodedBody(limit: Int) throws(WireError) -> [UInt8] {
        guard let coding = field("Content-Encoding")?.lowercased(), coding != "identity", !body.isEmpty else {
            return body
        }
        guard ["gzip", "x-gzip", "deflate"].contains(coding) else {
            throw WireError(.unsupported, at: 0, path: ["Content-Encoding"], expected: "gzip or deflate, not \(coding)")
        }
        do throws(WireError) {
            return try inflated(.zlibOrGzip, limit)
        } catch {
            // Some servers send `deflate` without zlib's wrapper.
            guard coding == "deflate", error.code == .value else { throw error }
            return try inflated(.raw, limit)
        }
    }

    private func inflated(_ wrapper: Inflater.Wrapper, _ limit: Int) throws(WireError) -> [UInt8] {
        var output = ByteWriter(capacity: body.count * 4)
        try Inflater(wrapper).inflate(body.span, limit: limit, into: &output)
        return output.array
    }
}
