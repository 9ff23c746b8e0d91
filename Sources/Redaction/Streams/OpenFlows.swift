/// The open connections while a capture is read, by their index in the connection table.
struct OpenFlows<Connection: AnyObject> {
    private var connections: [Connection?] = []

    /// The connection at an index; `nil` if the connection is not rewritten.
    subscript(place: Int) -> Connection? {
        @inline(__always) get { place < connections.count ? connections[place] : nil }
        set {
            while connections.count <= place { connections.append(nil) }
            connections[place] = newValue
        }
    }

    /// The indices that were used.
    var places: Range<Int> { connections.indices }

    /// All open connections.
    var all: [Connection] { connections.compactMap(\.self) }
}
