/// Applies protobuf's merging rules to messages whose fields are not in order or not unique.
///
/// The last scalar of a field wins, the parts of a singular message merge, and of a oneof only the last field stays.
/// Fields are in the order of their first appearance. All other messages are read without this type.
struct ProtobufMerge {
    /// A known field with its nodes in the order of their bytes; a singular scalar has only its last node.
    ///
    /// The nodes are empty if another field of its oneof came later.
    struct Member {
        let field: FieldIndex
        var nodes: [Int]
    }

    private(set) var members: [Member] = []

    /// Collects the fields of the union of the messages at `parts`.
    ///
    /// - Parameter runs: the repeated fields in each run, by the run's node; runs that are not listed are skipped.
    init(
        _ parts: [Int],
        _ nodes: Span<ProtobufNode>,
        _ fields: Span<ProtobufField>,
        runs: [Int: [FieldIndex]] = [:]
    ) {
        var places: [Int32: Int] = [:]
        var oneofs: [Int32: Int] = [:]
        for part in parts {
            var index = part + 1
            let end = Int(nodes[part].next)
            while index < end {
                defer { index = Int(nodes[index].next) }
                if nodes[index].holdsKnown {
                    for field in runs[index] ?? [] { members[place(of: field, &places)].nodes.append(index) }
                }
                let field = nodes[index].field
                guard field.isKnown else { continue }
                let place = place(of: field, &places)
                let info = fields[Int(field.rawValue)]
                if info.oneof >= 0 {
                    if let other = oneofs[info.oneof], other != place { members[other].nodes = [] }
                    oneofs[info.oneof] = place
                }
                let isLastOnly = !info.isRepeated && info.kind != .message && info.kind != .group
                if isLastOnly { members[place].nodes.removeAll(keepingCapacity: true) }
                members[place].nodes.append(index)
            }
        }
        members.removeAll { $0.nodes.isEmpty }
    }

    private mutating func place(of field: FieldIndex, _ places: inout [Int32: Int]) -> Int {
        if let known = places[field.rawValue] { return known }
        places[field.rawValue] = members.count
        members.append(Member(field: field, nodes: []))
        return members.count - 1
    }
}
