extension CaptureComparison {
    /// The differences in the order of the first capture; their texts are made when they are read.
    package struct Differences: Sequence, Sendable {
        /// The number of differences.
        package let count: Int
        /// Whether the captures do not differ.
        package var isEmpty: Bool { count == 0 }

        private let rows: [DifferenceRow]
        /// The captures; `nil` before any are compared.
        private let captures: (a: ComparedCapture, b: ComparedCapture)?
        private let tables: ComparisonTables
        private let ignored: IgnoredFields

        /// Creates an empty list.
        init() { (count, rows, captures, tables, ignored) = (0, [], nil, ComparisonTables(), IgnoredFields()) }

        init(
            _ rows: [DifferenceRow],
            _ a: ComparedCapture,
            _ b: ComparedCapture,
            _ tables: ComparisonTables,
            ignoring ignored: IgnoredFields
        ) {
            (self.rows, captures, self.tables, self.ignored) = (rows, (a, b), tables, ignored)
            count = rows.reduce(0) { $0 + Int($1.count) }
        }

        /// Returns the differences one by one.
        package func makeIterator() -> Iterator { Iterator(self) }

        /// The differences one by one.
        package struct Iterator: IteratorProtocol {
            private let differences: Differences
            private var fields: FieldComparison
            private var place = 0
            /// The fields of the last row that are still to be returned, the first one last.
            private var waiting: [Difference] = []

            fileprivate init(_ differences: Differences) {
                self.differences = differences
                fields = FieldComparison(differences.tables, ignoring: differences.ignored)
            }

            package mutating func next() -> Difference? {
                if let field = waiting.popLast() { return field }
                guard place < differences.rows.count, let captures = differences.captures else { return nil }
                let row = differences.rows[place]
                place += 1
                func event(_ place: Int32, _ capture: ComparedCapture) -> Difference.Event {
                    let event = capture.rows[Int(place)]
                    return Difference.Event(
                        number: Int(event.number),
                        flow: capture.flow(of: Int(place)),
                        meaning: differences.tables.text(differences.tables.kind(event).meaning)
                    )
                }
                switch row.kind {
                case .onlyInA: return .onlyInA(event(row.a, captures.a))
                case .onlyInB: return .onlyInB(event(row.b, captures.b))
                case .changed: return .changed(event(row.a, captures.a), event(row.b, captures.b))
                case .moved: return .moved(event(row.a, captures.a), event(row.b, captures.b))
                case .fields, .frameFields:
                    let (one, other) = (event(row.a, captures.a), event(row.b, captures.b))
                    waiting = fields.fields(
                        captures.a.rows[Int(row.a)],
                        captures.b.rows[Int(row.b)],
                        isOfFrame: row.kind == .frameFields
                    )
                    .reversed().map { .field($0, one, other) }
                    return waiting.popLast()
                }
            }
        }
    }
}
