import WireFormat

/// Counts of types, topics and object names: a sink that looks at these fields only.
struct FieldCounts: FieldSink, Sendable {
    /// The count of one type of frames from one sender of a system.
    struct TypeCount: Sendable {
        var system: MessagingSystem
        var sender: FrameSender
        var count = 0
        var bytes = 0
        /// The type's name; comparing addresses tells names apart quickly.
        fileprivate var name: StaticString

        var type: String { name.description }

        @inline(__always)
        fileprivate func isOf(_ name: StaticString, _ system: MessagingSystem, _ sender: FrameSender) -> Bool {
            self.name.utf8Start == name.utf8Start && self.sender == sender && self.system == system
        }
    }

    /// The counts by type, in order of first occurrence; a name may occur twice, at different addresses.
    private var types: [TypeCount] = []
    private(set) var topics = NameCounter()
    private(set) var objectNames = NameCounter()
    /// The counts by kind and id, with a space between the two.
    private(set) var conversations = NameCounter()
    /// The kind of the last conversation; `hasKind` is whether the current message has one.
    private var kind: [UInt8] = []
    private var hasKind = false
    private var system = MessagingSystem.first
    private var sender = FrameSender.client
    private var bytes = 0
    private var contentBytes = 0

    /// Begins an event: the following fields belong to it.
    @inline(__always)
    mutating func begin(_ system: MessagingSystem, _ sender: FrameSender, bytes: Int) {
        self.system = system
        self.sender = sender
        self.bytes = bytes
    }

    @inline(__always)
    func wants(_ key: FieldKey) -> Bool {
        switch key.role {
        case .topic, .objectName, .conversation, .target: true
        default: false
        }
    }

    @inline(__always)
    mutating func word(_ key: FieldKey, _ word: StaticString) {
        if key.role == .conversation { return word.withUTF8Buffer { note(kind: Span(_unsafeElements: $0)) } }
        guard key.role == .type || key.role == .command else { return }
        var place = 0
        while place < types.count, !types[place].isOf(word, system, sender) { place &+= 1 }
        if place == types.count { types.append(TypeCount(system: system, sender: sender, name: word)) }
        types[place].count &+= 1
        types[place].bytes &+= bytes
    }

    mutating func unstatedType(_ word: StaticString) { self.word(.type, word) }

    @inline(__always)
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) {
        switch key.role {
        case .topic: topics.add(utf8, bytes: bytes)
        case .objectName: objectNames.add(utf8, bytes: contentBytes)
        case .conversation: note(kind: utf8)
        case .target: count(target: utf8)
        default: break
        }
    }

    /// Sets the conversation's kind, which mostly equals that of the message before.
    private mutating func note(kind utf8: Span<UInt8>) {
        hasKind = true
        if kind.span.equals(utf8) { return }
        kind = [UInt8](copying: utf8)
    }

    /// Counts a conversation; every system reports the kind, if at all, before the target.
    private mutating func count(target: Span<UInt8>) {
        // Swapped out, because `self` is modified while the kind is read; the buffer is reused.
        var known: [UInt8] = []
        swap(&known, &kind)
        conversations.add(known.span.extracting(first: hasKind ? known.count : 0), target, bytes: contentBytes)
        swap(&known, &kind)
    }

    @inline(__always)
    mutating func beginMessage(contentBytes: Int) {
        self.contentBytes = contentBytes
        hasKind = false
    }

    @inline(__always) mutating func endMessage() {}

    @inline(__always)
    mutating func number(_ key: FieldKey, _ value: Int64) {
        guard key.role == .conversation else { return }
        let digits = Array("\(value)".utf8)
        note(kind: digits.span)
    }

    @inline(__always) mutating func time(_ key: FieldKey, milliseconds: Int64) {}
    @inline(__always) mutating func truth(_ key: FieldKey, _ value: Bool) {}
    @inline(__always) mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {}
    @inline(__always) mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {}

    /// Merges the counts of another worker.
    mutating func merge(_ other: FieldCounts) {
        types += other.types
        topics.merge(other.topics)
        objectNames.merge(other.objectNames)
        conversations.merge(other.conversations)
    }

    /// The counts of types by system, then in the order of its type table, the client's before the server's.
    var rankedTypes: [(type: String, sender: FrameSender, count: Int, bytes: Int)] {
        // A linear search is enough for so few types.
        var sums: [TypeCount] = []
        for entry in types {
            let isSame = { (sum: TypeCount) in
                sum.system == entry.system && sum.sender == entry.sender && sum.type == entry.type
            }
            if let place = sums.firstIndex(where: isSame) {
                sums[place].count += entry.count
                sums[place].bytes += entry.bytes
            } else {
                sums.append(entry)
            }
        }
        func rank(_ sum: TypeCount) -> Int { sum.system.typeNames.firstIndex(of: sum.type) ?? .max }
        return sums.map { ($0, rank($0)) }
            .sorted { one, other in
                (one.0.system.rawValue, one.1, one.0.type, one.0.sender == .client ? 0 : 1)
                    < (other.0.system.rawValue, other.1, other.0.type, other.0.sender == .client ? 0 : 1)
            }
            .map { ($0.0.type, $0.0.sender, $0.0.count, $0.0.bytes) }
    }
}
