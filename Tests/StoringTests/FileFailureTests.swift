import CFaultyCalls
import Glibc
import Records
import Storing
import Testing

/// Files that the kernel refuses to open, read, write or synchronize.
@Suite struct FileFailureTests {
    private let facts = DocumentFacts(received: moment())

    private func refusal(_ body: () throws -> Void) -> StoreError? {
        #expect(throws: StoreError.self, performing: body)
    }

    @Test func `a document that cannot be read is not mistaken for a missing one`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        func error(_ name: String) -> StoreError? {
            refusal { _ = try documents.reader(of: name)?.readAll() }
        }

        mkdir("\(scratch.path)/folder.z", 0o700)
        symlink("loop.z", "\(scratch.path)/loop.z")
        symlink("nowhere", "\(scratch.path)/broken.z")
        // An empty gzip stream.
        scratch.write([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], to: "empty.z")

        #expect(error("folder")?.code == EISDIR && error("loop")?.code == ELOOP)
        #expect(error("broken")?.message == "it is gone")
        #expect(try documents.reader(of: "empty") == nil && error("folder")?.isDamage == false)
    }

    @Test func `a folder that cannot be made or listed is reported with its path`() throws {
        let scratch = Scratch()
        scratch.write([1], to: "file")
        let below = "\(scratch.path)/file/documents"
        let long = "\(scratch.path)/new/" + String(repeating: "x", count: 300)

        let inFile = refusal { try Documents(directory: below).keep([1], of: "s", facts: facts) }
        #expect(inFile?.code == ENOTDIR && inFile?.doing == "make \(below)")
        let tooLong = refusal { try Documents(directory: long).keep([1], of: "s", facts: facts) }
        #expect(tooLong?.code == ENAMETOOLONG && tooLong?.doing == "make \(long)")
        #expect(refusal { _ = try Documents(directory: below).reader(of: "s") }?.code == ENOTDIR)
        #expect(refusal { try PublishedFile.clean("\(scratch.path)/file") }?.code == ENOTDIR)
    }

    @Test func `a folder is made in a parent that is made meanwhile`() throws {
        let scratch = Scratch()
        // The second name of the new folder exists as soon as the first one does.
        let documents = Documents(directory: "\(scratch.path)/new/.")
        try documents.keep([1], of: "s", facts: facts)
        #expect(try documents.reader(of: "s")?.readAll() == [1])
    }

    @Test func `no link is followed to write a document`() throws {
        let scratch = Scratch()
        scratch.write([7], to: "other")
        symlink("other", "\(scratch.path)/.s.z.tmp")
        let error = refusal { try Documents(directory: scratch.path).keep([1], of: "s", facts: facts) }
        #expect(error?.code == ELOOP && scratch.read("other") == [7])
    }

    @Test func `a document that cannot get its name leaves nothing behind`() throws {
        let scratch = Scratch()
        mkdir("\(scratch.path)/s.z", 0o700)
        let error = refusal { try Documents(directory: scratch.path).keep([1], of: "s", facts: facts) }
        #expect(error?.code == EISDIR && scratch.names() == ["s.z"])
    }

    @Test func `a published file that cannot be read has an error, not a missing cursor`() throws {
        let scratch = Scratch()
        mkfifo("\(scratch.path)/s.json", 0o600)
        let pipe = open("\(scratch.path)/s.json", O_RDWR | O_CLOEXEC)
        defer { close(pipe) }
        // The beginning can be read, but a pipe has no end to look at.
        let head = Array(#"{"source":"s","cursor":""#.utf8) + [UInt8](repeating: 0x30, count: 1000)
        #expect(write(pipe, head, head.count) == head.count)
        #expect(refusal { _ = try PublishedFile.cursor(of: "s", in: scratch.path) }?.code == ESPIPE)
    }

    @Test func `an unreadable order of a document is ignored`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        let records = (0..<10_000).map { record("k\($0)", $0) }
        try store.accept(records, of: "s")
        #expect(scratch.names(in: "orders") == ["s"])
        scratch.remove("orders/s")
        mkdir("\(scratch.path)/orders/s", 0o700)

        var other = records
        other[5] = record("k5", 0)
        let comparison = try Comparison(of: "s", in: store)
        try comparison.add(other)
        comparison.finish(keeping: .none)

        #expect(try comparison.next() == [.put(other[5])])
    }

    @Test func `a document that cannot be synchronized does not replace the previous one`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let documents = Documents(directory: scratch.path)
            let facts = DocumentFacts(received: moment())
            try documents.keep([1], of: "s", facts: facts)
            try documents.keep([1], of: "other", facts: facts)
            try #require(faulty_call_fails(faulty_call_fsync, EIO, -1) == 0)
            try documents.keep([2], of: "other", facts: facts, isDurable: false)
            let error = #expect(throws: StoreError.self) { try documents.keep([2], of: "s", facts: facts) }
            try #require(error?.code == EIO && error?.doing.hasPrefix("synchronize") == true)
            try #require(try documents.reader(of: "s")?.readAll() == [1])
            try #require(try documents.reader(of: "other")?.readAll() == [2])
            try #require(scratch.names() == ["other.z", "s.z"])
        }
    }

    @Test func `a document whose name may not be durable is reported, although it is stored`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let documents = Documents(directory: scratch.path)
            let facts = DocumentFacts(received: moment())
            // Only a folder that is synchronized is opened with these options.
            let options = O_RDONLY | O_DIRECTORY | O_CLOEXEC
            try #require(faulty_call_fails(faulty_call_open, EMFILE, options) == 0)
            let error = #expect(throws: StoreError.self) { try documents.keep([2], of: "s", facts: facts) }
            try #require(error?.code == EMFILE && error?.doing == "open \(scratch.path)")
            try #require(try scratch.names() == ["s.z"] && documents.reader(of: "s")?.readAll() == [2])
        }
    }

    @Test func `a database is set aside before its folder fails to be synchronized`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            scratch.write([1, 2, 3], to: "almanac.db")
            try #require(faulty_call_fails(faulty_call_fsync, EIO, -1) == 0)
            let error = #expect(throws: StoreError.self) {
                try Store.open(directory: scratch.path, at: moment())
            }
            try #require(error?.code == EIO && error?.doing == "synchronize \(scratch.path)")
            try #require(scratch.read("almanac.db.damaged-20261118T110640Z") == [1, 2, 3])
        }
    }

    @Test func `a document whose mode cannot be set is not stored`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let documents = Documents(directory: scratch.path)
            try #require(faulty_call_fails(faulty_call_fchmod, EPERM, -1) == 0)
            let error = #expect(throws: StoreError.self) {
                try documents.keep([1], of: "s", facts: DocumentFacts(received: moment()))
            }
            try #require(error?.code == EPERM)
            try #require(try documents.reader(of: "s") == nil)
        }
    }
}
