import WireFormat
import WireJSON

/// Writes a changed content over its source text, so that only the changes are written anew.
enum ContentMerge {
    /// Appends `view` with the difference between `old` and `new` applied.
    ///
    /// White space, order, unknown members and spellings are kept wherever `old` and `new` agree.
    static func append(
        _ new: JSONValue,
        over old: JSONValue,
        _ bytes: Span<UInt8>,
        _ view: JSONView,
        to writer: inout ByteWriter
    ) {
        guard new != old else { return writer.append(view.spelling) }
        switch (new, old) {
        case (.object(let new), .object) where view.kind == .object:
            appendObject(new, old, bytes, view, &writer)
        case (.array(let new), .array(let old)) where view.kind == .array && view.count == old.count:
            appendArray(new, old, bytes, view, &writer)
        default: new.encode(into: &writer)
        }
    }

    private static func appendObject(
        _ new: [JSONMember],
        _ old: JSONValue,
        _ bytes: Span<UInt8>,
        _ view: JSONView,
        _ writer: inout ByteWriter
    ) {
        let fresh = JSONValue.object(new)
        writer.append("{")
        var position = view.range.lowerBound + 1
        var isFirst = true
        var seen: Set<String> = []
        var members = view.members
        while let member = members.next() {
            let key = member.key.string ?? ""
            let end = member.value.range.upperBound
            defer { position = end }
            let value = fresh[key]
            let before = old[key]
            if value == nil, before != nil { continue }
            // Copies the separator, without the comma if this member is now the first.
            let isMoved = isFirst && position > view.range.lowerBound + 1
            let start = isMoved ? member.key.range.lowerBound : position
            writer.append(bytes.extracting(start..<member.value.range.lowerBound))
            isFirst = false
            if let value, value != before {
                if let before {
                    append(value, over: before, bytes, member.value, to: &writer)
                } else {
                    value.encode(into: &writer)
                }
            } else {
                writer.append(member.value.spelling)
            }
            seen.insert(key)
        }
        for member in new where !seen.contains(member.key.text) && old[member.key.text] != member.value {
            if !isFirst { writer.append(UInt8(ascii: ",")) }
            isFirst = false
            member.key.encode(into: &writer)
            writer.append(UInt8(ascii: ":"))
            member.value.encode(into: &writer)
        }
        writer.append(bytes.extracting(position..<view.range.upperBound))
    }

    private static func appendArray(
        _ new: [JSONValue],
        _ old: [JSONValue],
        _ bytes: Span<UInt8>,
        _ view: JSONView,
        _ writer: inout ByteWriter
    ) {
        var position = view.range.lowerBound
        var elements = view.elements
        for index in new.indices {
            if index < old.count, let element = elements.next() {
                writer.append(bytes.extracting(position..<element.range.lowerBound))
                append(new[index], over: old[index], bytes, element, to: &writer)
                position = element.range.upperBound
            } else {
                writer.append(index == 0 ? "[" : ",")
                new[index].encode(into: &writer)
                if index == 0 { position = view.range.lowerBound + 1 }
            }
        }
        if new.isEmpty { return writer.append("[]") }
        let end = view.range.upperBound
        writer.append(bytes.extracting((new.count < old.count ? end - 1 : position)..<end))
    }
}
