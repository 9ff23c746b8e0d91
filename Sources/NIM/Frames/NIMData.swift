import WireJSON

/// The data of a packet: JSON whose values are read on demand, and not kept.
struct NIMData: ~Escapable {
    /// The positions of the members that identify a packet; of a repeated key, the last one.
    struct Head {
        var sid: Range<Int>?
        var cid: Range<Int>?
        var ser: Range<Int>?
        var code: Range<Int>?
        /// The values of a response.
        var result: Range<Int>?
    }

    /// The longest value that is read as a scalar, in bytes: a number, or a short text.
    static let shortBytes = 1 << 10

    let bytes: Span<UInt8>
    let range: Range<Int>

    /// - Parameter range: the range of the data in `bytes`, which must be valid JSON.
    @_lifetime(copy bytes)
    init(_ bytes: Span<UInt8>, in range: Range<Int>) {
        self.bytes = bytes
        self.range = range
    }

    /// Returns the position of the last member with this key.
    func member(_ key: String) -> Range<Int>? { JSONSteps.member(key, bytes, in: range) }

    /// Returns the value at a position if it is short and not a container.
    func scalar(in range: Range<Int>) -> JSONValue? {
        guard range.count <= Self.shortBytes, !JSONSteps.isArray(bytes, in: range),
            !JSONSteps.isObject(bytes, in: range)
        else { return nil }
        return try? JSONValue(parsing: bytes, in: range)
    }

    /// Returns the integer at a position, even if it is written as text.
    func number(in place: Range<Int>?) -> Int64? {
        guard let place, let value = scalar(in: place) else { return nil }
        return value.int64 ?? value.string.flatMap { Int64($0) }
    }

    /// Finds the heads of a request and of a response, whose keys differ in letter case, in one pass.
    func heads() -> (request: Head, response: Head) {
        var request = Head()
        var response = Head()
        var steps = JSONSteps(bytes, in: range)
        while let (key, place) = steps.next() {
            // A key of four letters has at most six bytes for each.
            guard let key, key.count <= 4 * 6 + 2 else { continue }
            switch JSONSteps.text(bytes, in: key) {
            case "SID": request.sid = place
            case "CID": request.cid = place
            case "SER": request.ser = place
            case "sid": response.sid = place
            case "cid": response.cid = place
            case "ser": response.ser = place
            case "code": response.code = place
            case "r": response.result = place
            default: break
            }
        }
        return (request, response)
    }

    /// Returns the position of the list of values in a request or response; empty when a packet of that kind has no
    /// list, `nil` when it has no values at all.
    func values(_ direction: NIMLayout.Direction?, isWrapped: Bool) -> Range<Int>? {
        var list: Range<Int>?
        switch direction {
        case .request: list = member("Q")
        case .response:
            guard let result = member("r"), JSONSteps.isArray(bytes, in: result) else { return nil }
            list =
                isWrapped
                ? JSONSteps.element(1, bytes, in: result).flatMap { JSONSteps.member("body", bytes, in: $0) } : result
        case nil: return nil
        }
        guard let list, JSONSteps.isArray(bytes, in: list) else { return range.lowerBound..<range.lowerBound }
        return list
    }
}
