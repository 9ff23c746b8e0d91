import Foundation
import Fuzzing
import RongCloudProtobuf
import SwiftProtobuf

/// Decoders that share no code with the library, which must agree with them.
enum IndependentDecoders {
    private static let types = Dictionary(
        messageTypes.map { ($0.protoMessageName, $0) },
        uniquingKeysWith: { first, _ in first }
    )

    /// What swift-protobuf makes of a message; fields that are required may be missing.
    static let payloads: FuzzEntry.PayloadDecoder = { name, bytes in
        guard let type = types[name] else { return .unknown }
        do {
            return .read(try type.init(serializedBytes: bytes, partial: true).serializedBytes(partial: true))
        } catch {
            return .refused
        }
    }

    /// Whether Foundation reads a text as JSON.
    ///
    /// It is no measure of numbers that no double holds, of deep nesting, of halves of surrogate pairs, of bytes that
    /// are no UTF-8 or could be another encoding: there it goes ways of its own, which the standard allows. Nor of a
    /// comma before a closing bracket, which it takes though the standard has none.
    static let json: FuzzEntry.JSONDecoder = { text in
        guard !text.contains(0), text.first != 0xEF, text.first != 0xFE, text.first != 0xFF,
            String(validating: text, as: UTF8.self) != nil
        else { return nil }
        var depth = 0
        var digits = 0
        for byte in text {
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") { return nil }
            // The largest double has 309 digits.
            digits = byte &- UInt8(ascii: "0") < 10 ? digits + 1 : 0
            if digits > 300 { return nil }
        }
        guard depth < 200 else { return nil }
        let tokens = text.filter { $0 > 0x20 }
        for (byte, next) in zip(tokens, tokens.dropFirst()) where byte == UInt8(ascii: ",") {
            if next == UInt8(ascii: "]") || next == UInt8(ascii: "}") { return nil }
        }
        // Escapes from D800 to DFFF stand for halves of pairs.
        for place in text.indices.dropLast(2) where text[place] == UInt8(ascii: "\\") {
            if text[place + 1] == UInt8(ascii: "u"), text[place + 2] | 0x20 == UInt8(ascii: "d") { return nil }
        }
        let data = Data(text)
        return (try? JSONSerialization.jsonObject(with: data, options: [.fragmentsAllowed])) != nil
    }
}
