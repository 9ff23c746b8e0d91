import WireFormat

extension JSONView {
    /// The value of the last member with this key, or, where there is none, in other ASCII letter case.
    ///
    /// `nil` if there is neither, or this is not an object. For decoders that know their keys: a look at the length
    /// settles most comparisons.
    @_lifetime(copy self)
    public func member(_ key: StaticString) -> JSONView? {
        let object = node
        guard object.kind == .object else { return nil }
        let length = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount &+ 2)
        let end = Int(object.link)
        var child = index &+ 1
        var exact = 0
        var folded = 0
        while child < end {
            let name = nodes[child]
            if name.end &- name.start == length, !name.hasEscapes {
                switch compare(name, key) {
                case .same: exact = child &+ 1
                case .sameLetters: folded = child &+ 1
                case .different: break
                }
            } else if name.hasEscapes, at(child).string == key.description {
                exact = child &+ 1
            }
            let value = nodes[child &+ 1]
            child = value.isContainer ? Int(value.link) : child &+ 2
        }
        if exact != 0 { return at(exact) }
        return folded != 0 ? at(folded) : nil
    }

    /// The value of the last member with exactly this key; `nil` if there is none, or this is not an object.
    @_lifetime(copy self)
    public func member(exactly key: StaticString) -> JSONView? {
        let object = node
        guard object.kind == .object else { return nil }
        let length = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount &+ 2)
        let end = Int(object.link)
        var child = index &+ 1
        var found = 0
        while child < end {
            let name = nodes[child]
            if name.hasEscapes {
                if at(child).string == key.description { found = child &+ 1 }
            } else if name.end &- name.start == length, compare(name, key) == .same {
                found = child &+ 1
            }
            let value = nodes[child &+ 1]
            child = value.isContainer ? Int(value.link) : child &+ 2
        }
        return found != 0 ? at(found) : nil
    }

    /// The text of the only member with this key, in any letter case, as it is spelt between its quotes.
    ///
    /// `nil` where the text is not plain: it has escapes, another key has or may be meant as well, it is no string, or this
    /// is not an object. Then the text has to be looked for in another way.
    @_lifetime(copy self)
    package func plainText(onlyUnder key: StaticString) -> Span<UInt8>? {
        let object = node
        guard object.kind == .object else { return nil }
        let length = UInt32(truncatingIfNeeded: key.utf8CodeUnitCount &+ 2)
        let end = Int(object.link)
        var child = index &+ 1
        var found = 0
        while child < end {
            let name = nodes[child]
            if name.hasEscapes { return nil }
            if name.end &- name.start == length, compare(name, key) != .different {
                guard found == 0 else { return nil }
                found = child &+ 1
            }
            let value = nodes[child &+ 1]
            child = value.isContainer ? Int(value.link) : child &+ 2
        }
        guard found != 0, nodes[found].isString, !nodes[found].hasEscapes else { return nil }
        return bytes.extracting(base &+ Int(nodes[found].start) &+ 1..<base &+ Int(nodes[found].end) &- 1)
    }

    enum Likeness {
        case same
        case sameLetters
        case different
    }

    /// Compares a key without escapes with a text of the same length.
    @inline(__always)
    func compare(_ name: JSONNode, _ key: StaticString) -> Likeness {
        let spelling = bytes.extracting(base &+ Int(name.start) &+ 1..<base &+ Int(name.end) &- 1)
        // Most keys of the same length differ in the first letter.
        if spelling.isEmpty || spelling[0] | 0x20 != (unsafe key.utf8Start[0] | 0x20) {
            return spelling.isEmpty ? .same : .different
        }
        if spelling.equals(key) { return .same }
        return spelling.equalsIgnoringCase(key) ? .sameLetters : .different
    }
}

extension JSONView {
    /// Whether two members of the object have the same key; false for another value.
    ///
    /// Takes time with the square of the number of members.
    public var hasRepeatedKeys: Bool { repeatedMember != nil }

    /// The first member whose key another one has again, and where the value of that other one begins; `nil` when there is
    /// none, or for another value.
    ///
    /// Takes time with the square of the number of members.
    public var repeatedMember: (key: String, offset: Int)? {
        var outer = members
        while let member = outer.next() {
            var inner = outer
            let spelling = member.key.spelling
            while let other = inner.next() {
                let isSame =
                    member.key.node.hasEscapes || other.key.node.hasEscapes
                    ? member.key.string == other.key.string : other.key.spelling.equals(spelling)
                if isSame { return (member.key.string ?? "", other.value.range.lowerBound) }
            }
        }
        return nil
    }
}
