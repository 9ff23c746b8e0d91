import WireFormat
import WireJSON

/// The class of a leaf of a unit, which decides whether the leaf's value stays or is replaced.
///
/// Only values of ``structure``, ``code``, ``time``, ``objectName`` and ``topic`` may stay, and of these only values
/// that ``allows(text:isVersion:)`` and ``allows(number:inContent:)`` accept.
package enum LeafClass: String, CaseIterable, Sendable {
    /// A token, key, signature or password.
    case token
    /// An id of a user, group, room, conversation, device or session.
    case user
    /// A name that people see.
    case name
    /// A text that a person wrote.
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
    /// A command or operation of the protocol.
    case command
    /// A message's id, which holds a hash of its target.
    case messageUID
    /// A message's content; the object name tells its format.
    case content
    /// JSON of the application: the shape stays, the leaves are replaced.
    case application
    /// A field that no table declares.
    case unknown

    /// Whether texts and numbers of this class may stay.
    @inline(__always)
    var mayStay: Bool {
        switch self {
        case .structure, .code, .time, .objectName, .topic, .command: true
        default: false
        }
    }

    /// Returns whether a text is spelt like a value of this class that may stay.
    ///
    /// - Parameter isVersion: whether the field holds a version.
    func allows(text: Span<UInt8>, isVersion: Bool) -> Bool {
        switch self {
        case .structure:
            let word = String(decodingUTF8: text)
            return Vocabulary.isWord(word) || isVersion && Vocabulary.isLongVersion(word)
                || text.isJSONNumber && Vocabulary.isSmallNumber(text)
        case .code: return Vocabulary.isShortNumber(text)
        case .time: return Vocabulary.isTime(text) || Vocabulary.isShortNumber(text)
        case .topic: return Vocabulary.isTopic(String(decodingUTF8: text))
        case .command: return Vocabulary.isCommand(String(decodingUTF8: text))
        case .objectName: return Vocabulary.isObjectName(String(decodingUTF8: text))
        default: return false
        }
    }

    /// Returns whether a number, as JSON spells it, may stay.
    ///
    /// The decoder may need any number that the protocol itself writes. A number in a content may identify a person, so
    /// only short numbers and times stay there.
    func allows(number: Span<UInt8>, inContent: Bool) -> Bool {
        switch self {
        case .structure: !inContent || Vocabulary.isSmallNumber(number)
        case .time: !inContent || Vocabulary.isSmallNumber(number) || Vocabulary.isTime(number)
        case .code, .objectName, .command: Vocabulary.isSmallNumber(number)
        default: false
        }
    }

    /// Whether numbers of protobuf stay: protobuf fields belong to the protocol itself.
    var allowsBits: Bool { self == .structure || self == .time || self == .command }
}

extension Span where Element == UInt8 {
    /// Whether the bytes are spelt like a number of JSON.
    var isJSONNumber: Bool {
        guard !isEmpty, self[0] == UInt8(ascii: "-") || self[0] &- 48 < 10 else { return false }
        return (try? JSONNumber(spelling: String(decodingUTF8: self))) != nil
    }
}
