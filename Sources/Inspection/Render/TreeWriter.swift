import Reporting
import WireFormat

/// Writes a tree of fields: byte range, hex and meaning of each field, one per line.
struct TreeWriter {
    var colors: TerminalColors
    /// Whether tokens are shown in full.
    var showsSecrets = false
    /// The columns that lines must fit into; if `nil`, lines are as long as they need.
    let width: Int?
    /// The number of bytes shown as hex beside a field: fewer on a narrow terminal, so that values have room.
    let hexBytes: Int
    /// The width of the byte range in columns.
    private static let rangeColumns = 11
    /// The spill for a tree too large for memory; set only if the writer has nothing but lines of that tree.
    var spill: OutputSpill?
    private var hexColumns: Int { hexBytes * 3 }
    /// The column of the outermost fields' names.
    private var nameColumn: Int { 6 + Self.rangeColumns + hexColumns }

    init(colors: TerminalColors, showsSecrets: Bool = false, width: Int? = nil) {
        self.colors = colors
        self.showsSecrets = showsSecrets
        self.width = width
        hexBytes = width.map { $0 < 100 ? 4 : 12 } ?? 12
    }

    /// Appends the fields of an event, its diagnostics, and an empty line.
    func append(
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: borrowing SystemDecoders,
        to output: inout JSONFieldSink
    ) {
        if case .frame = event.kind {
            let isLarge = max(bytes.count, event.wire.count) >= EventTree.largeUnit
            if isLarge, let tree = systems.emptyTree(of: event, bytes) {
                stream(tree, event, bytes, systems, to: &output)
            } else {
                let tree = systems.tree(of: event, bytes)
                var nesting = SecretNesting()
                let shown = tree.isOfWire ? event.wire.span : bytes
                append(tree.fields.nodes, of: tree, shown, from: &nesting, to: &output.writer)
            }
        }
        if case .http = event.kind { appendExchange(event, to: &output.writer) }
        for index in event.diagnostics.indices {
            let diagnostic = event.diagnostics[index]
            let place = diagnostic.path.isEmpty ? "" : " \(diagnostic.path) at \(diagnostic.offset):"
            let text = "  \(diagnostic.severity.rawValue) \(diagnostic.code):\(place) \(diagnostic.text)"
            let start = output.writer.count
            _ = output.writer.append(safe: text)
            endLine(from: start, column: 0, indent: 4, &output.writer)
        }
        output.writer.append(UInt8(ascii: "\n"))
    }

    /// Appends the tree of a large unit, and spills most of it after the output so far.
    private func stream(
        _ tree: EventTree,
        _ event: borrowing Event,
        _ bytes: Span<UInt8>,
        _ systems: borrowing SystemDecoders,
        to output: inout JSONFieldSink
    ) {
        let shown = tree.isOfWire ? event.wire : Array(copying: bytes)
        let spill = output.leaveFromHere()
        let stream = TreeStream(self, tree, shown, spill)
        tree.fields.handOut { stream.take($0) }
        systems.addFields(of: event, bytes, to: tree.fields)
        stream.finish(into: &output.writer)
        // The tree and the stream refer to each other until here.
        tree.fields.handOut(to: nil)
    }

    /// Appends a line for each node except tokens, whose bytes are shown with their parents.
    ///
    /// - Parameters:
    ///   - nodes: the nodes of the tree, or the next ones of a large tree.
    ///   - bytes: the bytes that the fields' ranges refer to.
    ///   - nesting: the secret structures that the nodes before were in; further nodes continue with it.
    func append(
        _ nodes: [FieldTree.Node],
        of tree: EventTree,
        _ bytes: Span<UInt8>,
        from nesting: inout SecretNesting,
        to writer: inout ByteWriter
    ) {
        var index = 0
        while index < nodes.count {
            let place = index
            index += 1
            if case .token = nodes[place].value { continue }
            let depth = nodes[place].depth
            let isInside = nesting.move(toDepth: depth)
            var isSecret = !showsSecrets && (isInside || isHidden(nodes[place].name, tree))
            // A field that has exactly one value is shown on the line of the value.
            var leaf = place
            if case .structure = nodes[place].value {
                if isSecret { nesting.begin(atDepth: depth) }
                if let only = Self.onlyValue(of: place, nodes) {
                    leaf = only
                    index = only + 1
                    isSecret = isSecret || !showsSecrets && isHidden(nodes[only].name, tree)
                }
            }
            var line = Line(title: nodes[place].name, isSecret: isSecret)
            if !tree.titles.isEmpty { line.title = tree.titles[place] ?? line.title }
            if !tree.meanings.isEmpty { line.meaning = tree.meanings[leaf] }
            append(nodes[leaf], as: nodes[place], line, tree, bytes, to: &writer)
        }
    }

    private func isHidden(_ name: String, _ tree: EventTree) -> Bool {
        Secrets.isSecret(name) || tree.hidden.contains(name)
    }

    /// Returns the index of a field's value if the field has a tag or length and then only that value.
    private static func onlyValue(of field: Int, _ nodes: [FieldTree.Node]) -> Int? {
        let depth = nodes[field].depth + 1
        var index = field + 1
        guard index < nodes.count, nodes[index].depth == depth, case .token = nodes[index].value,
            nodes[index].name == "length" || nodes[index].name == "tag"
        else { return nil }
        var only: Int?
        while index < nodes.count, nodes[index].depth >= depth {
            switch nodes[index].value {
            case .token: break
            case .structure: return nil
            default:
                guard only == nil, ["text", "value", "bytes"].contains(nodes[index].name) else { return nil }
                only = index
            }
            index += 1
        }
        return only
    }

    // MARK: Lines

    /// The way in which a field is shown.
    private struct Line {
        var title: String
        var isSecret: Bool
        /// The words shown in place of a text.
        var meaning: String?
    }

    /// Returns the column of a field's name; a terminal keeps some columns for names and values at every depth.
    func column(ofDepth depth: Int) -> Int {
        let column = nameColumn + 2 * depth
        return width.map { min(column, max(nameColumn, $0 - 28)) } ?? column
    }

    /// Ends a line; if its text from `start` on is too long, the text is continued on further lines.
    func endLine(from start: Int, column: Int, indent: Int, _ writer: inout ByteWriter) {
        if let width, writer.count - start > width - column {
            let text = Array(copying: writer.span.extracting(start..<writer.count))
            writer.truncate(to: start)
            TerminalText.append(text.span, from: column, indent: indent, width: width, to: &writer)
        }
        writer.append(UInt8(ascii: "\n"))
    }

    /// Appends the line of a leaf or an inner node.
    ///
    /// - Parameter field: the node itself, or the field whose only value the node is.
    private func append(
        _ node: FieldTree.Node,
        as field: FieldTree.Node,
        _ line: Line,
        _ tree: EventTree,
        _ bytes: Span<UInt8>,
        to writer: inout ByteWriter
    ) {
        let name = field.name
        let instead = standIn(for: node, name, tree, bytes, isSecret: line.isSecret)
        writer.append("  ")
        append(field.range, to: &writer)
        writer.append("  ")
        // If a value is not shown in full, its bytes are not shown either.
        if case .structure = node.value {
            writer.append(spaces: hexColumns)
        } else {
            appendHex(field.range, of: bytes, isHidden: instead != nil, to: &writer)
        }
        let column = column(ofDepth: field.depth)
        writer.append(spaces: 2 + column - nameColumn)
        let beginning = writer.count
        _ = writer.append(safe: line.title)
        let mark = writer.count
        writer.append(": ")
        let start = writer.count
        if let instead {
            _ = writer.append(safe: instead)
        } else if let meaning = line.meaning {
            _ = writer.append(safe: meaning)
        } else {
            append(valueOf: node, name, tree, bytes, to: &writer)
        }
        // A long value may already be in the spill.
        if writer.count == start, node.range.count < OutputSpill.piece { writer.truncate(to: mark) }
        endLine(from: beginning, column: column, indent: column + 2, &writer)
        if case .text = node.value, !line.isSecret {
            leaveMuch(of: &writer)
            appendNested(bytes.extracting(node.range), field.depth + 1, to: &writer)
        }
    }

    /// Spills the lines so far if there are many.
    func leaveMuch(of writer: inout ByteWriter) {
        if writer.count >= OutputSpill.piece { _ = leave(&writer) }
    }

    /// Spills the lines so far; returns `false` if they must stay in memory.
    func leave(_ writer: inout ByteWriter) -> Bool {
        guard let spill, spill.append(0..<writer.count, of: writer) else { return false }
        writer.removeAll()
        return true
    }

    private func append(_ range: Range<Int>, to writer: inout ByteWriter) {
        if colors.isOn { writer.append(TerminalColors.dimCode) }
        let start = writer.count
        writer.append(decimal: range.lowerBound)
        var columns = writer.count - start
        if !range.isEmpty {
            writer.append("–")
            let middle = writer.count
            writer.append(decimal: range.upperBound - 1)
            columns += 1 + writer.count - middle
        }
        writer.append(spaces: Self.rangeColumns - columns)
        if colors.isOn { writer.append(TerminalColors.endCode) }
    }

    private func appendHex(_ range: Range<Int>, of bytes: Span<UInt8>, isHidden: Bool, to writer: inout ByteWriter) {
        let count = range.upperBound <= bytes.count ? min(range.count, hexBytes) : 0
        guard count > 0 else { return writer.append(spaces: hexColumns) }
        if colors.isOn { writer.append(TerminalColors.dimCode) }
        for index in range.lowerBound..<range.lowerBound + count {
            if index > range.lowerBound { writer.append(UInt8(ascii: " ")) }
            if isHidden { writer.append("**") } else { writer.append(hex: bytes[index]) }
        }
        let isCut = range.count > count
        if isCut { writer.append("…") }
        writer.append(spaces: hexColumns - (count * 3 - 1) - (isCut ? 1 : 0))
        if colors.isOn { writer.append(TerminalColors.endCode) }
    }
}
