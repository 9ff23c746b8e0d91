private import Synchronization

/// Keeps the struct that has it in memory, so that whoever gets the struct gets its address.
///
/// Without it the compiler may take a noncopyable struct apart into its fields. One as large as ``Event`` is then copied at
/// calls that only borrow it, and checked field by field wherever it is borrowed, which was half of the time that this
/// module took to build. What is atomic has an address of its own, so it cannot be taken apart.
struct StaysInMemory: ~Copyable {
    private let place = Atomic<Bool>(false)
}
