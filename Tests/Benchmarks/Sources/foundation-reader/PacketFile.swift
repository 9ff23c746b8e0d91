import Foundation

/// A TCP segment with its payload.
struct Segment {
    var source: Data
    var destination: Data
    var sequence: UInt32
    var isSYN: Bool
    var payload: Data
}

/// A pcap file of Ethernet packets.
struct PacketFile {
    struct NotReadable: Error {}

    private let data: Data

    init(_ data: Data) throws {
        guard data.count >= 24, Array(data.prefix(4)) == [0xD4, 0xC3, 0xB2, 0xA1], data[20] == 1 else {
            throw NotReadable()
        }
        self.data = data
    }

    func forEachSegment(_ body: (Segment) throws -> Void) throws {
        var position = 24
        while position + 16 <= data.count {
            let length = Int(data.littleEndian(at: position + 8, as: UInt32.self))
            position += 16
            guard position + length <= data.count else { throw NotReadable() }
            if let segment = segment(position, length) { try body(segment) }
            position += length
        }
    }

    private func segment(_ start: Int, _ length: Int) -> Segment? {
        guard length >= 54, data[start + 12] == 8, data[start + 13] == 0, data[start + 14] == 0x45,
            data[start + 23] == 6
        else { return nil }
        let ip = start + 14
        let end = ip + Int(data.bigEndian(at: ip + 2, as: UInt16.self))
        let tcp = ip + 20
        let payload = tcp + Int(data[tcp + 12] >> 4) * 4
        guard payload <= end, end <= start + length else { return nil }
        return Segment(
            source: data[ip + 12..<ip + 16] + data[tcp..<tcp + 2],
            destination: data[ip + 16..<ip + 20] + data[tcp + 2..<tcp + 4],
            sequence: data.bigEndian(at: tcp + 4, as: UInt32.self),
            isSYN: data[tcp + 13] & 2 != 0,
            payload: data[payload..<end]
        )
    }
}

extension Data {
    func bigEndian<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
        withUnsafeBytes {
            Value(bigEndian: $0.loadUnaligned(fromByteOffset: offset - startIndex, as: type))
        }
    }

    func littleEndian<Value: FixedWidthInteger>(at offset: Int, as type: Value.Type) -> Value {
        bigEndian(at: offset, as: type).byteSwapped
    }
}
