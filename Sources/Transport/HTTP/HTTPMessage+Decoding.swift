public import WireFormat

extension HTTPMessage {
    /// The body without its `Content-Encoding` (gzip, deflate); as it is when it has none.
    ///
    /// - Parameter limits: of the length of the result, and of its ratio to that of the body.
    /// - Returns: as much of the content as could be had, and why that is not all: `unsupported` for another coding (the
    ///   bytes are then the body's own), `limit` for a body that was too long to be kept or inflates to too much,
    ///   `truncated` for data that is not complete, `value` for what is no such data.
    public func decodedBody(limits: Limits) -> (bytes: [UInt8], failure: WireError?) {
        var failure: WireError?
        if bodyLength > body.count {
            failure = WireError(.limit, at: body.count, path: ["body"], needed: bodyLength, available: body.count)
        }
        // Codings are listed in the order in which they were applied.
        let codings = fields.values("Content-Encoding")
            .flatMap { $0.lowercased().split(separator: ",") }
            .map { coding in coding.filter { $0 != " " && $0 != "\t" } }
            .filter { $0 != "identity" && !$0.isEmpty }
        guard let coding = codings.first, !body.isEmpty else { return (body, failure) }
        guard codings.count == 1, ["gzip", "x-gzip", "deflate"].contains(coding) else {
            let names = codings.joined(separator: ", ")
            let error = WireError(
                .unsupported,
                at: 0,
                path: ["Content-Encoding"],
                expected: "gzip or deflate, not \(names)"
            )
            return (body, failure ?? error)
        }
        var output = ByteWriter(capacity: min(body.count * 4, 1 << 20))
        do throws(WireError) {
            do throws(WireError) {
                try inflate(.zlibOrGzip, limits, into: &output)
            } catch {
                // Some servers send `deflate` without zlib's wrapper.
                guard coding == "deflate", error.code == .value, output.count == 0 else { throw error }
                try inflate(.raw, limits, into: &output)
            }
        } catch {
            failure = failure ?? error
        }
        return (output.array, failure)
    }

    /// Inflates the body, which may hold several gzip members (RFC 1952 section 2.2).
    private func inflate(
        _ wrapper: Inflater.Wrapper,
        _ limits: Limits,
        into output: inout ByteWriter
    ) throws(WireError) {
        var position = 0
        repeat {
            let end: Int?
            do throws(WireError) {
                end = try Inflater(wrapper).inflate(
                    body.span.extracting(droppingFirst: position),
                    limit: limits.httpBodyBytes - output.count,
                    limits: limits,
                    into: &output
                )
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
