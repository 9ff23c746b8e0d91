public import WireJSON

extension NIMPacket {
    /// Returns the values of a request or response by name, with resolved keys; for a wrapped push, the inner values.
    ///
    /// `nil` for a packet that is not NIM's, and for a response without `r`. Values that are not in the table are named
    /// by position: `[2]`. A request without `Q` has no values.
    public func body(in scope: NIMScope? = nil) -> JSONValue? {
        guard let values else { return nil }
        let command = command(in: scope)
        let named = named(values, in: scope)
        let isTyped = direction == .request
        let body = values.enumerated().map { position, value in
            let plain = isTyped ? value["v"] ?? value : value
            guard let name = named[position] else { return JSONMember(JSONString("[\(position)]"), plain) }
            return JSONMember(JSONString(name.name), Self.resolve(plain, name, command?.scope ?? .im))
        }
        return .object(body)
    }

    /// The values of a request or response; for a wrapped push, the inner values.
    private var values: [JSONValue]? {
        guard let data, let direction, let packet = try? JSONValue(parsing: data) else { return nil }
        switch direction {
        case .request: return packet["Q"]?.elements ?? []
        case .response:
            guard let result = packet["r"]?.elements else { return nil }
            return wrapped == nil ? result : result.count > 1 ? result[1]["body"]?.elements ?? [] : []
        }
    }

    /// Returns the table's entry for each of the packet's values; `nil` for values that are not in the table.
    ///
    /// For a large packet, only the values in the table are included.
    package func namedValues(in scope: NIMScope? = nil) -> [NIMCommand.Value?] {
        guard isLarge() else { return named(values ?? [], in: scope) }
        var named: [NIMCommand.Value?] = []
        forEachValue(in: scope) { _, _, value in if value != nil { named.append(value) } }
        return named
    }

    /// Returns the table's entry for each value of a request or response; `nil` for values that are not in the table.
    package func named(_ values: [JSONValue], in scope: NIMScope? = nil) -> [NIMCommand.Value?] {
        let isTyped = direction == .request
        let known = command(in: scope)?.values ?? []
        var next = 0
        return values.enumerated().map { position, value in
            if isSecondsToWait(position), value.members == nil, value.elements == nil {
                next += 1
                return nil
            }
            // Missing arguments are skipped: the next entry of the same type is meant.
            if isTyped, values.count != known.count, let type = value["t"]?.string {
                while next < known.count, !Self.same(type, known[next].type) { next += 1 }
            }
            guard next < known.count else { return nil }
            next += 1
            return known[next - 1]
        }
    }

    /// Whether the value at a position is not the command's: the first one of an answer with the code 416 is the number
    /// of seconds to wait, unless it is an object or a list.
    func isSecondsToWait(_ position: Int) -> Bool {
        position == 0 && code == NIMCode.rateLimited && wrapped == nil && direction == .response
    }

    /// Whether a `t` in a request matches a type of the table.
    static func same(_ type: String, _ name: String) -> Bool {
        if name == "PropertyArray" { return type == "ArrayMable" }
        return type.lowercased() == name.lowercased()
    }

    private static func resolve(_ value: JSONValue, _ named: NIMCommand.Value, _ scope: NIMScope) -> JSONValue {
        guard let entity = named.entity else { return value }
        guard let elements = value.elements else { return NIMTags.resolved(value, of: entity, in: scope) }
        return .array(
            elements.map { element in
                // In requests, each element is a typed value, too.
                NIMTags.resolved(element["t"] != nil ? element["v"] ?? element : element, of: entity, in: scope)
            }
        )
    }

    /// Returns the paths of the secrets in the body, such as `login.token`.
    public func secretPaths(in scope: NIMScope? = nil) -> [String] {
        guard let command = command(in: scope), let body = body(in: scope) else { return [] }
        var paths: [String] = []
        for value in command.values {
            guard let content = body[value.name] else { continue }
            if value.isSecret { paths.append(value.name) }
            guard let entity = value.entity else { continue }
            for (position, object) in (content.elements ?? [content]).enumerated() {
                let prefix = content.elements == nil ? value.name : "\(value.name)[\(position)]"
                for member in object.members ?? [] {
                    guard let tag = NIMTags.tag(named: member.key.text, of: entity, in: command.scope),
                        tag.secret != nil
                    else { continue }
                    paths.append("\(prefix).\(member.key.text)")
                }
            }
        }
        return paths
    }
}
