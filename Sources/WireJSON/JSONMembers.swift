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

    private let object: JSONView
    private var child: Int
    private let end: Int

    @_lifetime(copy object)
    init(_ object: JSONView) {
        self.object = object
        child = object.index &+ 1
        end = object.node.kind == .object ? Int(object.node.link) : child
    }

    /// The next member; `nil` behind the last one.
    @_lifetime(copy self)
    @_lifetime(self: copy self)
    public mutating func next() -> Member? {
        guard child < end else { return nil }
        let pair = object.at(child)
        child = object.at(child &+ 1).nextIndex
        return Member(pair)
    }
}
