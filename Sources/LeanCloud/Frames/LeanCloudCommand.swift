import WireProtobuf

/// The subject of a command: the enum `CommandType`, as text in the JSON form.
///
/// The set is open: any number is kept.
public struct LeanCloudCommand: RawRepresentable, Hashable, Sendable {
    /// The number on the wire.
    public let rawValue: Int32

    /// Makes a command from a number.
    public init(rawValue: Int32) { self.rawValue = rawValue }

    /// Finds the command with a name, case-sensitively.
    public init?(name: String) {
        guard let value = LeanCloudSchema.shared.value(named: name, in: Self.enumeration) else { return nil }
        self.init(rawValue: value)
    }

    /// The name in the enum; `nil` for a number without a name.
    public var name: String? { Self.names[rawValue] }

    /// The commands with names, in the order of their numbers.
    public static let known: [LeanCloudCommand] = names.keys.sorted().map(LeanCloudCommand.init)

    private static let enumeration = LeanCloudSchema.enumeration("CommandType")
    private static let names = LeanCloudSchema.shared.names(of: enumeration, upTo: 255)

    /// Opens and closes the session of a client.
    public static let session = LeanCloudCommand(rawValue: 0)
    /// Conversations and their members.
    public static let conv = LeanCloudCommand(rawValue: 1)
    /// A message.
    public static let direct = LeanCloudCommand(rawValue: 2)
    /// The answer to a message, or the receipt for one.
    public static let ack = LeanCloudCommand(rawValue: 3)
    /// Delivery and read receipts.
    public static let rcp = LeanCloudCommand(rawValue: 4)
    /// Counts of unread messages.
    public static let unread = LeanCloudCommand(rawValue: 5)
    /// Past messages.
    public static let logs = LeanCloudCommand(rawValue: 6)
    /// A failure.
    public static let error = LeanCloudCommand(rawValue: 7)
    /// The login for push and live query.
    public static let login = LeanCloudCommand(rawValue: 8)
    /// Push payloads and events of live queries.
    public static let data = LeanCloudCommand(rawValue: 9)
    /// Rooms of the first SDKs.
    public static let room = LeanCloudCommand(rawValue: 10)
    /// The client marks conversations read.
    public static let read = LeanCloudCommand(rawValue: 11)
    /// The keep-alive of the JavaScript SDK.
    public static let echo = LeanCloudCommand(rawValue: 14)
    /// Messages that were edited or recalled.
    public static let patch = LeanCloudCommand(rawValue: 18)
    /// Clients that may not join conversations or write in them.
    public static let blacklist = LeanCloudCommand(rawValue: 20)
    /// The server requests that the client connect elsewhere.
    public static let goaway = LeanCloudCommand(rawValue: 21)
}

/// The action of a command: the enum `OpType`, as text in the JSON form.
///
/// A number is meaningful only together with the command. The set is open: any number is kept.
public struct LeanCloudOp: RawRepresentable, Hashable, Sendable {
    /// The number on the wire, a signed one of 32 bits; for ``error``, which has none, a number beyond these bits.
    public let rawValue: Int64

    /// Makes an op from a number.
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// A failure, in the JSON form only: the enum has no such value, so no number of the protobuf forms means it.
    public static let error = LeanCloudOp(rawValue: .min)

    /// Finds the op with a name, case-sensitively, with underscores or with the hyphens of the JSON form.
    public init?(name: String) {
        if name == "error" {
            self = .error
            return
        }
        let spelling = String(name.map { $0 == "-" ? "_" : $0 })
        guard let value = LeanCloudSchema.shared.value(named: spelling, in: Self.enumeration) else { return nil }
        self.init(rawValue: Int64(value))
    }

    /// The name in the enum, or `error` for ``error``; `nil` for a number without a name.
    public var name: String? {
        if self == .error { return "error" }
        return Int32(exactly: rawValue).flatMap { Self.names[$0] }
    }

    /// The name in the JSON form, with hyphens; `nil` for a number without a name.
    public var textName: String? { name.map { String($0.map { $0 == "_" ? "-" : $0 }) } }

    private static let enumeration = LeanCloudSchema.enumeration("OpType")
    private static let names = LeanCloudSchema.shared.names(of: enumeration, upTo: 255)
}

extension ProtobufSchema {
    /// Returns the names of an enumeration's values from 0 on.
    fileprivate func names(of enumeration: EnumIndex, upTo last: Int32) -> [Int32: String] {
        var names: [Int32: String] = [:]
        for value in 0...last { names[value] = valueName(value, in: enumeration) }
        return names
    }
}
