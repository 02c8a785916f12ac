import Alerts
import Decoding
import Records
import TestDocuments
import Testing

/// The definitions of warnings in `etc/sources.d`, each with a document of its source.
@Suite struct AlertDefinitionTests {
    /// Returns a definition; a template stands for Maine.
    private func definition(_ name: String) throws -> String {
        let bytes = try CorpusFile.bytes("../../../etc/sources.d/\(name).source")
        return String(decoding: bytes, as: UTF8.self).split(separator: "%i", omittingEmptySubsequences: false)
            .joined(separator: "ME")
    }

    /// Decodes a document by the settings of a definition.
    private func alerts(_ name: String, _ bytes: [UInt8], at time: String) throws -> (Decoded, [JSON]) {
        let now = try #require(UTC(iso8601: time))
        let out = try decode(bytes, at: now.seconds, definition: definition(name))
        #expect(out.rejects.isEmpty)
        return (out, try out.records.map { try JSON(parsing: $0.data) })
    }

    /// Returns an index with the messages that it links to, the first of which are known.
    private func bundle(_ name: String, known: Int) throws -> [UInt8] {
        let index = try Corpus.bytes("definitions/\(name).xml")
        let links = AlertLinks.wanted(in: index, charset: nil)
        let linked = try links.prefix(known).enumerated().map { number, url in
            AlertBundle.Linked(url: url, bytes: try Corpus.bytes("definitions/\(name)-\(number + 1).xml"))
        }
        return AlertBundle(index: index, linked: linked).bytes
    }

    @Test func `every definition of warnings has a document in the corpus`() throws {
        let files = try CorpusFile.names("../../../etc/sources.d").filter { $0.hasPrefix("alerts-") }
        #expect(files.count == 8)
        for file in files {
            let name = String(file.dropLast(".source".count))
            #expect(try Corpus.names("definitions").contains { $0.hasPrefix(name + ".") }, "\(name)")
            #expect(try definition(name).contains("Kind=alert"))
        }
    }

    @Test func `the NWS has warnings for a point`() throws {
        let (out, data) = try alerts(
            "alerts-us-point@", Corpus.bytes("definitions/alerts-us-point@.json"),
            at: "2024-07-18T20:00:00Z")
        #expect(out.title == "Current watches, warnings, and advisories for 33.25 N, 112.30 W")
        #expect(data.map { $0["event"]?.string } == ["Air Quality Alert", "Excessive Heat Warning"])
        #expect(data.last?["phase"] == "announced")
        #expect(data.last?["ends"] == "2024-07-21T03:00:00Z")
        #expect(data.last?["zones"]?["UGC"]?.array?.contains("AZZ543") == true)
    }

    @Test func `the NWS has warnings for a zone`() throws {
        let (_, data) = try alerts(
            "alerts-us-zone@", Corpus.bytes("definitions/alerts-us-zone@.json"),
            at: "2025-03-17T16:40:00Z")
        #expect(data.map { $0["event"]?.string } == ["Flood Watch"])
        #expect(data[0]["zones"]?["UGC"]?.array?.contains("MEZ014") == true)
    }

    @Test func `the NWS has warnings for a state`() throws {
        let (out, data) = try alerts(
            "alerts-us@", Corpus.bytes("definitions/alerts-us@.json"), at: "2025-03-17T16:40:00Z")
        #expect(out.title == "Current watches, warnings, and advisories for Maine")
        #expect(data.filter { $0["event"] == "Flood Warning" }.count == 3)
        let codes = data.flatMap { $0["zones"]?["UGC"]?.array ?? [] }.compactMap(\.string)
        #expect(data.count == 5 && codes.filter { $0.hasPrefix("ME") }.count == 20)
    }

    @Test func `MeteoAlarm has warnings for a country, of which the English texts come first`() throws {
        let (_, data) = try alerts(
            "alerts-europe@", Corpus.bytes("definitions/alerts-europe@.json"), at: "2024-01-05T07:00:00Z")
        #expect(data.count == 5)
        #expect(data.allSatisfy { $0["event"] == "Yellow wind warning" })
        #expect(data[0]["texts"]?["hr-HR"]?["event"] == "Žuto upozorenje za vjetar")
        #expect(Set(data.compactMap { $0["phase"]?.string }) == ["announced", "in force"])
    }

    @Test func `the DWD's warnings are in German, and an update with AllClear is none`() throws {
        let (out, data) = try alerts(
            "alerts-germany", Corpus.bytes("definitions/alerts-germany.json"), at: "2026-04-20T08:00:00Z")
        #expect(data.map { $0["event"]?.string } == ["STURMBÖEN"])
        #expect(data[0]["senderName"] == "Deutscher Wetterdienst")
        #expect(data[0]["texts"]?["en"]?["event"] == "gale-force gusts")
        #expect(data[0]["zones"]?["EMMA_ID"] == ["DE343"])
        #expect(data[0]["onset"] == "2026-04-20T07:00:00Z" && data[0]["ends"] == "2026-04-20T16:00:00Z")
        #expect(out.omitted == ["over": 1])
    }

    @Test func `Canada's index names messages, and each counts once it is there`() throws {
        let links = AlertLinks.wanted(in: try Corpus.bytes("definitions/alerts-canada.xml"), charset: nil)
        #expect(links.count == 2 && links.allSatisfy { $0.hasPrefix("http://cap.alertready.ca/2026-06-30/") })
        let (_, first) = try alerts(
            "alerts-canada", bundle("alerts-canada", known: 1), at: "2026-06-30T00:45:00Z")
        #expect(first.map { $0["event"]?.string } == ["tornado"])
        #expect(first[0]["languages"] == ["en-CA", "fr-CA"])
        let (both, second) = try alerts(
            "alerts-canada", bundle("alerts-canada", known: 2), at: "2026-06-30T00:45:00Z")
        #expect(second.isEmpty)
        #expect(both.omitted == ["superseded": 1, "over": 1])
    }

    @Test func `Norway's index names messages, of which the English texts come first`() throws {
        let bytes = try bundle("alerts-norway", known: 1)
        let (_, data) = try alerts("alerts-norway", bytes, at: "2023-07-28T08:00:00Z")
        #expect(data.map { $0["event"]?.string } == ["Forest fire danger"])
        #expect(data[0]["texts"]?["no"]?["event"] == "Skogbrannfare")
        #expect(data[0]["ends"] == "2023-08-06T00:00:00Z" && data[0]["phase"] == "in force")
        #expect(data[0]["geometry"]?["type"] == "Polygon")
    }
}
