/// Finds the members of one object by key, fastest when they are asked for in the order of the text.
///
/// A member that comes next is found with one comparison, and once all were found, asking costs nothing. Where keys
/// repeat the first is found in that way, not the last: ask ``JSONView/hasRepeatedKeys`` when ``unread`` is not 0 in the
/// end, and use ``JSONView/member(_:)`` then.
public struct JSONMemberFinder: ~Escapable {
    private let object: JSONView
    private let end: Int
    private var next: Int
    /// How many members were not found yet.
    public private(set) var unread: Int

    /// Begins at the first member; there is nothing to find in what is not an object.
    @_lifetime(copy object)
    public init(_ object: JSONView) {
        self.object = object
        next = object.index &+ 1
        let isObject = object.node.kind == .object
        end = isObject ? Int(object.node.link) : next
        unread = isObject ? object.count : 0
    }

    /// Takes the text of the member that comes next, if it has this very key and is a string.
    ///
    /// - Parameters:
    ///   - key: the key.
    ///   - text: set to what the string says.
    ///   - allowsBlank: whether "" is taken too.
    /// - Returns: whether the member was taken; if not, nothing has changed.
    public mutating func takeText(_ key: StaticString, _ text: inout String, allowsBlank: Bool = true) -> Bool {
        guard next < end else { return false }
        let name = object.nodes[next]
        let length = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount &+ 2)
        guard name.end &- name.start == length, !name.hasEscapes, object.compare(name, key) == .same else {
            return false
        }
        let value = object.nodes[next &+ 1]
        guard value.kind == .string, allowsBlank || value.end &- value.start > 2 else { return false }
        let content = object.base &+ Int(value.start) &+ 1..<object.base &+ Int(value.end) &- 1
        text = JSONText.decode(object.bytes, in: content, hasEscapes: value.hasEscapes)
        next &+= 2
        unread &-= 1
        return true
    }

    /// The value of the member with this key, or with this key but for ASCII letter case; `nil` if there is none.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func find(_ key: StaticString) -> JSONView? {
        guard unread > 0 else { return nil }
        if next < end {
            let name = object.nodes[next]
            let length = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount &+ 2)
            if name.end &- name.start == length, !name.hasEscapes, object.compare(name, key) == .same {
                let value = object.at(next &+ 1)
                next = value.nextIndex
                unread &-= 1
                return value
            }
        }
        guard let value = object.member(key) else { return nil }
        next = value.nextIndex
        unread &-= 1
        return value
    }
}
