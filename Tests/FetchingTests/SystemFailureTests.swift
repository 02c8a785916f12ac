import CFaultyCalls
import Fetching
import Glibc
import Records
import Systemd
import TestServer
import Testing

/// System calls that the kernel refuses, each in a process of its own.
@Suite struct SystemFailureTests {
    @Test func `a route cannot be followed without its socket`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let loop = try EventLoop()
                try #require(faulty_call_fails(faulty_call_bind, EPERM, -1) == 0)
                let unbound = #expect(throws: SystemError.self) { _ = try Route(on: loop) }
                try #require(unbound?.description == "bind rtnetlink: Operation not permitted")
                try #require(faulty_call_fails(faulty_call_socket, EAFNOSUPPORT, -1) == 0)
                let closed = #expect(throws: SystemError.self) { _ = try Route(on: loop) }
                try #require(closed?.code == EAFNOSUPPORT && closed?.call == "socket")
            }
        }
    }

    @Test func `a name for which no thread starts is a failure of this machine`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let lab = try Lab()
                var request = lab.request()
                request.url = "http://upstream.example/"
                try #require(faulty_call_fails(faulty_call_thread, EAGAIN, -1) == 0)
                let failure = try lab.failure(request)
                try #require(failure.reason == .dns && failure.message.contains("thread"))
                try #require(try lab.document(.answer("200 OK", "", "x")).body.count == 1)
            }
        }
    }

    @Test func `a connection that cannot be watched fails its request only`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let lab = try Lab()
                // The first request opens all that later ones share; its connection is closed.
                _ = try lab.document(.bytes(Array("HTTP/1.0 200 OK\r\n\r\nx".utf8)), .close)
                let free = dup(0)
                close(free)
                try #require(faulty_call_fails(faulty_call_epoll, ENOMEM, free) == 0)
                let failure = try lab.failure(.answer("200 OK", "", "x"))
                try #require(failure.reason == .connect && failure.message.contains("cannot be watched"))
            }
        }
    }

    @Test func `a file whose state cannot be read is refused`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let directory = try TemporaryDirectory()
                try directory.write("a", "x")
                let folder = IncomingFolder(directory.path, group: UserGroup("almanac"))
                let now = UTC(seconds: 1_800_000_000)
                try #require(faulty_call_fails(faulty_call_stat, EIO, -1) == 0)
                let local = #expect(throws: FetchFailure.self) {
                    try FileReader().read("\(directory.path)/a", received: now)
                }
                let incoming = #expect(throws: FetchFailure.self) {
                    try folder.read("a", maximumBytes: 9, spoolDirectory: directory.path, received: now)
                }
                for failure in [local, incoming] {
                    try #require(failure?.reason == .file && failure?.message.contains("fstat") == true)
                }
            }
        }
    }

    @Test func `a body that has no room is refused with advice`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let lab = try Lab { $0.memory = 1 << 10 }
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 4096, rlim_max: .max)
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                let failure = try lab.failure(.answer("200 OK", "", String(repeating: "x", count: 9000)))
                limit.rlim_cur = .max
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                try #require(failure.reason == .file && failure.message.contains("write /tmp"))
                let whole = try lab.document(.answer("200 OK", "", String(repeating: "x", count: 9000)))
                try #require(whole.body.count == 9000)
            }
        }
    }

    @Test func `a folder that cannot be listed is refused`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                let directory = try TemporaryDirectory()
                // The options with which opendir(3) opens a folder.
                let options = O_RDONLY | O_NONBLOCK | O_DIRECTORY | O_CLOEXEC
                try #require(faulty_call_fails(faulty_call_open, EMFILE, options) == 0)
                let failure = #expect(throws: FetchFailure.self) {
                    try FileReader().read(directory.path, received: UTC(seconds: 1_800_000_000))
                }
                try #require(failure?.reason == .file && failure?.message.contains("Too many open") == true)
            }
        }
    }
}
