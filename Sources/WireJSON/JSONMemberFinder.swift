public import WireFormat

/// Finds the members of one object by key, fastest when they are asked for in the order of the text.
///
/// A member that comes next is found with one comparison, and once all were found, asking costs nothing. Where keys
/// repeat the first is found in that way, not the last: ask ``JSONView/hasRepeatedKeys`` when ``unread`` is not 0 in the
/// end, and use ``JSONView/member(_:)`` then.
public struct JSONMemberFinder: ~Escapable {
    @usableFromInline let object: JSONView
    @usableFromInline let end: Int
    @usableFromInline var next: Int
    /// Which of the first nodes behind the object's were found, so that none counts twice.
    @usableFromInline var found: UInt64 = 0
    /// How many members were not found yet.
    @inlinable public var unread: Int { left }
    @usableFromInline var left: Int

    /// Begins at the first member; there is nothing to find in what is not an object.
    @_lifetime(copy object)
    public init(_ object: JSONView) {
        self.object = object
        next = object.index &+ 1
        let isObject = object.node.kind == .object
        end = isObject ? Int(object.node.link) : next
        left = isObject ? object.count : 0
    }

    /// Takes the text of the member that comes next, if it has this very key and is a string.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - text: set to what the string says.
    ///   - allowsBlank: whether "" is taken too.
    /// - Returns: whether the member was taken; if not, nothing has changed.
    @inlinable
    @inline(__always)
    public mutating func takeText(_ key: StaticString, _ text: inout String, allowsBlank: Bool = true) -> Bool {
        guard comesNext(key) else { return false }
        let value = object.nodes[next &+ 1]
        guard value.isString, allowsBlank || value.end &- value.start > 2 else { return false }
        let content = object.base &+ Int(value.start) &+ 1..<object.base &+ Int(value.end) &- 1
        text = JSONText.decode(object.bytes, in: content, hasEscapes: value.hasEscapes)
        tookValue(at: next &+ 1)
        return true
    }

    /// Whether the member that comes next has this very key.
    @inlinable
    @inline(__always)
    func comesNext(_ key: StaticString) -> Bool {
        guard next < end else { return false }
        let name = object.nodes[next]
        let first = object.base &+ Int(name.start) &+ 1
        let last = object.base &+ Int(name.end) &- 1
        guard last &- first == key.utf8CodeUnitCount, !name.hasEscapes else { return false }
        return object.bytes.extracting(first..<last).equals(key)
    }

    /// Goes on behind a value that was found.
    @inlinable
    mutating func tookValue(at index: Int) {
        let node = object.nodes[index]
        next = node.isContainer ? Int(node.link) : index &+ 1
        let place = index &- object.index
        if place < UInt64.bitWidth {
            let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
            if found & bit != 0 { return }
            found |= bit
        }
        left &-= 1
    }

    /// The value of the member with this key, or with this key but for ASCII letter case; `nil` if there is none.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func find(_ key: StaticString) -> JSONView? {
        guard left > 0 else { return nil }
        if let value = takeNext(key) { return value }
        guard let value = object.member(key) else { return nil }
        tookValue(at: value.index)
        return value
    }

    /// The value of the member with exactly this key; `nil` if there is none.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func find(exactly key: StaticString) -> JSONView? {
        guard left > 0 else { return nil }
        if let value = takeNext(key) { return value }
        guard let value = object.member(exactly: key) else { return nil }
        tookValue(at: value.index)
        return value
    }

    /// Goes on behind a value of the object that was found in another way.
    public mutating func skip(_ value: JSONView) {
        let place = value.index &- object.index
        // Further on it can not be told whether it was counted before.
        if place < UInt64.bitWidth { tookValue(at: value.index) }
    }

    /// The value of the member that comes next, if it has this very key.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    private mutating func takeNext(_ key: StaticString) -> JSONView? {
        guard comesNext(key) else { return nil }
        let value = object.at(next &+ 1)
        tookValue(at: value.index)
        return value
    }
}
