import Capture

/// What a capture file says besides its packets, as lines, so that what was made can be held against what was found.
struct CaptureFacts: Hashable, Sendable {
    private struct Interface: Hashable, Sendable {
        var text: String
        var counts: [Int: UInt64] = [:]
        var between: UInt64 = 0

        var line: String {
            let dropped = max((counts[5] ?? 0) + (counts[7] ?? 0), between)
            func text(_ code: Int) -> String { counts[code].map { "\($0)" } ?? "-" }
            return "\(self.text) received \(text(4)) dropped \(text(5)) \(text(7)) \(between) in all \(dropped)"
        }
    }

    private let limit: Int
    private var interfaces: [Interface] = []
    private var interfaceCount = 0
    private var comments: [String] = []
    private var commentCount = 0
    private var addresses: [String] = []
    private var addressCount = 0
    private var writer: [Int: String] = [:]
    var sections = 0
    var otherRecords = 0
    var clampedTimes = 0
    var secretBlocks = 0
    var oversized = 0

    init(limit: Int) { self.limit = limit }

    /// An interface; the answer is its place.
    @discardableResult
    mutating func begin(
        link: Int,
        snapLength: Int,
        checkSequenceBits: Int?,
        isFine: Bool,
        name: String? = nil
    ) -> Int {
        interfaceCount += 1
        guard interfaces.count < limit else { return -1 }
        interfaces.append(
            Interface(text: Self.text(link, snapLength, checkSequenceBits, isFine, name, name.map { $0 + "-" }))
        )
        return interfaces.count - 1
    }

    private static func text(
        _ link: Int,
        _ snapLength: Int,
        _ bits: Int?,
        _ isFine: Bool,
        _ name: String?,
        _ about: String?
    ) -> String {
        "interface of \(link), \(snapLength) bytes, check \(bits ?? -1), fine \(isFine), \(name ?? "-"), \(about ?? "-"):"
    }

    mutating func comment(_ subject: String, _ text: String) {
        commentCount += 1
        if comments.count < limit { comments.append("on \(subject): \(text)") }
    }

    mutating func names(_ address: String, _ names: [String]) {
        addressCount += 1
        if addresses.count < limit { addresses.append("\(address) \(names)") }
    }

    /// A name of what wrote the file; the first one counts.
    mutating func name(_ code: Int, _ text: String) { writer[code] = writer[code] ?? text }

    mutating func count(_ code: Int, _ value: UInt64, _ place: Int) {
        if interfaces.indices.contains(place) { interfaces[place].counts[code] = value }
    }

    mutating func drop(_ count: UInt64, _ place: Int) {
        if interfaces.indices.contains(place) { interfaces[place].between += count }
    }

    /// All of it.
    var lines: [String] {
        var lines = interfaces.map(\.line) + comments + addresses
        lines.append("interfaces \(interfaceCount), comments \(commentCount), names \(addressCount)")
        lines.append("written by \(writer[2] ?? "-"), \(writer[3] ?? "-"), \(writer[4] ?? "-")")
        lines.append("sections \(sections), other records \(otherRecords), clamped \(clampedTimes)")
        return lines + ["secrets \(secretBlocks), oversized \(oversized)"]
    }

    /// The same of what was found.
    static func lines(_ notes: CaptureNotes) -> [String] {
        var lines = notes.interfaces.map { interface in
            func count(_ value: UInt64?) -> String { value.map { "\($0)" } ?? "-" }
            let head = text(
                Int(interface.link.rawValue),
                interface.snapLength,
                interface.checkSequenceBits,
                interface.hasNanoseconds,
                interface.name,
                interface.about
            )
            return "\(head) received \(count(interface.received)) dropped \(count(interface.droppedByInterface))"
                + " \(count(interface.droppedBySystem)) \(interface.droppedBetweenPackets) in all \(interface.dropped)"
        }
        lines += notes.comments.map { comment in
            switch comment.subject {
            case .section(let number): "on section \(number): \(comment.text)"
            case .interface: "on interface: \(comment.text)"
            case .packet(let number): "on packet \(number): \(comment.text)"
            case .other: "on other: \(comment.text)"
            }
        }
        lines += notes.names.map { name in
            name.address.isIPv6 ? "[\(name.address)]:0 \(name.names)" : "\(name.address):0 \(name.names)"
        }
        lines.append(
            "interfaces \(notes.interfaceCount), comments \(notes.commentCount), names \(notes.nameCount)"
        )
        lines.append("written by \(notes.hardware ?? "-"), \(notes.system ?? "-"), \(notes.application ?? "-")")
        lines.append(
            "sections \(notes.sections), other records \(notes.otherRecords), clamped \(notes.clampedTimes)"
        )
        return lines + ["secrets \(notes.secretBlocks), oversized \(notes.oversizedBlocks)"]
    }
}

/// Files that are no captures that can be read, and what is said of them.
struct ForeignSample: Sendable {
    var bytes: [UInt8]
    var error: String

    private static func packed(_ bytes: [UInt8], _ name: String, _ command: String) -> ForeignSample {
        ForeignSample(bytes: bytes, error: "this is \(name); unpack it first: \(command)")
    }

    private static func capture(_ word: String, _ name: String) -> ForeignSample {
        let error = "this is \(name); convert it first: editcap FILE out.pcapng"
        return ForeignSample(bytes: Array(word.utf8), error: error)
    }

    private static func other(_ bytes: [UInt8], _ name: String) -> ForeignSample {
        ForeignSample(bytes: bytes, error: "this is not a packet capture but \(name)")
    }

    private static let unknown = "this is not a pcap or pcapng capture"

    /// One of every kind, and what is nearly one.
    static let all: [ForeignSample] =
        [
            packed([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file", "zstd -d FILE"),
            packed([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "an xz file", "xz -d FILE"),
            packed([0x42, 0x5A, 0x68], "a bzip2 file", "bzip2 -d FILE"),
            packed([4, 0x22, 0x4D, 0x18], "an lz4 file", "lz4 -d FILE"),
            packed([0x4C, 0x5A, 0x49, 0x50], "an lzip file", "lzip -d FILE"),
            packed([0x1F, 0x9D], "a file of compress", "gzip -d FILE"),
            packed([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", "7z x FILE"),
            capture("snoop\0", "a snoop capture"), capture("GMBU", "a Network Monitor capture"),
            capture("RTSS", "a Network Monitor capture"), capture("TRSNIFF data", "a Sniffer capture"),
            capture("btsnoop\0", "a Bluetooth capture"),
            other([0xFF, 0xD8, 0xFF], "a JPEG image"), other([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
            other([0x47, 0x49, 0x46, 0x38], "a GIF image"), other(Array("%PDF".utf8), "a PDF document"),
            other([0x50, 0x4B, 3, 4], "a ZIP archive"), other([0x7F, 0x45, 0x4C, 0x46], "a program"),
            other(Array("#!".utf8), "a script"), other(Array("{".utf8), "JSON text"),
            other(Array("<".utf8), "XML or HTML text"),
            ForeignSample(bytes: [0xA1, 0xB2, 0xC3, 0xD5], error: unknown),
            ForeignSample(bytes: [0x1C, 0, 1, 0xAA], error: unknown),
            ForeignSample(bytes: [0x0A, 0x0D, 0x0D, 0x0B], error: unknown),
            ForeignSample(bytes: [0x60, 0x2A, 0x4D, 0x18], error: unknown),
        ]
        + (0..<16).map { packed([0x50 | $0, 0x2A, 0x4D, 0x18], "a Zstandard file", "zstd -d FILE") }
}
