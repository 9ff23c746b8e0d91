#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A thread for what waits for input: the threads that tasks share are as many as the processors, and none of them may stand
/// still.
///
/// There is a thread only while there is work, and for a tenth of a second more.
final class ReadingThread: TaskExecutor, @unchecked Sendable {
    /// Milliseconds for which the thread waits for more.
    private static let patience = 100

    /// Guards what follows.
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasMore = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var isThere = false

    init() {
        pthread_mutex_init(lock, nil)
        pthread_cond_init(hasMore, nil)
    }

    deinit {
        pthread_cond_destroy(hasMore)
        pthread_mutex_destroy(lock)
        hasMore.deallocate()
        lock.deallocate()
    }

    /// Whether there is a thread.
    var isRunning: Bool {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return isThere
    }

    func enqueue(_ job: consuming ExecutorJob) {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        let job = UnownedJob(job)
        if !isThere { isThere = start() }
        // Without a thread of its own, the work is done where all other is.
        guard isThere else { return globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
        jobs.append(job)
        pthread_cond_signal(hasMore)
    }

    /// Starts the thread, which holds this object as long as it runs; `false` when there can be none.
    private func start() -> Bool {
        let held = Unmanaged.passRetained(self)
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, Self.main, held.toOpaque()) == 0 else {
            held.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    #if canImport(Darwin)
        private static let main: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { held in
            Unmanaged<ReadingThread>.fromOpaque(held).takeRetainedValue().run()
            return nil
        }
    #else
        private static let main: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { held in
            if let held { Unmanaged<ReadingThread>.fromOpaque(held).takeRetainedValue().run() }
            return nil
        }
    #endif

    private func run() {
        let executor = asUnownedTaskExecutor()
        while let job = next() { job.runSynchronously(on: executor) }
    }

    /// The next job; `nil` when there was none for a while, and then the thread ends.
    private func next() -> UnownedJob? {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        var end = timespec()
        clock_gettime(CLOCK_REALTIME, &end)
        end.tv_nsec += Self.patience * 1_000_000
        end.tv_sec += end.tv_nsec / 1_000_000_000
        end.tv_nsec %= 1_000_000_000
        while jobs.isEmpty {
            guard pthread_cond_timedwait(hasMore, lock, &end) == 0 else { break }
        }
        isThere = !jobs.isEmpty
        return isThere ? jobs.removeFirst() : nil
    }
}
