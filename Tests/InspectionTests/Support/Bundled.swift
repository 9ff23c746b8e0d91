import Foundation
import Inspection
import RongCloud
import TestSupport
import Testing
import Transport
import WireFormat
import WireJSON

/// A capture of the repository with the server's own record of every frame.
enum Bundled: String, CaseIterable, CustomTestStringConvertible {
    case v2 = "rongcloud-web-v2-chat"
    case v4 = "rongcloud-web-v4-chat"
    case polling = "rongcloud-polling-chat"
    case tcp = "rongcloud-tcp-chat"
    case tls = "rongcloud-tls-chat"
    case tlsWithSecrets = "rongcloud-tls-chat-dsb"

    /// Those of the WebSocket form.
    static let allCases: [Bundled] = [.v2, .v4]
    /// Those of every form.
    static let everyForm: [Bundled] = [.v2, .v4, .polling, .tcp]

    /// Those of the WebSocket form, plain and encrypted.
    static let anyWebSocket: [Bundled] = [.v2, .v4, .tls, .tlsWithSecrets]

    var testDescription: String { rawValue }

    static let directory = ProjectFolder.file("captures")

    /// A file beside the captures.
    static func file(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: directory.appending(path: name)))
    }

    func capture() throws -> [UInt8] {
        let format = isEncrypted ? "pcapng" : "pcap"
        return try Array(Data(contentsOf: Self.directory.appending(path: "\(rawValue).\(format)")))
    }

    /// Whether it is of TLS.
    var isEncrypted: Bool { self == .tls || self == .tlsWithSecrets }

    /// The key log that lies beside it; `nil` when nothing is encrypted, or the capture holds the secrets itself.
    func keyLog() throws -> [UInt8]? {
        guard self == .tls else { return nil }
        return try Array(Data(contentsOf: Self.directory.appending(path: "\(rawValue).keys")))
    }

    /// The text of that key log.
    func keyLogText() throws -> String { String(decoding: try #require(try keyLog()), as: UTF8.self) }

    /// What the decoder makes of it with the secrets that belong to it.
    func decoded(
        with settings: (inout CaptureDecoder) -> Void = { $0.showsRaw = true }
    ) async throws -> Decoded {
        let secrets = try keyLog().map { try TLSSecrets(keyLog: $0.span) }
        return try await Decoded(capture()) {
            if let secrets { $0.options.secrets = secrets }
            settings(&$0)
        }
    }

    func segments() throws -> [TestSegment] { CaptureFile.read(try capture()).segments }

    func oracle() throws -> JSONValue {
        // The file with the secrets has the packets of the other.
        let name = self == .tlsWithSecrets ? Bundled.tls.rawValue : rawValue
        let file = Self.directory.appending(path: "\(name).oracle.json")
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
