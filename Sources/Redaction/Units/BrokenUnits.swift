import Inspection
import LeanCloud
import NIM
import RongCloud
import WireFormat

/// Creates units that are refused for the same reason as the original ones.
///
/// A capture with a broken unit is usually sent because of that unit. The readable part is rebuilt and the rest is
/// filled; the result counts only if the codec refuses it with the same class of error and reads as much of its header.
struct BrokenUnits {
    let leaves: LeafReplacer
    let limits: Limits

    private static let filler = FlowRewriter.filler

    // MARK: Text

    /// Replaces a text message of any system that is not UTF-8; returns `nil` if it is UTF-8.
    func text(_ message: [UInt8]) -> [UInt8]? {
        guard String(validating: message, as: UTF8.self) == nil else { return nil }
        return noted(Self.masked(message), message)
    }

    /// Returns a text in which letters and digits are masked, and punctuation stays.
    private static func masked(_ text: [UInt8]) -> [UInt8] {
        let isText = String(validating: text, as: UTF8.self) != nil
        return text.map { byte in byte < 0x80 ? masked(ascii: byte) : isText ? UInt8(ascii: "x") : filler }
    }

    private static func masked(ascii byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "x")
        default: byte
        }
    }

    // MARK: Systems

    private func filling(_ count: Int) -> [UInt8] { [UInt8](repeating: Self.filler, count: count) }

    /// Replaces a body of NIM's long polling; returns `nil` if it is readable or no replacement is refused likewise.
    func nimPolling(_ body: [UInt8]) -> [UInt8]? {
        func reason(_ bytes: [UInt8]) -> WireError.Code? {
            Self.code { () throws(WireError) in _ = try NIMPollingBody(decoding: bytes.span, limits: limits.nim) }
        }
        let made = Self.masked(packets: body)
        guard let code = reason(body), reason(made) == code else { return nil }
        return noted(made, body)
    }

    /// Returns packets with their marks and lengths, in which other characters are masked by some of the same width.
    private static func masked(packets body: [UInt8]) -> [UInt8] {
        let wide = ["", "x", "ø", "一", "🙂"].map { Array($0.utf8) }
        var made: [UInt8] = []
        // The characters before the next length; -1 if there is none to come.
        var left = 0
        var place = 0
        while place < body.count {
            if left == 0 {
                let length = packetLength(body, at: place)
                left = length.value
                made += body[place..<length.end]
                place = length.end
                guard place < body.count else { break }
                if left == 0 { continue }
            }
            let width = UTF8Sequence.length(body.span, at: place, to: body.count)
            switch width {
            case 1: made.append(masked(ascii: body[place]))
            case 2...4: made += wide[width]
            default: made.append(filler)
            }
            place += max(1, width)
            if left > 0 { left = max(0, left - (width == 4 ? 2 : 1)) }
        }
        return made
    }

    private static let mark = Array("\u{FFFD}".utf8)
    /// The digits of the largest length that stays; more digits may be a number that somebody wrote.
    private static let mostDigits = 6

    /// Returns the length of the packet at `place`, and the end of the mark behind it; -1 if there is no whole one.
    private static func packetLength(_ body: [UInt8], at place: Int) -> (value: Int, end: Int) {
        guard body[place...].starts(with: mark) else { return (-1, place) }
        let digits = body[(place + mark.count)...].prefix { $0 &- 48 < 10 }
        let end = digits.endIndex
        guard 1...mostDigits ~= digits.count, body[end...].starts(with: mark),
            let value = Int(String(decoding: digits, as: UTF8.self))
        else { return (-1, place + mark.count) }
        return (value, end + mark.count)
    }

    /// Replaces a message of NIM; returns `nil` if the message is readable, or if no replacement is refused likewise.
    func nim(_ message: [UInt8], isText: Bool = true) -> [UInt8]? {
        guard isText else { return noted(filling(message.count), message) }
        func reason(_ bytes: [UInt8]) -> WireError.Code? {
            var layout = NIMLayout()
            return Self.code { () throws(WireError) in try layout.read(bytes.span, limits: limits.nim) }
        }
        guard let code = reason(message) else { return nil }
        var made = Self.masked(message)
        // The first byte is the type of the packet.
        if let first = message.first { made[0] = first }
        return reason(made) == code ? noted(made, message) : nil
    }

    /// Replaces a command of LeanCloud; returns `nil` if it is readable, or if no replacement is refused likewise.
    ///
    /// - Parameter reader: the reader of the connection.
    func leanCloud(_ message: [UInt8], isText: Bool, _ reader: SystemReader) -> [UInt8]? {
        let (form, generation) = reader.reading(ofLeanCloud: message.span, isText: isText)
        func reason(_ bytes: [UInt8]) -> (code: WireError.Code?, head: [Int64?]) {
            var layout = LeanCloudLayout()
            let code = Self.code { () throws(WireError) in
                try layout.read(bytes.span, form: form, generation: generation, limits: limits.leanCloud)
            }
            let (cmd, op, i) = (layout.header.cmd, layout.header.op, layout.header.i)
            return (code, [cmd.map { Int64($0.rawValue) }, op?.rawValue, i.map { Int64($0) }])
        }
        let made: [UInt8]
        switch form {
        case .messagePack: return noted(filling(message.count), message)
        case .json: made = Self.masked(message)
        case .protobuf: made = Self.command(message, generation, leaves)
        case .protobufBase64:
            if let bytes = Base64.decode(message.span) {
                var writer = ByteWriter(capacity: message.count)
                writer.append(base64: Self.command(bytes, generation, leaves).span)
                made = writer.array
            } else {
                made = Self.masked(message)
            }
        }
        let before = reason(message)
        guard before.code != nil, before == reason(made), self.form(of: made, isText: isText, reader) == form else {
            return nil
        }
        return noted(made, message)
    }

    private func form(of message: [UInt8], isText: Bool, _ reader: SystemReader) -> LeanCloudForm {
        reader.reading(ofLeanCloud: message.span, isText: isText).form
    }

    /// Replaces the beginning of a command; uses the current schema, as the inspector does, whatever was agreed.
    static func cut(leanCloud bytes: [UInt8], _ leaves: LeafReplacer) -> [UInt8] { command(bytes, .current, leaves) }

    private static func command(
        _ bytes: [UInt8],
        _ generation: LeanCloudGeneration,
        _ leaves: LeafReplacer
    ) -> [UInt8] {
        var writer = ByteWriter(capacity: bytes.count + 64)
        let type = LeanCloudSchema.genericCommand(generation)
        leaves.broken(bytes.span, as: type, LeanCloudSchema.shared, UnitTables.leanCloud, to: &writer)
        return writer.array
    }

    /// Appends a frame of RongCloud; returns whether it is refused for the same reason as the original.
    ///
    /// - Parameter frame: the header byte and the body.
    func rongCloud(
        _ frame: Span<UInt8>,
        form: FrameForm,
        sender: FrameSender,
        _ units: RongCloudUnits,
        to writer: inout ByteWriter
    ) -> Bool {
        func reason(_ bytes: Span<UInt8>) -> (code: WireError.Code?, type: FrameType) {
            var layout = FrameLayout()
            var reader = ByteReader(bytes)
            do throws(WireError) {
                try layout.read(&reader, form: form, sender: sender)
                return (nil, layout.header.type)
            } catch {
                return (error.code, layout.header.type)
            }
        }
        let before = reason(frame)
        guard before.code != nil else { return false }
        let start = writer.count
        units.rebuild(cut: frame, form: form, sender: sender, to: &writer)
        guard before == reason(writer.span.extracting(start...)) else {
            writer.truncate(to: start)
            return false
        }
        leaves.note(frame, became: writer.span.extracting(start...))
        leaves.count(leaves.places.unknown)
        return true
    }

    // MARK: Reasons

    /// Returns the class of the error that `read` throws.
    private static func code(_ read: () throws(WireError) -> Void) -> WireError.Code? {
        do throws(WireError) {
            try read()
            return nil
        } catch {
            return error.code
        }
    }

    /// Records the replacement of a message.
    private func noted(_ made: [UInt8], _ message: [UInt8]) -> [UInt8] {
        leaves.note(message.span, became: made.span)
        leaves.count(leaves.places.unknown)
        return made
    }
}
