public import WireFormat

/// Finds the members of one object by key; fastest if the keys are asked in the order of the text.
///
/// The next member is found with one comparison; after all members were found, a call returns at once. If keys repeat,
/// this can find the first member instead of the last: if ``unread`` is not 0 in the end, check
/// ``JSONView/hasRepeatedKeys``, and use ``JSONView/member(_:)`` if it is true.
public struct JSONMemberFinder: ~Escapable {
    /// The object.
    public let object: JSONView
    @usableFromInline let end: Int
    @usableFromInline var next: Int
    /// A bit for each value found among the first 64 nodes of the object, so that no value is counted twice.
    @usableFromInline var found: UInt64 = 0
    /// The last value that was counted as found beyond the first 64 nodes: only values after it are counted there, so that
    /// ``unread`` may stay too large and is never too small.
    @usableFromInline var furthest = 0
    /// The number of members that were not found yet.
    @inlinable public var unread: Int { left }
    @usableFromInline var left: Int

    /// Starts at the first member; a value that is not an object has no members.
    @inlinable
    @inline(__always)
    @_lifetime(copy object)
    public init(_ object: JSONView) {
        self.object = object
        next = object.index &+ 1
        let node = object.node
        let isObject = node.isObject
        end = isObject ? Int(node.link) : next
        left = isObject ? object.count : 0
    }

    /// Makes a finder without members.
    @_lifetime(immortal)
    public init() {
        object = JSONView(bytes: Span(), nodes: Span(), base: 0, index: 0, isKnownUTF8: false)
        next = 0
        end = 0
        left = 0
    }

    /// Returns the text of the next member's value and moves on, whatever its key, if the value is a string.
    ///
    /// Call this only after ``comesNext(_:)`` has returned `true`.
    ///
    /// - Parameter allowsBlank: whether an empty string is accepted.
    /// - Returns: the text, or `nil` if the value was not accepted; then the finder is unchanged.
    @inlinable
    @inline(__always)
    public mutating func takeNextText(allowsBlank: Bool) -> String? {
        let index = next &+ 1
        let value = object.nodes[index]
        guard value.isString, allowsBlank || value.end &- value.start > 2 else { return nil }
        next = index &+ 1
        count(index)
        return object.text(of: value)
    }

    /// Moves past the next member, whatever its key, if its value is a string; returns whether it did.
    ///
    /// Call this only after ``comesNext(_:)`` has returned `true`.
    ///
    /// - Parameter allowsBlank: whether an empty string is accepted.
    public mutating func passNextText(allowsBlank: Bool) -> Bool {
        let index = next &+ 1
        let value = object.nodes[index]
        guard value.isString, allowsBlank || value.end &- value.start > 2 else { return false }
        next = index &+ 1
        count(index)
        return true
    }

    /// Returns the value of the next member and moves on, whatever its key, if the value is an object.
    ///
    /// Call this only after ``comesNext(_:)`` has returned `true`.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func takeNextObject() -> JSONView? {
        let index = next &+ 1
        let value = object.nodes[index]
        guard value.isObject else { return nil }
        next = Int(value.link)
        count(index)
        return object.at(index)
    }

    /// The offset of the next member's value, in bytes.
    ///
    /// Use this only after ``comesNext(_:)`` has returned `true`.
    public var nextValueStart: Int { object.base &+ Int(object.nodes[next &+ 1].start) }

    /// Returns whether the next member has exactly this key.
    @inlinable
    @inline(__always)
    public func comesNext(_ key: StaticString) -> Bool {
        guard next < end else { return false }
        let name = object.nodes[next]
        let first = object.base &+ Int(name.start) &+ 1
        let last = object.base &+ Int(name.end) &- 1
        guard last &- first == key.utf8CodeUnitCount, !name.hasEscapes else { return false }
        return object.bytes.extracting(first..<last).equals(key)
    }

    /// Whether the next member is the only member that was not found yet.
    public var isLastNext: Bool {
        guard left == 1, next < end else { return false }
        let place = next &+ 1 &- object.index
        return place < UInt64.bitWidth && found & (1 << UInt64(truncatingIfNeeded: place)) == 0
    }

    /// Counts a value as found and continues after it.
    @inlinable
    mutating func tookValue(at index: Int) {
        let node = object.nodes[index]
        next = node.isContainer ? Int(node.link) : index &+ 1
        count(index)
    }

    /// Counts a value as found, once.
    @inlinable
    @inline(__always)
    mutating func count(_ index: Int) {
        let place = index &- object.index
        if place < UInt64.bitWidth {
            let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: place)
            if found & bit != 0 { return }
            found |= bit
        } else {
            if place <= furthest { return }
            furthest = place
        }
        left &-= 1
    }

    /// Returns the value of the member with this key, or with this key in other ASCII letter case; `nil` if there is
    /// none.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func find(_ key: StaticString) -> JSONView? {
        guard left > 0 else { return nil }
        if let value = takeNext(key) { return value }
        guard let value = object.member(key) else { return nil }
        tookValue(at: value.index)
        return value
    }

    /// Returns the value of the member with exactly this key; `nil` if there is none.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func find(exactly key: StaticString) -> JSONView? {
        guard left > 0 else { return nil }
        if let value = takeNext(key) { return value }
        guard let value = object.member(exactly: key) else { return nil }
        tookValue(at: value.index)
        return value
    }

    /// Counts a value of the object that the caller found in another way, and continues after it.
    public mutating func skip(_ value: JSONView) {
        let place = value.index &- object.index
        // Beyond the bits of `found`, the value may already have been counted.
        if place < UInt64.bitWidth { tookValue(at: value.index) }
    }

    /// Returns the value of the next member and moves on, if the member has exactly this key.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    private mutating func takeNext(_ key: StaticString) -> JSONView? {
        guard comesNext(key) else { return nil }
        let value = object.at(next &+ 1)
        tookValue(at: value.index)
        return value
    }
}
