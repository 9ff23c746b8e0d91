import WireFormat

/// Provides titles and meanings of a tree's nodes, beside their names in the bytes.
///
/// The nodes of a large unit arrive in several lists, one after the other.
protocol NodeNaming: AnyObject {
    func names(of nodes: [FieldTree.Node], _ bytes: Span<UInt8>) -> NodeNames
}

/// The titles and meanings of some nodes of a list, by their index in the list.
struct NodeNames {
    var titles: [Int: String] = [:]
    var meanings: [Int: String] = [:]
}
