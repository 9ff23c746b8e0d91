/// A value of a parsed JSON text, read in place.
///
/// Copies nothing, and decodes a value only when it is read. If keys repeat, access by key returns the last member, as
/// in most parsers; ``members`` has all of them.
public struct JSONView: ~Escapable {
    @usableFromInline let bytes: Span<UInt8>
    @usableFromInline let nodes: Span<JSONNode>
    @usableFromInline let base: Int
    @usableFromInline let index: Int
    /// Whether the bytes are certainly the parsed ones, so that the UTF-8 of strings need not be checked again.
    @usableFromInline let isKnownUTF8: Bool

    @inlinable
    @_lifetime(copy bytes, copy nodes)
    init(bytes: Span<UInt8>, nodes: Span<JSONNode>, base: Int, index: Int, isKnownUTF8: Bool) {
        self.bytes = bytes
        self.nodes = nodes
        self.base = base
        self.index = index
        self.isKnownUTF8 = isKnownUTF8
    }

    /// Returns the view of another node of the same text.
    @inlinable
    @_lifetime(copy self)
    func at(_ index: Int) -> JSONView {
        JSONView(bytes: bytes, nodes: nodes, base: base, index: index, isKnownUTF8: isKnownUTF8)
    }

    @inlinable var node: JSONNode { nodes[index] }

    /// The index of the node after this value.
    @inlinable var nextIndex: Int {
        let node = node
        return node.isContainer ? Int(node.link) : index &+ 1
    }

    /// The kind of the value.
    @inlinable public var kind: JSONKind {
        @inline(__always)
        get {
            switch node.kind {
            case .object: .object
            case .array: .array
            case .string: .string
            case .number: .number
            case .true, .false: .bool
            case .null: .null
            }
        }
    }

    /// The byte range of the value, quotes or brackets included, in the bytes that were parsed.
    @inlinable public var range: Range<Int> {
        let node = node
        return base &+ Int(node.start)..<base &+ Int(node.end)
    }

    /// The bytes of the value, as it is spelt.
    public var spelling: Span<UInt8> {
        @inlinable
        @_lifetime(copy self)
        get { bytes.extracting(range) }
    }

    /// Whether this is a string whose spelling has escapes.
    @inlinable package var hasEscapes: Bool { node.hasEscapes }

    /// The number of members or elements of an object or array; 0 for other values.
    @inlinable public var count: Int {
        let node = node
        guard node.isContainer else { return 0 }
        return node.children == JSONNode.mostChildren ? countedChildren : Int(node.children)
    }

    /// The number of children of a container, counted, if it exceeds the limit of its node.
    @usableFromInline var countedChildren: Int {
        let node = node
        var count = 0
        var child = index + 1
        while child < Int(node.link) {
            if node.kind == .object { child += 1 }
            child = at(child).nextIndex
            count += 1
        }
        return count
    }

    /// The members of an object in the order of the text, repeated keys included; none for another value.
    public var members: JSONMembers {
        @_lifetime(copy self)
        get { JSONMembers(self) }
    }

    /// The elements of an array in the order of the text; none for another value.
    public var elements: JSONElements {
        @_lifetime(copy self)
        get { JSONElements(self) }
    }

    /// The value of the last member with this key; `nil` if there is none, or this is not an object.
    public subscript(key: String) -> JSONView? {
        @_lifetime(copy self)
        get {
            guard node.kind == .object else { return nil }
            let end = Int(node.link)
            var found: Int?
            var child = index &+ 1
            while child < end {
                if at(child).equals(key) { found = child &+ 1 }
                child = at(child &+ 1).nextIndex
            }
            guard let found else { return nil }
            return at(found)
        }
    }

    /// The element at this position, from 0; `nil` if there is none, or this is not an array.
    public subscript(position: Int) -> JSONView? {
        @_lifetime(copy self)
        get {
            guard node.kind == .array, position >= 0 else { return nil }
            let end = Int(node.link)
            var left = position
            var child = index &+ 1
            while child < end {
                if left == 0 { return at(child) }
                left &-= 1
                child = at(child).nextIndex
            }
            return nil
        }
    }
}
