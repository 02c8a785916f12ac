import Glibc

/// The threads of the daemon's workers.
enum WorkerThreads {
    /// The names of the threads, as the daemon starts them.
    private static let names = ["bulk", "lookup", "reading", "slow", "store"]

    /// Whether one of them computes, or waits for a processor or a disk, so that it may yet have a result.
    static var areBusy: Bool { Folder(at: "/proc/self").names(in: "task").contains { isBusy($0) } }

    /// Source: proc_pid_stat(5), fields comm and state.
    private static func isBusy(_ task: String) -> Bool {
        let file = open("/proc/self/task/\(task)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        let text = bytes.prefix(max(0, count))
        guard let start = text.firstIndex(of: UInt8(ascii: "(")),
            let end = text[start...].firstIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex
        else { return false }
        return text[end + 2] != UInt8(ascii: "S")
            && names.contains { $0.utf8.elementsEqual(text[start + 1..<end]) }
    }
}
