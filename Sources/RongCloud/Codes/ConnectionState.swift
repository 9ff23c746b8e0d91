import WireFormat

/// The state of a connection as the web SDKs report it to the application.
///
/// Not on the wire. Other platforms use other numbers for the states. The set is open: any value is kept.
public struct ConnectionState: RawRepresentable, Hashable, Sendable {
    /// The number.
    public let rawValue: Int

    /// Makes the state with this number, known or not.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Connected.
    public static let connected = ConnectionState(rawValue: 0)
    /// Connecting.
    public static let connecting = ConnectionState(rawValue: 1)
    /// Disconnected.
    public static let disconnected = ConnectionState(rawValue: 2)
    /// The network is not available.
    public static let networkUnavailable = ConnectionState(rawValue: 3)
    /// The connection was closed.
    public static let closed = ConnectionState(rawValue: 4)
    /// Another device of the user logged in.
    public static let kicked = ConnectionState(rawValue: 6)
    /// The user is blocked.
    public static let blocked = ConnectionState(rawValue: 9)
    /// The server ended the connection.
    public static let closedByServer = ConnectionState(rawValue: 13)
    /// The server asks to connect elsewhere.
    public static let redirected = ConnectionState(rawValue: 14)

    /// The states that have a name, by number.
    public static var known: [ConnectionState] { rows.map(\.state) }

    /// A short name, such as `kicked`; `nil` if the state has none.
    public var name: String? { row?.name }

    /// The meaning in words; `nil` if it is not known.
    public var meaning: String? { row?.meaning }

    /// Remarks; `nil` if there are none.
    public var note: String? { row.flatMap { $0.note.isEmpty ? nil : $0.note } }

    private var row: Row? { Self.rows.first { $0.state == self } }

    private struct Row {
        var state: ConnectionState
        var name: String
        var meaning: String
        var note: String
    }

    private static let rows: [Row] = TableText.rows(CodeData.connectionStates, columns: 4).map { cells in
        guard let code = Int(cells[0]) else { preconditionFailure("connection state \(cells[0])") }
        return Row(state: ConnectionState(rawValue: code), name: cells[1], meaning: cells[2], note: cells[3])
    }
}
