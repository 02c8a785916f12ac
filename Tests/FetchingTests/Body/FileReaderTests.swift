import Fetching
import Glibc
import Records
import Systemd
import Testing

@Suite struct FileReaderTests {
    private let now = UTC(seconds: 1_700_000_000)
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func reason(_ name: String, _ reader: FileReader = FileReader()) -> FailureReason? {
        do {
            _ = try reader.read("\(directory.path)/\(name)", received: now)
            return nil
        } catch {
            return error.reason
        }
    }

    private func bytes(_ body: Body) throws -> [UInt8] {
        var all: [UInt8] = []
        try body.forEachSlice(of: 1000) { slice in for index in slice.indices { all.append(slice[index]) } }
        return all
    }

    @Test func `a file is a document with its modification time`() throws {
        try directory.write("a.csv", "a,b\n")
        try shell("touch -d @1600000000.5 \(directory.path)/a.csv")
        let document = try FileReader().read("\(directory.path)/a.csv", received: now)
        #expect(document.body.inMemory == Array("a,b\n".utf8))
        #expect(document.modified == UTC(microseconds: 1_600_000_000_500_000))
        #expect(document.received == now)
        #expect(document.finalURL.hasSuffix("/a.csv"))
    }

    @Test func `a directory is a document of its files in the order of their names, without hidden ones`()
        throws
    {
        try directory.write("b", "second")
        try directory.write("a", "first\n")
        try directory.write("C", "before all")
        try directory.write(".hidden", "no")
        try shell("mkdir \(directory.path)/d && ln -s /dev/null \(directory.path)/e")
        let document = try FileReader().read(directory.path, received: now)
        #expect(document.body.inMemory == Array("before all\nfirst\n\nsecond".utf8))
    }

    @Test func `a directory has a remark on what is not read, but not on what programs leave`() throws {
        try directory.write("a", "first")
        #expect(try FileReader().read(directory.path, received: now).remark == nil)
        for name in [
            ".a.swp", ".#a", "..a.Xa4Zq1", ".gitignore", ".DS_Store", ".nfs0001", ".~lock.a#", ".a~",
        ] {
            try directory.write(name, "x")
        }
        try shell("mkdir \(directory.path)/.git \(directory.path)/lost+found")
        #expect(try FileReader().read(directory.path, received: now).remark == nil)
        try directory.write(".data.sqlite", "x")
        try shell("cd \(directory.path) && mkdir b && ln -s /dev/null c")
        let one = "not read from the folder: .data.sqlite (hidden), b (a folder), c (no file)"
        #expect(try FileReader().read(directory.path, received: now).remark == one)
        try shell("mkdir \(directory.path)/d")
        #expect(try FileReader().read(directory.path, received: now).remark == one + " and 1 more")
        #expect(try FileReader().read("\(directory.path)/a", received: now).remark == nil)
        try directory.write("a~", "old")
        try directory.write("#a#", "old")
        let all = try FileReader().read(directory.path, received: now)
        #expect(all.body.inMemory == Array("first".utf8))
        let start = "not read from the folder: #a# (a backup), .data.sqlite (hidden), a~ (a backup)"
        #expect(all.remark == start + " and 3 more")
        try shell("mkdir \(directory.path)/b/e")
        let failure = #expect(throws: FetchFailure.self) {
            try FileReader().read("\(directory.path)/b", received: now)
        }
        #expect(failure?.message.hasSuffix("/b is empty; not read from the folder: e (a folder)") == true)
    }

    @Test func `a large file or directory is read slice by slice`() throws {
        let (one, two) = ([UInt8](repeating: 0x61, count: 5000), [UInt8](repeating: 0x62, count: 7001))
        try directory.write("1", one)
        try directory.write("2", two)
        let reader = FileReader(memory: 4000)
        let file = try reader.read("\(directory.path)/1", received: now)
        #expect(file.body.inMemory == nil)
        #expect(try bytes(file.body) == one)
        let all = try reader.read(directory.path, received: now)
        #expect(all.body.count == 12_002)
        #expect(try bytes(all.body) == one + [0x0A] + two)
        #expect(try all.body.prefix(3) == [0x61, 0x61, 0x61])
    }

    @Test(arguments: ["printf x >> F", "printf y > F", "mv G F", "rm F", "touch -d @1 F"])
    func `a large file that changes during the read is refused`(_ command: String) throws {
        try directory.write("F", [UInt8](repeating: 0x61, count: 5000))
        try directory.write("G", [UInt8](repeating: 0x61, count: 5000))
        let document = try FileReader(memory: 4000).read("\(directory.path)/F", received: now)
        try shell("cd \(directory.path) && \(command)")
        #expect(throws: FetchFailure.self) { try bytes(document.body) }
    }

    @Test(
        .enabled(if: getuid() == 0),
        arguments: [
            (65_534, "600", false), (65_534, "644", true), (0, "600", true),
        ])
    func `a link of another user is followed only to a file that everybody can read`(
        owner: Int, mode: String, isRead: Bool
    ) throws {
        try directory.write("secret", "x")
        try shell("cd \(directory.path) && chmod \(mode) secret && mkdir shared")
        try shell("cd \(directory.path)/shared && ln -s ../secret F && chown -h \(owner) F")
        #expect(reason("shared/F") == (isRead ? nil : .file))
        #expect(reason("shared") == (isRead ? nil : .file))
        try shell("cd \(directory.path) && ln -s . D && chown -h \(owner) D")
        #expect(reason("D/secret") == (isRead ? nil : .file))
        #expect(reason("secret") == nil)
    }

    @Test(.enabled(if: getuid() == 0)) func `a link of another user is followed to that user's own file`()
        throws
    {
        try directory.write("own", "x")
        try shell(
            "cd \(directory.path) && chown 65534 own && chmod 600 own && ln -s own F && chown -h 65534 F")
        #expect(reason("F") == nil)
    }

    @Test func `each fault has its reason`() throws {
        try directory.write("empty", "")
        try directory.write("large", "12345")
        try shell("mkfifo \(directory.path)/pipe")
        #expect(reason("missing") == .file)
        #expect(reason("pipe") == .file)
        #expect(reason("empty") == .empty)
        #expect(reason("large", FileReader(maximumBytes: 4)) == .size)
        #expect(reason("large", FileReader(maximumBytes: 5)) == nil)
        try shell("mkdir \(directory.path)/nothing")
        #expect(reason("nothing") == .empty)
    }

    @Test func `the message about a missing file says that its records stay`() {
        let failure = #expect(throws: FetchFailure.self) {
            try FileReader().read("/nowhere/x", received: now)
        }
        #expect(
            failure?.message
                == "cannot open /nowhere/x: No such file or directory; the last good records stay until it is back"
        )
    }

    @Test(arguments: [4000, 1 << 20])
    func `a gzip file is unpacked, whatever its size and name`(memory: Int) throws {
        try shell("yes almanac | head -n 10000 | gzip > \(directory.path)/a.csv.gz")
        let reader = FileReader(memory: memory, spoolDirectory: directory.path)
        let document = try reader.read("\(directory.path)/a.csv.gz", received: now)
        #expect(try bytes(document.body) == Array(String(repeating: "almanac\n", count: 10_000).utf8))
        try directory.write("b", "second")
        let both = try reader.read(directory.path, received: now)
        #expect(try bytes(both.body).suffix(8) == Array("c\n\nsecond".utf8.suffix(8)))
        #expect(try bytes(both.body).count == 80_007)
    }

    @Test func `the limit counts unpacked bytes, and a damaged gzip file is named`() throws {
        try shell("yes almanac | head -n 10000 | gzip > \(directory.path)/bomb")
        #expect(reason("bomb", FileReader(maximumBytes: 79_999)) == .size)
        #expect(reason("bomb", FileReader(maximumBytes: 80_000)) == nil)
        try shell("head -c 60 \(directory.path)/bomb > \(directory.path)/cut")
        #expect(reason("cut") == .truncated)
        try shell("printf '\\037\\213broken' > \(directory.path)/broken")
        #expect(reason("broken") == .content)
        let failure = #expect(throws: FetchFailure.self) {
            try FileReader().read("\(directory.path)/cut", received: now)
        }
        #expect(failure?.message.hasPrefix("\(directory.path)/cut: the compressed body is truncated") == true)
    }

    @Test func `two unpacked files share the limit`() throws {
        for name in ["a", "b"] { try shell("yes almanac | head -n 1000 | gzip > \(directory.path)/\(name)") }
        #expect(throws: FetchFailure.self) {
            try FileReader(maximumBytes: 16_000).read(directory.path, received: now)
        }
        #expect(try FileReader(maximumBytes: 16_001).read(directory.path, received: now).body.count == 16_001)
    }

    /// The kernel refuses to read the speed of the loopback interface, although that file is a regular one.
    private nonisolated static let unreadable = "/sys/class/net/lo/speed"

    @Test(.enabled(if: access(unreadable, R_OK) == 0))
    func `a file and a descriptor that cannot be read are failures`() throws {
        let file = #expect(throws: FetchFailure.self) {
            try FileReader().read(FileReaderTests.unreadable, received: now)
        }
        #expect(file?.reason == .file && file?.message.contains("cannot read") == true)
        let folder = open(directory.path, O_RDONLY | O_CLOEXEC)
        defer { close(folder) }
        let descriptor = #expect(throws: FetchFailure.self) {
            try FileReader().read(from: folder, name: "standard input", received: now)
        }
        #expect(descriptor?.message.contains("standard input") == true)
    }

    @Test func `a large gzip file needs a folder in which it can be unpacked`() throws {
        try shell("yes almanac | head -n 1000 | gzip > \(directory.path)/a.gz")
        let nowhere = FileReader(memory: 10, spoolDirectory: directory.path + "/nowhere")
        #expect(reason("a.gz", nowhere) == .file)
        #expect(reason("a.gz", FileReader(memory: 10, spoolDirectory: directory.path)) == nil)
    }

    @Test func `an incoming socket is not a document, and a missing file is reported`() throws {
        try shell(
            "cd \(directory.path) && python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"s\")'")
        let folder = IncomingFolder(directory.path, group: UserGroup("almanac"))
        for (name, text) in [("s", "is not a regular file"), ("missing", "No such file")] {
            let failure = #expect(throws: FetchFailure.self) {
                try folder.read(name, maximumBytes: 9, spoolDirectory: directory.path, received: now)
            }
            #expect(failure?.reason == .file && failure?.message.contains(text) == true)
        }
    }
}
