import AlmanacValues
import Records

/// Reports and forecasts of which a part is not known.
extension Samples {
    /// A report without a sky: the ceiling, and therefore the category, is unknown.
    static let skyless = weather(
        """
        {"station": "KD39", "type": "METAR", "time": "2026-11-20T13:51:00Z",
         "raw": "KD39 201351Z AUTO 30013G23KT 10SM 23/10 A2963 RMK AO2", "altimeter": 1003.39,
         "wind": {"direction": 300, "gust": 23, "speed": 13}, "visibility": 16093.44, "temperature": 23,
         "dewPoint": 10, "reported": {"altimeter": {"unit": "inHg"}, "visibility": {"unit": "SM"}},
         "unknown": ["ceiling"]}
        """, source: "metar@KD39", key: "KD39")

    /// A report whose visibility proves IFR, and whose ceiling is unknown.
    static let foggy = weather(
        """
        {"station": "EGLL", "type": "METAR", "time": "2026-11-20T13:50:00Z",
         "raw": "EGLL 201350Z AUTO 35010KT 2000 BR BKN/// //////CB 06/04 Q0993", "visibility": 2000,
         "weather": ["BR"], "clouds": [{"cover": "BKN"}, {"type": "CB"}], "flightRules": "IFR",
         "flightRulesBy": "visibility", "flightRulesOrWorse": true, "unknown": ["ceiling"]}
        """, source: "metar@EGLL", key: "EGLL")

    /// A forecast with groups whose time was not understood, and with words in two groups that were not.
    static let unplaced = weather(
        """
        {"station": "KLSV", "type": "TAF", "time": "2026-11-20T11:00:00Z", "from": "2026-11-20T12:00:00Z",
         "until": "2026-11-21T18:00:00Z",
         "raw": "TAF KLSV 201100Z 2012/2118 21020KT 9999 SKC XYZZY 530009 620308 QNH2941INS TEMPO 20 0500 FG VV001",
         "unparsed": ["XYZZY", "20", "PLUGH"],
         "groups": [
          {"altimeter": 995.94, "from": "2026-11-20T12:00:00Z", "until": "2026-11-21T18:00:00Z",
           "icing": [{"base": 3000, "depth": 8000, "type": "2"}],
           "turbulence": [{"base": 0, "depth": 9000, "type": "3"}],
           "text": "21020KT 9999 SKC XYZZY 530009 620308 QNH2941INS", "unparsed": ["XYZZY"],
           "flightRules": "VFR"},
          {"change": "TEMPO", "text": "TEMPO 20 0500 FG VV001", "unknown": ["time"], "unparsed": ["20"],
           "flightRules": "LIFR", "visibility": 500},
          {"change": "BECMG", "from": "2026-11-21T00:00:00Z", "until": "2026-11-21T02:00:00Z",
           "text": "BECMG 2100/2102 OVC///"}],
         "timeline": [
          {"from": "2026-11-20T12:00:00Z", "until": "2026-11-21T00:00:00Z", "flightRules": "VFR",
           "wind": {"direction": 210, "speed": 20}, "visibility": 10000, "visibilityQualifier": "more",
           "sky": "SKC", "overlays": [
            {"change": "TEMPO", "flightRules": "LIFR", "flightRulesBy": "both", "unknown": ["time"],
             "visibility": 500, "weather": ["FG"], "verticalVisibility": 100,
             "clouds": [{"base": 100, "cover": "VV"}], "ceiling": 100},
            {"change": "FM", "unknown": ["ceiling", "time"], "visibility": 10000,
             "visibilityQualifier": "more", "wind": {"direction": 210, "speed": 20}}],
           "worstFlightRules": "LIFR"},
          {"from": "2026-11-21T00:00:00Z", "until": "2026-11-21T02:00:00Z", "flightRules": "VFR",
           "wind": {"direction": 210, "speed": 20}, "visibility": 10000, "visibilityQualifier": "more",
           "sky": "SKC", "becoming": {"clouds": [{"cover": "OVC"}], "unknown": ["ceiling"],
            "wind": {"direction": 210, "speed": 20}, "visibility": 10000, "visibilityQualifier": "more"}},
          {"from": "2026-11-21T02:00:00Z", "until": "2026-11-21T18:00:00Z", "clouds": [{"cover": "OVC"}],
           "wind": {"direction": 210, "speed": 20}, "visibility": 10000, "visibilityQualifier": "more",
           "unknown": ["ceiling"], "overlays": [
            {"change": "PROB", "probability": 30, "flightRules": "IFR", "flightRulesOrWorse": true,
             "unknown": ["ceiling"], "visibility": 2000, "weather": ["BR"], "clouds": [{"cover": "OVC"}],
             "wind": {"direction": 210, "speed": 20}}],
           "worstFlightRules": "IFR", "worstFlightRulesOrWorse": true}]}
        """, source: "taf@KLSV", key: "KLSV")

    private static func weather(_ data: String, source: String, key: String) -> Item {
        item(#"{"source": "\#(source)", "key": "\#(key)", "generation": 1, "data": \#(data)}"#)
    }
}
