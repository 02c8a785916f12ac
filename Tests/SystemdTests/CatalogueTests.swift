import Glibc
import Systemd
import Testing

/// Tests that the catalogue, the manual page and the source agree.
@Suite struct CatalogueTests {
    private static let root = "\(#filePath)".split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
    /// The text of the program from each `log(` on.
    private static let calls = sources(in: root + "/Sources").flatMap { path in
        read(path).split(separator: "log(").dropFirst().map { String($0.split(separator: "])")[0]) }
    }
    private let catalogue = Self.content("systemd/almanac.catalog")
    private let manual = Self.content("etc/man/almanac.journal.7")

    @Test(arguments: MessageID.allCases)
    func `every event has its entry in the catalogue and in the manual`(id: MessageID) throws {
        let entry = try #require(entries[id.rawValue])
        for header in ["Subject: ", "Defined-By: almanac", "Documentation: man:"] {
            #expect(entry.contains { $0.hasPrefix(header) })
        }
        #expect(entry.filter { !$0.contains(": ") && !$0.isEmpty }.count >= 2)
        #expect(manual.contains(".Dv \(id.rawValue)\n"))
    }

    @Test func `the catalogue and the manual contain no unknown event`() {
        let known = Set(MessageID.allCases.map(\.rawValue))
        #expect(Set(entries.keys) == known)
        let marked = manual.split(separator: "\n").filter { $0.hasPrefix(".Dv ") }.map { $0.dropFirst(4) }
        let listed = marked.filter { $0.utf8.count == 32 && $0.allSatisfy(\.isHexDigit) }
        #expect(Set(listed.map(String.init)) == known)
        #expect(listed.count == known.count)
    }

    @Test func `an identifier is 128 bits as lower-case hexadecimal and unique`() {
        let numbers = MessageID.allCases.map(\.rawValue)
        #expect(
            numbers.allSatisfy { $0.utf8.count == 32 && $0.utf8.allSatisfy("0123456789abcdef".utf8.contains) }
        )
        #expect(Set(numbers).count == numbers.count)
    }

    @Test func `no line of the catalogue is wider than 76 columns`() {
        #expect(catalogue.split(separator: "\n").filter { $0.count > 76 } == [])
    }

    @Test func `every field that an event or the catalogue names is described in the manual`() {
        let described = Set(
            manual.split(separator: "\n").filter { $0.hasPrefix(".It Dv ALMANAC_") }.map {
                String($0.dropFirst(7))
            })
        #expect(fields(in: manual) == described)
        #expect(fields(in: catalogue).isSubset(of: described))
    }

    @Test(arguments: MessageID.allCases)
    func `the fields of an event are those that the manual lists for it`(id: MessageID) throws {
        let section = try #require(manual.split(separator: ".It Cm ").first { $0.contains(id.rawValue) })
        let listed = fields(in: String(section))
        for call in Self.calls where call.contains(".\(id),") || call.contains(".\(id) ") {
            #expect(fields(in: call).subtracting(listed) == [], "\(call)")
        }
    }

    @Test func `every field that the program sends is described in the manual`() {
        let sent = Self.sources(in: Self.root + "/Sources").reduce(into: Set<String>()) { sent, path in
            let parts = Self.read(path).split(separator: "\"")
            let names = zip(parts, parts.dropFirst()).filter { $1.hasPrefix(":") }.map { String($0.0) }
            sent.formUnion(names.filter { fields(in: $0) == [$0] })
        }
        #expect(!sent.isEmpty)
        #expect(sent.subtracting(fields(in: manual)) == [])
    }
}

extension CatalogueTests {
    private var entries: [String: [String]] {
        var entries: [String: [String]] = [:]
        var current: String?
        for line in catalogue.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if line.hasPrefix("-- ") {
                current = String(line.dropFirst(3))
            } else if let current {
                entries[current, default: []].append(line)
            }
        }
        return entries
    }

    private func fields(in text: String) -> Set<String> {
        let words = text.split { !("A"..."Z").contains($0) && !("0"..."9").contains($0) && $0 != "_" }
        return Set(words.filter { $0.hasPrefix("ALMANAC_") }.map(String.init))
    }

    private static func sources(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var found: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            let path = "\(directory)/\(name)"
            if name.hasSuffix(".swift") { found.append(path) } else { found += sources(in: path) }
        }
        return found
    }

    private static func content(_ path: String) -> String { read("\(root)/\(path)") }

    private static func read(_ path: String) -> String {
        guard let file = fopen(path, "re") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part.prefix(count) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
