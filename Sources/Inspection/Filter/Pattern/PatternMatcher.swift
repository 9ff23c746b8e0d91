/// Searches for a regular expression in texts in time linear in their length.
///
/// The automaton is made deterministic on demand: each set of states gets a number when it first occurs, and a table
/// maps a number and a byte to the next number. A table that has grown too large is discarded and begun anew, so that
/// memory is bounded, too. One byte then costs at most a visit of every state of the program.
struct PatternMatcher: Sendable {
    /// A position between two bytes of the text: the possible states before assertions are checked, and the properties
    /// that assertions need.
    private struct Place: Hashable, Sendable {
        var states: [Int32]
        var isBegin: Bool
        var followsWord: Bool
    }

    private static let unknown: Int32 = -1
    private static let found: Int32 = -2
    private static let failed: Int32 = -3
    /// The largest number of places to remember.
    static let maximumPlaces = 2000
    /// The largest number of states in all remembered places.
    static let maximumStatesHeld = 1 << 17

    let program: PatternProgram
    private let first: Place
    /// The number of table entries per place: one for each class of bytes, and one for the end of the text.
    private let width: Int
    private var places: [Place] = []
    private var numbers: [Place: Int32] = [:]
    private var table: [Int32] = []
    private var statesHeld = 0
    /// The round in which each state was last reached.
    private var reached: [Int32]
    private var taken: [Int32]
    private var round: Int32 = 0
    private var left: [Int32] = []
    /// The number of bytes and states visited, for tests.
    private(set) var steps = 0
    var placesHeld: Int { places.count }

    init(_ program: PatternProgram) {
        self.program = program
        first = Place(states: [program.start], isBegin: true, followsWord: false)
        width = program.representatives.count + 1
        reached = Array(repeating: 0, count: program.states.count)
        taken = reached
    }

    /// Whether the expression matches anywhere in a text of well-formed UTF-8.
    mutating func matches(_ text: Span<UInt8>) -> Bool {
        steps &+= text.count &+ 1
        var place = number(of: first)
        for index in text.indices {
            let byteClass = Int(program.classOfByte[Int(text[index])])
            var next = table[Int(place) &* width &+ byteClass]
            if next == Self.unknown { next = follow(place, byteClass) }
            if next < 0 { return next == Self.found }
            place = next
        }
        var end = table[Int(place) &* width &+ width &- 1]
        if end == Self.unknown { end = follow(place, width - 1) }
        return end == Self.found
    }

    /// Returns the number of a place; a new place gets a new number.
    private mutating func number(of place: Place) -> Int32 {
        if let known = numbers[place] { return known }
        let number = Int32(places.count)
        numbers[place] = number
        places.append(place)
        statesHeld += place.states.count
        table.append(contentsOf: repeatElement(Self.unknown, count: width))
        return number
    }

    /// Computes the place after a byte of a class and enters it into the table.
    private mutating func follow(_ number: Int32, _ byteClass: Int) -> Int32 {
        let place = places[Int(number)]
        guard let next = next(after: place, byteClass) else {
            table[Int(number) * width + byteClass] = Self.found
            return Self.found
        }
        guard !next.states.isEmpty else {
            table[Int(number) * width + byteClass] = Self.failed
            return Self.failed
        }
        if places.count >= Self.maximumPlaces || statesHeld + next.states.count > Self.maximumStatesHeld {
            places.removeAll(keepingCapacity: true)
            numbers.removeAll(keepingCapacity: true)
            table.removeAll(keepingCapacity: true)
            statesHeld = 0
            return self.number(of: next)
        }
        let found = self.number(of: next)
        table[Int(number) * width + byteClass] = found
        return found
    }

    /// Returns the place after a byte of a class; `nil` if the expression has matched before the byte.
    private mutating func next(after place: Place, _ byteClass: Int) -> Place? {
        let isEnd = byteClass == width - 1
        let byte = isEnd ? 0 : program.representatives[byteClass]
        let precedesWord = program.usesWords && !isEnd && PatternProgram.isWord(byte)
        round &+= 1
        if round == .max { restartRounds() }
        var states: [Int32] = []
        left.removeAll(keepingCapacity: true)
        left.append(contentsOf: place.states)
        while let index = left.popLast() {
            guard reached[Int(index)] != round else { continue }
            reached[Int(index)] = round
            steps &+= 1
            let state = program.states[Int(index)]
            switch state.kind {
            case .match: return nil
            case .fork:
                left.append(state.next)
                left.append(state.other)
            case .assertion:
                let holds =
                    switch PatternNode.Assertion(rawValue: state.low) {
                    case .begin?: place.isBegin
                    case .end?: isEnd
                    case .wordBoundary?: place.followsWord != precedesWord
                    // Between the bytes of one character there is no place.
                    case .noWordBoundary?: place.followsWord == precedesWord && (isEnd || byte & 0xC0 != 0x80)
                    case nil: false
                    }
                if holds { left.append(state.next) }
            case .bytes:
                guard !isEnd, byte >= state.low, byte <= state.high, taken[Int(state.next)] != round else { continue }
                taken[Int(state.next)] = round
                states.append(state.next)
            }
        }
        if !isEnd, !program.isAnchored, taken[Int(program.start)] != round { states.append(program.start) }
        states.sort()
        return Place(states: states, isBegin: false, followsWord: precedesWord)
    }

    private mutating func restartRounds() {
        round = 1
        for index in reached.indices { (reached[index], taken[index]) = (0, 0) }
    }
}
