package import FuzzInputs
package import WireFormat

/// The systems with samples; the samples of other systems are in their targets.
package enum SampleSystems {
    /// All systems with samples, in lookup order.
    private static let all: [any SampleSystem.Type] = [usual]
    /// The system whose conversations are used for targets of transports; its shapes accept any message.
    package static let usual: any SampleSystem.Type = RongCloudSamples.self

    /// The words that have a meaning for a system's decoder.
    package static let words: [[UInt8]] = all.flatMap { $0.words }

    /// The conversations in every form.
    package static var sessions: [SampleSession] { [.chat()] + all.flatMap { $0.otherSessions } }

    /// Returns the shape of a binary WebSocket message.
    package static func shape(ofMessage bytes: [UInt8], from sender: FrameSender) -> Shape? {
        for system in all { if let shape = system.shape(ofMessage: bytes, from: sender) { return shape } }
        return nil
    }

    /// Returns the shape of a stretch of a TCP stream.
    package static func shape(ofStream bytes: [UInt8]) -> Shape? {
        for system in all { if let shape = system.shape(ofStream: bytes) { return shape } }
        return nil
    }
}
