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
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        let computing = Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        return ThreadTime(computing: computing, queueing: queued)
    }

    private static var queued: Double {
        var bytes = [UInt8](repeating: 0, count: 128)
        let file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let count = read(file, &bytes, bytes.count)
        let words = bytes.prefix(max(0, count)).split(separator: 0x20)
        return words.count > 1 ? (Double(String(decoding: words[1], as: UTF8.self)) ?? 0) / 1e6 : 0
    }

    /// What lies between two moments.
    static func - (now: ThreadTime, before: ThreadTime) -> ThreadTime {
        ThreadTime(computing: now.computing - before.computing, queueing: now.queueing - before.queueing)
    }
}
