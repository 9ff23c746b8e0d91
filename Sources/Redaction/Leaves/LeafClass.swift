/// What a leaf of a unit holds, and thereby what becomes of it.
///
/// Only ``structure``, ``code``, ``time``, ``objectName`` and ``topic`` stay, and of these only values of the expected spelling.
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
}
