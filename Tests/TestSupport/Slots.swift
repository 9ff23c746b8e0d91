import Synchronization

/// Lets a few do something at a time; the others wait for their turn.
///
/// All tests run at once, and many hold files open. That must not become too many: Foundation's `Process` looks through
/// the open ones, and where there are more than some 1350 it may read beyond the end of their list and crash.
public final class Slots: Sendable {
    private struct State {
        var free: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// Lets `count` do it at a time.
    public init(_ count: Int) { state = Mutex(State(free: count)) }

    /// Runs `body` when it is its turn.
    public func use<Result>(_ body: () async throws -> Result) async rethrows -> Result {
        await enter()
        defer { leave() }
        return try await body()
    }

    private func enter() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free > 0 else {
                    state.waiting.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave() {
        let next = state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil as CheckedContinuation<Void, Never>?
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
