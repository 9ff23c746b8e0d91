/// The upgrade to WebSocket for plans about transports alone, with the usual system.
///
/// Only this folder names a system for plans that belong to none.
extension SampleSession {
    /// Sends the request to upgrade to WebSocket, and the response.
    package mutating func upgrade(compressed: Bool = false) {
        upgrade(extensions: compressed ? "permessage-deflate" : nil)
    }

    /// Sends the request to upgrade to WebSocket, and the response, which agrees to the extensions.
    ///
    /// - Parameter isAnswered: whether the response was captured.
    mutating func upgrade(extensions: String?, isAnswered: Bool = true) {
        upgrade(extensions: extensions, version: "4.2.0", isAnswered: isAnswered)
    }
}
