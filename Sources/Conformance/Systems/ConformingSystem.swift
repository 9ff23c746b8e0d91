import Inspection
import WireFormat
import WireJSON

/// A system's part of conformance: its operations, codes and messages.
///
/// Runner, adapters, reports and cards use this protocol; the list of systems is in `Systems/List`.
protocol ConformingSystem: SendableMetatype {
    /// The system.
    static var system: MessagingSystem { get }

    // MARK: Operations

    /// The operations of the system's codecs, in the order of the handshake.
    static var operations: [LibraryAdapter.Operation] { get }
    /// Returns the library's answer, or `nil` for an operation that the system does not have.
    static func value(_ operation: LibraryAdapter.Operation, _ input: AdapterInput) throws(WireError) -> JSONValue?
    /// Returns a content, if it can be one of a type.
    ///
    /// Throws `unsupported` for a name that is no type's, and `value` for another type's content or a content that is
    /// no object.
    static func checked(_ content: JSONValue, as objectName: String) throws(WireError) -> JSONValue
    /// The requests with undisputed answers, for testing adapters.
    static var knownAnswers: [KnownAnswer] { get }
    /// Returns the state for recording a connection's units as cases.
    ///
    /// - Parameter key: the key of the connection's bytes, if the user has given one.
    static func recording(key: [UInt8]?) -> any UnitRecording

    // MARK: Catalogue

    /// Returns the meanings of a number.
    static func meanings(of code: Int) -> [CodeCard.Meaning]
    /// Returns the numbers with a name.
    static func codes(named name: String) -> [Int]
    /// The members of the list of messages that describe the whole catalogue.
    static var catalogueMembers: [JSONMember] { get }

    // MARK: Names

    /// Returns whether a type of message has exactly this name.
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

// The operations for frames as frame objects, and for contents that are given as written.
extension ConformingSystem {
    /// Returns the answer to an operation that most systems have.
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

    /// Throws an error if a content is no object.
    static func demandObject(_ content: JSONValue) throws(WireError) {
        guard content.members != nil else { throw WireError(.value, at: 0, expected: "an object") }
    }

    /// Returns the error for a name that is no type's.
    static func unknownType(_ objectName: String) -> WireError {
        WireError(.unsupported, at: 0, path: ["objectName"], expected: "a type of \(system.name), not \(objectName)")
    }

    /// Returns the error for a content whose type differs from the requested type.
    static func anotherType(_ key: String, than number: Int64) -> WireError {
        WireError(.value, at: 0, path: [key], expected: "\(number), which the type is")
    }
}

extension AdapterInput {
    /// Returns the options for a single unit beside its bytes.
    fileprivate func frameOptions() throws(WireError) -> FrameObjectOptions {
        // These systems recognise the form from the unit, but an unknown form is still an error.
        _ = try form()
        return FrameObjectOptions(
            sender: try sender(),
            subprotocol: try optionalText("subprotocol"),
            scope: try optionalText("scope")
        )
    }
}
