import Decoding
import Records
import TestDocuments
import Testing
import Weather

/// Remarks that carry safety: each is a member, kept as reported where it is text.
@Suite struct WeatherRemarkTests {
    private static let clock = ReportClock(reference: UTC(iso8601: "2026-11-20T20:30:00Z")!)

    private static func remarks(_ text: String, altimeter: String = "A2992") throws -> JSON {
        let raw = "KPWM 201951Z 18010KT 10SM FEW050 30/20 \(altimeter) RMK \(text)"
        return try JSON(parsing: METAR(raw, clock: clock).record(clock: clock).data)["remarks"] ?? .null
    }

    @Test(
        arguments: [
            ("AO2 LTG DSNT S-W TSE28B31 SLP102 OCNL LTGCG VC N W", ["LTG DSNT S-W", "OCNL LTGCG VC N W"]),
            ("AO2 FRQ LTGICCCCG OHD AND DSNT N THRU E TSB05", ["FRQ LTGICCCCG OHD AND DSNT N THRU E"]),
            ("AO2 CONS LTGICCC NW-NE TS NW-NE MOV SE", ["CONS LTGICCC NW-NE"]),
            ("AO2 LTG DSNT ALQDS RAE1854B27", ["LTG DSNT ALQDS"]), ("AO2 LTGCA 10178 LTG", ["LTGCA", "LTG"]),
            ("AO2 LTG IC CG DSNT N-NE-E AND", ["LTG IC CG DSNT N-NE-E"]),
            ("TS/LTNG TEMPO UNAVBL SLP003", nil), ("AO2 OCNL BLDU W", nil),
        ] as [(String, [String]?)])
    func `all lightning is kept with frequency, type, distance and directions`(
        text: String, expected: [String]?
    ) throws {
        let found = try Self.remarks(text)["lightning"]?.array?.compactMap(\.string)
        #expect(found == expected)
    }

    @Test(
        arguments: [
            ("AO2 TORNADO B25 N MOV E LTG W", ["TORNADO B25 N MOV E"]),
            ("AO2 FUNNEL CLOUD B13E25 6 NE", ["FUNNEL CLOUD B13E25 6 NE"]),
            ("WATERSPOUT 5KM SW MOV NE 56012", ["WATERSPOUT 5KM SW MOV NE"]),
            ("AO2 WATERSPOUTS S +FC DSNT W", ["WATERSPOUTS S", "+FC DSNT W"]), ("AO2 TORNADO", ["TORNADO"]),
            ("AO2 FUNNEL WND", nil),
        ] as [(String, [String]?)])
    func `tornadoes, funnel clouds and waterspouts are kept`(text: String, expected: [String]?) throws {
        #expect(try Self.remarks(text)["tornadic"]?.array?.compactMap(\.string) == expected)
    }

    @Test(
        arguments: [
            ("AO2 CB DSNT W TCU OHD", ["CB DSNT W", "TCU OHD"]),
            ("CB S AND SW SLP197", ["CB S AND SW"]),
            ("AO2 CBMAM E MOV S ACSL SW-W", ["CBMAM E MOV S", "ACSL SW-W"]),

            ("TCU 5KM S-SW MOV NE", ["TCU 5KM S-SW MOV NE"]), ("CB ARND / HZY", ["CB ARND"]),
            ("CB 1 3 AND 4QDS", ["CB 1 3 AND 4QDS"]), ("CB/NW-NE", ["CB/NW-NE"]),
            ("CB3TCU1AC1 SLP197", ["CB3TCU1AC1"]), ("SF1TCU2 SLP197", ["SF1TCU2"]), ("SC7AC1 SLP086", nil),
            ("AO2 TCU W 10206 20128", ["TCU W"]),
        ] as [(String, [String]?)])
    func `significant clouds are kept with their places`(text: String, expected: [String]?) throws {
        #expect(try Self.remarks(text)["significantClouds"]?.array?.compactMap(\.string) == expected)
    }

    @Test func `thunderstorms and weather beside the station are kept with their places`() throws {
        let remarks = try Self.remarks(
            "AO2 TS OHD AND NW-N-E MOV NE VCTS S SHRA DSNT W SH DIST N VIRGA SW-N VCSH NW FG BANK S TSB05")
        #expect(remarks["thunderstorms"] == ["TS OHD AND NW-N-E MOV NE", "VCTS S"])
        #expect(
            remarks["nearbyWeather"] == ["SHRA DSNT W", "SH DIST N", "VIRGA SW-N", "VCSH NW", "FG BANK S"]
        )
        #expect(remarks["virga"] == true)
        #expect(remarks["weatherTimes"] == ["TSB05"])
    }

    @Test func `a sky that varies and obscurations are kept`() throws {
        let remarks = try Self.remarks("AO2 BKN014 V OVC BKN V SCT FU BKN020 FG SCT000 V")
        #expect(remarks["variableSky"] == ["BKN014 V OVC", "BKN V SCT"])
        #expect(remarks["obscurations"] == ["FU BKN020", "FG SCT000"])
    }

    @Test func `the accretion of ice is in millimetres, with traces`() throws {
        #expect(try Self.remarks("AO2 P0000 I1000")["iceAccretion"] == ["hour": 0, "trace": ["hour"]])
        #expect(
            try Self.remarks("AO2 I1005 I3010 I6///")["iceAccretion"] == ["hour": 1.27, "threeHours": 2.54])
        #expect(try Self.remarks("AO2 I6120 I2001")["iceAccretion"] == ["sixHours": 30.48])
        #expect(try Self.remarks("I1000 FEET")["iceAccretion"] == nil)
    }

    @Test(
        arguments: [
            ("GR 1 3/4", 44.45, nil), ("GR 1/2", 12.7, nil), ("GR 2", 50.8, nil),
            ("GR LESS THAN 1/4", 6.35, "less"),
            ("GR M1/4", 6.35, "less"), ("GR 1 4/012", 25.4, nil), ("GR W", nil, nil),
        ] as [(String, Double?, String?)])
    func `the size of hail is in millimetres`(text: String, size: Double?, qualifier: String?) throws {
        let remarks = try Self.remarks("AO2 " + text)
        #expect(remarks["hailSize"]?.double == size)
        #expect(remarks["hailSizeQualifier"]?.string == qualifier)
    }

    @Test(arguments: [
        ("CIG 005V010", #"{"ceiling":{"high":1000,"low":500}}"#),
        ("CIG VRB 5 - 11", #"{"ceiling":{"high":1100,"low":500}}"#),
        ("CIG VRB 2-4", #"{"ceiling":{"high":400,"low":200}}"#),
        ("CIG 002 RWY11", #"{"ceilings":[{"ceiling":200,"place":"RWY11"}]}"#),
        (
            "CIG 014 RWY24L CIG 010 N",
            #"{"ceilings":[{"ceiling":1400,"place":"RWY24L"},{"ceiling":1000,"place":"N"}]}"#
        ),
        ("CIG RAG", "{}"), ("CIG 012", "{}"), ("VIS MISG", "{}"), ("VIS 2 1/2", "{}"),
        ("VIS 1/2V2", #"{"visibility":{"high":3218.69,"low":804.67}}"#),
        ("VIS 1 1/4V2 1/2", #"{"visibility":{"high":4023.36,"low":2011.68}}"#),
        ("VIS M1/4V1", #"{"visibility":{"high":1609.34,"low":402.34,"lowQualifier":"less"}}"#),
        ("VIS VRB 1 1/4-3", #"{"visibility":{"high":4828.03,"low":2011.68}}"#),
        ("VIS NE 2 1/2", #"{"visibilities":[{"place":"NE","visibility":4023.36}]}"#),
        ("VIS N-E 9", #"{"visibilities":[{"place":"N-E","visibility":14484.1}]}"#),
        (
            "VIS 2 1/2 W 4/012",
            #"{"snowDepth":30.48,"visibilities":[{"place":"W","visibility":4023.36}]}"#
        ),
        (
            "VIS M1/4 RWY11",
            #"{"visibilities":[{"place":"RWY11","visibility":402.34,"visibilityQualifier":"less"}]}"#
        ),
        (
            "VIS NE-E 2 W 1/2 NW 1/4",
            #"{"visibilities":[{"place":"NE-E","visibility":3218.69},{"place":"W","visibility":804.67},"#
                + #"{"place":"NW","visibility":402.34}]}"#
        ),
        ("VIS SE-S AND NW 6", #"{"visibilities":[{"place":"SE-S AND NW","visibility":9656.06}]}"#),
        ("VIS 1400V9999", #"{"visibility":{"high":10000,"low":1400}}"#),
        ("VIS MIN 4000", #"{"minimumVisibility":{"visibility":4000}}"#),
        ("TWR VIS 1 1/2", #"{"towerVisibility":2414.02}"#),
        ("SFC VIS M1/4", #"{"surfaceVisibility":402.34,"surfaceVisibilityQualifier":"less"}"#),
        ("TWR VIS 3 4/012", #"{"snowDepth":30.48,"towerVisibility":4828.03}"#),
        ("DENSITY ALT 3600FT", #"{"densityAltitude":3600}"#),
        ("DENSITY ALT -741FT", #"{"densityAltitude":-741}"#),
    ])
    func `ceilings and visibilities that vary or differ elsewhere are read`(
        text: String, expected: String
    ) throws {
        let remarks = try Self.remarks("AO2 " + text)
        let members = (remarks.object ?? []).filter { $0.name != "text" && $0.name != "station" }
        #expect(String(decoding: JSON.object(members).canonicalBytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        ("A3185", "SLP785", 1078.5), ("A2992", "SLP133", 1013.3), ("A2992", "SLP985", 998.5),
        ("A2630", "SLP898", 889.8), ("A3110", "SLP501", 1050.1), ("A2950", "SLP501", 950.1),
        ("A3060", "SLP382", 1038.2),
        ("Q0960", "SLP512", 951.2),
    ])
    func `the sea-level pressure takes its hundreds from the altimeter setting`(
        altimeter: String, text: String, expected: Double
    ) throws {
        #expect(try Self.remarks(text, altimeter: altimeter)["seaLevelPressure"]?.double == expected)
    }

    @Test func `without an altimeter setting, the sea-level pressure is the one nearest to 1000`() throws {
        #expect(try Self.remarks("SLP785", altimeter: "")["seaLevelPressure"] == 978.5)
        #expect(try Self.remarks("SLP133", altimeter: "A////")["seaLevelPressure"] == 1013.3)
    }

    @Test(
        arguments: [
            ("QFE748/0997", 997), ("R06/CLRD70 QFE742/0990 QBB190", 990), ("QFE748", nil), ("QFE", nil),
            ("QFE748/997", nil), ("QFE748/09970", nil), ("QFE000/0000", nil),
        ] as [(String, Double?)])
    func `the pressure at the station is read in hectopascals`(text: String, expected: Double?) throws {
        #expect(try Self.remarks(text, altimeter: "Q1010")["stationPressure"]?.double == expected)
    }

    @Test func `every prefix of remarks is read, and its record is canonical`() throws {
        let raw =
            "KPWM 201951Z 10SM 30/20 A2992 RMK AO2 OCNL LTGCG VC N W TORNADO B25 6 NE GR 1 3/4 CIG VRB 5 - 11 "
            + "VIS VRB 1 1/4-3 VIS NE 2 1/2 CIG 002 RWY11 FG BANK S BKN014 V OVC CB3TCU1 I1005 DENSITY ALT -7FT "
            + "QFE748/0997"
        let bytes = Array(raw.utf8)
        for end in 4...bytes.count {
            let data = try METAR(Array(bytes[..<end]), clock: Self.clock).record(clock: Self.clock).data
            #expect(try JSON(parsing: data).canonicalBytes == data)
        }
    }
}
