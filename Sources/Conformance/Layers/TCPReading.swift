import Capture
import WireFormat
import WireJSON

/// Captured segments: the bytes of both streams of each connection, and their holes.
enum TCPReading: ConformingLayer {
    static let operation = LibraryAdapter.Operation(named: "tcp.read")

    static func value(_ input: AdapterInput) throws(WireError) -> JSONValue {
        var segments: [SegmentCapture.Segment] = []
        for (index, element) in try input.list("segments").enumerated() {
            let time = DraftedConnection.usualTime + Int64(index) * DraftedConnection.step
            do throws(WireError) {
                segments.append(try segment(AdapterInput(element), usualTime: time))
            } catch {
                throw error.inside("segments[\(index)]")
            }
        }
        let connections = try streams(try SegmentCapture.file(of: segments))
        return [
            "connections": .array(
                connections.map { connection in
                    let streams = connection.streams
                    let (client, server) = (streams[connection.client], streams[connection.client.other])
                    return ["client": .array(client.values), "server": .array(server.values)]
                }
            )
        ]
    }

    private static func segment(
        _ input: AdapterInput,
        usualTime: Int64
    ) throws(WireError) -> SegmentCapture.Segment {
        let payload = try input.optionalText("hex") == nil ? [] : try input.bytes("hex")
        let length = try input.optionalNumber("length").map { Int(truncatingIfNeeded: $0) } ?? payload.count
        guard length >= payload.count else {
            throw WireError(.value, at: 0, path: ["length"], expected: "at least the captured bytes")
        }
        var flags: UInt8 = 0
        for flag in try input.list("flags") {
            guard let bit = ["fin", "syn", "rst", "psh", "ack"].firstIndex(of: flag.string ?? "") else {
                throw WireError(.value, at: 0, path: ["flags"], expected: "fin, syn, rst, psh or ack")
            }
            flags |= 1 << UInt8(bit)
        }
        return SegmentCapture.Segment(
            time: try input.time("time") ?? usualTime,
            sender: try input.sender(),
            port: UInt16(truncatingIfNeeded: try input.optionalNumber("port") ?? 50001),
            sequence: UInt32(truncatingIfNeeded: try input.optionalNumber("sequence") ?? 0),
            acknowledgment: UInt32(truncatingIfNeeded: try input.optionalNumber("acknowledgment") ?? 0),
            flags: flags,
            payload: payload,
            missing: length - payload.count
        )
    }

    // MARK: Streams

    /// The stream of one end: alternating bytes and holes.
    private struct Stream {
        private var pieces: [(bytes: [UInt8], gap: Int)] = []

        mutating func append(_ bytes: [UInt8]) {
            guard !bytes.isEmpty else { return }
            if let last = pieces.indices.last, pieces[last].gap == 0 {
                pieces[last].bytes += bytes
            } else {
                pieces.append((bytes, 0))
            }
        }

        mutating func append(gap: Int) {
            if let last = pieces.indices.last, pieces[last].gap > 0 {
                pieces[last].gap += gap
            } else {
                pieces.append(([], gap))
            }
        }

        var values: [JSONValue] {
            pieces.map { $0.gap > 0 ? ["gap": JSONValue($0.gap)] : ["hex": JSONValue(Hex.encode($0.bytes))] }
        }
    }

    /// A connection of the capture.
    private struct Connection {
        var order = TCPConnection()
        private(set) var streams = Sides(first: Stream(), second: Stream())
        /// The side of the client.
        let client: FlowSide

        init(_ flow: Flow) { client = flow.first.port == SegmentCapture.serverPort ? .second : .first }

        mutating func take(
            _ segment: Segment,
            of block: [UInt8],
            _ limits: CaptureLimits,
            _ context: inout ReassemblyContext
        ) {
            let payload = Array(block[segment.payload])
            let direct = order.receive(segment, payload.span, &context)
            streams[segment.side].append(Array(payload[direct]))
            drain(.normal, limits, &context)
        }

        mutating func drain(
            _ patience: TCPConnection.Patience,
            _ limits: CaptureLimits,
            _ context: inout ReassemblyContext
        ) {
            while let delivery = order.next(patience, limits: limits, &context) {
                switch delivery {
                case .bytes(let bytes, _, _, let side): streams[side].append(bytes)
                case .gap(_, let length, let side): streams[side].append(gap: length)
                case .end, .notice: break
                }
            }
        }
    }

    /// Returns the connections of a capture, in the order of their beginnings.
    private static func streams(_ file: [UInt8]) throws(WireError) -> [Connection] {
        let limits = CaptureLimits()
        var context = ReassemblyContext(limits: limits)
        var reader = SegmentReader(limits: limits)
        var connections: [Connection] = []
        var open: [Int: Int] = [:]
        do throws(CaptureError) {
            var capture = try CaptureReader(bytes: file)
            while let block = try capture.next() {
                var events: [FlowEvent] = []
                let bytes = reader.read(block) { event, _ in events.append(event) }
                for event in events {
                    switch event {
                    case .begin(let place, let flow):
                        open[place] = connections.count
                        connections.append(Connection(flow))
                    case .conflict: break
                    case .end(let place):
                        guard let index = open.removeValue(forKey: place) else { continue }
                        connections[index].drain(.final, limits, &context)
                    case .segment(let segment):
                        guard let index = open[segment.place] else { continue }
                        connections[index].take(segment, of: bytes, limits, &context)
                    }
                }
            }
        } catch {
            throw WireError(.value, at: 0, path: ["segments"], expected: "packets of a capture")
        }
        for index in open.values.sorted() { connections[index].drain(.final, limits, &context) }
        return connections
    }
}
