import Glibc
import Systemd
import Testing

@Suite struct CredentialFolderTests {
    private let folder = TemporaryDirectory()

    private func faults(prefix: String? = "almanac_") throws -> [String] {
        try CredentialFolder(folder.path, prefix: prefix).faults.map {
            "\($0)".replacing(folder.path + "/", with: "")
        }
    }

    @Test func `a file that the service manager refuses is named, and does not affect the others`() throws {
        try folder.write("good", "secret")
        for name in ["a:b", "ä", ".hidden", String(repeating: "n", count: 248)] {
            try folder.write(name, "x")
        }
        try folder.write("large", String(repeating: "x", count: 1 << 20 + 1))
        try #require(symlink("good", folder.path("link")) == 0)
        try #require(mkdir(folder.path("sub"), 0o700) == 0)
        try #require(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(
            try faults() == [
                ".hidden: its name begins with a period",
                "a:b: its name contains a colon",
                "large: it is larger than 1 MiB",
                "link: it is a symbolic link: put a copy of the file there",
                String(repeating: "n", count: 248) + ": its name is longer than 247 bytes",
                "pipe: it is not a regular file",
                "sub: it is a folder",
                "ä: its name contains characters that are not ASCII",
            ])
        #expect(try CredentialFolder(folder.path, prefix: "almanac_").secrets.map(\.name) == ["good"])
    }

    @Test func `secrets that exceed a mebibyte together are passed as far as they fit`() throws {
        for name in ["a", "b", "d"] { try folder.write(name, String(repeating: "x", count: 400_000)) }
        try folder.write("c", String(repeating: "x", count: (1 << 20) - 800_000 - 3 * 9))
        let found = try CredentialFolder(folder.path, prefix: "almanac_")
        #expect(found.secrets.map(\.name) == ["a", "b", "c"])
        #expect(
            found.faults.map(\.reason) == ["it and the files before it exceed 1 MiB, their names included"])
    }

    @Test func `text that is not UTF-8 is reported, and passed`() throws {
        let file = try FileDescriptor(opening: folder.path("bytes"), O_WRONLY | O_CREAT)
        var bytes: [UInt8] = [0xFF, 0xFE]
        write(file.raw, &bytes, 2)
        let found = try CredentialFolder(folder.path, prefix: "almanac_")
        #expect(found.secrets.map(\.content) == [[0xFF, 0xFE]])
        #expect(found.faults.map(\.reason) == ["it is not UTF-8"])
    }

    @Test func `a service that reads the folder itself accepts any name`() throws {
        for name in ["a:b", "ä", ".hidden"] { try folder.write(name, "x") }
        #expect(try faults(prefix: nil) == [])
    }

    @Test func `a missing folder has no secrets`() throws {
        let found = try CredentialFolder(folder.path("none"), prefix: "almanac_")
        #expect(found.secrets.isEmpty && found.faults.isEmpty)
    }

    @Test func `a copy replaces all files of its folder, and only its owner can read it`() throws {
        try folder.write("key", "new")
        let target = TemporaryDirectory()
        try target.write("key", "old")
        try target.write("gone", "old")
        try target.write(".new", "left over")
        try CredentialFolder(folder.path, prefix: "almanac_").copy(to: target.path)
        #expect(try FileNames.of(target.path) == ["key"])
        #expect(try Credentials(directory: target.path).secret("key") == "new")
        var status = stat()
        try #require(stat(target.path("key"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o400)
    }
}
