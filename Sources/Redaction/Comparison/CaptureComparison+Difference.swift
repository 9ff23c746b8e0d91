extension CaptureComparison {
    /// One difference.
    package enum Difference: Sendable {
        /// An event that the second capture lacks.
        case onlyInA(Event)
        /// An event that the first capture lacks.
        case onlyInB(Event)
        /// Events of one type in the same place that say something else.
        case changed(Event, Event)
        /// The same event at another place of its direction.
        case moved(Event, Event)
        /// A field in which events differ that both captures have.
        case field(Field, Event, Event)

        /// One of the events.
        package struct Event: Sendable {
            /// Its number, and that of its connection.
            package let number: Int
            package let flow: Int
            /// Type, topic, object names.
            package let meaning: String
        }

        /// A field that differs.
        package struct Field: Sendable {
            /// Where it is: `messages[0].conversation`.
            package let path: String
            /// What stands there in each capture; `nil` where it is not there.
            package let a: String?
            package let b: String?
        }
    }

    /// How long answers of one meaning took.
    package struct Latency: Sendable {
        package let meaning: String
        package let a: Double
        package let b: Double
    }
}

extension CaptureComparison.Difference {
    /// The event of the first capture, and that of the second one.
    package var events: (a: Event?, b: Event?) {
        switch self {
        case .onlyInA(let event): (event, nil)
        case .onlyInB(let event): (nil, event)
        case .changed(let one, let other), .moved(let one, let other), .field(_, let one, let other): (one, other)
        }
    }
}
