/// The conditions that a target's inputs are checked against.
///
/// The names never change, since reports and the descriptions of saved inputs contain them.
package enum Oracle: String, CaseIterable, Sendable {
    case crash
    case hang
    case exit
    case memory
    case mutation
    case roundtrip
    case chunking
    case coverage
    case cost
    case limit
    case secrecy
    case offset
    case disagreement
    case meaning
    case vector
    case json
    case numbers
    case range
    case reading
    case terminal
    case refusal
    case repetition = "repeat"
    case adapterCrash = "adapter-crash"
    case adapterHang = "adapter-hang"
    case adapterMalformed = "adapter-malformed"
    case adapterState = "adapter-state"
    case adapterAccepts = "adapter-accepts"
    case adapterRefuses = "adapter-refuses"
    case adapterDiffers = "adapter-differs"
    case start
}
