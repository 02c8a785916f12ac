import Glibc
import Systemd
import Testing

/// The service manager's end of the notification socket.
private final class Mailbox {
    private let directory = TemporaryDirectory()
    private let socket: FileDescriptor

    init() throws {
        socket = try UnixSocket.mailbox(at: directory.path("notify"))
        setenv("NOTIFY_SOCKET", directory.path("notify"), 1)
    }

    /// Returns the lines of the last notification; empty when there is none.
    func take() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(socket.raw, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    isolated deinit { unsetenv("NOTIFY_SOCKET") }
}

@Suite struct ServiceManagerTests {
    @Test func `readiness is reported with a status of one line`() throws {
        let mailbox = try Mailbox()
        ServiceManager.ready(status: "12 sources\nREADY=0")
        #expect(mailbox.take() == ["READY=1", "STATUS=12 sources READY=0"])
        ServiceManager.ready()
        #expect(mailbox.take() == ["READY=1"])
    }

    @Test func `reloading includes the moment on the monotonic clock`() throws {
        let mailbox = try Mailbox()
        let before = microseconds(of: CLOCK_MONOTONIC)
        ServiceManager.reloading()
        let after = microseconds(of: CLOCK_MONOTONIC)
        let told = mailbox.take()
        #expect(told.first == "RELOADING=1")
        let moment = try #require(told.last?.split(separator: "=").last.flatMap { Int64(String($0)) })
        #expect(told.last?.hasPrefix("MONOTONIC_USEC=") == true)
        #expect(before <= moment && moment <= after)
    }

    @Test func `stopping, status, extended timeouts and failures are reported in the terms of sd_notify`()
        throws
    {
        let mailbox = try Mailbox()
        ServiceManager.stopping()
        #expect(mailbox.take() == ["STOPPING=1"])
        ServiceManager.status("3 subscribers")
        #expect(mailbox.take() == ["STATUS=3 subscribers"])
        ServiceManager.extendTimeout(.seconds(2))
        #expect(mailbox.take() == ["EXTEND_TIMEOUT_USEC=2000000"])
        ServiceManager.failing(SystemError(call: "open", code: ENOSPC, detail: "/x"))
        #expect(mailbox.take() == ["ERRNO=28", "STATUS=open /x: No space left on device"])
    }

    @Test func `a descriptor is stored with its name, and removed again`() throws {
        let mailbox = try Mailbox()
        let pair = SocketPair()
        #expect(try ServiceManager.store(pair.near.raw, name: "s-1"))
        #expect(mailbox.take() == ["FDSTORE=1", "FDNAME=s-1"])
        ServiceManager.removeStored(name: "s-1")
        #expect(mailbox.take() == ["FDSTOREREMOVE=1", "FDNAME=s-1"])
    }

    @Test func `without a manager nothing happens`() throws {
        unsetenv("NOTIFY_SOCKET")
        ServiceManager.ready(status: "x")
        let pair = SocketPair()
        #expect(try ServiceManager.store(pair.near.raw, name: "s") == false)
    }

    @Test func `the watchdog is notified only while the loop turns`() throws {
        let mailbox = try Mailbox()
        setenv("WATCHDOG_USEC", "20000", 1)
        setenv("WATCHDOG_PID", "\(getpid())", 1)
        defer { for name in ["WATCHDOG_USEC", "WATCHDOG_PID"] { unsetenv(name) } }
        let loop = try EventLoop()
        #expect(try loop.enableWatchdog())
        try loop.turn(for: .milliseconds(30))
        #expect(mailbox.take() == ["WATCHDOG=1"])
        while !mailbox.take().isEmpty {}
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .milliseconds(30) {}
        #expect(mailbox.take() == [])
    }

    @Test func `without WatchdogSec= there is no watchdog notification`() throws {
        let loop = try EventLoop()
        #expect(try loop.enableWatchdog() == false)
    }

    @Test func `passed descriptors have their names, are close-on-exec and are returned once`() async {
        await #expect(processExitsWith: .success) {
            let passed = try await MainActor.run {
                let pair = SocketPair()
                guard dup2(pair.near.raw, 3) == 3, dup2(pair.far.raw, 4) == 4 else { exit(3) }
                setenv("LISTEN_PID", "\(getpid())", 1)
                setenv("LISTEN_FDS", "2", 1)
                setenv("LISTEN_FDNAMES", "varlink:lines", 1)
                let passed = try ServiceManager.listenDescriptors()
                guard fcntl(3, F_GETFD) == FD_CLOEXEC, getenv("LISTEN_FDS") == nil else { exit(4) }
                let descriptors = passed.map { $0.take()?.release() }
                guard descriptors == [3, 4], passed[0].take()?.release() == nil else { exit(5) }
                guard try ServiceManager.listenDescriptors().isEmpty else { exit(6) }
                return passed.map(\.name)
            }
            exit(passed == ["varlink", "lines"] ? 0 : 7)
        }
    }
}
