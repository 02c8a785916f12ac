import Glibc
import Systemd
import Testing

@Suite struct FileDescriptorTests {
    @Test func `a descriptor is closed when it is destroyed, but not after its release`() throws {
        let directory = TemporaryDirectory()
        let closed: CInt
        do {
            let file = try FileDescriptor(opening: directory.path("a"), O_RDWR | O_CREAT)
            closed = file.raw
        }
        #expect(fcntl(closed, F_GETFD) == -1)

        let file = try FileDescriptor(opening: directory.path("a"), O_RDONLY)
        let released = file.release()
        #expect(fcntl(released, F_GETFD) == FD_CLOEXEC)
        close(released)
    }

    @Test func `an error describes the call, its object and the reason`() {
        let error = #expect(throws: SystemError.self) {
            try FileDescriptor(opening: "/nonexistent/x", O_RDONLY).release()
        }
        #expect(error?.description == "open /nonexistent/x: No such file or directory")
        #expect(
            SystemError(call: "fork", code: EAGAIN).description == "fork: Resource temporarily unavailable")
        #expect(SystemError(call: "fork", code: 9999).description == "fork: error 9999")
    }

    @Test func `the limit on descriptors is raised to the allowed maximum`() throws {
        var limit = rlimit()
        let most = try FileDescriptor.raiseLimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #expect(Int(clamping: limit.rlim_cur) == most)
        #expect(limit.rlim_cur == limit.rlim_max)
    }

    @Test func `accepting takes one connection, or none when none waits`() throws {
        let directory = TemporaryDirectory()
        let listener = try UnixSocket.listening(at: directory.path("s"))
        #expect(try FileDescriptor.accept(on: listener.raw)?.release() == nil)
        let client = try UnixSocket.connected(to: directory.path("s"))
        let served = try FileDescriptor.accept(on: listener.raw)?.release()
        let descriptor = try #require(served)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
        #expect(client.raw != descriptor)
        close(descriptor)
    }
}
