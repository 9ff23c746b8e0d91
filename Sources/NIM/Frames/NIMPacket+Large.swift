import WireFormat
package import WireJSON

// Packets whose values are read from their places each time: a tree of them may take many times their bytes.
extension NIMPacket {
    /// Whether ``data`` is so long that its values are not kept as a tree.
    package func isLarge(_ limits: NIMLimits = NIMLimits()) -> Bool {
        direction != nil && (data?.count ?? 0) >= limits.largeBytes
    }

    /// Whether there is a body, be it an empty one.
    package var hasValues: Bool {
        guard let data else { return false }
        return NIMData(data.span, in: 0..<data.count).values(direction, isWrapped: wrapped != nil) != nil
    }

    /// Hands out each value: its position, its place in ``data``, and what it is by the table.
    ///
    /// Of a typed value it is the place of what is in it.
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
            body(position, inner, next < known.count ? known[next] : nil)
            if next < known.count { next += 1 }
            position += 1
        }
    }

    /// Hands out the objects in a value that has tags: each of a list, else the value itself.
    ///
    /// - Parameter position: where it stands in the list; `nil` of one that is in none.
    package static func forEachObject(
        _ bytes: Span<UInt8>,
        in place: Range<Int>,
        _ body: (_ position: Int?, _ place: Range<Int>) -> Void
    ) {
        guard JSONSteps.isArray(bytes, in: place) else { return body(nil, place) }
        var steps = JSONSteps(bytes, in: place)
        var position = 0
        while let (_, element) = steps.next() {
            // In requests an element is a typed value again.
            let isTyped = JSONSteps.member("t", bytes, in: element) != nil
            body(position, isTyped ? JSONSteps.member("v", bytes, in: element) ?? element : element)
            position += 1
        }
    }

    /// What a key of an object with tags is called, and its tag; a key that the table lacks is called as it is.
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

    /// The body of a large packet as far as it is short: of its values, and of the objects that are in no list, the
    /// numbers and short texts without the secrets.
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
                    // Keys of the table only: there are not many of them.
                    if let tag = found.tag, tag.secret == nil { inner[found.name] = scalar }
                }
                members.append(JSONMember(JSONString(value.name), inner))
            }
        }
        return .object(members)
    }

    /// What a large packet may have as secrets: the keys in its bytes.
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
