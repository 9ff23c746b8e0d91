package import FuzzInputs
package import WireFormat

/// The systems that have samples: those of others come with their targets.
package enum SampleSystems {
    /// All, in the order in which they are asked.
    private static let all: [any SampleSystem.Type] = [usual]
    /// The one whose conversations carry what is about transports alone; it takes any message apart.
    package static let usual: any SampleSystem.Type = RongCloudSamples.self

    /// Words that mean something to a system's decoder.
    package static let words: [[UInt8]] = all.flatMap { $0.words }

    /// Conversations in every form.
    package static var sessions: [SampleSession] { [.chat()] + all.flatMap { $0.otherSessions } }

    /// A binary WebSocket message taken apart.
    package static func shape(ofMessage bytes: [UInt8], from sender: FrameSender) -> Shape? {
        for system in all { if let shape = system.shape(ofMessage: bytes, from: sender) { return shape } }
        return nil
    }

    /// A stretch of a TCP stream taken apart.
    package static func shape(ofStream bytes: [UInt8]) -> Shape? {
        for system in all { if let shape = system.shape(ofStream: bytes) { return shape } }
        return nil
    }
}
