import NIM
import WireJSON

/// Rebuilds NIM's packets with other leaves; the numbers of services, commands and tags stay.
struct NIMUnits {
    let leaves: LeafReplacer
    /// The scope of the tag numbers.
    let scope: NIMScope?

    static let table = LeafTable(NIMLeaves.bodies, NIMLeaves.packets, contents: NIMLeaves.contents)
    private static let demos = LeafTable(NIMLeaves.bodies, contents: NIMLeaves.demos)
    private static let customs = LeafTable(NIMLeaves.bodies, contents: NIMLeaves.customs)
    private static let customNotices = LeafTable(NIMLeaves.bodies, contents: NIMLeaves.customNotices)
    private static let applications = LeafTable("application attach")

    /// Returns a packet of the same type and shape; `nil` if it cannot be rebuilt.
    func rebuild(_ message: [UInt8]) -> [UInt8]? {
        guard let packet = try? NIMPacket(decoding: message.span) else { return nil }
        let data = packet.data ?? []
        let head = head(message.dropLast(data.count))
        return data.isEmpty ? head : head + rebuild(data, of: packet)
    }

    /// Returns the part before the data: type, number and endpoint, with colons.
    ///
    /// The type and a valid number stay.
    private func head(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let made = parts.enumerated().map { index, part in
            if part.isEmpty || index == 0 || index == 1 && Self.isNumber(part) { return Array(part) }
            leaves.pseudonyms.originals.record(Array(part))
            leaves.count(leaves.places.unknown)
            return [UInt8](repeating: UInt8(ascii: "x"), count: part.count)
        }
        return Array(made.joined(separator: [UInt8(ascii: ":")]))
    }

    /// Returns whether a part is a packet's number; a trailing plus asks for an answer.
    private static func isNumber(_ part: ArraySlice<UInt8>) -> Bool {
        let digits = part.last == UInt8(ascii: "+") ? part.dropLast() : part
        return digits.count <= 20 && digits.allSatisfy { $0 &- 48 < 10 }
    }

    private func rebuild(_ data: [UInt8], of packet: NIMPacket) -> [UInt8] {
        let value = try? JSONValue(parsing: data)
        guard packet.direction != nil, case .object(let members) = value else {
            // Text stays text, whatever characters it has.
            guard let text = String(validating: data, as: UTF8.self) else {
                return leaves.bytes(data, leaves.places.unknown)
            }
            return Array(leaves.text(text, leaves.places.unknown).utf8)
        }
        let made = JSONValue.object(
            members.map { member in
                switch (member.key.text, member.value) {
                case ("Q", .array(let values)):
                    JSONMember(member.key, .array(rebuild(values, named: packet.named(values, in: scope), packet)))
                case ("r", .array(let values)):
                    JSONMember(member.key, .array(rebuild(results: values, packet)))
                default: JSONMember(leaves.key(member.key), leaves.json(member.value, place(member.key.text)))
                }
            }
        ).minified
        return UnitTables.padded(made, to: data.count)
    }

    private func place(_ field: String, of entity: String = "packet", in table: LeafTable = table) -> LeafPlace {
        leaves.place(field, of: entity, in: table)
    }

    /// Rebuilds the values of a response; the second value of a wrapped push holds the inner values.
    private func rebuild(results values: [JSONValue], _ packet: NIMPacket) -> [JSONValue] {
        guard packet.wrapped != nil, values.count > 1, case .object(let members) = values[1] else {
            return rebuild(values, named: packet.named(values, in: scope), packet)
        }
        var result = values
        for index in values.indices where index != 1 {
            // The first value is the server's number of the message.
            result[index] = leaves.json(values[index], place(index == 0 ? "idServer" : "?"))
        }
        result[1] = .object(
            members.map { member in
                guard member.key.text == "body", let inner = member.value.elements else {
                    return JSONMember(leaves.key(member.key), leaves.json(member.value, place(member.key.text)))
                }
                let made = rebuild(inner, named: packet.named(inner, in: scope), packet)
                return JSONMember(member.key, .array(made))
            }
        )
        return result
    }

    private func rebuild(_ values: [JSONValue], named: [NIMCommand.Value?], _ packet: NIMPacket) -> [JSONValue] {
        let scope = packet.command(in: scope)?.scope ?? .im
        return zip(values, named).map { value, named in typed(value) { plain($0, named, scope) } }
    }

    /// Rebuilds a value that is wrapped in an object with its type, as in requests, or a plain value.
    private func typed(_ value: JSONValue, _ replace: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .object(let members) = value, value["t"] != nil, value["v"] != nil else { return replace(value) }
        return .object(
            members.map { member in
                switch member.key.text {
                case "v": JSONMember(member.key, replace(member.value))
                case "t": JSONMember(member.key, leaves.json(member.value, place("t")))
                default: JSONMember(leaves.key(member.key), leaves.json(member.value, place(member.key.text)))
                }
            }
        )
    }

    private func plain(_ value: JSONValue, _ named: NIMCommand.Value?, _ scope: NIMScope) -> JSONValue {
        guard let named else { return leaves.json(value, leaves.places.unknown) }
        guard let entity = named.entity else { return leaves.json(value, place(named.name, of: "body")) }
        guard let elements = value.elements else { return object(value, entity, named, scope) }
        return .array(elements.map { element in typed(element) { object($0, entity, named, scope) } })
    }

    /// The numbers that stay: those of all tags, of which one is -1, and of tags to come.
    private static let tagNumbers = -1...9999

    /// Rebuilds an object whose keys are tag numbers.
    private func object(
        _ value: JSONValue,
        _ entity: String,
        _ named: NIMCommand.Value,
        _ scope: NIMScope
    ) -> JSONValue {
        guard case .object(let members) = value else { return leaves.json(value, place(named.name, of: "body")) }
        return .object(
            members.map { member in
                guard let number = Int(member.key.text), "\(number)" == member.key.text,
                    Self.tagNumbers.contains(number)
                else {
                    return JSONMember(leaves.key(member.key), leaves.json(member.value, place(member.key.text)))
                }
                // An unknown tag has no class; its number reveals nothing.
                let name = NIMTags.tag(number, of: entity, in: scope)?.name ?? "?"
                let table = name == "attach" ? table(of: member.value, in: members, entity, scope) : Self.table
                return JSONMember(member.key, leaves.json(member.value, place(name, of: entity, in: table)))
            }
        )
    }

    // MARK: Attachments

    /// Returns the table of an attachment: NIM's own kinds are known, and of the applications' kinds only the demo's.
    ///
    /// - Parameter members: the members of the message with the attachment.
    private func table(
        of attach: JSONValue,
        in members: [JSONMember],
        _ entity: String,
        _ scope: NIMScope
    ) -> LeafTable {
        let tag = members.first { member in
            Int(member.key.text).flatMap { NIMTags.tag($0, of: entity, in: scope)?.name } == "type"
        }
        guard let type = tag?.value.int64 ?? tag?.value.string.flatMap({ Int64($0) }), let text = attach.string,
            let document = try? JSONDocument(text)
        else { return Self.applications }
        switch entity {
        case "msg", "broadcastMsg":
            // The contents of texts and tips are written by somebody, even if they are JSON.
            guard type != 0, type != 10,
                let kind = NIMContents.shape(type: type, document.root, isRoom: scope == .chatroom)?.id
            else { return Self.applications }
            return kind == "100" ? Self.customs : kind.hasPrefix("100/") ? Self.demos : Self.table
        case "sysMsg":
            let id = document.root.member(exactly: "id")?.int64
            let isDemo = id.map { id in NIMContents.all.contains { $0.id == "sys/\(id)" } } ?? false
            return isDemo ? Self.demos : Self.customNotices
        default: return Self.applications
        }
    }
}
