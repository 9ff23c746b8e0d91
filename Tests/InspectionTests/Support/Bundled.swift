import Foundation
import RongCloud
import Testing
import WireFormat
import WireJSON

/// A capture of the repository with the server's own record of every frame.
enum Bundled: String, CaseIterable, CustomTestStringConvertible {
    case v2 = "rongcloud-web-v2-chat"
    case v4 = "rongcloud-web-v4-chat"
    case polling = "rongcloud-polling-chat"
    case tcp = "rongcloud-tcp-chat"

    /// Those of the WebSocket form.
    static let allCases: [Bundled] = [.v2, .v4]
    /// Those of every form.
    static let everyForm: [Bundled] = [.v2, .v4, .polling, .tcp]

    var testDescription: String { rawValue }

    private static let directory = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "captures")

    func capture() throws -> [UInt8] {
        try Array(Data(contentsOf: Self.directory.appending(path: "\(rawValue).pcap")))
    }

    func segments() throws -> [TestSegment] { CaptureFile.read(try capture()).segments }

    func oracle() throws -> JSONValue {
        let file = Self.directory.appending(path: "\(rawValue).oracle.json")
        return try JSONValue(parsing: Array(Data(contentsOf: file)))
    }

    /// The frames as the server recorded them.
    func frames() throws -> [OracleFrame] {
        guard let frames = try oracle()["frames"]?.elements else { throw CocoaError(.fileReadCorruptFile) }
        return frames.map { OracleFrame(json: $0) }
    }
}

/// A frame in the server's record.
struct OracleFrame {
    var json: JSONValue

    var sender: FrameSender { json["dir"]?.string == "c2s" ? .client : .server }
    var hex: String { json["rawHex"]?.string ?? "" }
    var type: String { json["type"]?.string ?? "" }
    var answersTopic: String? { json["answersTopic"]?.string }
    func bytes() throws -> [UInt8] { try Hex.decode(hex) }
    /// The chat messages: object name and content.
    var messages: [JSONValue] {
        if let several = json["messages"]?.elements { return several }
        return json["objectName"] == nil ? [] : [json]
    }
}
