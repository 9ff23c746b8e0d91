import Reporting
import RongCloud
import WireFormat

// Diagnostics of frames that real SDKs send in another way than the documented form.
extension RongCloudDecoder {
    func checkHeader(_ bytes: Span<UInt8>, _ event: inout Event) {
        let layout = event.units.rongCloud.layout
        if let trailing = layout.trailing {
            event.diagnose(
                .warning,
                "frame-trailing",
                offset: trailing.lowerBound,
                "\(Count.of("byte", trailing.count)) after the last field"
            )
            event.undecoded = trailing
        }
        if layout.header.retain {
            event.diagnose(.note, "frame-retain", path: "retain", "the retain flag is set; SDKs ignore it")
        }
        if layout.header.dup, event.sender == .client {
            event.diagnose(.note, "frame-dup", path: "dup", "the dup flag is set; the web SDKs never set it")
        }
        if layout.header.qos > 1 {
            event.diagnose(.note, "frame-qos", path: "qos", "QoS \(layout.header.qos); SDKs use 0 and 1 only")
        }
        switch layout.header.type {
        case .symmetric, .subscribe, .suback, .unsubscribe, .unsuback, .reserved:
            event.diagnose(.note, "frame-type", path: "type", "a type that the SDKs do not use")
            if let data = layout.data, !data.isEmpty { event.undecoded = data }
        case .puback where event.sender == .server && layout.messageUId == nil && layout.status == 0:
            event.diagnose(.note, "puback-short", path: "messageUId", "the frame ends before the message's unique id")
        default: break
        }
        checkText(layout.topic, "topic", bytes, &event)
        checkText(layout.targetId, "targetId", bytes, &event)
        checkText(layout.userId, "userId", bytes, &event)
    }

    private func checkText(_ range: Range<Int>?, _ name: String, _ bytes: Span<UInt8>, _ event: inout Event) {
        guard let range, !bytes.extracting(range).isASCIIWithoutNUL else { return }
        switch WireString.decode(bytes.extracting(range)).encoding {
        case .common, .cesu8: return
        case .utf8:
            event.diagnose(
                .note,
                "string-utf8",
                path: name,
                offset: range.lowerBound,
                "four-byte UTF-8; the SDKs write surrogate pairs of three bytes each"
            )
        case .modifiedUTF8:
            event.diagnose(
                .note,
                "string-modified-utf8",
                path: name,
                offset: range.lowerBound,
                "NUL as two bytes: Java's modified UTF-8"
            )
        case .invalid:
            event.diagnose(
                .warning,
                "string-invalid",
                path: name,
                offset: range.lowerBound,
                "bytes that are not text, shown as U+FFFD"
            )
        }
    }
}
