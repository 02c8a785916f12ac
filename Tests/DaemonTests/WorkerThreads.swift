import Glibc
import TestDaemon

/// The threads of the daemon's workers.
enum WorkerThreads {
    /// The names of the threads, as the daemon starts them.
    private static let names = ["bulk", "lookup", "reading", "slow", "store"]
    /// The files that state what these threads do. They stay open: this is asked whenever the loop is idle.
    private static var files: [CInt] = []
    /// The number of links of the folder of all threads when the files were opened: it grows and shrinks with
    /// their number.
    private static var links: nlink_t = 0

    /// Whether one of them computes, or waits for a processor or a disk, so that it may yet have a result.
    static var areBusy: Bool {
        var folder = stat()
        guard stat("/proc/self/task", &folder) == 0 else { return false }
        if folder.st_nlink != links { open(folder.st_nlink) }
        return files.contains { state(of: $0) != UInt8(ascii: "S") }
    }

    /// Opens the files of the threads that there are now.
    private static func open(_ links: nlink_t) {
        for file in files { close(file) }
        files = Folder(at: "/proc/self").names(in: "task").compactMap { task in
            guard let name = File.read("/proc/self/task/\(task)/comm"),
                names.contains(where: { Array("\($0)\n".utf8) == name })
            else { return nil }
            let file = Glibc.open("/proc/self/task/\(task)/stat", O_RDONLY | O_CLOEXEC)
            return file < 0 ? nil : file
        }
        self.links = links
    }

    /// Returns the state of a thread; that of one that has ended is not to sleep.
    ///
    /// Source: proc_pid_stat(5), fields comm and state.
    private static func state(of file: CInt) -> UInt8 {
        withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
            let count = pread(file, room.baseAddress, room.count, 0)
            var place = 0
            while place < count, room[place] != UInt8(ascii: ")") { place += 1 }
            if place + 2 < count { return room[place + 2] }
            // Another thread may be in its place: the next question finds it.
            links = 0
            return 0
        }
    }
}
