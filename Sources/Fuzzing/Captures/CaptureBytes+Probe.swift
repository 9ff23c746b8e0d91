import Capture
import Fuzzer
import Inspection
import LayerFuzzing

extension CaptureBytes {
    /// Works a capture through; bytes that are no capture give an outcome without events.
    static func probe(_ probe: CaptureProbe, _ bytes: [UInt8]) throws(Violation) -> CaptureProbe.Outcome {
        do throws(CaptureError) {
            return try dealt(probe, bytes).run(try open(bytes))
        } catch {
            throw Violation("reading", "the capture can not be read: \(error)")
        }
    }

    /// What the connections of a capture carry below the systems.
    static func transport(_ probe: CaptureProbe, _ bytes: [UInt8]) throws(Violation) -> [TransportUnit] {
        do throws(CaptureError) {
            return try probe.transport(try open(bytes))
        } catch {
            throw Violation("reading", "the capture can not be read: \(error)")
        }
    }

    /// What `flows` says of a capture.
    static func flows(
        _ probe: CaptureProbe,
        _ bytes: [UInt8],
        _ format: FlowsReport.Format = .json
    ) throws(Violation) -> String {
        do throws(CaptureError) {
            return try dealt(probe, bytes).flows(try open(bytes), format)
        } catch {
            throw Violation("reading", "the capture can not be read: \(error)")
        }
    }

    /// What `stats` says of a capture.
    static func statistics(
        _ probe: CaptureProbe,
        _ bytes: [UInt8],
        _ format: StatisticsReport.Format = .json
    ) throws(Violation) -> String {
        do throws(CaptureError) {
            return try dealt(probe, bytes).statistics(try open(bytes), format)
        } catch {
            throw Violation("reading", "the capture can not be read: \(error)")
        }
    }

    /// Shares the connections among one to three workers, which the length says: nothing may depend on how many there are.
    private static func dealt(_ probe: CaptureProbe, _ bytes: [UInt8]) -> CaptureProbe {
        var probe = probe
        probe.workers = 1 + bytes.count % 3
        return probe
    }
}
