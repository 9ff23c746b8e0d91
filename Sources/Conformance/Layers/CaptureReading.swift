import Capture
import WireFormat
import WireJSON

/// A capture file: its packets, and whether it is damaged.
enum CaptureReading: ConformingLayer {
    static let operation = LibraryAdapter.Operation(named: "capture.read")

    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue {
        var packets: [JSONValue] = []
        let isDamaged: Bool
        let file = try input.bytes("hex")
        do throws(CaptureError) {
            var reader = try CaptureReader(bytes: file)
            while let block = try reader.next() {
                for packet in block.packets where !packet.isOtherRecord {
                    let bytes = block.bytes[packet.start..<packet.start + packet.capturedLength]
                    packets.append(value(packet, Array(bytes)))
                }
            }
            isDamaged = reader.damage != nil
        } catch {
            throw WireError(.value, at: 0, path: ["hex"], expected: "a capture file: \(error)")
        }
        return ["packets": .array(packets), "damaged": .bool(isDamaged)]
    }

    private static func value(_ packet: Packet, _ bytes: [UInt8]) -> JSONValue {
        [
            "number": JSONValue(packet.number), "time": JSONValue(seconds(packet.time)),
            "link": JSONValue(Int(packet.link.rawValue)), "captured": JSONValue(packet.capturedLength),
            "length": JSONValue(packet.originalLength), "hex": JSONValue(Hex.encode(bytes)),
        ]
    }

    /// Returns seconds since 1970 with nine digits after the point.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let magnitude = nanoseconds.magnitude
        let rest = String(magnitude % 1_000_000_000)
        return (nanoseconds < 0 ? "-" : "") + "\(magnitude / 1_000_000_000)."
            + String(repeating: "0", count: 9 - rest.utf8.count) + rest
    }
}
