import WireFormat

/// What a leaf of a unit holds, and thereby what becomes of it.
///
/// Only ``structure``, ``code``, ``time``, ``objectName`` and ``topic`` stay, and of these only values that ``allows(text:isVersion:)``
/// and ``allows(number:inContent:)`` let stay.
package enum LeafClass: String, CaseIterable, Sendable {
    /// A token, key, signature or password.
    case token
    /// An id of a user, group, room, conversation, device or session.
    case user
    /// A name that people see.
    case name
    /// What people wrote.
    case text
    /// A link or a host.
    case url
    /// A place on earth.
    case coordinate
    /// An image, voice or other file, as base64 or bytes.
    case media
    /// A point in time.
    case time
    /// A number, flag or word of the protocol.
    case structure
    /// A small number of the protocol, such as the number of a type; a longer one is replaced.
    case code
    /// The name of a message's type.
    case objectName
    /// A topic of the protocol.
    case topic
    /// A message's id, which holds a hash of its target.
    case messageUID
    /// A message's content, which its object name describes.
    case content
    /// JSON of the application: the shape stays, its leaves do not.
    case application
    /// What nobody has declared.
    case unknown

    /// Whether texts and numbers of this class may stay.
    @inline(__always)
    var mayStay: Bool {
        switch self {
        case .structure, .code, .time, .objectName, .topic: true
        default: false
        }
    }

    /// Whether a text has a spelling that values of this class have.
    ///
    /// - Parameter isVersion: whether its field says a version.
    func allows(text: Span<UInt8>, isVersion: Bool) -> Bool {
        switch self {
        case .structure:
            let text = String(decodingUTF8: text)
            return Vocabulary.isWord(text) || isVersion && Vocabulary.isLongVersion(text)
        case .code: return Vocabulary.isShortNumber(text)
        case .time: return Vocabulary.isTime(text)
        case .topic: return Vocabulary.isTopic(String(decodingUTF8: text))
        case .objectName: return Vocabulary.isObjectName(String(decodingUTF8: text))
        default: return false
        }
    }

    /// Whether a number may stay, as JSON spells it.
    ///
    /// Where the protocol itself writes numbers, the decoder may need them whatever they are; what an application writes
    /// into a content may be somebody's number, so that only short ones and times stay there.
    func allows(number: Span<UInt8>, inContent: Bool) -> Bool {
        switch self {
        case .structure: !inContent || Vocabulary.isSmallNumber(number)
        case .time: !inContent || Vocabulary.isSmallNumber(number) || Vocabulary.isTime(number)
        case .code, .objectName: Vocabulary.isShortNumber(number)
        default: false
        }
    }

    /// Whether numbers of protobuf stay: its fields are the protocol's own.
    var allowsBits: Bool { self == .structure || self == .time }
}
