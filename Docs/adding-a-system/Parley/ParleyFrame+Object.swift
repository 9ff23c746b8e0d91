public import WireFormat
public import WireJSON

extension ParleyFrame {
    /// The frame object: `type`, and the fields under their names.
    public var object: JSONValue {
        var object: JSONValue = ["type": JSONValue(kind.name.description)]
        switch self {
        case .hello(let version, let user, let token):
            object["version"] = JSONValue(version)
            object["user"] = JSONValue(user)
            object["token"] = JSONValue(token)
        case .welcome(let status): object["status"] = JSONValue(status)
        case .say(let number, let room, let author, let text):
            object["number"] = JSONValue(number)
            object["room"] = JSONValue(room)
            object["author"] = JSONValue(author)
            object["text"] = JSONValue(text)
        case .ack(let number, let status):
            object["number"] = JSONValue(number)
            object["status"] = JSONValue(status)
        case .ping, .pong: break
        }
        return object
    }

    /// Creates a frame from its frame object.
    ///
    /// - Throws: `required` and `value` with the member's name as path.
    public init(object: JSONValue) throws(WireError) {
        let name = try Self.text("type", of: object)
        guard let kind = Kind.allCases.first(where: { $0.name.description == name }) else {
            throw WireError(.value, at: 0, path: ["type"], expected: "the name of a frame, not \(name)")
        }
        switch kind {
        case .hello:
            self = .hello(
                version: try Self.number("version", of: object),
                user: try Self.text("user", of: object),
                token: try Self.text("token", of: object)
            )
        case .welcome: self = .welcome(status: try Self.number("status", of: object))
        case .say:
            self = .say(
                number: try Self.number("number", of: object),
                room: try Self.text("room", of: object),
                author: try Self.text("author", of: object),
                text: try Self.text("text", of: object)
            )
        case .ack:
            self = .ack(
                number: try Self.number("number", of: object),
                status: try Self.number("status", of: object)
            )
        case .ping: self = .ping
        case .pong: self = .pong
        }
    }

    private static func text(_ name: String, of object: JSONValue) throws(WireError) -> String {
        guard let value = object[name] else { throw WireError(.required, at: 0, path: [name]) }
        guard let text = value.string else { throw WireError(.value, at: 0, path: [name], expected: "a text") }
        return text
    }

    private static func number<Number: FixedWidthInteger>(
        _ name: String,
        of object: JSONValue
    ) throws(WireError) -> Number {
        guard let value = object[name] else { throw WireError(.required, at: 0, path: [name]) }
        guard let number = value.int64.flatMap({ Number(exactly: $0) }) else {
            throw WireError(.value, at: 0, path: [name], expected: "a number up to \(Number.max)")
        }
        return number
    }
}
