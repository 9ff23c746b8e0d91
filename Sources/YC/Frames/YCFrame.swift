public import WireFormat
public import WireJSON

/// A poll or its response.
///
/// Only the purpose of the poll is known: address, parameters and sign-in are not described.
public enum YCFrame: Hashable, Sendable {
    /// A poll, as raw bytes.
    case request([UInt8])
    /// The response.
    case reply(YCReply)

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - bytes: the body, with nothing after it.
    ///   - sender: the end that wrote the body: a client's is kept as it is.
    ///   - limits: limits of length and nesting.
    /// - Throws: the errors of ``YCReply/init(decoding:limits:)`` for the server's body, and `limit`.
    public init(
        decoding bytes: Span<UInt8>,
        sender: FrameSender,
        limits: YCLimits = YCLimits()
    ) throws(WireError) {
        switch sender {
        case .client:
            try limits.check(bytes.count)
            self = .request(Array(copying: bytes))
        case .server: self = .reply(try YCReply(decoding: bytes, limits: limits))
        }
    }

    /// Appends the bytes of the body.
    public func encode(into writer: inout ByteWriter) {
        switch self {
        case .request(let bytes): writer.append(bytes)
        case .reply(let reply): reply.encode(into: &writer)
        }
    }

    /// Returns the bytes of the body.
    public func encoded() -> [UInt8] {
        switch self {
        case .request(let bytes): bytes
        case .reply(let reply): reply.encoded()
        }
    }

    /// The frame object: `type` (`REPLY` or `REQUEST`), `retCode`, and the body: `text`, or a poll's `data` in hex.
    public var object: JSONValue {
        switch self {
        case .request(let bytes): return ["type": "REQUEST", "data": JSONValue(Hex.encode(bytes))]
        case .reply(let reply):
            var object: JSONValue = ["type": "REPLY"]
            object["retCode"] = reply.retCode.map { JSONValue($0) }
            object["text"] = JSONValue(String(decoding: reply.encoded(), as: UTF8.self))
            return object
        }
    }

    /// Makes a frame from its frame object.
    ///
    /// `text` or `data` is the body; a reply without them is built from `retCode` and `payload.value.result`.
    /// - Throws: `required` and `value` with the member's name as path.
    public init(object: JSONValue) throws(WireError) {
        guard let type = object["type"]?.string else { throw WireError(.required, at: 0, path: ["type"]) }
        var body: [UInt8]?
        if let text = object["text"]?.string {
            body = Array(text.utf8)
        } else if let data = object["data"]?.string {
            do throws(WireError) {
                body = try Hex.decode(data)
            } catch {
                throw error.inside("data")
            }
        }
        switch type {
        case "REQUEST": self = .request(body ?? [])
        case "REPLY":
            if let body {
                do throws(WireError) {
                    self = .reply(try YCReply(keeping: body))
                } catch {
                    throw error.inside("text")
                }
                return
            }
            guard let code = object["retCode"]?.int64 else { throw WireError(.required, at: 0, path: ["retCode"]) }
            let result = object["payload"]?["value"]?["result"]?.elements ?? []
            self = .reply(try YCReply(retCode: code, result: result))
        default: throw WireError(.value, at: 0, path: ["type"], expected: "REPLY or REQUEST")
        }
    }
}

extension FieldTree {
    /// Adds the JSON of a response: every byte in exactly one leaf.
    ///
    /// Throws `json`, `limit`; the tree is complete even then.
    public func append(ycReply bytes: Span<UInt8>, limits: YCLimits = YCLimits()) throws(WireError) {
        try json("reply", bytes, in: 0..<bytes.count, limits: limits.json)
    }
}
