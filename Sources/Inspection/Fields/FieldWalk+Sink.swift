import WireFormat

// The walk receives all fields of frames and messages from the system, and skips all but one.
extension FieldWalk: FieldSink where Visitor: ~Copyable {
    /// Whether the key is the wanted field's: by its role, or by its name if it has no role.
    @inline(__always)
    private func isSought(_ key: FieldKey) -> Bool { key.role == role && (role != .other || isNamed(key.spelled)) }

    @inline(never)
    private func isNamed(_ spelled: StaticString) -> Bool { paths[current].isKey(spelled) }

    @inline(__always)
    func wants(_ key: FieldKey) -> Bool { isSought(key) }

    @inline(__always)
    mutating func text(_ key: FieldKey, _ utf8: Span<UInt8>) {
        guard isSought(key) else { return }
        visitor.found()
        visitor.text(utf8)
    }

    @inline(__always)
    mutating func word(_ key: FieldKey, _ word: StaticString) {
        guard isSought(key) else { return }
        visitor.found()
        visitor.word(word)
    }

    @inline(__always)
    mutating func number(_ key: FieldKey, _ value: Int64) {
        guard isSought(key) else { return }
        visitor.found()
        visitor.number(value)
    }

    @inline(__always)
    mutating func time(_ key: FieldKey, milliseconds: Int64) {
        guard isSought(key) else { return }
        visitor.found()
        visitor.time(milliseconds.multipliedSaturated(by: 1_000_000), digits: 3)
    }

    @inline(__always)
    mutating func truth(_ key: FieldKey, _ value: Bool) {
        guard isSought(key) else { return }
        visitor.found()
        visitor.truth(value)
    }

    @inline(__always)
    mutating func hex(_ key: FieldKey, _ bytes: Span<UInt8>) {
        guard isSought(key) else { return }
        scratch.writer.removeAll()
        scratch.writer.append(hex: bytes)
        visitor.found()
        Self.handText(scratch.writer, to: &visitor)
    }

    @inline(__always)
    mutating func json(_ key: FieldKey, _ write: (inout ByteWriter) -> Void) {
        guard isSought(key) else { return }
        scratch.writer.removeAll()
        write(&scratch.writer)
        follow(firstStep: nil)
    }

    mutating func named(_ name: String, _ write: (inout ByteWriter) -> Void) {
        guard paths[current].name == name else { return }
        scratch.writer.removeAll()
        write(&scratch.writer)
        follow(firstStep: nil)
    }

    @inline(__always) mutating func beginMessage(contentBytes: Int) {}
    @inline(__always) mutating func endMessage() {}
}
