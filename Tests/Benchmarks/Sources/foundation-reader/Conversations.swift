import Foundation
import RongCloudProtobuf
import SwiftProtobuf

/// The WebSocket conversations of a capture: counts their frames and parses the contents of their messages.
struct Conversations {
    private struct Direction {
        var next: UInt32
        var isClient: Bool
        var isUpgraded = false
        var buffer = Data()
    }

    private var directions: [Data: Direction] = [:]
    private(set) var frames = 0
    private(set) var contents = 0
    private(set) var values = 0

    mutating func receive(_ segment: Segment) {
        let key = segment.source + segment.destination
        if segment.isSYN {
            let isClient = directions[segment.destination + segment.source] == nil
            directions[key] = Direction(next: segment.sequence &+ 1, isClient: isClient)
            return
        }
        guard var direction = directions.removeValue(forKey: key) else { return }
        if segment.sequence == direction.next, !segment.payload.isEmpty {
            direction.next &+= UInt32(segment.payload.count)
            direction.buffer.append(segment.payload)
            takeMessages(&direction)
        }
        directions[key] = direction
    }

    private mutating func takeMessages(_ direction: inout Direction) {
        if !direction.isUpgraded {
            guard let end = direction.buffer.range(of: Data("\r\n\r\n".utf8)) else { return }
            direction.buffer = Data(direction.buffer[end.upperBound...])
            direction.isUpgraded = true
        }
        while let message = Self.takeMessage(&direction.buffer) {
            frames += 1
            take(message, isClient: direction.isClient)
        }
    }

    /// One WebSocket message of a single frame, unmasked.
    private static func takeMessage(_ buffer: inout Data) -> Data? {
        guard buffer.count >= 2 else { return nil }
        var position = buffer.startIndex + 2
        var length = Int(buffer[position - 1] & 127)
        if length == 126 {
            guard buffer.count >= 4 else { return nil }
            length = Int(buffer.bigEndian(at: position, as: UInt16.self))
            position += 2
        } else if length == 127 {
            guard buffer.count >= 10 else { return nil }
            length = Int(buffer.bigEndian(at: position, as: UInt64.self))
            position += 8
        }
        let isMasked = buffer[buffer.startIndex + 1] & 128 != 0
        let maskLength = isMasked ? 4 : 0
        guard buffer.endIndex - position >= maskLength + length else { return nil }
        let mask = [UInt8](buffer[position..<position + maskLength])
        position += maskLength
        var payload = [UInt8](buffer[position..<position + length])
        if isMasked {
            for index in payload.indices { payload[index] ^= mask[index % 4] }
        }
        buffer = Data(buffer[(position + length)...])
        return Data(payload)
    }

    /// The message in a PUBLISH.
    private mutating func take(_ frame: Data, isClient: Bool) {
        guard frame.first.map({ $0 >> 4 }) == 3 else { return }
        var position = isClient ? 1 : 5
        var topic = Data()
        for isTopic in [true, false] {
            let length = Int(frame.bigEndian(at: position, as: UInt16.self))
            if isTopic { topic = frame[position + 2..<position + 2 + length] }
            position += 2 + length
        }
        let payload = frame[(position + 2)...]
        let content: Data?
        switch String(decoding: topic, as: UTF8.self) {
        case "ppMsgP": content = try? RongUpStreamMessage(serializedBytes: payload).content
        case "s_msg": content = try? RongDownStreamMessage(serializedBytes: payload).content
        default: content = nil
        }
        guard let content, let object = try? JSONSerialization.jsonObject(with: content) else { return }
        contents += 1
        values += Self.count(object)
    }

    private static func count(_ value: Any) -> Int {
        switch value {
        case let object as [String: Any]: object.values.reduce(1) { $0 + count($1) }
        case let array as [Any]: array.reduce(1) { $0 + count($1) }
        default: 1
        }
    }
}
