import WireFormat

extension JSONView {
    /// Returns the value of the last member with this key or, if there is none, with this key in other ASCII letter
    /// case.
    ///
    /// `nil` if there is neither, or this is not an object. For decoders with fixed keys: most comparisons end at the
    /// length.
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

    /// Returns the value of the last member with exactly this key; `nil` if there is none, or this is not an object.
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

    /// Returns the text of the only member with this key, in any letter case, as it is spelt between its quotes.
    ///
    /// `nil` if a key of the object has escapes, the key matches no member or several, the value has escapes or is not
    /// a string, or this is not an object. The caller then has to find the text in another way.
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
    /// Whether two members of the object have the same key; `false` for another value.
    ///
    /// Takes quadratic time in the number of members.
    public var hasRepeatedKeys: Bool { repeatedMember != nil }

    /// The key of the first member whose key repeats, and the offset of its next occurrence's value.
    ///
    /// `nil` if no key repeats, or for another value. Takes quadratic time in the number of members.
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
