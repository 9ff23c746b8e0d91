/// The keys that the classes of typed messages declare, by class.
struct TypedMessageFields {
    private var classes: [String: [String: ContentKeyKind]] = [:]
    /// Classes with a key that cannot be read.
    private var spoilt: Set<String> = []
    /// Keys of one class that are kept.
    private static let limit = 256

    /// Notes a key; those of every typed message begin with `_lc`.
    mutating func add(_ key: String, _ kind: ContentKeyKind, to owner: String) {
        guard !key.isEmpty, key.utf8.count <= 64, !key.hasPrefix("_lc") else { return }
        let known = classes[owner]?[key]
        guard known != nil || classes[owner, default: [:]].count < Self.limit else { return }
        let isSame = known == nil || known == .unknown || known == kind
        classes[owner, default: [:]][key] = isSame ? kind : kind == .unknown ? known : .unknown
    }

    /// Notes that a key of a class cannot be read: then the others say nothing.
    mutating func spoil(_ owner: String) { spoilt.insert(owner) }

    /// The keys of a class; none where one of them cannot be read.
    func keys(of owner: String) -> [String: ContentKeyKind] { spoilt.contains(owner) ? [:] : classes[owner] ?? [:] }

    /// What a declared type holds.
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
