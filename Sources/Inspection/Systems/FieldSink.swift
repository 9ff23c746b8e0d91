public import WireFormat
import WireJSON

/// The name of a field, spelt as it stands in a line of JSON.
public struct FieldKey: Sendable {
    /// Fields that are asked for by their place, whatever the system calls them.
    enum Role: UInt8, Sendable {
        /// Any other.
        case other
        /// What a frame is.
        case type
        /// The same of a system whose frames are commands.
        case command
        /// What a frame is about.
        case topic
        /// What pairs a request with its answer.
        case messageId
        /// The result in an answer.
        case status
        /// The type of a chat message.
        case objectName
        /// The kind of conversation that a chat message is in.
        case conversation
        /// Its id.
        case target
    }

    /// Comma, name in quotation marks, colon; the comma is left out where the field is an object's first.
    let spelled: StaticString
    /// What it is asked for as.
    let role: Role
    /// Whether its value is on the event's tape, too, as the unit has it.
    let isOnTape: Bool

    /// Makes a key.
    @inline(__always)
    init(_ spelled: StaticString, _ role: Role = .other, isOnTape: Bool = false) {
        self.spelled = spelled
        self.role = role
        self.isOnTape = isOnTape
    }

    /// The name alone.
    public var name: String { withName { String(decoding: $0, as: UTF8.self) } }

    /// Looks at the bytes of the name.
    func withName<Result>(_ look: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        spelled.withUTF8Buffer { look(UnsafeBufferPointer(rebasing: $0.dropFirst(2).dropLast(2))) }
    }

    /// Whether the field is called so; no text is made for the comparison.
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

/// Takes the fields of an event in the order in which a line shows them.
///
/// A system describes an event once; a line of JSON, statistics and filters are made of that one description. Values come
/// as they may be shown: secrets are shortened before.
public protocol FieldSink: ~Copyable {
    /// Whether a field's value is looked at, so that no other is made.
    func wants(_ key: FieldKey) -> Bool
    /// A text in UTF-8.
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>)
    /// A word without anything that JSON escapes.
    mutating func word(_ key: FieldKey, _ word: StaticString)
    /// A whole number.
    mutating func number(_ key: FieldKey, _ value: Int64)
    /// A moment in milliseconds since 1970.
    mutating func time(_ key: FieldKey, milliseconds: Int64)
    /// True or false.
    mutating func truth(_ key: FieldKey, _ value: Bool)
    /// Bytes, shown in hex.
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>)
    /// A value that is JSON already.
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void)
    /// A field under a name that only the wire knows.
    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void)
    /// A chat message begins.
    ///
    /// - Parameter contentBytes: how long its content is on the wire.
    mutating func beginMessage(contentBytes: Int)
    /// The chat message ends.
    mutating func endMessage()
}

extension FieldSink where Self: ~Copyable {
    /// A text.
    @inline(__always)
    mutating func text(_ key: FieldKey, _ text: String) {
        var text = text
        text.withUTF8 { unsafe self.text(key, Span(_unsafeElements: $0)) }
    }
}
