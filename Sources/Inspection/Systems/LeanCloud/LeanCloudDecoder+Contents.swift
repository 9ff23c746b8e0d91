import LeanCloud
import WireFormat
import WireJSON

// The contents of chat messages.
extension LeanCloudDecoder {
    func readContents(_ bytes: Span<UInt8>, _ event: inout Event) {
        let messages = event.units.leanCloud.layout.messages
        guard !messages.isEmpty else { return }
        let isAlone = messages.count == 1
        for (index, message) in messages.enumerated() {
            event.units.leanCloud.messages.append(LeanCloudUnit.Message())
            if let text = message.text {
                readText(text, bytes, index, message: isAlone ? nil : index, &event)
            } else if let binary = message.binary {
                guard let data = event.units.leanCloud.layout.copy(binary, of: bytes) else {
                    let path = Diagnostic.contentPath(ofMessage: isAlone ? nil : index)
                    let offset = binary.range.lowerBound
                    event.diagnose(.warning, "content-base64", path: path, offset: offset, "the content is no base64")
                    continue
                }
                event.units.leanCloud.messages[index].content = .bytes(data)
            }
        }
        event.units.leanCloud.layout.leaveOutContents()
    }

    /// Reads a content that is text, with its escapes decoded.
    ///
    /// - Parameter message: the message's index in the event, if there are several messages.
    private func readText(
        _ text: LeanCloudText,
        _ bytes: Span<UInt8>,
        _ index: Int,
        message: Int?,
        _ event: inout Event
    ) {
        if text.isEscaped {
            let copy = event.units.leanCloud.layout.copy(text, of: bytes) ?? []
            read(copy.span, 0..<copy.count, at: text.range.lowerBound, index, message, &event)
        } else {
            // Take the layout out, so that the event can be filled while the layout's bytes are read.
            var layout = LeanCloudLayout()
            swap(&layout, &event.units.leanCloud.layout)
            read(layout.payload(bytes), text.range, at: 0, index, message, &event)
            swap(&layout, &event.units.leanCloud.layout)
        }
    }

    /// Returns the number of a typed message, and its oddities.
    private static func judge(
        _ tape: borrowing JSONTape,
        _ bytes: Span<UInt8>
    ) -> (type: Int64?, findings: [ContentFinding]) {
        let root = tape.root(in: bytes)
        return (LeanCloudContent.typeId(of: root), LeanCloudContents.check(root))
    }

    private func read(
        _ bytes: Span<UInt8>,
        _ range: Range<Int>,
        at base: Int,
        _ index: Int,
        _ message: Int?,
        _ event: inout Event
    ) {
        let start = event.units.leanCloud.contents.count
        if LeanCloudContent.mayBeJSON(bytes.extracting(range)),
            (try? event.units.leanCloud.contentTape.parse(bytes, in: range, limits: limits.json)) != nil
        {
            event.units.leanCloud.contents.append(minified: event.units.leanCloud.contentTape, of: bytes)
            if !showsSecrets, Secrets.mayHold(event.units.leanCloud.contentTape, bytes, in: range) {
                Secrets.maskJSON(from: start, in: &event.units.leanCloud.contents, limits: limits.json)
            }
            let (type, findings) = Self.judge(event.units.leanCloud.contentTape, bytes)
            event.units.leanCloud.messages[index].type = type
            event.units.leanCloud.messages[index].content = .json(start..<event.units.leanCloud.contents.count)
            for var finding in findings {
                finding.offset += base
                event.diagnostics.append(Diagnostic(.content(finding), message: message))
            }
            return
        }
        // Plain text, which may hold a link with a token.
        if showsSecrets || !Secrets.mayHoldValue(bytes.extracting(range)) {
            event.units.leanCloud.contents.append(bytes.extracting(range))
        } else {
            let text = String(decodingUTF8: bytes.extracting(range))
            event.units.leanCloud.contents.append(text: Secrets.masked(text))
        }
        event.units.leanCloud.messages[index].content = .text(start..<event.units.leanCloud.contents.count)
    }
}
