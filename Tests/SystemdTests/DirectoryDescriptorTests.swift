import Glibc
import Systemd
import Testing

@Suite struct DirectoryDescriptorTests {
    private let directory = TemporaryDirectory()

    private func write(_ name: String, _ text: String) {
        guard let file = fopen(directory.path(name), "we") else { return }
        fputs(text, file)
        fclose(file)
    }

    private func status(_ name: String) -> stat? {
        var status = stat()
        return lstat(directory.path(name), &status) == 0 ? status : nil
    }

    private func folder() throws(SystemError) -> FileDescriptor {
        try FileDescriptor(directory: directory.path("d"))
    }

    init() { mkdir(directory.path("d"), 0o755) }

    @Test func `an entry can be opened, a symbolic link and a linked directory cannot`() throws {
        write("d/a", "x")
        symlink(directory.path("d/a"), directory.path("d/link"))
        symlink(directory.path("d"), directory.path("e"))
        let opened = try FileDescriptor(reading: "a", in: folder(), path: "a")
        #expect(fcntl(opened.raw, F_GETFD) == FD_CLOEXEC)
        let refused = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(reading: "link", in: folder(), path: "link").raw
        }
        #expect(refused?.code == ELOOP)
        let linked = #expect(throws: SystemError.self) {
            _ = try FileDescriptor(directory: directory.path("e")).raw
        }
        #expect(linked?.code == ENOTDIR)
    }

    @Test func `a pipe without a writer is opened at once`() throws {
        mkfifo(directory.path("d/pipe"), 0o600)
        let pipe = try FileDescriptor(reading: "pipe", in: folder(), path: "pipe")
        #expect(fcntl(pipe.raw, F_GETFL) & O_NONBLOCK != 0)
    }

    @Test func `only the intended file is removed, not another one with its name`() throws {
        write("d/a", "first")
        let first = try #require(status("d/a"))
        write("d/b", "second")
        rename(directory.path("d/b"), directory.path("d/a"))
        let folder = try folder()
        let isOther = folder.remove("a", device: UInt64(first.st_dev), inode: UInt64(first.st_ino))
        #expect(!isOther)
        let second = try #require(status("d/a"))
        let isRemoved = folder.remove("a", device: UInt64(second.st_dev), inode: UInt64(second.st_ino))
        #expect(isRemoved)
        #expect(status("d/a") == nil)
        #expect(status("d/.a.read") == nil)
    }

    @Test func `removing a missing entry does nothing`() throws {
        let folder = try folder()
        let isRemoved = folder.remove("a", device: 1, inode: 1)
        #expect(!isRemoved)
    }
}
