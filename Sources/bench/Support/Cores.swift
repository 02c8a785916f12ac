import CSystemd
import Glibc

/// The cores of the machine. Another virtual machine on the same host can slow one of them for seconds, and then
/// slows one program more than another, so that their ratio is wrong.
nonisolated enum Cores {
    /// Runs `body` on the core on which `sample` takes the least time now.
    ///
    /// - Throws: What `body` throws.
    static func onFastest<Value>(at sample: () -> Void, _ body: () throws -> Value) rethrows -> Value {
        let all = allowed
        defer { allow(all) }
        let times = onEach { (0..<3).map { _ in time(of: sample) }.min() ?? 0 }
        if let fastest = all.indices.min(by: { times[$0] < times[$1] }) { allow([all[fastest]]) }
        return try body()
    }

    /// Runs `body` on each core that this thread may use, and returns to the present one.
    ///
    /// - Returns: What `body` returned on each.
    static func onEach<Value>(_ body: () -> Value) -> [Value] {
        let (all, present) = (allowed, Int(sched_getcpu()))
        defer {
            allow([present])
            allow(all)
        }
        return all.map { core in
            allow([core])
            return body()
        }
    }

    /// The cores that this thread may use.
    static var allowed: [Int] {
        var set = cpu_set_t()
        unsafe sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set)
        return unsafe withUnsafeBytes(of: set) { bytes in
            (0..<bytes.count * 8).filter { bytes[$0 / 8] & 1 << ($0 % 8) != 0 }
        }
    }

    /// Lets this thread, and what it starts, use only these cores; or the first thread of another process.
    static func allow(_ cores: [Int], for process: pid_t = 0) {
        var set = cpu_set_t()
        unsafe withUnsafeMutableBytes(of: &set) { bytes in
            for core in cores { bytes[core / 8] |= 1 << (core % 8) }
        }
        unsafe sched_setaffinity(process, MemoryLayout<cpu_set_t>.size, &set)
    }

    private static func time(of body: () -> Void) -> Double {
        let start = Measure.cpu
        body()
        return Measure.cpu - start
    }
}
