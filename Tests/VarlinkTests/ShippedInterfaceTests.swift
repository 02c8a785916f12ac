import Glibc
import Records
import Testing
import Varlink

@Suite struct ShippedInterfaceTests {
    @Test func `the shipped description of io.almanac can be parsed`() throws {
        let description = try InterfaceDescription(parsing: try shippedText())
        #expect(description.name == "io.almanac")
        #expect(description.methods.count == 21)
        #expect(description.errors.count == 18)
        #expect(description.methods.filter(\.requiresMore).map(\.name) == ["Subscribe"])
        #expect(
            description.methods.filter(\.supportsMore).map(\.name)
                == ["GetSnapshot", "Subscribe", "Search", "Suggest", "Nearby", "GetHistory", "GetChanges"])
    }

    @Test func `the shipped description checks members of nested types`() throws {
        let description = try InterfaceDescription(parsing: try shippedText())
        let subscribe = try #require(description.method("Subscribe"))
        #expect(description.misfit(in: ["selector": ["sources": ["a*"]]], of: subscribe.parameters) == nil)
        #expect(
            description.misfit(in: ["selector": ["source": ["a*"]]], of: subscribe.parameters)
                == "selector.source")
    }

    /// Reads `etc/io.almanac.varlink` from the source folder.
    private func shippedText() throws -> String {
        let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let file = try #require(fopen(root + "/etc/io.almanac.varlink", "r"))
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
