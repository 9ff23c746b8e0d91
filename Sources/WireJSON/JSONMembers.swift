/// The members of an object, one after the other.
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
    /// The node of the member where this stands; -1 before the first one.
    @usableFromInline var current = -1
    /// The node of the next one.
    @usableFromInline var child: Int
    @usableFromInline let end: Int

    @_lifetime(copy object)
    init(_ object: JSONView) {
        self.object = object
        child = object.index &+ 1
        end = object.node.kind == .object ? Int(object.node.link) : child
    }

    /// The next member; `nil` behind the last one.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func next() -> Member? { moveOn() ? Member(key) : nil }

    /// Goes on to the next member; answers whether there is one.
    ///
    /// For those who go through very many: a member that is handed on as a whole is copied.
    @inlinable
    @inline(__always)
    @_lifetime(self: copy self)
    package mutating func moveOn() -> Bool {
        guard child < end else { return false }
        current = child
        child = object.at(child &+ 1).nextIndex
        return true
    }

    /// The key of the member where this stands, a string.
    package var key: JSONView {
        @inlinable
        @inline(__always)
        @_lifetime(copy self)
        get { object.at(current) }
    }

    /// Where that begins, counted in the bytes that were parsed.
    @inlinable package var keyStart: Int {
        @inline(__always) get { object.base &+ Int(object.nodes[current].start) }
    }

    /// The value of that member.
    package var value: JSONView {
        @inlinable
        @inline(__always)
        @_lifetime(copy self)
        get { object.at(current &+ 1) }
    }
}
