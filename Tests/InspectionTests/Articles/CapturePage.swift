import Capture

/// The code of the page of `Capture`.
enum CapturePage {
    /// - Parameter print: receives what a program would print.
    static func read(_ print: (Any...) -> Void) throws {
        var capture = try CaptureReader(path: "captures/rongcloud-web-v2-chat.pcap")
        var segments = SegmentReader()
        let limits = CaptureLimits()
        var context = ReassemblyContext(limits: limits)
        var connections: [Int: (flow: Flow, tcp: TCPConnection)] = [:]

        while let block = try capture.next() {
            _ = segments.read(block) { event, payload in
                switch event {
                case .begin(let place, let flow): connections[place] = (flow, TCPConnection())
                case .segment(let segment):
                    guard let (flow, known) = connections[segment.place] else { return }
                    var tcp = known
                    let ready = tcp.receive(segment, payload, &context)
                    // connection 1: 629 bytes from 127.0.0.1:52694
                    let name = "connection \(flow.number):"
                    if !ready.isEmpty { print(name, ready.count, "bytes from", flow[segment.side]) }
                    while tcp.mayDeliver, let late = tcp.next(.normal, limits: limits, &context) {
                        guard case .bytes(let bytes, _, _, let side) = late else { continue }
                        print(name, bytes.count, "late bytes from", flow[side])
                    }
                    connections[segment.place] = (flow, tcp)
                case .conflict, .end: break
                }
            }
        }
        if let damage = capture.damage { print(damage) }
    }
}
