import Glibc
import Reactive
import Records
import Systemd

extension EventLoop {
    /// The time after which a condition that does not hold fails a test instead of blocking it for ever; no
    /// test reaches it, even on a machine with many times more work than cores.
    private static let limit: Duration = .seconds(300)

    /// Runs the loop until a condition is true.
    ///
    /// - Returns: Whether the condition became true within `limit`.
    func turn(until isSo: () -> Bool) throws -> Bool {
        let deadline = now + Self.limit
        while !isSo() {
            guard now < deadline else { return false }
            _ = try turn(timeout: .seconds(1))
        }
        return true
    }

    /// Serves everything that is ready.
    func settle() throws { while try turn(timeout: .zero) {} }

    /// Runs the loop for a duration of its own time.
    func turn(for duration: Duration) throws {
        var isOver = false
        let timer = after(duration) { isOver = true }
        _ = try turn { isOver }
        timer.cancel()
    }
}

/// Returns the time of a clock in microseconds.
nonisolated func microseconds(of clock: clockid_t) -> Int64 {
    var now = timespec()
    clock_gettime(clock, &now)
    return Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1000
}

/// A directory for one test, which is removed with it.
@MainActor
final class TemporaryDirectory {
    let path: String

    init() {
        var template = Array("/var/tmp/almanac-test-XXXXXX".utf8CString)
        path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
    }

    isolated deinit { Self.remove(path) }

    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in place and closes it.
    func write(_ name: String, _ text: String) throws {
        let file = try FileDescriptor(opening: path(name), O_WRONLY | O_CREAT | O_TRUNC)
        put(file.raw, text)
    }

    /// Writes a new file next to it and renames that over it.
    func replace(_ name: String, _ text: String) throws {
        try write(name + ".new", text)
        rename(path(name + ".new"), path(name))
    }

    func makeDirectory(_ name: String) { mkdir(path(name), 0o755) }

    private static func remove(_ path: String) {
        guard let stream = opendir(path) else { return }
        defer { rmdir(path) }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name != "." && name != ".." else { continue }
            if unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        }
    }
}

/// Writes text to a descriptor.
@discardableResult
func put(_ descriptor: CInt, _ text: String) -> Int { write(descriptor, text, text.utf8.count) }

/// Two connected Unix stream sockets.
struct SocketPair: ~Copyable {
    let near: FileDescriptor
    let far: FileDescriptor

    init() {
        var pair: [CInt] = [-1, -1]
        let kind = CInt(bitPattern: SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        socketpair(AF_UNIX, kind, 0, &pair)
        near = FileDescriptor(owning: pair[0])
        far = FileDescriptor(owning: pair[1])
    }
}
