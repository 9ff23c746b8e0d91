// The contents of messages, and their expected texts.
extension LeanCloudPlan {
    /// Returns a text of any characters, or of letters and digits only.
    private func text(_ content: Int, _ length: Int) -> String {
        isPlain ? PlanText.plain(content, length) : PlanText.text(content, length)
    }

    /// Returns a message: plain text with any escapes, a typed message, a location, a file.
    func message(_ content: Int, _ length: Int) -> Said {
        let text = text(content, length & 15)
        switch content & 3 {
        case 0: return typed(text, content >> 2 & 7, escapes: isPlain ? 0 : length)
        case 1: return place(content >> 2 & 7, length & 7, text)
        case 2 where content & 4 != 0: return file(content >> 3, length, text)
        default:
            let spelling = PlanText.json(text, escapes: isPlain ? 0 : length)
            return Said(value: .text(text, json: spelling), says: "text \(text)", digest: text)
        }
    }

    /// Returns a typed message; the application's own types are 0 and above, and a recalled message has a system type.
    private func typed(_ text: String, _ choice: Int, escapes: Int) -> Said {
        let type = [-1, 0, -1, 7, -127, -1, -101, 32_767][choice]
        let content: [(String, PlannedJSON)] = [
            ("_lctype", .number("\(type)")), ("_lctext", .word(PlanText.json(text, escapes: escapes))),
        ]
        let digest = type == -127 ? "[recalled] \(text)" : text
        guard type == -101 else {
            return Said(value: .content(.object(content)), says: "\(type) \(text)", type: "\(type)", digest: digest)
        }
        let payload: [(String, PlannedJSON)] = [("payload", .object([("sdp", .word("null"))]))]
        return Said(
            value: .content(.object(content.prefix(1) + payload)),
            says: "-101 -",
            type: "-101",
            digest: "[webrtcOffer]"
        )
    }

    /// Returns a location around the ends of latitude and longitude, in steps that any number type represents exactly.
    private func place(_ first: Int, _ second: Int, _ text: String) -> Said {
        let latitude = [90, -90, 0, 90.5, -90.25, 45, 89.75, -91][first]
        let longitude = [180, -180, 0, 180.5, -180.25, 120, -179.75, 181][second]
        let place: [(String, PlannedJSON)] = [
            ("latitude", .number("\(latitude)")), ("longitude", .number("\(longitude)")),
        ]
        let wrong = (abs(latitude) > 90 ? 1 : 0) + (abs(longitude) > 180 ? 1 : 0)
        var content: [(String, PlannedJSON)] = [("_lctype", .number("-5")), ("_lcloc", .object(place))]
        let hasText = isPlain && second & 1 != 0
        if hasText { content.append(("_lctext", .text(text))) }
        return Said(
            value: .content(.object(content)),
            says: "-5 \(hasText ? text : "-") outside \(wrong)",
            type: "-5",
            digest: "[location \(latitude), \(longitude)]" + (hasText ? " \(text)" : "")
        )
    }

    /// Numbers in JSON's spelling, and their text in lines: without a zero fraction.
    private static let sizes: [(PlannedJSON, String)] = [
        (.number("640"), "640"), (.number("12.0"), "12"), (.number("3.5"), "3.5"), (.number("0"), "0"),
        (.told("1e3", as: "1000.0"), "1000"), (.number("0.25"), "0.25"), (.number("100000"), "100000"),
        (.number("59.99"), "59.99"),
    ]

    /// Returns a file message; its line shows an image's size, a sound's or video's duration, or a file's name, if
    /// present.
    private func file(_ choice: Int, _ length: Int, _ text: String) -> Said {
        let type = [-2, -3, -4, -6][choice & 3]
        let name = ["image", "audio", "video", "file"][choice & 3]
        let (first, second) = (Self.sizes[length & 7], Self.sizes[length >> 3 & 7])
        var data: [(String, PlannedJSON)] = [("name", .text("a.bin")), ("size", .number("1024"))]
        var digest = name
        // Some of the measures may be missing.
        let isWhole = length & 0x40 == 0
        switch choice & 3 {
        case 0:
            data.append(("width", first.0))
            if isWhole {
                data.append(("height", second.0))
                digest += " \(first.1)×\(second.1)"
            }
        case 3:
            if isWhole { digest += " a.bin" } else { data.removeFirst() }
        default:
            if isWhole {
                data.append(("duration", first.0))
                digest += " \(first.1) s"
            }
        }
        var file: [(String, PlannedJSON)] = [("url", .text("https://files.example/a"))]
        if length & 0xC0 == 0xC0 { digest = name } else { file.append(("metaData", .object(data))) }
        return Said(
            value: .content(
                .object([
                    ("_lctype", .number("\(type)")), ("_lcfile", .object(file)),
                    ("_lctext", .word(PlanText.json(text))),
                ])
            ),
            says: "\(type) \(text)",
            type: "\(type)",
            digest: "[\(digest)] \(text)"
        )
    }

    /// Returns bytes instead of a text.
    static func said(_ bytes: [UInt8]) -> Said {
        let text = String(decoding: PlanText.base64(bytes), as: UTF8.self)
        let digest = "[\(bytes.count) byte\(bytes.count == 1 ? "" : "s")]"
        return Said(value: .bytes(bytes), says: "bytes \(text)", digest: digest)
    }

    /// Returns bytes as base64 in place of a text.
    func base64(_ content: Int, _ length: Int) -> Said {
        var said = Self.said(planBytes(content, 1 + length & 31))
        said.value = .text(String(said.says.dropFirst(6)))
        return said
    }
}
