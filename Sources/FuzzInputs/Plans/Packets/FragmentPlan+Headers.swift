// The headers around a fragment.
extension FragmentPlan {
    /// Returns a TCP segment; its window and checksum differ in each segment, and nobody reads them here.
    static func segment(at offset: Int, _ payload: [UInt8], flags: UInt8, serial: Int) -> [UInt8] {
        let number = LinkHeaders.number
        return [0xC3, 0x51, 0, 80] + number(start + offset & 0xFFFF_FFFF, 4) + number(0, 4) + [0x50, flags]
            + number(serial + 9, 2) + number(serial + 9, 2) + number(0, 2) + payload
    }

    /// Adds a packet: a fragment that begins at a unit, or a whole datagram.
    mutating func packet(
        _ data: [UInt8],
        _ identification: Int,
        at unit: Int?,
        isLast: Bool,
        missing: Int = 0,
        isOther: Bool = false
    ) {
        // A packet of another connection has another protocol or another address; no two of its fragments are the same.
        let data = isOther ? LinkHeaders.number(writer.count, 2) + [0, 0] + data.dropFirst(4) : data
        let link: [UInt8] = [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2]
        let internet =
            isIPv6
            ? sixth(data, identification, unit, isLast, isOther) : fourth(data, identification, unit, isLast, isOther)
        let whole = link + internet
        writer.add(Array(whole.dropLast(missing)), link: 1, length: whole.count, time: time)
        counts["packets", default: 0] += 1
        if unit != nil { counts["fragments", default: 0] += 1 }
    }

    func fourth(
        _ data: [UInt8],
        _ identification: Int,
        _ unit: Int?,
        _ isLast: Bool,
        _ isOther: Bool
    ) -> [UInt8] {
        let number = LinkHeaders.number
        let options: [UInt8] = hasOptions ? [1, 1, 1, 0] : []
        let length = 20 + options.count
        let field = (unit ?? 0) | (isLast ? 0 : 0x2000)
        let head = [8, 0, UInt8(0x40 | length / 4), 0] + number(length + data.count, 2) + number(identification, 2)
        return head + number(field, 2) + [64, isOther ? 17 : 6, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2] + options + data
    }

    func sixth(
        _ data: [UInt8],
        _ identification: Int,
        _ unit: Int?,
        _ isLast: Bool,
        _ isOther: Bool
    ) -> [UInt8] {
        let number = LinkHeaders.number
        var rest: [UInt8] = []
        if hasOptions { rest += [unit == nil ? 6 : 44, 0, 1, 4, 0, 0, 0, 0] }
        if let unit {
            rest += [isOther ? 59 : 6, 0] + number(unit * 8 | (isLast ? 0 : 1), 2) + number(identification << 8, 4)
        }
        rest += data
        let next: UInt8 = hasOptions ? 0 : unit == nil ? 6 : 44
        let from: [UInt8] = [UInt8](repeating: 0xFD, count: 15) + [isOther ? 3 : 1]
        return [0x86, 0xDD, 0x60, 0, 0, 0] + number(rest.count, 2) + [next, 64] + from
            + [UInt8](repeating: 0xFD, count: 15) + [2] + rest
    }
}
