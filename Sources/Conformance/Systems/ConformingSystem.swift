import Inspection
import WireFormat
import WireJSON

/// What a system adds to conformance: the operations that it has, and what is known of its codes and messages.
///
/// Runner, adapters, reports and cards ask here; which systems there are stands in `Systems/List`.
protocol ConformingSystem: SendableMetatype {
    /// The system.
    static var system: MessagingSystem { get }

    // MARK: Operations

    /// The operations that a codec of the system can be asked for, in the order of the handshake.
    static var operations: [LibraryAdapter.Operation] { get }
    /// What the library answers; `nil` for an operation that the system does not have.
    static func value(_ operation: LibraryAdapter.Operation, _ input: AdapterInput) throws(WireError) -> JSONValue?
    /// A content, when it can be one of a type.
    ///
    /// Throws `unsupported` for a name that is no type's, `value` for another type's content and for what is no object.
    static func checked(_ content: JSONValue, as objectName: String) throws(WireError) -> JSONValue
    /// Requests whose answers are beyond doubt, with which adapters are tested.
    static var knownAnswers: [KnownAnswer] { get }
    /// What recording a connection's units as cases takes.
    ///
    /// - Parameter key: the key of its bytes, where the user gave one.
    static func recording(key: [UInt8]?) -> any UnitRecording

    // MARK: Catalogue

    /// What a number stands for.
    static func meanings(of code: Int) -> [CodeCard.Meaning]
    /// The numbers that have a name.
    static func codes(named name: String) -> [Int]
    /// What the list of messages says of the whole catalogue.
    static var catalogueMembers: [JSONMember] { get }

    // MARK: Names

    /// Whether a type of message has this name, letter by letter.
    static func isName(_ text: String) -> Bool
}

extension ConformingSystem {
    static var operations: [LibraryAdapter.Operation] { [.decodeFrame, .encodeFrame, .decodeMessage, .encodeMessage] }
    static func value(_ operation: LibraryAdapter.Operation, _ input: AdapterInput) throws(WireError) -> JSONValue? {
        try usualValue(operation, input)
    }
    static var knownAnswers: [KnownAnswer] { [] }
    static func recording(key: [UInt8]?) -> any UnitRecording { PlainRecording() }
    static func meanings(of code: Int) -> [CodeCard.Meaning] { [] }
    static func codes(named name: String) -> [Int] { [] }
    static var catalogueMembers: [JSONMember] { [] }
    static func isName(_ text: String) -> Bool { false }
}

// The operations of frames by way of frame objects, and those of contents that are given as they are written.
extension ConformingSystem {
    /// The answer to an operation that most systems have.
    static func usualValue(
        _ operation: LibraryAdapter.Operation,
        _ input: AdapterInput
    ) throws(WireError) -> JSONValue? {
        switch operation {
        case .decodeFrame:
            let bytes = try input.bytes("hex")
            return try JSONValue(parsing: try system.frameObject(of: bytes, try input.frameOptions()))
        case .encodeFrame:
            let object = try input.value("frame").minified
            return ["hex": JSONValue(Hex.encode(try system.frameBytes(of: object, try input.frameOptions())))]
        case .decodeMessage:
            let name = try input.text("objectName")
            return try checked(try JSONValue(parsing: try input.bytes("hex")), as: name)
        case .encodeMessage:
            let name = try input.text("objectName")
            return ["hex": JSONValue(Hex.encode(try checked(try input.value("content"), as: name).minified))]
        default: return nil
        }
    }

    /// Throws where a content is no object.
    static func demandObject(_ content: JSONValue) throws(WireError) {
        guard content.members != nil else { throw WireError(.value, at: 0, expected: "an object") }
    }

    /// A name that is no type's.
    static func unknownType(_ objectName: String) -> WireError {
        WireError(.unsupported, at: 0, path: ["objectName"], expected: "a type of \(system.name), not \(objectName)")
    }

    /// A content that says another type than it is said to be.
    static func anotherType(_ key: String, than number: Int64) -> WireError {
        WireError(.value, at: 0, path: [key], expected: "\(number), which the type is")
    }
}

extension AdapterInput {
    /// What is said of a single unit beside its bytes.
    fileprivate func frameOptions() throws(WireError) -> FrameObjectOptions {
        // These systems tell the form from the unit; one that there is not is an error all the same.
        _ = try form()
        return FrameObjectOptions(
            sender: try sender(),
            subprotocol: try optionalText("subprotocol"),
            scope: try optionalText("scope")
        )
    }
}
