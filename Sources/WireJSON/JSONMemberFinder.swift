public import WireFormat

/// Finds the members of one object by key, fastest when they are asked for in the order of the text.
///
/// A member that comes next is found with one comparison, and once all were found, asking costs nothing. Where keys
/// repeat the first is found in that way, not the last: ask ``JSONView/hasRepeatedKeys`` when ``unread`` is not 0 in the
/// end, and use ``JSONView/member(_:)`` then.
public struct JSONMemberFinder: ~Escapable {
    /// The object.
    public let object: JSONView
    @usableFromInline let end: Int
    @usableFromInline var next: Int
    /// Which of the first nodes behind the object's were found, so that none counts twice.
    @usableFromInline var found: UInt64 = 0
    /// How many members were not found yet.
    @inlinable public var unread: Int { left }
    @usableFromInline var left: Int

    /// Begins at the first member; there is nothing to find in what is not an object.
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

    /// Begins where there is nothing to find.
    @_lifetime(immortal)
    public init() {
        object = JSONView(bytes: Span(), nodes: Span(), base: 0, index: 0, isKnownUTF8: false)
        next = 0
        end = 0
        left = 0
    }

    /// Takes the text of the member that comes next, whatever its key, if it is a string.
    ///
    /// To be asked only after ``comesNext(_:)`` has said yes.
    ///
    /// - Parameter allowsBlank: whether "" is taken too.
    /// - Returns: what the string says; `nil` if it was not taken, and then nothing has changed.
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

    /// Goes on behind the member that comes next, whatever its key, if it is a string; says whether it was.
    ///
    /// To be asked only after ``comesNext(_:)`` has said yes.
    ///
    /// - Parameter allowsBlank: whether "" is passed too.
    public mutating func passNextText(allowsBlank: Bool) -> Bool {
        let index = next &+ 1
        let value = object.nodes[index]
        guard value.isString, allowsBlank || value.end &- value.start > 2 else { return false }
        next = index &+ 1
        count(index)
        return true
    }

    /// Takes the value of the member that comes next, whatever its key, if it is an object.
    ///
    /// To be asked only after ``comesNext(_:)`` has said yes.
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

    /// Where the value of the member that comes next begins, in bytes.
    ///
    /// To be asked only after ``comesNext(_:)`` has said yes.
    public var nextValueStart: Int { object.base &+ Int(object.nodes[next &+ 1].start) }

    /// Whether the member that comes next has this very key.
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

    /// Whether the member that comes next is the only one that was not found yet.
    public var isLastNext: Bool {
        guard left == 1, next < end else { return false }
        let place = next &+ 1 &- object.index
        return place < UInt64.bitWidth && found & (1 << UInt64(truncatingIfNeeded: place)) == 0
    }

    /// Goes on behind a value that was found.
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
