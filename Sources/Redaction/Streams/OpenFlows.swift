/// The open connections while a capture is read, by their index in the connection table.
struct OpenFlows {
    private var rewriters: [FlowRewriter?] = []

    /// The rewriter of the connection at an index; `nil` if the connection is not rewritten.
    subscript(place: Int) -> FlowRewriter? {
        @inline(__always) get { place < rewriters.count ? rewriters[place] : nil }
        set {
            while rewriters.count <= place { rewriters.append(nil) }
            rewriters[place] = newValue
        }
    }

    /// The rewriters of all open connections.
    var all: [FlowRewriter] { rewriters.compactMap(\.self) }
}
