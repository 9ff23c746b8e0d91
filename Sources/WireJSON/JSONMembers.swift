/// Iterates over the members of an object.
///
/// ```swift
/// var members = view.members
/// while let member = members.next() { print(member.key.string ?? "", member.value.kind) }
/// ```
public struct JSONMembers: ~Escapable {
    /// A member of an object.
    public struct Member: ~Escapable {
        let pair: JSONView

        @_lifetime(copy pair)
        init(_ pair: JSONView) { self.pair = pair }

        /// The key, a string.
        public var key: JSONView {
            @_lifetime(copy self)
            get { pair }
        }

        /// The value.
        public var value: JSONView {
            @_lifetime(copy self)
            get { pair.at(pair.index &+ 1) }
        }
    }

    @usableFromInline let object: JSONView
    /// The node of the current member's key; -1 before the first member.
    @usableFromInline var current = -1
    /// The node of the next member's key.
    @usableFromInline var child: Int
    @usableFromInline let end: Int

    @_lifetime(copy object)
    init(_ object: JSONView) {
        self.object = object
        child = object.index &+ 1
        end = object.node.kind == .object ? Int(object.node.link) : child
    }

    /// Returns the next member, or `nil` after the last one.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func next() -> Member? { moveOn() ? Member(key) : nil }

    /// Moves to the next member; returns whether there is one.
    ///
    /// For loops over very many members: ``next()`` returns a copy of each.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func moveOn() -> Bool {
        guard child < end else { return false }
        current = child
        child = object.at(child &+ 1).nextIndex
        return true
    }

    /// The key of the current member, a string.
    package var key: JSONView {
        @inlinable
        @inline(__always)
        @_lifetime(copy self)
        get { object.at(current) }
    }

    /// The offset of the current member's key, in the bytes that were parsed.
    @inlinable package var keyStart: Int {
        @inline(__always) get { object.base &+ Int(object.nodes[current].start) }
    }

    /// The value of the current member.
    package var value: JSONView {
        @inlinable
        @inline(__always)
        @_lifetime(copy self)
        get { object.at(current &+ 1) }
    }
}
