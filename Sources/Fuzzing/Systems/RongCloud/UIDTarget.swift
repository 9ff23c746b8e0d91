import Conformance
package import FuzzInputs
package import Fuzzer
import RongCloud
import WireFormat
import WireJSON

/// Message UIDs.
package struct UIDTarget: FuzzTarget, AdapterSubject {
    /// `uids`.
    package let name = "uids"
    /// The purpose of the target, for lists of targets.
    package let summary = "message UIDs: text, parts and JSON"
    /// 64 bytes.
    package let maximumLength = 64

    /// Makes the target.
    package init() {}

    /// Runs one text.
    package func run(_ input: [UInt8], _ features: inout Features) throws(Violation) {
        let uid: MessageUID
        do throws(WireError) {
            uid = try MessageUID(input.span)
        } catch {
            features.reach("uid", error)
            features.reach("uid.place", error.offset)
            try Oracles.place(error, in: input.count, "uid")
            return
        }
        features.reach("uid", uid.layout == .a ? 0 : 1, Features.bucket(Int(uid.time >> 32)))
        features.reach("uid.type", Int(uid.type.rawValue))
        try Oracles.same(Array(uid.description.utf8), input, .roundtrip, "a UID is written as \(uid)")
        let again = attempt { () throws(WireError) in try MessageUID(json: uid.json) }
        guard case .success(let same) = again, same == uid else {
            throw Violation(.roundtrip, "the parts \(uid.json) of \(uid) give \(again)")
        }
        guard uid.timestamp.utf8.count == 24 else { throw Violation(.range, "the time reads \(uid.timestamp)") }
    }

    /// Returns a question that decodes the UID; `nil` if the input is not valid UTF-8.
    package func question(of input: [UInt8]) -> AdapterQuestion? {
        String(validating: input, as: UTF8.self).map { AdapterQuestion(.decodeUID, ["uid": JSONValue($0)]) }
    }

    /// Returns the characters.
    package func shape(of input: [UInt8]) -> Shape? {
        Shape("uid", input.map { Shape("character", .bytes, [$0]) })
    }

    /// Returns UIDs of both layouts.
    package func seeds(_ random: inout FuzzRandom) -> [[UInt8]] {
        ["BKR5-28P4-JT85-SK8H", "596E-P5PG-4FS2-7OJK", "0000-0000-0000-0000", "VVVV-VVVV-VVVV-VVVV"].map {
            Array($0.utf8)
        }
    }

    /// Replaces a character by another one of the alphabet or by an invalid one.
    package func mutate(_ input: [UInt8], other: [UInt8], _ random: inout FuzzRandom) -> [UInt8]? {
        guard !input.isEmpty else { return nil }
        var text = input
        text[random.below(text.count)] = Array("0123456789ABCDEFGHIJKLMNOPQRSTUVW-v".utf8)[random.below(35)]
        return text
    }
}
