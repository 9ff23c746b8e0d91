extension CaptureComparison {
    /// One difference.
    package struct Difference: Sendable {
        /// What it is: `onlyInA`, `onlyInB`, `changed`, `moved`, `field`.
        package var kind: String
        /// The connections.
        package var flowA: Int?
        package var flowB: Int?
        /// The events.
        package var a: Int?
        package var b: Int?
        package var meaning: String
        /// Of a field: its path, and the values; `nil` where it is not there.
        ///
        /// Of what was changed: the meanings.
        package var field: String?
        package var valueA: String?
        package var valueB: String?
    }

    /// How long answers of one meaning took.
    package struct Latency: Sendable {
        package var meaning: String
        package var a: Double
        package var b: Double
    }
}

extension CaptureComparison.Difference {
    init(kind: String, flowA: Int? = nil, flowB: Int? = nil, a: Int? = nil, b: Int? = nil, meaning: String) {
        self.init(
            kind: kind,
            flowA: flowA,
            flowB: flowB,
            a: a,
            b: b,
            meaning: meaning,
            field: nil,
            valueA: nil,
            valueB: nil
        )
    }
}
