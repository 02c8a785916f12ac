import Glibc
import Records
import Testing

/// The values of a provider that are new, and what is known while nothing is.
@Suite(.serialized) struct ValueDriftTests {
    private func comparison(_ station: DriftStation) throws -> NameComparison? {
        try station.runtime()["comparison"].flatMap(NameComparison.init)
    }

    @Test func `a new value is listed with its day, until the definition lists it`() throws {
        let station = try DriftStation()
        try station.deliver(hours: 0..<39)
        // A value that the provider documents is no news.
        try station.deliver(station.provider.document(39, setting: ["metarType": "SPECI"]))
        #expect(try station.drift() == [])
        try station.deliver(station.provider.document(40, setting: ["metarType": "MESONET"]))
        let seen = "metarType has the new value \"MESONET\" since 2026-07-22: 3 records of 1 document"
        #expect(try station.drift() == [seen])
        let change = try station.runtime()["values"]?.array?.first.flatMap(ValueChange.init)
        #expect(change?.name == "metarType" && change?.value == "MESONET" && change?.records == 3)
        #expect(try station.runtime()["names"] == nil)

        try station.restart()
        #expect(try station.drift() == [seen])
        try station.deliver(hours: 41..<42)
        #expect(try station.drift() == [seen])
        station.folder.replace(
            "etc/sources.d/metars.source",
            DriftStation.definition(station.server.url(DriftStation.old), "Known=metarType=MESONET\n"))
        try station.daemon.turn(until: { try station.drift() == [] })
        #expect(try station.runtime()["values"] == nil)
        station.daemon.end()
    }

    @Test func `what is learned is stated, and another address begins anew`() throws {
        let station = try DriftStation()
        #expect(try comparison(station) == nil)
        try station.deliver(hours: 0..<7)
        #expect(try comparison(station)?.text == "learning (7 of 21 documents)")
        try station.deliver(hours: 7..<40)
        let learned = try #require(try comparison(station))
        #expect(learned.documents == 40 && learned.names > 20)
        // The type of the report, its category and the cover are compared; stations are identifiers.
        #expect(learned.values == 3)
        try station.restart()
        #expect(try comparison(station) == learned)

        station.replies[DriftStation.new] = WebServer.Reply(body: station.provider.document(41))
        station.folder.replace(
            "etc/sources.d/metars.source", DriftStation.definition(station.server.url(DriftStation.new)))
        try station.daemon.turn(until: { station.server.questions.last?.target == DriftStation.new })
        try station.daemon.turn(until: "metars", is: "fresh")
        #expect(try comparison(station)?.text == "learning (1 of 21 documents)")
        station.daemon.end()
    }

    @Test func `after a document of another form, it is not stated what is compared`() throws {
        let station = try DriftStation()
        try station.deliver(hours: 0..<3)
        #expect(try comparison(station)?.documents == 3)
        let provider = station.provider
        try station.deliver(provider.reports.map { provider.raw($0, 3) + "\n" }.joined())
        #expect(try comparison(station) == nil)
        station.daemon.end()
    }

    @Test func `the journal has each value once`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await MainActor.run {
                unsetenv("JOURNAL_STREAM")
                let station = try DriftStation()
                try station.deliver(hours: 0..<40)
                for hour in 40..<44 {
                    try station.deliver(station.provider.document(hour, setting: ["metarType": "MESONET"]))
                }
                station.daemon.end()
            }
        }
        let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
        let found = lines.filter { $0.contains("the documents of metars have other values") }
        #expect(found.count == 1)
        #expect(found.first?.contains("metarType has the new value \"MESONET\" since ") == true)
    }
}
