import FuzzInputs
package import Fuzzer
import LayerFuzzing
import RongCloud
import WireFormat

/// Recordings, pictures, CONNACKs and contents at their limits, with known meaning.
///
/// The first byte of a plan chooses the subject; a step is two bytes: a frame of a recording, or a segment of a
/// picture.
package struct ContentsPlanTarget: PlanTarget {
    /// `contents-plan`.
    package let name = "contents-plan"
    /// The purpose of the target, for lists of targets.
    package let summary =
        "RongCloud's AMR recordings, JPEG pictures, CONNACKs, and contents with their digests and limits, made of a plan"
    package static let headBytes = 2
    package static let stepBytes = 2

    /// Makes the target.
    package init() {}

    /// Runs one plan.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        var reader = PlanReader(input)
        let choice = reader.byte()
        let more = reader.byte()
        features.reach("contents-plan", choice & 3, more & 15)
        switch choice & 3 {
        case 0: try audio(&reader, isWideband: more & 1 != 0, cut: more >> 1, &features)
        case 1: try picture(&reader, more, &features)
        case _ where choice & 0x80 != 0: try limits(choice >> 2 & 7, more, &reader, &features)
        default: try connack(choice, more, &features)
        }
    }

    // MARK: AMR

    /// Frames of 20 ms (RFC 4867 section 5.3): a byte with the type, then the bits of speech, rounded up to whole
    /// bytes.
    private func audio(_ reader: inout PlanReader, isWideband: Bool, cut: Int, _ features: inout Features)
        throws(Violation)
    {
        // Bits by type: table 1 of RFC 4867 section 3.6 with 3GPP TS 26.101 and 26.201.
        let bits =
            isWideband
            ? [132, 177, 253, 285, 317, 365, 397, 461, 477, 40] : [95, 103, 118, 134, 148, 159, 204, 244, 39]
        var bytes = Array((isWideband ? "#!AMR-WB\n" : "#!AMR\n").utf8)
        var frames = 0
        for step in reader.steps(of: 2, atMost: 60) {
            var step = step
            // Type 15 has no data. AMR-WB has another such type, 14, for lost speech.
            let wish = step.byte() % (bits.count + 1)
            let type = wish < bits.count ? wish : 15
            features.reach("contents-plan.amr", type, isWideband ? 1 : 0)
            bytes.append(UInt8(type << 3 | 4))
            bytes += planBytes(step.byte(), type < bits.count ? (bits[type] + 7) / 8 : 0)
            frames += 1
        }
        // A frame that is cut off does not count.
        var unread = 0
        if cut & 1 != 0 {
            unread = 1 + cut % (bits[7] / 8)
            bytes += [7 << 3 | 4] + planBytes(cut, unread - 1)
        }
        let audio = AMRAudio(bytes.span)
        guard audio?.frames == frames, audio?.unreadBytes == unread, audio?.isWideband == isWideband else {
            throw Violation(
                .meaning,
                "a recording is another: \(String(describing: audio)), made were \(frames) frames"
            )
        }
    }

    // MARK: JPEG

    /// Segments before the frame header; that header may belong to any process (ITU-T T.81 table B.1).
    private func picture(_ reader: inout PlanReader, _ more: Int, _ features: inout Features) throws(Violation) {
        let frames: [UInt8] = [
            0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
        ]
        let others: [UInt8] = [0xC4, 0xDB, 0xE0, 0xE1, 0xFE, 0xCC, 0xDD]
        var bytes: [UInt8] = [0xFF, 0xD8]
        for step in reader.steps(of: 2, atMost: 20) {
            var step = step
            let marker = others[step.byte() % others.count]
            let length = step.byte()
            // Fill bytes may precede a marker (section B.1.1.2).
            if length & 1 != 0 { bytes.append(0xFF) }
            bytes += [0xFF, marker, 0, UInt8(2 + length / 2)] + planBytes(length, length / 2)
        }
        let (width, height) = (1 + more * 256, 65535 - more * 250)
        let marker = frames[more % frames.count]
        features.reach("contents-plan.jpeg", more % frames.count)
        bytes += [
            0xFF, marker, 0, 11, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255),
        ]
        bytes += [1, 1, 0x11, 0]
        let size = JPEGSize(bytes.span)
        guard size?.width == width, size?.height == height else {
            throw Violation(
                .meaning,
                "a picture is another: \(String(describing: size)), made was \(width) by \(height)"
            )
        }
    }

    // MARK: CONNACK

    /// The two forms: one ends after any field, the other has flags for the fields that are present.
    private func connack(_ choice: Int, _ more: Int, _ features: inout Features) throws(Violation) {
        let status = UInt8(choice >> 2 & 31)
        var bytes: [UInt8] = [0x20, UInt8(more), status]
        var expected = ["-", "-", "-", "-", "-"]
        if choice & 3 == 2 {
            let fields = more & 3
            if fields > 0 {
                bytes += [0, 2, 0x6D, 0x65]
                expected[0] = "me"
            }
            if fields > 1 {
                bytes += [0, 1, 0x73] + [0, 0, 1, 2, 3, 4, 5, 6]
                expected[1] = "s"
                expected[2] = "\(0x01_0203_0405_06)"
            }
        } else {
            let flags = UInt8(more & 15)
            bytes.append(flags)
            expected[4] = "\(flags)"
            if flags & 1 != 0 {
                bytes += [0, 2, 0x6D, 0x65]
                expected[0] = "me"
            }
            if flags & 2 != 0 {
                bytes += [0, 1, 0x73]
                expected[1] = "s"
            }
            if flags & 4 != 0 {
                bytes += [0, 0, 1, 2, 3, 4, 5, 6]
                expected[2] = "\(0x01_0203_0405_06)"
            }
            if flags & 8 != 0 {
                bytes += [1, 2]
                expected[3] = "258"
            }
        }
        let frame = attempt { () throws(WireError) in
            try Frame(decoding: bytes.span, form: .websocket, sender: .server)
        }
        guard case .success(let decoded) = frame, case .connack(let connack) = decoded.body else {
            throw Violation(.meaning, "a CONNACK is not read: \(Oracles.hex(bytes)): \(frame)")
        }
        let texts = [connack.userId?.text, connack.sessionId?.text]
        let numbers: [Int64?] = [connack.timestamp, connack.messageId.map(Int64.init), connack.flags.map(Int64.init)]
        let found = texts.map { $0 ?? "-" } + numbers.map { number in number.map { "\($0)" } ?? "-" }
        guard found == expected, connack.status == status else {
            throw Violation(
                .meaning,
                "a CONNACK is another: \(Oracles.hex(bytes)) says \(connack.status) \(found), not \(status) \(expected)"
            )
        }
        // The frame object must give the same bytes, whatever fields are present.
        try FramesTarget.object(bytes, .websocket, .server, topic: nil, &features)
    }
}
