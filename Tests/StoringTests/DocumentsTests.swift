import Records
import Storing
import Testing

@Suite struct DocumentsTests {
    private var facts: DocumentFacts {
        var facts = DocumentFacts(received: moment(1))
        facts.url = "https://example.org/a"
        facts.contentType = "text/csv; charset=\"x\""
        facts.charset = "windows-1252"
        facts.reference = moment(2)
        return facts
    }

    /// Returns bytes that cannot be compressed.
    private func noise(_ count: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: 1)
        return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }

    @Test(arguments: [0, 1, 100, 70_000, 1_000_003])
    func `a document is read back unmodified with its metadata`(count: Int) throws {
        let scratch = Scratch()
        let documents = Documents(directory: "\(scratch.path)/documents")
        let bytes = noise(count)
        try documents.keep(bytes, of: "metar@KPWM", facts: facts)

        let reader = try #require(try documents.reader(of: "metar@KPWM"))

        #expect(reader.facts == facts)
        #expect(try reader.readAll() == bytes)
        #expect(try reader.next() == [])
        #expect(scratch.names(in: "documents") == ["metar@KPWM.z"])
    }

    @Test func `slices of any size make one document, also beyond the size that is compressed`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        let line = Array("a,line,of,text,that,compresses,well\n".utf8)
        let slice = Array(repeatElement(line, count: 30_000).joined())
        let writer = try documents.writer(of: "big", DocumentFacts(received: moment()))
        for _ in 0..<20 { try writer.append(slice.span) }
        try writer.finish()

        let reader = try #require(try documents.reader(of: "big"))
        var (count, isSame) = (0, true)
        while case let part = try reader.next(36_000), !part.isEmpty {
            isSame = isSame && (count % 36 != 0 || part.starts(with: line))
            count += part.count
        }

        #expect(count == 20 * slice.count && isSame)
        #expect(scratch.read("big.z").count < 8 << 20)
    }

    @Test func `a document that fits a block is kept uncompressed, a longer one compressed`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        let line = Array("a,line,of,text,that,compresses,well\n".utf8)
        let small = Array(repeatElement(line, count: 80).joined())
        let large = Array(repeatElement(line, count: 800).joined())
        try documents.keep(small, of: "small", facts: facts)
        try documents.keep(large, of: "large", facts: facts)

        #expect(try documents.reader(of: "small")?.readAll() == small)
        #expect(try documents.reader(of: "large")?.readAll() == large)
        #expect(small.count..<4_096 ~= scratch.read("small.z").count)
        #expect(scratch.read("large.z").count < large.count / 10)
    }

    @Test func `a small document that may be lost is written into the file of the one before`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        var files: Set<UInt64?> = []
        for size in [5, 900, 1, 2_500, 40] {
            let bytes = [UInt8](repeating: 0x61, count: size)
            try documents.keep(bytes, of: "s", facts: facts, isDurable: false)
            files.insert(FileMark(of: "\(scratch.path)/s.z")?.inode)
            #expect(try documents.reader(of: "s")?.readAll() == bytes)
            #expect(scratch.names() == ["s.z"])
        }
        #expect(files.count == 1)
        let large = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
        for bytes in [large, [1]] {
            try documents.keep(bytes, of: "s", facts: facts, isDurable: false)
            #expect(try documents.reader(of: "s")?.readAll() == bytes)
        }
    }

    @Test func `an incomplete document leaves the previous one in place`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        try documents.keep([1, 2, 3], of: "s", facts: facts)
        do {
            let writer = try documents.writer(of: "s", facts)
            try writer.append([9, 9].span)
            #expect(scratch.names() == [".s.z.tmp", "s.z"])
        }
        do {
            let writer = try documents.writer(of: "s", facts, isDurable: false)
            try writer.append([9, 9].span)
        }
        #expect(scratch.names() == ["s.z"])
        #expect(try documents.reader(of: "s")?.readAll() == [1, 2, 3])
    }

    @Test func `the remains of a document after a crash are removed when the store is opened`() throws {
        let scratch = Scratch()
        let store = try Store.open(scratch)
        try store.documents.keep([1], of: "s", facts: facts)
        scratch.write([1, 2], to: "documents/.s.z.tmp")

        #expect(try Store.open(scratch).end == 0)

        #expect(scratch.names(in: "documents") == ["s.z"])
    }

    @Test func `a source without a document, or with an invalid name, has no document`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)

        #expect(try documents.reader(of: "s") == nil)
        try documents.remove("s")
        for name in ["../s", "", ".", "a/b", "S"] {
            #expect(throws: StoreError.self) { try documents.keep([1], of: name, facts: facts) }
        }
    }

    @Test func `a document that damage or a power cut has torn anywhere counts as none`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        let bytes = Array("some text, some more text, some text and some more\n".utf8)
        try documents.keep(bytes, of: "s", facts: facts)
        let file = scratch.read("s.z")

        for place in file.indices {
            var damaged = file
            damaged[place] ^= 0x10
            scratch.write(damaged, to: "s.z")
            check(documents, bytes, "flipped \(place)")
            scratch.write(Array(file.prefix(place)), to: "s.z")
            #expect(try documents.reader(of: "s") == nil, "cut at \(place)")
        }
    }

    @Test func `a document that a crash has half written into the file of the one before counts as none`()
        throws
    {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        func kept(_ text: String, at moment: UTC) throws -> [UInt8] {
            let facts = DocumentFacts(received: moment)
            try documents.keep(Array(text.utf8), of: "s", facts: facts, isDurable: false)
            return scratch.read("s.z")
        }
        let old = try kept("the first text, which is the longer one", at: moment())
        let new = try kept("the second text", at: moment(1))
        for place in new.indices
        where old[place..<new.count] != new[place...] && old[..<place] != new[..<place] {
            scratch.write(Array(new[..<place]) + old[place...], to: "s.z")
            #expect(try documents.reader(of: "s") == nil, "torn at \(place)")
        }
    }

    /// Checks that no byte can change undetected, except those without meaning, such as gzip's time.
    private func check(_ documents: Documents, _ bytes: [UInt8], _ place: Comment) {
        do throws(StoreError) {
            guard let reader = try documents.reader(of: "s") else { return }
            let found = try reader.readAll()
            #expect(found == bytes && reader.facts == facts, place)
        } catch {
            Issue.record("\(error), \(place)")
        }
    }

    @Test func `a document is read only if it is not an earlier one than the records are of`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        var facts = facts
        facts.serial = 7
        try documents.keep([1], of: "s", facts: facts, isDurable: false)

        #expect(try documents.reader(of: "s", notBefore: 8) == nil)
        for serial: Int64? in [nil, 6, 7] {
            #expect(try documents.reader(of: "s", notBefore: serial)?.readAll() == [1])
        }
        #expect(try documents.hasDocument(of: "s", 7) && documents.hasDocument(of: "s", nil))
        #expect(try !documents.hasDocument(of: "s", 6) && !documents.hasDocument(of: "s", 8))
        #expect(try !documents.hasDocument(of: "other", nil))
    }

    @Test func `a document of an earlier release has no number, and is read unless one is known`() throws {
        let scratch = Scratch()
        let documents = Documents(directory: scratch.path)
        try documents.keep([1], of: "s", facts: facts)
        #expect(try documents.reader(of: "s")?.facts.serial == nil)
        #expect(try documents.reader(of: "s", notBefore: nil)?.readAll() == [1])
        #expect(try documents.reader(of: "s", notBefore: 1) == nil)
    }
}
