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

    @Test func `the elements and attributes of XML are counted, also with slices`() throws {
        let found = try counts(
            """
            <response><data num_results="2"><METAR><raw_text>KPWM 210154Z 00000KT</raw_text>
            <sky_condition sky_cover="OVC" cloud_base_ft_agl="900" /><sky_condition sky_cover='BKN'/>
            <flight_category> IFR </flight_category></METAR>
            <METAR><raw_text>KBOS 210154Z 00000KT</raw_text>
            <quality_control_flags><auto>TRUE</auto></quality_control_flags></METAR></data></response>
            """)
        #expect(
            found == [
                "raw_text 2 open", "sky_condition 1", "sky_condition/sky_cover 1 OVC:1 BKN:1",
                "sky_condition/cloud_base_ft_agl 1 open", "flight_category 1 IFR:1",
                "quality_control_flags 1", "quality_control_flags/auto 1 TRUE:1",
            ])
    }

    @Test func `the columns of CSV are counted, with or without a value`() throws {
        let found = try counts(
            """
            No errors
            2 results
            raw_text,flight_category,sky_cover,sky_cover,temp_c
            KPWM 210154Z 00000KT,IFR,BKN,OVC,1
            KBOS 210154Z 00000KT,,CLR,,
            """)
        #expect(
            found == [
                "raw_text 2 open", "flight_category 2 IFR:1", "sky_cover 2 BKN:1 OVC:1 CLR:1",
                "temp_c 2 open",
            ])
    }

    @Test func `plain text has no names`() throws {
        #expect(try counts("KPWM 210154Z 00000KT 10SM CLR\n") == [])
    }
}
