import Glibc

/// A process that runs one plan. It begins with an empty memory, so that a run is the same whoever starts it,
/// and a crash or an endless loop of the daemon ends only this process.
struct Child {
    /// The time of a processor after which a run is taken for endless, in seconds; one that waits has six times as
    /// long, since a loaded machine may leave it little.
    private static let patience: CUnsignedInt = 600

    let process: pid_t
    private let output: CInt

    /// Starts a run in a directory that no other run uses.
    init(_ plan: Plan, in root: String, prints: Bool = false) {
        Folder.make(root)
        Folder.write(Array(Script.text(plan).utf8), to: root + ".script")
        var pipe: [CInt] = [0, 0]
        precondition(Glibc.pipe(&pipe) == 0, "pipe: \(errno)")
        process = fork()
        precondition(process >= 0, "fork: \(errno)")
        output = pipe[0]
        if process == 0 { Child.execute(root, output: prints ? STDOUT_FILENO : pipe[1], prints: prints) }
        close(pipe[1])
    }

    private static func execute(_ root: String, output: CInt, prints: Bool) -> Never {
        dup2(output, STDOUT_FILENO)
        for descriptor in 3..<64 { close(CInt(descriptor)) }
        limitTime()
        let words = ["simulate", "--child", root] + (prints ? ["--trace"] : [])
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        execv("/proc/self/exe", &arguments)
        _exit(71)
    }

    private static func limitTime() {
        var limit = rlimit(rlim_cur: rlim_t(patience), rlim_max: .max)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
        alarm(6 * patience)
    }

    /// The part of the process that was started: runs the plan and prints its result.
    static func run(in root: String, prints: Bool) -> CInt {
        guard let script = Script(path: root + ".script") else { return 64 }
        let result = Run(plan: script.plan).perform(in: root, prints: prints)
        print("\(result.digest) \(result.requests) \(result.vain)\n\(result.fault ?? "")", terminator: "")
        return result.fault == nil ? 0 : 1
    }

    /// Waits for the process, which printed its result itself; returns 1 if it failed.
    func exitStatus() -> CInt {
        let status = waitStatus()
        print()
        return status == 0 ? 0 : 1
    }

    private func waitStatus() -> CInt {
        var status: CInt = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        return status
    }

    /// Returns the result, once the process has ended with this status.
    func result(status: CInt) -> Run.Result {
        defer { close(output) }
        let signal = status & 0x7f
        guard signal == 0 else {
            let isEndless = signal == SIGALRM || signal == SIGXCPU
            return Run.Result(fault: isEndless ? "it does not end" : "signal \(signal)", digest: 0)
        }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = max(0, read(output, &bytes, bytes.count))
        let parts = String(decoding: bytes.prefix(count), as: UTF8.self).split(
            separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = (parts.first ?? "").split(separator: " ").compactMap { UInt64($0) }
        guard parts.count == 2, numbers.count == 3 else {
            return Run.Result(fault: "it ends with status \(status >> 8 & 0xff) and no result", digest: 0)
        }
        return Run.Result(
            fault: parts[1].isEmpty ? nil : String(parts[1]), digest: numbers[0], requests: Int(numbers[1]),
            vain: Int(numbers[2]))
    }

    /// Waits for the process.
    func wait() -> Run.Result { result(status: waitStatus()) }
}
