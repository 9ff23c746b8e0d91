import WireFormat

/// Compares two connections, or one with nothing.
struct SessionComparison {
    /// A difference with its place among the others.
    struct Row {
        var place: RowPlace
        let difference: CaptureComparison.Difference
    }

    private(set) var rows: [Row] = []
    /// The numbers of the events that both connections have.
    private(set) var pairs: [(a: Int, b: Int)] = []

    private let tables: ComparisonTables
    private let ignored: IgnoredFields
    /// The numbers of events in the second capture that replaced those in the first.
    private var replaced: [Int: Int] = [:]
    /// The pairs of answers that replaced each other, and may differ only because their requests do.
    private var answers: [(ComparedEvent, ComparedEvent)] = []
    /// The number of times each meaning is missing in the other capture.
    private var missing: (inA: [Int32: Int], inB: [Int32: Int]) = ([:], [:])

    init(_ a: [ComparedEvent], _ b: [ComparedEvent], _ tables: ComparisonTables, ignoring ignored: IgnoredFields) {
        self.tables = tables
        self.ignored = ignored
        for sender in FrameSender.allCases {
            align(a.filter { $0.sender == sender }, b.filter { $0.sender == sender })
        }
        compareAnswers(meanings(a), meanings(b))
        placeNew()
    }

    private func meanings(_ events: [ComparedEvent]) -> [Int: Int32] {
        Dictionary(events.map { ($0.number, $0.meaning) }) { first, _ in first }
    }

    // MARK: Alignment

    private mutating func align(_ a: [ComparedEvent], _ b: [ComparedEvent]) {
        let alignment = EventAlignment(
            a.map(\.meaning),
            b.map(\.meaning),
            types: (a.map(\.type), b.map(\.type))
        )
        let movedPlaces = Set(alignment.moves.values)
        var left = 0
        var right = 0
        // Missing and new events between two pairs belong together.
        func replaceUpTo(_ nextLeft: Int, _ nextRight: Int) {
            if left == nextLeft, right == nextRight { return }
            var new: [ComparedEvent] = []
            for place in right..<nextRight {
                if let partner = alignment.moves[place] { moved(a[partner], b[place]) } else { new.append(b[place]) }
            }
            replace((left..<nextLeft).filter { !movedPlaces.contains($0) }.map { a[$0] }, by: new)
        }
        for pair in alignment.pairs {
            replaceUpTo(pair.a, pair.b)
            pairs.append((a[pair.a].number, b[pair.b].number))
            compareFields(a[pair.a], b[pair.b])
            left = pair.a + 1
            right = pair.b + 1
        }
        replaceUpTo(a.count, b.count)
    }

    private mutating func moved(_ one: ComparedEvent, _ other: ComparedEvent) {
        note(.moved(event(one), event(other)))
        compareFields(one, other)
    }

    /// Pairs missing with new events of the same action, then of the same type: a pair is one difference, not two.
    private mutating func replace(_ gone: [ComparedEvent], by new: [ComparedEvent]) {
        var partners: [Int?] = Array(repeating: nil, count: gone.count)
        var isLeft = Array(repeating: true, count: new.count)
        for key in [\ComparedEvent.action, \ComparedEvent.type] {
            // The lists are reversed, so that `popLast` returns the first of each.
            var waiting = Dictionary(grouping: new.indices.filter { isLeft[$0] }.reversed()) { new[$0][keyPath: key] }
            for index in gone.indices where partners[index] == nil {
                guard let place = waiting[gone[index][keyPath: key]]?.popLast() else { continue }
                partners[index] = place
                isLeft[place] = false
            }
        }
        for (one, place) in zip(gone, partners) {
            if let place {
                replace(one, by: new[place])
            } else {
                missing.inB[one.meaning, default: 0] += 1
                note(.onlyInA(event(one)))
            }
        }
        for index in new.indices where isLeft[index] {
            missing.inA[new[index].meaning, default: 0] += 1
            note(.onlyInB(event(new[index])))
        }
    }

    private mutating func replace(_ one: ComparedEvent, by other: ComparedEvent) {
        pairs.append((one.number, other.number))
        replaced[one.number] = other.number
        let isAction = one.action == other.action
        if one.request == nil, other.request == nil {
            guard isAction else { return noteChanged(one, other) }
        } else {
            // The meaning of an answer may be readable only with its request.
            guard isAction || one.request == nil || other.request == nil else { return noteChanged(one, other) }
            return answers.append((one, other))
        }
        // The topic follows from the kind of conversation, which is among the fields.
        if let kind = one.conversations, let otherKind = other.conversations, kind != otherKind {
            let count = rows.count
            compareFields(one, other)
            if rows.count > count { return }
        }
        noteChanged(one, other)
    }

    // MARK: Answers

    /// Compares replaced answers; an answer that differs because its request does is no difference of its own.
    private mutating func compareAnswers(_ a: [Int: Int32], _ b: [Int: Int32]) {
        // An answer may itself be the request of a later confirmation.
        var unread: (inA: Set<Int>, inB: Set<Int>) = ([], [])
        for (one, other) in answers.sorted(by: { $0.0.number < $1.0.number }) {
            switch (one.request, other.request) {
            case (let request?, let partner?) where replaced[request] == partner: compareFields(one, other)
            case (let request?, nil) where unread.inA.contains(request) || Self.take(a[request], from: &missing.inB),
                (nil, let request?) where unread.inB.contains(request) || Self.take(b[request], from: &missing.inA):
                // Without the request, only the frame was read.
                compareFields(one, other, in: "frame.")
                unread.inA.insert(one.number)
                unread.inB.insert(other.number)
            default: noteChanged(one, other)
            }
        }
    }

    /// Decrements the count of a meaning if it is above 0; of several, it is unknown which one is missing.
    private static func take(_ meaning: Int32?, from counts: inout [Int32: Int]) -> Bool {
        guard let meaning, let count = counts[meaning], count > 0 else { return false }
        counts[meaning] = count - 1
        return true
    }

    // MARK: Fields

    /// Notes the fields in which two events differ.
    ///
    /// - Parameter part: the prefix of the paths to compare; empty for all.
    private mutating func compareFields(_ one: ComparedEvent, _ other: ComparedEvent, in part: String = "") {
        if one.fields == other.fields { return }
        let own = tables.values(one.fields)
        let others = tables.values(other.fields)
        for path in Set(own.keys).union(others.keys).sorted()
        where path.hasPrefix(part) && own[path] != others[path] && !ignored.contain(path) {
            // Skips an empty object or list if the other event has members there: these are differences of their own.
            if own[path] == nil, others[path]?.isEmpty == true, Self.holds(own, path) { continue }
            if others[path] == nil, own[path]?.isEmpty == true, Self.holds(others, path) { continue }
            let a = own[path]?.text(besides: others[path])
            let b = others[path]?.text(besides: own[path])
            // A set in another order is equal.
            guard a != nil || b != nil else { continue }
            let field = CaptureComparison.Difference.Field(path: path, a: a, b: b)
            note(.field(field, event(one), event(other)))
        }
    }

    /// Returns whether an object or a list has members or elements.
    private static func holds(_ values: [String: ComparedValues], _ path: String) -> Bool {
        values.keys.contains { $0.hasPrefix(path + ".") || $0.hasPrefix(path + "[") }
    }

    // MARK: Rows

    private func event(_ event: ComparedEvent) -> CaptureComparison.Difference.Event {
        CaptureComparison.Difference.Event(
            number: event.number,
            flow: event.flow,
            meaning: tables.text(event.meaning)
        )
    }

    private mutating func noteChanged(_ one: ComparedEvent, _ other: ComparedEvent) {
        note(.changed(event(one), event(other)))
    }

    private mutating func note(_ difference: CaptureComparison.Difference) {
        rows.append(Row(place: RowPlace(difference), difference: difference))
    }

    /// Places the events that only the second capture has after their predecessors there.
    private mutating func placeNew() {
        let anchors = RowAnchors(pairs)
        for index in rows.indices where rows[index].place.isNew { rows[index].place.anchor(to: anchors) }
    }
}
