import LeanCloud
import WireFormat
import WireJSON
import WireProtobuf

// Fields of a command's body by their names, in every form.
extension LeanCloudUnit {
    /// Returns the last value of an integer field.
    borrowing func integer(_ name: String, _ bytes: Span<UInt8>) -> Int64? {
        if layout.form == .json { return layout.json.root(in: bytes)[name]?.int64 }
        return node(name).map { Int64(bitPattern: layout.tape.nodes[$0].bits(in: layout.payload(bytes))) }
    }

    /// Returns the last value of a Bool field, which JSON may have as a number; `false` if there is none.
    borrowing func truth(_ name: String, _ bytes: Span<UInt8>) -> Bool {
        if layout.form == .json, let value = layout.json.root(in: bytes)[name]?.bool { return value }
        return integer(name, bytes).map { $0 != 0 } ?? false
    }

    /// Returns the last value of a text field.
    borrowing func text(_ name: String, _ bytes: Span<UInt8>) -> String? {
        if layout.form == .json { return layout.json.root(in: bytes)[name]?.string }
        guard let node = node(name) else { return nil }
        let payload = layout.payload(bytes)
        return String(decodingUTF8: payload.extracting(layout.tape.nodes[node].valueRange))
    }

    /// Returns the conversations in a `read`, with the times up to which it marks them, and whether it names the message
    /// of that time.
    borrowing func readMarks(_ bytes: Span<UInt8>) -> [(conversation: String, time: Int64, namesMessage: Bool)] {
        var marks: [(String, Int64, Bool)] = []
        if layout.form == .json {
            let list = layout.json.root(in: bytes)["convs"]
            guard let elements = try? list?.value().elements else { return [] }
            for element in elements {
                if let cid = element["cid"]?.string, let time = element["timestamp"]?.int64 {
                    marks.append((cid, time, element["mid"]?.string != nil))
                }
            }
            return marks
        }
        guard let body = layout.header.body else { return [] }
        let payload = layout.payload(bytes)
        for node in layout.tape.children(3, of: body) {
            guard let cid = layout.tape.last(1, in: node), let time = layout.tape.last(2, in: node) else { continue }
            let name = String(decodingUTF8: payload.extracting(layout.tape.nodes[cid].valueRange))
            let moment = Int64(bitPattern: layout.tape.nodes[time].bits(in: payload))
            marks.append((name, moment, layout.tape.last(3, in: node) != nil))
        }
        return marks
    }

    private borrowing func node(_ name: String) -> Int? {
        guard layout.form == .protobuf || layout.form == .protobufBase64, let body = layout.header.body else {
            return nil
        }
        let schema = LeanCloudSchema.shared
        let type = layout.tape.messageType(of: body, schema: schema)
        guard let field = schema.field(named: name, in: type) else { return nil }
        return layout.tape.last(schema[field].number, in: body)
    }
}
