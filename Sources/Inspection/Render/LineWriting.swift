/// What makes the lines of a format: the consumer of the events, and what the sequencer does with what it writes.
struct LineWriting {
    let consumer: any EventConsumer
    let numbering: EventSequencer.Numbering

    /// - Parameters:
    ///   - view: how events are shown.
    ///   - fields: those of the format of that name.
    ///   - layout: of the formats for people, what the lines looked like so far.
    init(
        _ format: CaptureDecoder.Format,
        _ view: EventRendition,
        fields: [FieldPath],
        layout: @autoclosure () -> TextLayout
    ) {
        switch format {
        case .jsonl:
            consumer = JSONLinesConsumer(view)
            numbering = .json
        case .fields:
            consumer = FieldsConsumer(fields, view: view)
            numbering = .none
        case .text:
            consumer = TextConsumer(file: view.file, showsSecrets: view.showsSecrets)
            numbering = .text(layout())
        case .tree:
            let layout = layout()
            let style = layout.style
            let tree = TreeWriter(colors: style.colors, showsSecrets: view.showsSecrets, width: style.width)
            consumer = TextConsumer(file: view.file, showsSecrets: view.showsSecrets, tree: tree)
            numbering = .text(layout)
        }
    }
}
