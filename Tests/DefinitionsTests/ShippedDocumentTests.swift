import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The definitions that the package almanac-definitions installs, each with a document of its provider.
@Suite nonisolated struct ShippedDocumentTests {
    private static let folder = "../../../etc/sources.d"
    private static let documents = ShippedDocument.all

    /// Returns the names of the definitions in a folder, such as `metar@`.
    private static func definitions(in folder: String) throws -> [String] {
        try CorpusFile.names(folder).filter { $0.hasSuffix(".source") }.map { String($0.dropLast(7)) }
    }

    @Test func `every shipped definition has a document, and no other`() throws {
        let shipped = try Self.definitions(in: Self.folder)
        #expect(Set(Self.documents.map(\.definition)) == Set(shipped))
        #expect(Self.documents.count == shipped.count)
    }

    @Test func `an example has not the name of a shipped definition`() throws {
        let examples = try Self.definitions(in: Self.folder + "/examples")
        #expect(!examples.isEmpty)
        #expect(try Set(Self.definitions(in: Self.folder)).isDisjoint(with: examples))
    }

    @Test(arguments: documents)
    func `the definition decodes a document of its provider`(_ document: ShippedDocument) throws {
        let found = try document.decode(
            String(decoding: CorpusFile.bytes("\(Self.folder)/\(document.definition).source"), as: UTF8.self))
        #expect(found.records.count == document.records)
        let first = try #require(found.records.first)
        let value = try document.value(in: first)
        #expect(value == document.value)
    }

    @Test func `documents are built only where none could be recorded`() {
        let built = Self.documents.filter { $0.origin == "built" }.map(\.definition)
        #expect(built == ["alerts-canada", "alerts-norway", "alerts-wmo@", "zones-nuts-2013@"])
        let rest = Self.documents.filter { !built.contains($0.definition) }
        #expect(rest.allSatisfy { ["recorded", "excerpt", "computed"].contains($0.origin) })
    }
}
