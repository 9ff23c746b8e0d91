import WireFormat
public import WireJSON

// Parts of a packet that its numbers, its command and its body do not show.
extension NIMPacket {
    /// The names of the members of a request and of a response.
    private static let members: [NIMLayout.Direction: Set<String>] = [
        .request: ["SID", "CID", "SER", "Q"], .response: ["sid", "cid", "ser", "code", "r"],
    ]

    /// Whether the packet consists of its ``type`` only: no id, endpoint or data.
    public var isBare: Bool { !isAddressed && (data ?? []).isEmpty }

    /// Whether the packet has an id or an endpoint.
    private var isAddressed: Bool { !(id ?? []).isEmpty || asksForData || !(endpoint ?? []).isEmpty }

    /// Checks the parts of the packet that no field shows, or that are repeated; the offsets of the findings count the
    /// packet's bytes.
    ///
    /// `frame-packet` for a message that is not a packet of NIM, `frame-address` for an id or an endpoint, which NIM's
    /// packets do not have, `frame-number` for a serial or a code that is not a number, `frame-values` for values that
    /// are not a list, `frame-wrapped` for a push without a whole inner packet, `frame-member` for an unknown member or
    /// value, and `frame-doubled` for a repeated member or tag: the SDK uses the last.
    public func check(in scope: NIMScope? = nil) -> [ContentFinding] {
        guard type == .message else { return [] }
        guard let direction, let data else {
            return [ContentFinding(.warning, "frame-packet", text: "the message holds no packet of NIM")]
        }
        var found = Oddities()
        let bytes = data.span
        let whole = 0..<data.count
        found.check(bytes, whole, Self.members[direction] ?? [], "")
        for (key, value) in [(direction == .request ? "SER" : "ser", ser), ("code", code)] where value == nil {
            guard let place = JSONSteps.member(key, bytes, in: whole), direction == .response || key == "SER" else {
                continue
            }
            found.add(.warning, "frame-number", key, place, "\(key) is no number")
        }
        let key = direction == .request ? "Q" : "r"
        if let list = JSONSteps.member(key, bytes, in: whole) {
            if JSONSteps.isArray(bytes, in: list) {
                if direction == .response { checkWrapped(bytes, list, &found) }
            } else if !Oddities.isNull(bytes, list) {
                found.add(.warning, "frame-values", key, list, "\(key) is no list of values")
            }
        }
        checkValues(bytes, in: scope, &found)
        let head = encoded().count - data.count
        for index in found.list.indices { found.list[index].offset += head }
        if isAddressed {
            found.list.append(
                ContentFinding(.note, "frame-address", text: "a packet of NIM has neither an id nor an endpoint")
            )
        }
        return found.list
    }

    /// Checks the parts of a push that surround the inner packet.
    private func checkWrapped(_ bytes: Span<UInt8>, _ list: Range<Int>, _ found: inout Oddities) {
        guard let sid, let cid, NIMLayout.wraps(sid, cid) else { return }
        guard let wrapped else {
            return found.add(.warning, "frame-wrapped", "r", list, "the push holds no headerPacket with sid and cid")
        }
        var steps = JSONSteps(bytes, in: list)
        var position = 0
        while let (_, place) = steps.next() {
            defer { position += 1 }
            switch position {
            case 0 where wrapped.idServer == nil && !Oddities.isNull(bytes, place):
                found.add(.warning, "frame-number", "r[0]", place, "the id of the message is none")
            case 0: break
            case 1:
                found.check(bytes, place, ["headerPacket", "body"], "r[1].")
                if let header = JSONSteps.member("headerPacket", bytes, in: place) {
                    found.check(bytes, header, ["sid", "cid"], "r[1].headerPacket.")
                }
                let body = JSONSteps.member("body", bytes, in: place)
                if body.map({ JSONSteps.isArray(bytes, in: $0) }) != true {
                    found.add(.warning, "frame-wrapped", "r[1].body", body ?? place, "the packet inside has no values")
                }
            default: found.add(.note, "frame-member", "r[\(position)]", place, "nothing is known of this value")
            }
        }
    }

    /// Checks the values: extra members of typed values in a request, and repeated tags in objects.
    private func checkValues(_ bytes: Span<UInt8>, in scope: NIMScope?, _ found: inout Oddities) {
        if direction == .request, let list = JSONSteps.member("Q", bytes, in: 0..<bytes.count),
            JSONSteps.isArray(bytes, in: list)
        {
            found.checkTyped(bytes, list, "Q")
        }
        let kind = command(in: scope)?.scope ?? .im
        forEachValue(in: scope) { _, place, value in
            guard let value, let entity = value.entity else { return }
            if JSONSteps.isArray(bytes, in: place) { found.checkTyped(bytes, place, value.name) }
            Self.forEachObject(bytes, in: place) { position, place in
                // Only tags in the table, which are few.
                var seen: Set<String> = []
                var steps = JSONSteps(bytes, in: place)
                while let (key, _) = steps.next() {
                    guard let key, key.count <= NIMData.shortBytes else { continue }
                    let (name, tag, _) = Self.tag(bytes, key: key, entity, kind)
                    guard tag != nil, !seen.insert(name).inserted else { continue }
                    let path = value.name + (position.map { "[\($0)]" } ?? "") + ".\(name)"
                    found.add(.note, "frame-doubled", path, key, "\(name) stands more than once; the last counts")
                }
            }
        }
    }

    /// Collects findings.
    private struct Oddities {
        /// The number of findings, at most.
        private static let most = 100
        /// The findings, with offsets in the data.
        var list: [ContentFinding] = []

        static func isNull(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Bool {
            bytes[place.lowerBound] == UInt8(ascii: "n")
        }

        mutating func add(_ severity: Severity, _ code: String, _ path: String, _ place: Range<Int>, _ text: String) {
            guard list.count < Self.most else { return }
            list.append(ContentFinding(severity, code, path: path, offset: place.lowerBound, text: text))
        }

        /// Checks the members of an object: reports unknown names, and repeated known ones.
        mutating func check(_ bytes: Span<UInt8>, _ object: Range<Int>, _ known: Set<String>, _ path: String) {
            guard JSONSteps.isObject(bytes, in: object) else { return }
            var seen: Set<String> = []
            var steps = JSONSteps(bytes, in: object)
            while let (key, _) = steps.next() {
                guard let key else { return }
                let name = key.count <= NIMData.shortBytes ? JSONSteps.text(bytes, in: key) ?? "" : ""
                if !known.contains(name) {
                    add(.note, "frame-member", path + name, key, "nothing is known of this member")
                } else if !seen.insert(name).inserted {
                    add(.note, "frame-doubled", path + name, key, "\(name) stands more than once; the last counts")
                }
            }
        }

        /// Checks the elements of a list that are typed values, which have a type and a value.
        mutating func checkTyped(_ bytes: Span<UInt8>, _ list: Range<Int>, _ path: String) {
            var steps = JSONSteps(bytes, in: list)
            var position = 0
            while let (_, place) = steps.next() {
                // An element without both is shown unchanged.
                if JSONSteps.isObject(bytes, in: place), JSONSteps.member("t", bytes, in: place) != nil,
                    JSONSteps.member("v", bytes, in: place) != nil
                {
                    check(bytes, place, ["t", "v"], "\(path)[\(position)].")
                }
                position += 1
            }
        }
    }
}
