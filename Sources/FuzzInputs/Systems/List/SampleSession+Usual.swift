/// The switch to WebSocket of the system that carries what is about transports alone.
///
/// This folder is the one place where plans of no system name one.
extension SampleSession {
    /// The request to switch to WebSocket, and the answer.
    package mutating func upgrade(compressed: Bool = false) {
        upgrade(extensions: compressed ? "permessage-deflate" : nil)
    }

    /// The request to switch to WebSocket, and the answer, which agrees to the extensions.
    ///
    /// - Parameter isAnswered: whether the answer was captured.
    mutating func upgrade(extensions: String?, isAnswered: Bool = true) {
        upgrade(extensions: extensions, version: "4.2.0", isAnswered: isAnswered)
    }
}
