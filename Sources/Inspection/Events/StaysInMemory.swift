private import Synchronization

/// Keeps the struct that contains it in memory, so that the struct is passed by address.
///
/// Without it, the compiler may split a noncopyable struct into its fields. A struct as large as ``Event`` is then
/// copied at calls that only borrow it, and checked field by field wherever it is borrowed. This took half of the build
/// time of this module. An atomic has an address of its own, so the struct cannot be split.
struct StaysInMemory: ~Copyable {
    private let place = Atomic<Bool>(false)
}
