import WireJSON
import WireProtobuf

extension LeanCloudLayout {
    /// Returns the code of a failure, a refusal, or a session's end; `nil` if the command has none.
    ///
    /// The code is in `error`, in `session/closed` for a refused opening or an ended session, in `ack` for a refused
    /// message, and in the JSON form also in any command whose op is `error`.
    ///
    /// - Parameter unit: the bytes that were read.
    public func code(in unit: Span<UInt8>) -> Int64? {
        let place = CodePlace.of(header.cmd)
        switch form {
        case .messagePack: return nil
        case .json:
            guard place != nil || header.op == .error, json.count > 0 else { return nil }
            return json.root(in: unit).member(exactly: "code")?.int64
        case .protobuf, .protobufBase64:
            guard let place, let body = tape.last(place.body), let node = tape.last(place.code, in: body) else {
                return nil
            }
            return Int64(Int32(truncatingIfNeeded: tape.nodes[node].bits(in: payload(unit))))
        }
    }
}

/// The field numbers that lead to the code in a command of the protobuf forms, from the schema.
private struct CodePlace: Sendable {
    /// The field number of the body, and that of the code in it.
    let body: UInt32
    let code: UInt32

    /// Returns the place in a command; `nil` for commands without a code.
    static func of(_ cmd: LeanCloudCommand?) -> CodePlace? {
        switch cmd {
        case .session: session
        case .ack: ack
        case .error: error
        default: nil
        }
    }

    private static let session = CodePlace("sessionMessage")
    private static let ack = CodePlace("ackMessage")
    private static let error = CodePlace("errorMessage")

    private init?(_ name: String) {
        let schema = LeanCloudSchema.shared
        guard let body = schema.field(named: name, in: LeanCloudSchema.genericCommand(.current)),
            let code = schema.field(named: "code", in: schema[body].message)
        else { return nil }
        self.body = schema[body].number
        self.code = schema[code].number
    }
}
