import WireFormat

/// Looks for one field of an event and compares it: a sink that passes over all others.
struct SoughtField: FieldSink {
    private var role = FieldKey.Role.other
    private var value: FilterValue?
    /// Whether the event has the field.
    private(set) var isThere = false
    /// Whether a value of it is the one that is asked for.
    private(set) var isEqual = false

    /// Looks for another field from now on; without a value, whether it is there.
    mutating func begin(_ role: FieldKey.Role, _ value: FilterValue?) {
        self.role = role
        isThere = false
        isEqual = false
        self.value = value
    }

    @inline(__always)
    func wants(_ key: FieldKey) -> Bool { key.role == role }

    @inline(__always)
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) {
        guard key.role == role else { return }
        isThere = true
        switch value {
        case .string(let wanted)?: if wanted.utf8.span.equals(utf8) { isEqual = true }
        // 64-bit integers are texts in an event.
        case .number(let wanted, _)?: if wanted.utf8.span.equals(utf8) { isEqual = true }
        case .bool?, nil: break
        }
    }

    @inline(__always)
    mutating func word(_ key: FieldKey, _ word: StaticString) {
        guard key.role == role else { return }
        isThere = true
        if case .string(let wanted)? = value, wanted.utf8.span.equals(word) { isEqual = true }
    }

    @inline(__always)
    mutating func number(_ key: FieldKey, _ value: Int64) {
        guard key.role == role else { return }
        isThere = true
        if case .number(_, let wanted)? = self.value, Double(value) == wanted { isEqual = true }
    }

    @inline(__always)
    mutating func truth(_ key: FieldKey, _ value: Bool) {
        guard key.role == role else { return }
        isThere = true
        if self.value == .bool(value) { isEqual = true }
    }

    @inline(__always)
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        if key.role == role { isThere = true }
    }

    @inline(__always) mutating func time(_ key: FieldKey, milliseconds: Int64) {}
    @inline(__always) mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {}
    @inline(__always) mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {}
    @inline(__always) mutating func beginMessage(contentBytes: Int) {}
    @inline(__always) mutating func endMessage() {}
}
