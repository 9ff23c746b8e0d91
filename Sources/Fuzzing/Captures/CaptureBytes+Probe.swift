import Capture
import Fuzzer
import Inspection
import LayerFuzzing

extension CaptureBytes {
    /// Runs a probe over a capture; bytes that cannot be read as one are a violation.
    static func probe(_ probe: CaptureProbe, _ bytes: [UInt8]) throws(Violation) -> CaptureProbe.Outcome {
        try read(bytes) { reader throws(CaptureError) in try dealt(probe, bytes).run(reader) }
    }

    /// Returns the transport units of a capture, before any system decodes them.
    static func transport(_ probe: CaptureProbe, _ bytes: [UInt8]) throws(Violation) -> [TransportUnit] {
        try read(bytes) { reader throws(CaptureError) in try probe.transport(reader) }
    }

    /// Returns the output of `flows`.
    static func flows(
        _ probe: CaptureProbe,
        _ bytes: [UInt8],
        _ format: FlowsReport.Format = .json
    ) throws(Violation) -> String {
        try read(bytes) { reader throws(CaptureError) in try dealt(probe, bytes).flows(reader, format) }
    }

    /// Returns the output of `stats`.
    static func statistics(
        _ probe: CaptureProbe,
        _ bytes: [UInt8],
        _ format: StatisticsReport.Format = .json
    ) throws(Violation) -> String {
        try read(bytes) { reader throws(CaptureError) in try dealt(probe, bytes).statistics(reader, format) }
    }

    /// Opens a capture and reads it.
    private static func read<Result>(
        _ bytes: [UInt8],
        _ work: (consuming CaptureReader) throws(CaptureError) -> Result
    ) throws(Violation) -> Result {
        do throws(CaptureError) {
            return try work(try open(bytes))
        } catch {
            throw Violation(.reading, "the capture cannot be read: \(error)")
        }
    }

    /// Distributes the connections over one to three workers, depending on the capture's length: the number of workers
    /// must not change any result.
    private static func dealt(_ probe: CaptureProbe, _ bytes: [UInt8]) -> CaptureProbe {
        var probe = probe
        probe.workers = 1 + bytes.count % 3
        return probe
    }
}
