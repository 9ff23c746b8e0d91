import WireFormat
import YC

/// All rules over one session of YC.
struct YCCheck: SessionCheck {
    /// What they can find.
    static let rules: [FindingRule] = []

    private(set) var lastNumber: Int

    init(_ event: borrowing Event, limits: CheckLimits) {
        lastNumber = event.number
    }

    mutating func observe(_ event: borrowing Event, _ bytes: Span<UInt8>, _ log: inout FindingLog) {
        lastNumber = event.number
    }

    mutating func finish(_ log: inout FindingLog) {}
}
