public import WireFormat

/// A decoded body, and the bytes that each part of it came from.
public struct HTTPDecodedBody: Sendable {
    /// The content, as far as it could be decoded.
    public var bytes: [UInt8]
    /// The reason why the content is incomplete; `nil` if it is complete.
    public var failure: WireError?
    /// Checkpoints of inflating: the number of content bytes produced, and of body bytes consumed for them.
    ///
    /// Empty when the body is not compressed.
    private var stands: [(content: Int, body: Int)]

    /// Whether the body was compressed.
    public var isCompressed: Bool { !stands.isEmpty }

    init(bytes: [UInt8], failure: WireError?, stands: [(content: Int, body: Int)] = []) {
        self.bytes = bytes
        self.failure = failure
        self.stands = stands
    }

    /// Returns the range of the body that a part of the content was decoded from.
    ///
    /// For a compressed body, the range may be a few bytes too long.
    public func source(of range: Range<Int>) -> Range<Int> {
        guard !stands.isEmpty else { return range }
        let first = place(of: range.lowerBound)
        let last = place(of: max(range.lowerBound, range.upperBound - 1))
        let lower = first > 0 ? stands[first - 1].body : 0
        return lower..<max(lower, stands[min(last, stands.count - 1)].body)
    }

    /// Returns the index of the first checkpoint at which a content byte was present.
    private func place(of offset: Int) -> Int {
        var low = 0
        var high = stands.count
        while low < high {
            let middle = (low + high) / 2
            if stands[middle].content > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension HTTPMessage {
    /// The number of content bytes between two checkpoints.
    private static let stretch = 256

    /// The codings that ``body`` still has, in lower case and in the order of application: those of the content, then
    /// those of the transfer (RFC 9110 section 8.4, RFC 9112 section 7).
    package var bodyCodings: [String] { contentCodings + transferCodingsOfBody }

    private var contentCodings: [String] {
        fields.values("Content-Encoding")
            .flatMap { $0.lowercased().split(separator: ",") }
            .map { coding in coding.filter { $0 != " " && $0 != "\t" } }
            .filter { $0 != "identity" && !$0.isEmpty }
    }

    /// The transfer codings without the chunks, which the body is without; some servers name them twice.
    private var transferCodingsOfBody: [String] {
        var codings = transferCodings
        while codings.last == "chunked" { codings.removeLast() }
        return codings
    }

    /// Returns the body without its coding (gzip, deflate), which is its `Content-Encoding` or a `Transfer-Encoding`
    /// beside chunks; unchanged if it has none.
    ///
    /// - Parameter limits: limits of the length of the result, and of its ratio to that of the body.
    /// - Returns: the content as far as it could be decoded, and why it is incomplete: `unsupported` for another coding,
    ///   and for several (the bytes are then the body's own), `limit` for a body that was too long to be kept or
    ///   inflates to too much, `truncated` for incomplete data, `value` for data that is neither gzip nor deflate.
    public func decodedBody(limits: TransportLimits) -> HTTPDecodedBody {
        var failure: WireError?
        if bodyLength > body.count {
            failure = WireError(.limit, at: body.count, path: ["body"], needed: bodyLength, available: body.count)
        }
        if body.isEmpty { return HTTPDecodedBody(bytes: body, failure: failure) }
        let codings = bodyCodings
        guard let coding = codings.first else { return HTTPDecodedBody(bytes: body, failure: failure) }
        guard codings.count == 1, ["gzip", "x-gzip", "deflate"].contains(coding) else {
            let names = codings.joined(separator: ", ")
            let error = WireError(
                .unsupported,
                at: 0,
                path: [contentCodings.isEmpty ? "Transfer-Encoding" : "Content-Encoding"],
                expected: "gzip or deflate, not \(names)"
            )
            return HTTPDecodedBody(bytes: body, failure: failure ?? error)
        }
        var output = ByteWriter(capacity: min(body.count * 4, 1 << 20))
        var stands: [(content: Int, body: Int)] = []
        do throws(WireError) {
            do throws(WireError) {
                try inflate(.zlibOrGzip, limits, into: &output, &stands)
            } catch {
                // Some servers send `deflate` without zlib's wrapper.
                guard coding == "deflate", error.code == .value, output.count == 0 else { throw error }
                stands = []
                try inflate(.raw, limits, into: &output, &stands)
            }
        } catch {
            failure = failure ?? error
        }
        return HTTPDecodedBody(bytes: output.array, failure: failure, stands: stands)
    }

    /// Inflates the body, which may hold several gzip members (RFC 1952 section 2.2).
    private func inflate(
        _ wrapper: Inflater.Wrapper,
        _ limits: TransportLimits,
        into output: inout ByteWriter,
        _ stands: inout [(content: Int, body: Int)]
    ) throws(WireError) {
        let inflater = Inflater(wrapper)
        var position = 0
        var members = 0
        repeat {
            guard members < limits.gzipMembers else {
                let expected = "at most \(limits.gzipMembers) gzip members"
                throw WireError(.limit, at: position, path: ["body"], expected: expected)
            }
            if members > 0 { inflater.reset() }
            members += 1
            let end: Int?
            do throws(WireError) {
                end = try inflater.inflate(
                    body.span.extracting(droppingFirst: position),
                    limit: limits.httpBodyBytes - output.count,
                    limits: limits,
                    stretch: Self.stretch,
                    into: &output
                ) { stands.append((content: $0, body: position + $1)) }
            } catch {
                throw error.shifted(by: position)
            }
            guard let end else { throw WireError(.truncated, at: body.count, path: ["body"]) }
            position += end
        } while position < body.count && body[position] == 0x1F && wrapper == .zlibOrGzip
        guard position == body.count else {
            throw WireError(.trailing, at: position, path: ["body"], available: body.count - position)
        }
    }
}
