import Alerts
import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The values that decoders of alerts count, and what they report of recorded documents.
@Suite struct AlertValuesTests {
    private func values(_ text: String) throws -> [String: [String]] {
        let names = try TestDocument.decode(.alert, "", Array(text.utf8)).providerNames
        let values = names.counts.filter { !$0.values.counts.isEmpty }
        return Dictionary(
            values.map { ($0.name, $0.values.counts.map { "\($0.text) \($0.records)" }) },
            uniquingKeysWith: { $1 })
    }

    @Test func `texts of elements, parameters and codes are counted, and other values are not`() throws {
        let found = try values(
            """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>2.49.0.1.124.1</identifier>
            <sent>2026-11-28T12:00:00Z</sent><status> Actual </status><msgType>Alert</msgType>
            <info><event>Wind</event><severity>Minor</severity>
            <eventCode><valueName>SAME</valueName><value>HWW</value></eventCode>
            <parameter><valueName>Status:1.1</valueName><value> active </value></parameter>
            <area><areaDesc>A</areaDesc><geocode><valueName>UGC</valueName><value>MEZ024</value></geocode></area>
            </info><info><event>Vent</event><severity>Minor</severity></info></alert>
            """)
        #expect(
            found == [
                "status": ["Actual 1"], "msgType": ["Alert 1"], "info/event": ["Wind 1", "Vent 1"],
                "info/severity": ["Minor 1"], "info/eventCode/SAME": ["HWW 1"],
                "info/parameter/Status:1.1": ["active 1"], "info/area/areaDesc": ["A 1"],
            ])
    }

    @Test func `values of GeoJSON and of warnings in JSON are counted`() throws {
        let features = try values(
            """
            {"features":[
            {"properties":{"id":"2.49.0.1.840","event":"Wind","parameters":{"VTEC":["/O.NEW/","x"]},
            "scope":"Public","severity":null,"code":7}},
            {"properties":{"id":"7","event":"Wind","areaDesc":"A","affectedZones":["x"]}}]}
            """)
        #expect(
            features == [
                "event": ["Wind 2"], "parameters/VTEC": ["/O.NEW/ 1", "x 1"], "scope": ["Public 1"],
                "areaDesc": ["A 1"],
            ])
        let warnings = try values(
            """
            {"warnings":[{"alert":{"identifier":"a","info":[{"event":"Wind","category":["Met","Geo"],
            "parameter":[{"valueName":"awareness_level","value":"2; yellow; Moderate"}]}]}}]}
            """)
        #expect(
            warnings == [
                "identifier": ["a 1"], "info/event": ["Wind 1"], "info/category": ["Met 1", "Geo 1"],
                "info/parameter/awareness_level": ["2; yellow; Moderate 1"],
            ])
    }

    @Test func `a value is the same with escapes`() throws {
        let found = try values(
            #"{"features":[{"properties":{"id":"7","event":"Wind"}},"#
                + #"{"properties":{"id":"8","event":"W\u0069nd"}},"#
                + #"{"properties":{"id":"9","event":"Wind"}}]}"#)
        #expect(found == ["event": ["Wind 3"]])
    }

    @Test func `a text that is not UTF-8 and not read is no value, and spoils no document`() throws {
        var bytes = Array(#"{"features":[{"properties":{"id":"7","event":"Wind","other":"a?"}}]}"#.utf8)
        if let place = bytes.lastIndex(of: UInt8(ascii: "?")) { bytes[place] = 0xFF }
        let counts = try TestDocument.decode(.alert, "", bytes).providerNames.counts
        #expect(counts.filter { $0.values.isOpen }.map { $0.name } == ["id", "other"])
    }

    /// Replays 128 recorded documents of the NWS, with seconds between them or as they were recorded;
    /// returns the reported values, and the number of names of which the values are known at the end.
    private func replay(
        step: Int64?, change: (Int, [UInt8]) -> [UInt8] = { $1 }
    ) throws -> (news: [String], compared: Int) {
        let recorded = try RecordedStates("nws-severe.jsonl")
        let known = KnownNames(CAPValues.known)
        var history = NameHistory(of: "nws")
        var news: [String] = []
        var earlier: Set<Int> = []
        var moment = UTC(seconds: 0)
        for (number, state) in recorded.states.enumerated() {
            moment = UTC(seconds: step.map { 1_790_000_000 + Int64(number) * $0 } ?? state.time)
            let out = try TestDocument.decode(
                .alert, "", change(number, recorded.document(of: state)),
                context: DocumentContext(reference: moment))
            let changed = Set(state.features).subtracting(earlier).count
            earlier = Set(state.features)
            _ = history.add(out.providerNames, at: moment, known: known)
            news += history.addValues(of: out.providerNames, changed: changed, at: moment, known: known)
                .map { "\($0.name)=\($0.value)" }
        }
        return (news, history.comparison(at: moment, known: known)?.values ?? 0)
    }

    @Test(arguments: [nil, 3_600, 21_600, 86_400])
    func `no value in 128 recorded documents of the NWS is reported, whatever lies between them`(
        step: Int64?
    ) throws {
        let found = try replay(step: step)
        #expect(found.news == [])
        // An empty comparison would report nothing, either.
        #expect(found.compared >= 8)
    }

    @Test func `a new value in these documents is reported`() throws {
        let found = try replay(step: 3_600) { number, document in
            guard number >= 100 else { return document }
            let text = String(decoding: document, as: UTF8.self)
            return Array(text.replacing("IPAWSv1.0", with: "IPAWSv1.1").utf8)
        }
        #expect(found.news == ["code=IPAWSv1.1"])
    }
}
