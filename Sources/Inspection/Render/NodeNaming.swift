import WireFormat

/// Tells what nodes of a tree are called, beside their names in the bytes.
///
/// The nodes of a large unit come in several lists, one after the other.
protocol NodeNaming: AnyObject {
    func names(of nodes: [FieldTree.Node], _ bytes: Span<UInt8>) -> NodeNames
}

/// What some nodes of a list are called and mean, by their places in it.
struct NodeNames {
    var titles: [Int: String] = [:]
    var meanings: [Int: String] = [:]
}
