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

    /// Returns the area that a definition states for an instance.
    private static func area(_ definition: String, of instance: String? = nil) throws -> CoveredArea? {
        var options = Options()
        try options.read(CorpusFile.bytes("\(folder)/\(definition).source"), file: definition)
        return CoveredArea(options.words(in: "Source", named: "Area"), of: instance)
    }

    @Test func `all definitions of warnings state their area, but those of a point`() throws {
        let alerts = try Self.definitions(in: Self.folder).filter { $0.hasPrefix("alerts-") }
        let silent = try alerts.filter {
            try Self.area($0, of: $0 == "alerts-wmo@" ? "mx-smn-es" : nil) == nil
        }
        #expect(silent == ["alerts-us-point@"])
    }

    @Test(
        arguments: [
            ("alerts-canada", nil, "Toronto 43.65,-79.38", "Portland 43.65,-70.31"),
            ("alerts-canada", nil, "Victoria 48.43,-123.37", "Seattle 47.6,-122.33"),
            ("alerts-canada", nil, "Halifax 44.65,-63.57", "Paris 48.85,2.35"),
            ("alerts-us@", "ME", "Portland 43.65,-70.31", "Hartford 41.76,-72.67"),
            ("alerts-us@", "AK", "Adak 51.88,-176.65", "Portland 43.65,-70.31"),
            ("alerts-us@", "AK", "Shemya 52.71,174.11", "Vancouver 49.25,-123.1"),
            ("alerts-us@", "GM", "Key West 24.56,-81.78", "Toronto 43.65,-79.38"),
            ("alerts-us-zone@", "MEZ024", "Portland 43.65,-70.31", "Hartford 41.76,-72.67"),
            ("alerts-us-zone@", "GMZ001", "Key West 24.56,-81.78", "Montreal 45.5,-73.57"),
            ("alerts-wmo@", "mx-smn-es", "Cancun 21.16,-86.85", "Manila 14.6,120.98"),
            ("alerts-wmo@", "ph-pagasa-en", "Puerto Princesa 9.74,118.74", "Tokyo 35.68,139.69"),
            ("alerts-wmo@", "fj-fms-en", "Taveuni -16.9,-179.97", "Auckland -36.85,174.76"),
            ("alerts-wmo@", "ru-x-ru", "Uelen 66.16,-169.81", "Anchorage 61.22,-149.9"),
            ("alerts-germany", nil, "Berlin 52.52,13.4", "Prague 50.08,14.42"),
            ("alerts-germany", nil, "Freiburg 48,7.85", "Vienna 48.21,16.37"),
            ("alerts-norway", nil, "Tromso 69.65,18.96", "Stockholm 59.33,18.06"),
            ("alerts-norway", nil, "Longyearbyen 78.22,15.65", "Reykjavik 64.15,-21.94"),
            ("alerts-europe@", "france", "Ajaccio 41.92,8.74", "Berlin 52.52,13.4"),
            ("alerts-europe@", "spain", "Las Palmas 28.1,-15.4", "Algiers 36.75,3.06"),
            ("alerts-europe@", "of-later-years", "Berlin 52.52,13.4", "Boston 42.36,-71.06"),
        ] as [(String, String?, String, String)])
    func `a definition of warnings covers its country, and not others`(
        _ definition: String, instance: String?, inside: String, outside: String
    ) throws {
        let area = try #require(try Self.area(definition, of: instance))
        func position(_ place: String) throws -> Position {
            try #require(Position(said: String(place.split(separator: " ").last ?? "")))
        }
        #expect(try area.contains(position(inside)))
        #expect(try !area.contains(position(outside)))
    }

    @Test func `documents are built only where none could be recorded`() {
        let built = Self.documents.filter { $0.origin == "built" }.map(\.definition)
        #expect(built == ["alerts-canada", "alerts-norway", "alerts-wmo@", "zones-nuts-2013@"])
        let rest = Self.documents.filter { !built.contains($0.definition) }
        #expect(rest.allSatisfy { ["recorded", "excerpt", "computed"].contains($0.origin) })
    }
}
