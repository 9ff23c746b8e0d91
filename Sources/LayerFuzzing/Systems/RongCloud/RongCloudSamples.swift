package import FuzzInputs
import RongCloud
package import WireFormat

/// RongCloud's traffic as samples.
package enum RongCloudSamples: SampleSystem {
    /// The topics.
    package static let words: [[UInt8]] = TopicTable.shared.map { Array($0.name.utf8) }

    /// The object names.
    package static let objectNames: [[UInt8]] = MessageRegistry.builtIn.objectNames.map { Array($0.utf8) }

    /// A frame of every type.
    package static let chat: [(FrameSender, [UInt8])] = {
        var frames: [(FrameSender, [UInt8])] = []
        let client = FrameSamples.everyType(.client, form: .websocket)
        let server = FrameSamples.everyType(.server, form: .websocket)
        for index in 0..<max(client.count, server.count) {
            if index < server.count, let bytes = try? server[index].encoded(sender: .server) {
                frames.append((.server, bytes))
            }
            if index < client.count, let bytes = try? client[index].encoded(sender: .client) {
                frames.append((.client, bytes))
            }
        }
        return frames
    }()

    package static var otherSessions: [SampleSession] { [.tcpForm(), .polling()] }

    package static func shape(ofMessage bytes: [UInt8], from sender: FrameSender) -> Shape? {
        FrameShape.frame(bytes, form: .websocket, sender: sender)
    }

    /// Returns the shape of frames of the TCP form that fill the bytes; bodies stay obfuscated.
    package static func shape(ofStream bytes: [UInt8]) -> Shape? {
        var frames: [Shape] = []
        var place = 0
        let key = [UInt8](repeating: 0, count: 8)
        while place < bytes.count {
            guard let read = try? TCPEnvelope(bytes.span, at: place), read.totalLength <= bytes.count - place else {
                return nil
            }
            let body = bytes[place + read.prefixLength..<place + read.totalLength]
            frames.append(
                Shape("tcpForm", framing: .checked(header: bytes[place], key: key), [Shape("body", .bytes, body)])
            )
            place += read.totalLength
        }
        return Shape("frames", frames)
    }
}
