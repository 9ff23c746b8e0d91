import WireFormat
public import WireJSON

/// The names of the numeric keys in NIM's objects.
///
/// Source: the table `nim-tags.csv`.
public enum NIMTags {
    /// A key: its number, its name, and the kind of secret in its value.
    public struct Tag: Hashable, Sendable {
        /// The number, which is text on the wire.
        public let number: Int
        /// The name.
        public let name: String
        /// `token` or `pushToken`; `nil` if the value is no secret.
        public let secret: String?
    }

    /// Finds the tag of an entity with a number; `nil` when the table has none.
    public static func tag(_ number: Int, of entity: String, in scope: NIMScope) -> Tag? {
        tables[Key(scope: scope, entity: entity)]?.byNumber[number]
    }

    /// Finds the tag of an entity with a name; `nil` when the table has none.
    public static func tag(named name: String, of entity: String, in scope: NIMScope) -> Tag? {
        tables[Key(scope: scope, entity: entity)]?.byName[name]
    }

    /// Returns the tags of an entity whose values are secrets.
    package static func secrets(of entity: String, in scope: NIMScope) -> [Tag] {
        tables[Key(scope: scope, entity: entity)]?.byNumber.values.filter { $0.secret != nil } ?? []
    }

    /// The keys of secrets in any entity.
    package static let secretKeys: Set<String> = tables.values.reduce(into: []) { keys, table in
        for tag in table.byNumber.values where tag.secret != nil { keys.insert("\(tag.number)") }
    }

    /// Returns an object with names instead of numeric keys; unknown keys, and other values, stay unchanged.
    public static func resolved(_ object: JSONValue, of entity: String, in scope: NIMScope) -> JSONValue {
        rename(object) { key in Int(key).flatMap { tag($0, of: entity, in: scope)?.name } }
    }

    /// Returns an object with numeric keys instead of names: the reverse of ``resolved(_:of:in:)``.
    public static func numbered(_ object: JSONValue, of entity: String, in scope: NIMScope) -> JSONValue {
        rename(object) { key in tag(named: key, of: entity, in: scope).map { "\($0.number)" } }
    }

    private static func rename(_ object: JSONValue, _ name: (String) -> String?) -> JSONValue {
        guard let members = object.members else { return object }
        return .object(members.map { JSONMember(name($0.key.text).map { JSONString($0) } ?? $0.key, $0.value) })
    }

    private struct Key: Hashable {
        let scope: NIMScope
        let entity: String
    }

    private struct Table {
        var byNumber: [Int: Tag] = [:]
        var byName: [String: Tag] = [:]
    }

    private static let tables: [Key: Table] = {
        var tables: [Key: Table] = [:]
        for cells in TableText.rows(CatalogueData.tags, columns: 6) {
            guard let scope = NIMScope(rawValue: cells[0]), let number = Int(cells[2]) else {
                preconditionFailure("tag \(cells)")
            }
            let tag = Tag(number: number, name: cells[3], secret: cells[5].isEmpty ? nil : cells[5])
            let key = Key(scope: scope, entity: cells[1])
            tables[key, default: Table()].byNumber[number] = tag
            if tables[key]?.byName[tag.name] == nil { tables[key]?.byName[tag.name] = tag }
        }
        return tables
    }()
}
