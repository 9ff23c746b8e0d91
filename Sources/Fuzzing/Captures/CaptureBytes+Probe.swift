import Capture
import Fuzzer
import Inspection
import LayerFuzzing

extension CaptureBytes {
    /// Works a capture through; bytes that are no capture give an outcome without events.
    static func probe(_ probe: CaptureProbe, _ bytes: [UInt8]) throws(Violation) -> CaptureProbe.Outcome {
        try read(bytes) { reader throws(CaptureError) in try dealt(probe, bytes).run(reader) }
    }

    /// What the connections of a capture carry below the systems.
    static func transport(_ probe: CaptureProbe, _ bytes: [UInt8]) throws(Violation) -> [TransportUnit] {
        try read(bytes) { reader throws(CaptureError) in try probe.transport(reader) }
    }

    /// What `flows` says of a capture.
    static func flows(
        _ probe: CaptureProbe,
        _ bytes: [UInt8],
        _ format: FlowsReport.Format = .json
    ) throws(Violation) -> String {
        try read(bytes) { reader throws(CaptureError) in try dealt(probe, bytes).flows(reader, format) }
    }

    /// What `stats` says of a capture.
    static func statistics(
        _ probe: CaptureProbe,
        _ bytes: [UInt8],
        _ format: StatisticsReport.Format = .json
    ) throws(Violation) -> String {
        try read(bytes) { reader throws(CaptureError) in try dealt(probe, bytes).statistics(reader, format) }
    }

    /// Opens a capture and makes something of it.
    private static func read<Result>(
        _ bytes: [UInt8],
        _ work: (consuming CaptureReader) throws(CaptureError) -> Result
    ) throws(Violation) -> Result {
        do throws(CaptureError) {
            return try work(try open(bytes))
        } catch {
            throw Violation(.reading, "the capture can not be read: \(error)")
        }
    }

    /// Shares the connections among one to three workers, which the length says: nothing may depend on how many there are.
    private static func dealt(_ probe: CaptureProbe, _ bytes: [UInt8]) -> CaptureProbe {
        var probe = probe
        probe.workers = 1 + bytes.count % 3
        return probe
    }
}
