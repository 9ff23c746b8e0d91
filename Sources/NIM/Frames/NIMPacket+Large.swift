package import WireJSON

// Large packets, whose values are read in place each time: a tree of them may take many times their bytes.
extension NIMPacket {
    /// Whether ``data`` is too long to keep its values as a tree.
    package func isLarge(_ limits: NIMLimits = NIMLimits()) -> Bool {
        direction != nil && (data?.count ?? 0) >= limits.largeBytes
    }

    /// Whether there is a body, even an empty one.
    package var hasValues: Bool {
        guard let data else { return false }
        return NIMData(data.span, in: 0..<data.count).values(direction, isWrapped: wrapped != nil) != nil
    }

    /// Passes each value to `body`: its position in the list, its place in ``data``, and its entry in the table.
    ///
    /// For a typed value, the place is that of the inner value.
    package func forEachValue(
        in scope: NIMScope?,
        _ body: (_ position: Int, _ place: Range<Int>, _ value: NIMCommand.Value?) -> Void
    ) {
        guard let data else { return }
        let bytes = data.span
        let large = NIMData(bytes, in: 0..<data.count)
        guard let list = large.values(direction, isWrapped: wrapped != nil) else { return }
        let isTyped = direction == .request
        let known = command(in: scope)?.values ?? []
        var count = 0
        if isTyped {
            var steps = JSONSteps(bytes, in: list)
            while steps.next() != nil { count += 1 }
        }
        var steps = JSONSteps(bytes, in: list)
        var position = 0
        var next = 0
        while let (_, place) = steps.next() {
            if isTyped, count != known.count, next < known.count,
                let type = JSONSteps.member("t", bytes, in: place).flatMap({ JSONSteps.text(bytes, in: $0) })
            {
                while next < known.count, !Self.same(type, known[next].type) { next += 1 }
            }
            let inner = isTyped ? JSONSteps.member("v", bytes, in: place) ?? place : place
            let first = bytes[place.lowerBound]
            let isNamed =
                next < known.count
                && (!isSecondsToWait(position) || first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
            body(position, inner, isNamed ? known[next] : nil)
            if next < known.count { next += 1 }
            position += 1
        }
    }

    /// Passes each object in a value with tags to `body`: the elements of a list, otherwise the value itself.
    ///
    /// - Parameter position: the position in the list; `nil` for a value that is not a list.
    package static func forEachObject(
        _ bytes: Span<UInt8>,
        in place: Range<Int>,
        _ body: (_ position: Int?, _ place: Range<Int>) -> Void
    ) {
        guard JSONSteps.isArray(bytes, in: place) else { return body(nil, place) }
        var steps = JSONSteps(bytes, in: place)
        var position = 0
        while let (_, element) = steps.next() {
            // In requests, each element is a typed value, too.
            let isTyped = JSONSteps.member("t", bytes, in: element) != nil
            body(position, isTyped ? JSONSteps.member("v", bytes, in: element) ?? element : element)
            position += 1
        }
    }

    /// Returns the name and the tag of a key in an object with tags; a key that is not in the table keeps its name.
    package static func tag(
        _ bytes: Span<UInt8>,
        key: Range<Int>,
        _ entity: String,
        _ scope: NIMScope
    ) -> (name: String, tag: NIMTags.Tag?, isRenamed: Bool) {
        let key = JSONSteps.text(bytes, in: key) ?? ""
        if let tag = Int(key).flatMap({ NIMTags.tag($0, of: entity, in: scope) }) { return (tag.name, tag, true) }
        return (key, NIMTags.tag(named: key, of: entity, in: scope), false)
    }

    /// Returns the short part of a large packet's body: numbers and short texts among its values, and in objects
    /// outside of lists, without the secrets.
    package func shortBody(in scope: NIMScope?) -> JSONValue? {
        guard let data, hasValues else { return nil }
        let bytes = data.span
        let large = NIMData(bytes, in: 0..<data.count)
        let kind = command(in: scope)?.scope ?? .im
        var members: [JSONMember] = []
        forEachValue(in: scope) { _, place, value in
            guard let value, !value.isSecret else { return }
            if let scalar = large.scalar(in: place) {
                members.append(JSONMember(JSONString(value.name), scalar))
            } else if let entity = value.entity, JSONSteps.isObject(bytes, in: place) {
                var inner: JSONValue = [:]
                var steps = JSONSteps(bytes, in: place)
                while let (key, place) = steps.next() {
                    guard let key, key.count <= NIMData.shortBytes, let scalar = large.scalar(in: place) else {
                        continue
                    }
                    let found = Self.tag(bytes, key: key, entity, kind)
                    // Only keys in the table, which are few.
                    if let tag = found.tag, tag.secret == nil { inner[found.name] = scalar }
                }
                members.append(JSONMember(JSONString(value.name), inner))
            }
        }
        return .object(members)
    }

    /// Returns the keys under which a large packet may have secrets in its bytes.
    package func secretKeys(in scope: NIMScope?) -> Set<String> {
        guard let command = command(in: scope) else { return [] }
        var keys: Set<String> = []
        for value in command.values {
            if value.isSecret { keys.insert("v") }
            guard let entity = value.entity else { continue }
            for tag in NIMTags.secrets(of: entity, in: command.scope) { keys.insert("\(tag.number)") }
        }
        return keys
    }
}
