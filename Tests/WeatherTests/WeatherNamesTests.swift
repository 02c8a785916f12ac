import Decoding
import Definitions
import Records
import TestDocuments
import Testing

/// The names and values that reports in JSON have.
@Suite struct WeatherNamesTests {
    private func counts(_ text: String) throws -> [String] {
        for slice in [1, 7, 4096] {
            let names = try TestDocument.decode(.metar, "", Array(text.utf8), slice: slice).providerNames
            let whole = try TestDocument.decode(.metar, "", Array(text.utf8)).providerNames
            #expect(names == whole)
        }
        let names = try TestDocument.decode(.metar, "", Array(text.utf8)).providerNames
        return names.counts.map { name in
            let values = name.values.counts.map { " \($0.text):\($0.records)" }.joined()
            return "\(name.name) \(name.records)\(name.values.isOpen ? " open" : values)"
        }
    }

    @Test func `the members of JSON are counted, and numbers are no values`() throws {
        let found = try counts(
            """
            [{"rawOb":"KPWM 210154Z 00000KT","metarType":"METAR","wdir":"VRB","clouds":[{"cover":"OVC"}]},
            {"rawOb":"KBOS 210154Z 00000KT","metarType":"METAR","wdir":210,"wxString":null}]
            """)
        #expect(
            found == ["rawOb 2 open", "metarType 2 METAR:2", "wdir 2 open", "clouds 1", "wxString 1"])
    }

    @Test func `plain text has no names`() throws {
        #expect(try counts("KPWM 210154Z 00000KT 10SM CLR\n") == [])
    }
}
