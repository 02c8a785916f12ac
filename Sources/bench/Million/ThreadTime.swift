import Glibc

/// What a thread has done and waited for so far.
nonisolated struct ThreadTime {
    /// Computing, milliseconds.
    let computing: Double
    /// Ready to compute while others did, milliseconds; 0 where the system does not tell.
    let queueing: Double

    /// Of the calling thread.
    ///
    /// Source: Linux, Documentation/scheduler/sched-stats: /proc/<pid>/schedstat.
    static var now: ThreadTime {
        let computing = Measure.time(CLOCK_THREAD_CPUTIME_ID) / 1e6
        return ThreadTime(computing: computing, queueing: queued)
    }

    private static var queued: Double {
        // Not every system has it.
        let bytes = (try? BenchFiles.bytes("/proc/thread-self/schedstat")) ?? []
        let words = bytes.split(separator: 0x20)
        return words.count > 1 ? (Double(String(decoding: words[1], as: UTF8.self)) ?? 0) / 1e6 : 0
    }

    /// What lies between two moments.
    static func - (now: ThreadTime, before: ThreadTime) -> ThreadTime {
        ThreadTime(computing: now.computing - before.computing, queueing: now.queueing - before.queueing)
    }
}
