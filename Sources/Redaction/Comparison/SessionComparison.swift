import WireFormat

/// Compares connections, or one with nothing, and collects the differences of all.
struct SessionComparison {
    private(set) var rows: [DifferenceRow] = []
    /// The numbers of the events that both captures have.
    private(set) var pairs: [NumberPair] = []

    private let a: ComparedCapture
    private let b: ComparedCapture
    private let tables: ComparisonTables
    private let ignored: IgnoredFields
    private var fields: FieldComparison
    /// The number of the first equal list for each list of fields.
    private lazy var equalLists = tables.equalLists(ignoring: ignored)

    // MARK: The connections that are being compared

    /// The events that replaced each other.
    private var replaced: [NumberPair] = []
    /// The indices of answers that replaced each other, and may differ only because their requests do.
    private var answers: [(a: Int32, b: Int32)] = []
    /// The index of the first of ``pairs`` that the servers sent.
    private var firstOfServer = 0
    /// Which events of the end that is being aligned are alike, and which answers have no partner.
    private var likeness: EventLikeness
    private var lone = LoneAnswers()
    /// The number of times each meaning is missing in the other capture.
    private var missing: (inA: [Int32: Int], inB: [Int32: Int]) = ([:], [:])

    init(_ a: ComparedCapture, _ b: ComparedCapture, _ tables: ComparisonTables, ignoring ignored: IgnoredFields) {
        (self.a, self.b, self.tables, self.ignored) = (a, b, tables, ignored)
        fields = FieldComparison(tables, ignoring: ignored)
        likeness = EventLikeness(tables, requests: [])
    }

    /// Compares two connections, or one with nothing.
    mutating func compare(_ one: ComparedConnection?, _ other: ComparedConnection?) {
        let (firstRow, firstPair) = (rows.count, pairs.count)
        align(one, other, requests: [])
        if let one, let other, answersDiffer(one, other) {
            // Now it is known which of the server's events, that the client answered, are paired.
            let found = Array(pairs[firstPair...])
            rows.removeSubrange(firstRow...)
            pairs.removeSubrange(firstPair...)
            align(one, other, requests: found)
        }
        if let one, let other { compareAnswers(one, other) }
        placeNew(rows: firstRow, pairs: firstPair)
    }

    // MARK: Alignment

    /// Aligns the events of both ends.
    ///
    /// - Parameter requests: the pairs of events that the client may have answered.
    private mutating func align(
        _ one: ComparedConnection?,
        _ other: ComparedConnection?,
        requests: [NumberPair]
    ) {
        (replaced, answers, missing) = ([], [], ([:], [:]))
        let first = pairs.count
        firstOfServer = first
        // The events beyond a limit are unknown: nothing is said to be missing there.
        let isCut = (a: one?.isCut ?? false, b: other?.isCut ?? false)
        for sender in FrameSender.allCases {
            if sender == .server { firstOfServer = pairs.count }
            let known = sender == .client ? requests : Array(pairs[first...])
            align(one?.range(of: sender) ?? 0..<0, other?.range(of: sender) ?? 0..<0, isCut, known)
        }
    }

    /// Returns whether the clients of both captures answer, and do not say the same or not to the same events.
    private func answersDiffer(_ one: ComparedConnection, _ other: ComparedConnection) -> Bool {
        let own = a.rows[one.range(of: .client)]
        let others = b.rows[other.range(of: .client)]
        guard own.contains(where: { $0.request > 0 }), others.contains(where: { $0.request > 0 }) else { return false }
        return !own.elementsEqual(others) { tables.kind($0).meaning == tables.kind($1).meaning }
            || !LoneAnswers.areInStep(own, others, pairs[firstOfServer...])
    }

    /// - Parameter known: the pairs of events that these events may answer.
    private mutating func align(
        _ one: Range<Int>,
        _ other: Range<Int>,
        _ isCut: (a: Bool, b: Bool),
        _ known: [NumberPair]
    ) {
        lone = LoneAnswers(a.rows, one, b.rows, other, requests: known)
        // A number of each event; a lone answer means something of its own.
        func numbers(_ number: (EventKind) -> Int32) -> (a: [Int32], b: [Int32]) {
            let own = a.rows[one].map { number(tables.kind($0)) }
            let others = b.rows[other].map { number(tables.kind($0)) }
            return (
                lone.numbers(own, from: one.lowerBound, isOfA: true),
                lone.numbers(others, from: other.lowerBound, isOfA: false)
            )
        }
        let meanings = numbers(\.meaning)
        if meanings.a == meanings.b, !mayBeShifted(one, other) {
            for (row, partner) in zip(one, other) { pair(row, partner) }
            return
        }
        likeness = EventLikeness(tables, requests: known)
        let types = numbers(\.type)
        let lists = equalLists
        let traits = (
            a: a.rows[one].map { likeness.trait($0, isOfA: true, fields: lists[Int($0.fields)]) },
            b: b.rows[other].map { likeness.trait($0, isOfA: false, fields: lists[Int($0.fields)]) }
        )
        let alignment = EventAlignment(meanings.a, meanings.b, types: types, traits: traits)
        let movedPlaces = Set(alignment.moves.values)
        var left = 0
        var right = 0
        // Missing and new events between two pairs belong together.
        func replaceUpTo(_ nextLeft: Int, _ nextRight: Int, _ isCut: (a: Bool, b: Bool)) {
            if left == nextLeft, right == nextRight { return }
            var new: [Int32] = []
            for place in right..<nextRight {
                let row = other.lowerBound + place
                if let partner = alignment.moves[place] {
                    moved(one.lowerBound + partner, row)
                } else {
                    new.append(Int32(truncatingIfNeeded: row))
                }
            }
            let gone = (left..<nextLeft).lazy.filter { !movedPlaces.contains($0) }
                .map { Int32(truncatingIfNeeded: one.lowerBound + $0) }
            replace(Array(gone), by: new, isCut)
        }
        for pair in alignment.pairs {
            replaceUpTo(pair.a, pair.b, (false, false))
            self.pair(one.lowerBound + pair.a, other.lowerBound + pair.b)
            left = pair.a + 1
            right = pair.b + 1
        }
        replaceUpTo(one.count, other.count, isCut)
    }

    /// Returns whether events with the same meanings in the same order may have fewer differences if they are not paired
    /// in order: if one is missing and one is new, these are two differences.
    private mutating func mayBeShifted(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
        var count = 0
        for (row, partner) in zip(one, other) {
            let (own, others) = (a.rows[row], b.rows[partner])
            // Answers follow their requests.
            if own.fields == others.fields || own.request > 0 || others.request > 0 { continue }
            if equalLists[Int(own.fields)] != equalLists[Int(others.fields)] { count += 1 }
            if count > 2 { return true }
        }
        return false
    }

    private mutating func pair(_ one: Int, _ other: Int) {
        pairs.append(NumberPair(a: a.rows[one].number, b: b.rows[other].number))
        compareFields(one, other)
    }

    private mutating func moved(_ one: Int, _ other: Int) {
        note(.moved, one, other)
        compareFields(one, other)
    }

    /// Pairs missing with new events of the same type: answers to paired requests, then events of the same action, then
    /// others; a pair is one difference, not two.
    ///
    /// - Parameter isCut: whether the events of each capture end here because of a limit.
    private mutating func replace(_ gone: [Int32], by new: [Int32], _ isCut: (a: Bool, b: Bool)) {
        // The index in `new` of each partner; -1 for none.
        var partners = [Int32](repeating: -1, count: gone.count)
        var isLeft = [Bool](repeating: true, count: new.count)
        for degree in EventLikeness.Degree.allCases where !gone.isEmpty && !new.isEmpty {
            var waiting: [UInt64: [Int32]] = [:]
            // The lists are reversed, so that `popLast` returns the first of each.
            for index in new.indices.reversed() where isLeft[index] && !lone.inB.contains(new[index]) {
                guard let word = likeness.word(b.rows[Int(new[index])], isOfA: false, degree) else { continue }
                waiting[word, default: []].append(Int32(truncatingIfNeeded: index))
            }
            for index in gone.indices where partners[index] < 0 && !lone.inA.contains(gone[index]) {
                guard let word = likeness.word(a.rows[Int(gone[index])], isOfA: true, degree),
                    let place = waiting[word]?.popLast()
                else { continue }
                partners[index] = place
                isLeft[Int(place)] = false
            }
        }
        for (one, place) in zip(gone, partners) {
            if place >= 0 {
                replace(Int(one), by: Int(new[Int(place)]))
            } else if !isCut.b {
                missing.inB[tables.kind(a.rows[Int(one)]).meaning, default: 0] += 1
                note(.onlyInA, Int(one), nil)
            }
        }
        for index in new.indices where isLeft[index] && !isCut.a {
            missing.inA[tables.kind(b.rows[Int(new[index])]).meaning, default: 0] += 1
            note(.onlyInB, nil, Int(new[index]))
        }
    }

    private mutating func replace(_ one: Int, by other: Int) {
        let (row, partner) = (a.rows[one], b.rows[other])
        let (own, others) = (tables.kind(row), tables.kind(partner))
        let pair = NumberPair(a: row.number, b: partner.number)
        pairs.append(pair)
        // Where not as many as possible were paired.
        if own.meaning == others.meaning { return compareFields(one, other) }
        replaced.append(pair)
        let isAction = own.action == others.action
        if row.request == 0, partner.request == 0 {
            guard isAction else { return note(.changed, one, other) }
        } else {
            // The meaning of an answer may be readable only with its request.
            guard isAction || row.request == 0 || partner.request == 0 else { return note(.changed, one, other) }
            return answers.append((Int32(truncatingIfNeeded: one), Int32(truncatingIfNeeded: other)))
        }
        // The topic follows from the kind of conversation, which is among the fields.
        if own.conversations >= 0, others.conversations >= 0, own.conversations != others.conversations {
            let count = rows.count
            compareFields(one, other)
            if rows.count > count { return }
        }
        note(.changed, one, other)
    }

    // MARK: Answers

    /// Compares replaced answers; an answer that differs because its request does is no difference of its own.
    private mutating func compareAnswers(_ one: ComparedConnection, _ other: ComparedConnection) {
        if answers.isEmpty { return }
        let requests = (a: NumberedRows(a.rows, one.range), b: NumberedRows(b.rows, other.range))
        replaced.sort()
        // An answer may itself be the request of a later confirmation.
        var unread: (inA: Set<UInt32>, inB: Set<UInt32>) = ([], [])
        for answer in answers.sorted(by: { a.rows[Int($0.a)].number < a.rows[Int($1.a)].number }) {
            let (one, other) = (Int(answer.a), Int(answer.b))
            let (row, partner) = (a.rows[one], b.rows[other])
            let asked = NumberPair(a: row.request, b: partner.request)
            if row.request > 0, partner.request > 0, isReplaced(asked) {
                compareFields(one, other)
            } else if row.request > 0, partner.request == 0,
                unread.inA.contains(row.request) || Self.take(meaning(requests.a[row.request]), from: &missing.inB)
            {
                compareUnread(one, other, &unread)
            } else if row.request == 0, partner.request > 0,
                unread.inB.contains(partner.request)
                    || Self.take(meaning(requests.b[partner.request]), from: &missing.inA)
            {
                compareUnread(one, other, &unread)
            } else {
                note(.changed, one, other)
            }
        }
    }

    /// Compares the frames of two answers of which one was read without its request.
    private mutating func compareUnread(
        _ one: Int,
        _ other: Int,
        _ unread: inout (inA: Set<UInt32>, inB: Set<UInt32>)
    ) {
        compareFields(one, other, isOfFrame: true)
        unread.inA.insert(a.rows[one].number)
        unread.inB.insert(b.rows[other].number)
    }

    private func meaning(_ row: EventRow?) -> Int32? { row.map { tables.kind($0).meaning } }

    /// Decrements the count of a meaning if it is above 0; of several, it is unknown which one is missing.
    private static func take(_ meaning: Int32?, from counts: inout [Int32: Int]) -> Bool {
        guard let meaning, let count = counts[meaning], count > 0 else { return false }
        counts[meaning] = count - 1
        return true
    }

    /// Returns whether two events replaced each other.
    private func isReplaced(_ pair: NumberPair) -> Bool {
        var (low, high) = (0, replaced.count)
        while low < high {
            let middle = (low + high) / 2
            if replaced[middle] < pair { low = middle + 1 } else { high = middle }
        }
        return low < replaced.count && replaced[low] == pair
    }

    // MARK: Rows

    /// Notes the fields in which two events differ.
    private mutating func compareFields(_ one: Int, _ other: Int, isOfFrame: Bool = false) {
        let (row, partner) = (a.rows[one], b.rows[other])
        if row.fields == partner.fields { return }
        let count = fields.fields(row, partner, isOfFrame: isOfFrame).count
        if count > 0 { note(isOfFrame ? .frameFields : .fields, one, other, count) }
    }

    private mutating func note(_ kind: DifferenceRow.Kind, _ one: Int?, _ other: Int?, _ count: Int = 1) {
        rows.append(DifferenceRow(kind, a: one, b: other, number: one.map { a.rows[$0].number }, count: count))
    }

    /// Places the events that only the second capture has after their predecessors there.
    private mutating func placeNew(rows first: Int, pairs firstPair: Int) {
        if firstPair < pairs.count { place(from: first, by: firstPair) }
    }

    /// Places the events of connections that only the second capture has by their neighbours there.
    mutating func placeConnections() { place(from: 0, by: 0) }

    private mutating func place(from first: Int, by firstPair: Int) {
        guard rows[first...].contains(where: { !$0.isAnchored }) else { return }
        let anchors = RowAnchors(pairs[firstPair...])
        for index in rows[first...].indices where !rows[index].isAnchored {
            rows[index].anchor(b.rows[Int(rows[index].b)].number, to: anchors)
        }
    }

    /// Sorts the differences by the order of the first capture.
    mutating func sort() {
        let numbers = b.rows
        func key(_ row: DifferenceRow) -> (UInt32, Int8, UInt32, UInt8) {
            row.key(row.b < 0 ? 0 : numbers[Int(row.b)].number)
        }
        rows.sort { key($0) < key($1) }
    }
}
