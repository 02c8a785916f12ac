import Glibc
import Records

/// The computing and queueing times of a thread.
nonisolated struct ThreadTime {
    /// The computing time, in milliseconds.
    let computing: Double
    /// The time spent ready but not running, in milliseconds; 0 if the system does not report it.
    let queueing: Double

    /// The times of the calling thread.
    ///
    /// Source: Linux, Documentation/scheduler/sched-stats: /proc/<pid>/schedstat.
    static var now: ThreadTime {
        let computing = Measure.time(CLOCK_THREAD_CPUTIME_ID) / 1e6
        return ThreadTime(computing: computing, queueing: queued)
    }

    private static var queued: Double {
        // Some systems do not have this file.
        let bytes = (try? BenchFiles.bytes("/proc/thread-self/schedstat")) ?? []
        let words = bytes.split(separator: .space)
        return words.count > 1 ? (Double(String(decoding: words[1], as: UTF8.self)) ?? 0) / 1e6 : 0
    }

    /// Returns the difference of two measurements.
    static func - (now: ThreadTime, before: ThreadTime) -> ThreadTime {
        ThreadTime(computing: now.computing - before.computing, queueing: now.queueing - before.queueing)
    }
}
