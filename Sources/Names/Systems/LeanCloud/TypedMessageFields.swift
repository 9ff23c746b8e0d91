/// The keys that the classes of typed messages declare, by class.
struct TypedMessageFields {
    private var classes: [String: [String: ContentKeyKind]] = [:]
    /// The classes with a key that cannot be read.
    private var spoilt: Set<String> = []
    /// The maximum number of keys of a class.
    private static let limit = 256

    /// Adds a key, except those of every typed message, which begin with `_lc`.
    mutating func add(_ key: String, _ kind: ContentKeyKind, to owner: String) {
        guard !key.isEmpty, key.utf8.count <= 64, !key.hasPrefix("_lc") else { return }
        let known = classes[owner]?[key]
        guard known != nil || classes[owner, default: [:]].count < Self.limit else { return }
        let isSame = known == nil || known == .unknown || known == kind
        classes[owner, default: [:]][key] = isSame ? kind : kind == .unknown ? known : .unknown
    }

    /// Records that a key of a class cannot be read, so that its other keys cannot be compared.
    mutating func spoil(_ owner: String) { spoilt.insert(owner) }

    /// Returns the keys of a class; empty if one of them cannot be read.
    func keys(of owner: String) -> [String: ContentKeyKind] { spoilt.contains(owner) ? [:] : classes[owner] ?? [:] }

    /// Returns the kind of value that a declared type holds.
    static func kind(of type: SourceToken) -> ContentKeyKind {
        switch type.text {
        case "String", "string", "NSString", "CharSequence": .text
        case "int", "Int", "Integer", "long", "Long", "short", "Short", "float", "Float", "double", "Double", "Number",
            "NSNumber", "Int32", "Int64", "decimal":
            .number
        case "boolean", "Boolean", "bool", "Bool": .flag
        case "Map", "HashMap", "MutableMap", "JSONObject", "Dictionary", "IDictionary", "NSDictionary": .object
        case "List", "ArrayList", "MutableList", "JSONArray", "Set", "Array", "NSArray", "IList": .list
        default: .unknown
        }
    }
}
