public import WireFormat

/// The name of a field, spelt as in a line of JSON.
public struct FieldKey: Sendable {
    /// The roles by which fields are found, whatever the system calls them.
    enum Role: UInt8, Sendable {
        /// Any other field.
        case other
        /// The type of a frame.
        case type
        /// The type of a frame in a system whose frames are commands.
        case command
        /// The topic of a frame.
        case topic
        /// The id that pairs a request with its answer.
        case messageId
        /// The result in an answer.
        case status
        /// The type of a chat message.
        case objectName
        /// The kind of conversation that a chat message is in.
        case conversation
        /// The id of the conversation.
        case target
    }

    /// Comma, name in quotation marks, colon; the comma is left out if the field is the first of its object.
    let spelled: StaticString
    /// The role of the field.
    let role: Role
    /// Whether the field's value is on the event's tape, too, as the unit has it.
    let isOnTape: Bool

    @inline(__always)
    init(_ spelled: StaticString, _ role: Role = .other, isOnTape: Bool = false) {
        self.spelled = spelled
        self.role = role
        self.isOnTape = isOnTape
    }

    /// The name alone.
    public var name: String { withName { String(decoding: $0, as: UTF8.self) } }

    /// Calls `look` with the bytes of the name.
    func withName<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        spelled.withUTF8Buffer { look(UnsafeBufferPointer(rebasing: $0.dropFirst(2).dropLast(2))) }
    }

    /// Whether the field has this name; the comparison makes no `String`.
    public func isCalled(_ name: StaticString) -> Bool {
        spelled.withUTF8Buffer { spelled in
            name.withUTF8Buffer { spelled.dropFirst(2).dropLast(2).elementsEqual($0) }
        }
    }
}

extension FieldKey {
    @inline(__always) static var type: FieldKey { FieldKey(",\"type\":", .type) }
    @inline(__always) static var topic: FieldKey { FieldKey(",\"topic\":", .topic) }
    @inline(__always) static var messageId: FieldKey { FieldKey(",\"messageId\":", .messageId) }
    @inline(__always) static var status: FieldKey { FieldKey(",\"status\":", .status) }
    @inline(__always) static var objectName: FieldKey { FieldKey(",\"objectName\":", .objectName) }
    @inline(__always) static var content: FieldKey { content(isOnTape: false) }
    @inline(__always)
    static func content(isOnTape: Bool) -> FieldKey { FieldKey(",\"content\":", isOnTape: isOnTape) }
    @inline(__always) static var contentBytes: FieldKey { FieldKey(",\"contentBytes\":") }
    @inline(__always) static var text: FieldKey { FieldKey(",\"text\":") }
    @inline(__always) static var conversation: FieldKey { FieldKey(",\"conversation\":", .conversation) }
    @inline(__always) static var target: FieldKey { FieldKey(",\"target\":", .target) }
    @inline(__always) static var sender: FieldKey { FieldKey(",\"sender\":") }
    @inline(__always) static var flags: FieldKey { FieldKey(",\"flags\":") }
    @inline(__always) static var uid: FieldKey { FieldKey(",\"uid\":") }
    @inline(__always) static var sentTime: FieldKey { FieldKey(",\"sentTime\":") }
}

/// A consumer of the fields of an event, in the order in which a line shows them.
///
/// A system describes an event once; a line of JSON, statistics and filters all use this description. Values arrive as
/// they may be shown: their secrets are shortened already.
public protocol FieldSink: ~Copyable {
    /// Returns whether the sink needs a field's value, so that unneeded values are not made.
    func wants(_ key: FieldKey) -> Bool
    /// Adds a text in UTF-8.
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>)
    /// Adds a word without anything that JSON escapes.
    mutating func word(_ key: FieldKey, _ word: StaticString)
    /// Names the type of a frame that has no word for it in its fields, for counts by type.
    mutating func unstatedType(_ word: StaticString)
    /// Adds an integer.
    mutating func number(_ key: FieldKey, _ value: Int64)
    /// Adds a moment in milliseconds since 1970.
    mutating func time(_ key: FieldKey, milliseconds: Int64)
    /// Adds a Bool.
    mutating func truth(_ key: FieldKey, _ value: Bool)
    /// Adds bytes, shown in hex.
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>)
    /// Adds a value that is JSON already.
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void)
    /// Adds a field under a name that only the wire knows.
    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void)
    /// Begins a chat message.
    ///
    /// - Parameter contentBytes: the length of the message's content on the wire.
    mutating func beginMessage(contentBytes: Int)
    /// Ends the chat message.
    mutating func endMessage()
}

extension FieldSink where Self: ~Copyable {
    /// Does nothing: the word is not a field.
    @inline(__always)
    public mutating func unstatedType(_ word: StaticString) {}

    /// Adds a text.
    @inline(__always)
    mutating func text(_ key: FieldKey, _ text: String) {
        var text = text
        text.withUTF8 { unsafe self.text(key, Span(_unsafeElements: $0)) }
    }
}
