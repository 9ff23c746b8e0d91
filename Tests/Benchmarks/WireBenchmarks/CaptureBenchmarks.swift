import Benchmark
import Capture
import CaptureGeneration

/// Capture files to packets, and packets to the segments of connections.
func captureBenchmarks() {
    for format in CaptureShape.FileFormat.allCases {
        var shape = CaptureShape()
        shape.messages = 40_000
        shape.fileFormat = format
        guard let capture = try? GeneratedCapture(shape) else { return }
        let summary = capture.summary
        measure("capture-read/\(format)/10MB", units: summary.packets, bytes: summary.bytes) {
            var reader = try capture.reader()
            while try reader.next() != nil {}
            return reader.packetCount
        }
    }
    for flows in [64, 5000] {
        var shape = CaptureShape()
        shape.messages = 40_000
        shape.flows = flows
        guard let capture = try? GeneratedCapture(shape), let blocks = try? capture.blocks() else { return }
        let summary = capture.summary
        measure("segments/\(flows)-flows/10MB", units: summary.packets, bytes: summary.bytes) {
            var reader = SegmentReader()
            var payload = 0
            for block in blocks {
                _ = reader.read(block) { event, _ in
                    if case .segment(let segment) = event { payload &+= segment.payloadCount }
                }
            }
            return payload
        }
    }
}
