import Capture
import Inspection
import Transport
import WireFormat
import WireJSON

/// One direction of a WebSocket connection after the upgrade: its messages and control frames.
enum WebSocketReading: ConformingLayer {
    static let operation = LibraryAdapter.Operation(named: "websocket.read")

    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue {
        let sender = try input.sender()
        var connection = DraftedConnection()
        try connection.upgrade(to: "/websocket", agreeingTo: try input.optionalText("extensions"))
        connection.send(from: sender, try input.bytes("hex"))
        connection.close()
        var probe = CaptureProbe()
        probe.options.decodeAs =
            DecodeAs("tcp.port==\(SegmentCapture.serverPort),\(MessagingSystem.unnamed.name)")
            .map { [$0] } ?? []
        var items: [JSONValue] = []
        for unit in try probe.transport(of: connection.segments) {
            switch unit {
            case .message(let message):
                items.append(
                    ["kind": message.isText ? "text" : "binary", "hex": JSONValue(Hex.encode(message.bytes))]
                )
            case .control(let opcode, let payload, _): items.append(control(opcode, payload))
            case .failure(.broken, _): return ["items": .array(items), "end": "error"]
            case .failure(.cut, _): return ["items": .array(items), "end": "cut"]
            case .request, .answer, .broken: break
            }
        }
        return ["items": .array(items), "end": "whole"]
    }

    private static func control(_ opcode: WebSocketOpcode, _ payload: [UInt8]) -> JSONValue {
        let hex = JSONValue(Hex.encode(payload))
        guard opcode == .close else { return ["kind": opcode == .ping ? "ping" : "pong", "hex": hex] }
        var value: JSONValue = ["kind": "close", "hex": hex]
        guard payload.count >= 2 else { return value }
        value["code"] = JSONValue(Int(payload[0]) << 8 | Int(payload[1]))
        if let reason = String(validating: payload[2...], as: UTF8.self) { value["reason"] = JSONValue(reason) }
        return value
    }
}

extension CaptureProbe {
    /// Returns the transport units of connections, below the systems.
    func transport(of segments: [SegmentCapture.Segment]) throws(WireError) -> [TransportUnit] {
        let file = try SegmentCapture.file(of: segments)
        do throws(CaptureError) {
            return try transport(try CaptureReader(bytes: file))
        } catch {
            throw WireError(.value, at: 0, path: ["segments"], expected: "packets of a capture")
        }
    }
}
