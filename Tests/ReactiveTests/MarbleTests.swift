import Glibc
import Reactive
import Testing

/// The examples in the comments of the operators publish what their marble diagrams show.
@Suite struct MarbleTests {
    /// An example in a comment: the code, the diagrams of its upstreams and of its result.
    private struct Documented {
        let code: String
        let upstreams: [String]
        let result: String
    }

    @Test func `every example publishes what its diagram shows`() throws {
        for example in try MarbleTests.documented() {
            let marbles = MarbleExample(example.upstreams)
            let run = try #require(MarbleExamples.all[example.code], "no test runs: \(example.code)")
            run(marbles)
            #expect(marbles.diagram == example.result, "\(example.code)")
        }
    }

    @Test func `every example is documented`() throws {
        let documented = Set(try MarbleTests.documented().map(\.code))
        #expect(Set(MarbleExamples.all.keys) == documented)
    }

    @Test func `the comment of every operator with an example says which demand it passes upstream`() throws {
        let folder = MarbleTests.folder
        for name in try MarbleTests.names(in: folder) {
            let text = try MarbleTests.text(folder + "/" + name)
            #expect(text.ranges(of: "/// Marble: ").count == text.ranges(of: "/// Demand: ").count, "\(name)")
        }
    }

    /// The folder of the operators.
    private static let folder =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        + "/Sources/Reactive/Operators"

    /// Reads the examples in the comments of the operators.
    private static func documented() throws -> [Documented] {
        var found: [Documented] = []
        for name in try names(in: folder) {
            var code = ""
            for line in try text(folder + "/" + name).split(separator: "\n") {
                if let start = line.firstRange(of: "/// let result = ") {
                    code = String(line[start.upperBound...])
                }
                guard line.contains("/// Marble: ") else { continue }
                let diagrams = line.split(separator: "`", omittingEmptySubsequences: false).enumerated()
                    .filter { $0.offset % 2 == 1 }.map { String($0.element) }
                let result = try #require(diagrams.last)
                found.append(Documented(code: code, upstreams: diagrams.dropLast(), result: result))
            }
        }
        return found
    }

    private static func names(in folder: String) throws -> [String] {
        let directory = try #require(opendir(folder))
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".swift") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func text(_ path: String) throws -> String {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
