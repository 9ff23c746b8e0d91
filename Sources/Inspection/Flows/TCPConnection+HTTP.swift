package import Capture
import Transport

extension TCPConnection {
    /// Lets a stream that the capture joined start at once where a request of HTTP begins.
    ///
    /// The client sends a request after the answer to the last one, so nothing before it is still to arrive. If the
    /// request waited, it would come out after what the server sends because of it on another connection.
    ///
    /// - Parameter side: the end that sent the segment.
    package mutating func noteRequest(side: FlowSide) {
        noteBeginning(side: side) { HTTPBeginning($0, from: 0) == .request }
    }
}
