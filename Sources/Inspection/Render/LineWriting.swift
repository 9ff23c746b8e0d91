/// The writer of a format's lines: the consumer of the events, and the way in which the sequencer numbers its output.
struct LineWriting {
    let consumer: any EventConsumer
    let numbering: EventSequencer.Numbering

    /// - Parameters:
    ///   - view: the options for showing events.
    ///   - fields: the fields of the format `fields`.
    ///   - layout: the state of the layout after earlier captures, for the formats for people.
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
