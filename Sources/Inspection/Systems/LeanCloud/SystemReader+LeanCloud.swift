package import LeanCloud

extension SystemReader {
    /// Returns the form of a LeanCloud command in a message of the connection, and the generation of its schema.
    package func reading(
        ofLeanCloud message: Span<UInt8>,
        isText: Bool
    ) -> (form: LeanCloudForm, generation: LeanCloudGeneration) {
        var state = LeanCloudSession()
        if case .leanCloud(let box) = session { state = box.state }
        let form = state.form(of: message, isText: isText)
        // If no sub-protocol was agreed, the command itself may tell the generation.
        guard state.form == nil, form != .json else { return (form, state.generation) }
        var layout = LeanCloudLayout()
        let limits = reading.decoders.leanCloud.limits.leanCloud
        try? layout.read(message, form: form, generation: state.generation, limits: limits)
        return (form, layout.generation)
    }
}
