extension CaptureComparison {
    /// One difference.
    package enum Difference: Sendable {
        /// An event that the second capture lacks.
        case onlyInA(Event)
        /// An event that the first capture lacks.
        case onlyInB(Event)
        /// Two events of one type in the same place that mean different things.
        case changed(Event, Event)
        /// The same event at another place in its direction.
        case moved(Event, Event)
        /// A field that differs between events that both captures have.
        case field(Field, Event, Event)

        /// An event in a difference.
        package struct Event: Sendable {
            /// The number of the event, and the number of its connection.
            package let number: Int
            package let flow: Int
            /// Type, topic, object names.
            package let meaning: String
        }

        /// A field that differs.
        package struct Field: Sendable {
            /// The path of the field: `messages[0].conversation`.
            package let path: String
            /// The value in each capture; `nil` if the field is missing.
            package let a: String?
            package let b: String?
        }
    }

    /// The mean latency of answers of one meaning, in both captures.
    package struct Latency: Sendable {
        package let meaning: String
        package let a: Double
        package let b: Double
    }
}

extension CaptureComparison.Difference {
    /// The event of the first capture and the event of the second capture.
    package var events: (a: Event?, b: Event?) {
        switch self {
        case .onlyInA(let event): (event, nil)
        case .onlyInB(let event): (nil, event)
        case .changed(let one, let other), .moved(let one, let other), .field(_, let one, let other): (one, other)
        }
    }
}
