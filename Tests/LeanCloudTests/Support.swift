import Foundation
import Testing
import WireFormat
import WireJSON

@testable import LeanCloud

/// A unit of a recorded capture, as `Fixtures/extract_units.py` printed it.
struct RecordedUnit {
    let sender: FrameSender
    let isText: Bool
    let bytes: [UInt8]

    static func read(_ name: String) throws -> [RecordedUnit] {
        try Fixture.text(name).split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            let sender = try #require(FrameSender(rawValue: String(words[0])))
            return RecordedUnit(sender: sender, isText: words[1] == "text", bytes: try Hex.decode(words[2]))
        }
    }
}

enum Fixture {
    static func text(_ name: String) throws -> String {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
}

/// The frames of the reference: what they mean, and their bytes, which protoc wrote.
enum Golden {
    static let frames: [(meaning: String, sender: FrameSender, hex: String)] = [
        ("echo", .client, "080e2801"),
        (
            "open", .client,
            "080010011a01412203746f6d2801b2061022086a732f352e302e3028009801bb01"
        ),
        ("opened", .server, "080010052203746f6d28014880b0def7d32bb206085202746b5880a305"),
        (
            "send", .client,
            "08022802c206290a1d7b225f6c6374797065223a2d312c225f6c6374657874223a226869227d50015a02633172026431"
        ),
        ("ack", .server, "08032802ca060b28fbb0def7d32b32026d31"),
        (
            "delivery", .server,
            "08022203746f6dc2061e0a0568656c6c6f1a03626f6220c8b3def7d32b5a02633162026d32b00101"
        ),
        ("receipt", .client, "0803ca06122202633138c8b3def7d32b40c8b3def7d32b"),
        ("refusal", .server, "08072803ba061d08b1221218494e56414c49445f4d4553534147494e475f544152474554"),
        ("goaway", .server, "0815"),
    ]
}

extension LeanCloudFrame {
    /// Reads a command of bytes of its own.
    init(bytes: [UInt8], form: LeanCloudForm = .protobuf, generation: LeanCloudGeneration = .current) throws(WireError)
    {
        try self.init(decoding: bytes.span, form: form, generation: generation)
    }

    /// Reads the command that hex stands for.
    init(hex: String, generation: LeanCloudGeneration = .current) throws(WireError) {
        try self.init(bytes: try Hex.decode(hex), generation: generation)
    }

    /// Reads a command of a text form.
    init(text: String, form: LeanCloudForm) throws(WireError) {
        try self.init(bytes: Array(text.utf8), form: form)
    }
}

extension LeanCloudLayout {
    /// Reads the command that hex stands for.
    mutating func read(hex: String) throws(WireError) {
        let bytes = try Hex.decode(hex)
        try read(bytes.span, form: .protobuf)
    }
}
