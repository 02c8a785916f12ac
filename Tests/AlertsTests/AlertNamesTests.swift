import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The names that decoders of alerts count, and what they report of recorded documents.
@Suite struct AlertNamesTests {
    private func names(_ text: String) throws -> [String: Int] {
        let names = try TestDocument.decode(.alert, "", Array(text.utf8)).providerNames
        return Dictionary(names.counts.map { ($0.name, $0.records) }, uniquingKeysWith: { $1 })
    }

    @Test func `elements of CAP, and names of parameters, event codes and geocodes are counted`() throws {
        let found = try names(
            """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>a</identifier>
            <sent>2026-11-28T12:00:00Z</sent><status>Actual</status><msgType>Alert</msgType>
            <info><event>Wind</event>
            <eventCode><valueName>SAME</valueName><value>HWW</value></eventCode>
            <parameter><valueName> layer:1.1:Alert_Location_Status </valueName><value>active</value></parameter>
            <parameter><valueName>VTEC</valueName><value>x</value></parameter>
            <area><areaDesc>A</areaDesc><geocode><valueName>UGC</valueName><value>MEZ024</value></geocode></area>
            <area><areaDesc>B</areaDesc></area></info><info><event>Vent</event></info></alert>
            """)
        #expect(
            found.keys.sorted { $0.precedes($1) } == [
                "identifier", "info", "info/area", "info/area/areaDesc", "info/area/geocode",
                "info/area/geocode/UGC", "info/event", "info/eventCode", "info/eventCode/SAME",
                "info/parameter", "info/parameter/VTEC",
                "info/parameter/layer:1.1:Alert_Location_Status", "msgType", "sent", "status",
            ])
        #expect(found.values.allSatisfy { $0 == 1 })
    }

    @Test func `elements inside more than seven others are not counted`() throws {
        let start = (0..<20).map { "<x\($0)>" }.joined()
        let end = (0..<20).reversed().map { "</x\($0)>" }.joined()
        let found = try names(
            """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>a</identifier>
            <sent>2026-11-28T12:00:00Z</sent><status>Actual</status><msgType>Alert</msgType>
            <info><event>Wind</event></info>\(start)\(end)</alert>
            """)
        #expect(found.keys.filter { $0.hasPrefix("x0") }.map(\.utf8.count).max() == 8 * 3 - 1)
    }

    @Test func `properties of GeoJSON and names of parameters are counted, with the records that have them`()
        throws
    {
        let found = try names(
            """
            {"features":[
            {"properties":{"id":"a","event":"Wind","parameters":{"VTEC":["x","y"],"SAME":["z"]}}},
            {"properties":{"id":"b","parameters":{"VTEC":["x"]},"scope":"Public"}}]}
            """)
        #expect(
            found == [
                "id": 2, "event": 1, "parameters": 2, "parameters/VTEC": 2, "parameters/SAME": 1, "scope": 1,
            ])
    }

    @Test func `members of warnings in JSON are counted like the elements of CAP`() throws {
        let found = try names(
            """
            {"warnings":[{"alert":{"identifier":"a","info":[{"event":"Wind","area":[{"areaDesc":"A",
            "geocode":[{"valueName":"EMMA_ID","value":"DE1"}]}],
            "parameter":[{"valueName":"awareness_level","value":"2"}]}]}}]}
            """)
        #expect(
            found == [
                "identifier": 1, "info": 1, "info/event": 1, "info/area": 1, "info/area/areaDesc": 1,
                "info/area/geocode": 1, "info/area/geocode/EMMA_ID": 1, "info/parameter": 1,
                "info/parameter/awareness_level": 1,
            ])
    }

    @Test func `no name in 128 recorded documents of the NWS is reported as new or vanished`() throws {
        let recorded = try RecordedStates("nws-severe.jsonl")
        var history = NameHistory(of: "nws")
        var found: [String] = []
        for state in recorded.states {
            let moment = UTC(seconds: state.time)
            let out = try TestDocument.decode(
                .alert, "", recorded.document(of: state), context: DocumentContext(reference: moment))
            found += history.add(out.providerNames, at: moment).map(\.text)
        }
        // All documents were compared: an empty history would report nothing, either.
        #expect(history.json["documents"] == 128)
        #expect(history.json["names"]?.array?.count ?? 0 > 20)
        #expect(found == [])
    }
}
