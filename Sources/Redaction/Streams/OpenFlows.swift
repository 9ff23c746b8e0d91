/// The connections that are open while a capture is read, by their places in the table of connections.
struct OpenFlows {
    private var rewriters: [FlowRewriter?] = []

    /// The one at a place; `nil` for one that is not rewritten.
    subscript(place: Int) -> FlowRewriter? {
        @inline(__always) get { place < rewriters.count ? rewriters[place] : nil }
        set {
            while rewriters.count <= place { rewriters.append(nil) }
            rewriters[place] = newValue
        }
    }

    /// All of them.
    var all: [FlowRewriter] { rewriters.compactMap(\.self) }
}
