import Showing

extension Samples {
    static let forecast = item(
        """
        {"source": "taf@KPWM", "key": "KPWM", "title": "Portland", "generation": 3, "realtimeUSec": \(at(11, 21)),
         "data": {"station": "KPWM", "type": "TAF", "time": "2026-11-20T11:20:00Z", "from": "2026-11-20T12:00:00Z",
         "until": "2026-11-21T12:00:00Z", "amended": true,
         "raw": "TAF AMD KPWM 201120Z 2012/2112 23010KT P6SM SCT040\\n  FM201800 20012G20KT 4SM -RA OVC018\\n  TEMPO 2020/2024 1SM +RA OVC006\\n  PROB30 2100/2104 1/2SM FG VV002\\n  BECMG 2106/2108 27008KT P6SM SKC TX12/2018Z",
         "temperatures": [{"kind": "maximum", "temperature": 12, "time": "2026-11-20T18:00:00Z"}],
         "timeline": [
          {"from": "2026-11-20T12:00:00Z", "until": "2026-11-20T18:00:00Z", "flightRules": "VFR", "worstFlightRules": "VFR",
           "wind": {"direction": 230, "speed": 10}, "visibility": 9656.064, "visibilityQualifier": "more",
           "clouds": [{"cover": "SCT", "base": 4000}]},
          {"from": "2026-11-20T18:00:00Z", "until": "2026-11-20T20:00:00Z", "flightRules": "MVFR", "worstFlightRules": "MVFR",
           "wind": {"direction": 200, "speed": 12, "gust": 20}, "visibility": 6437.376, "weather": ["-RA"],
           "clouds": [{"cover": "OVC", "base": 1800}], "ceiling": 1800},
          {"from": "2026-11-20T20:00:00Z", "until": "2026-11-21T00:00:00Z", "flightRules": "MVFR", "worstFlightRules": "IFR",
           "wind": {"direction": 200, "speed": 12, "gust": 20}, "visibility": 6437.376, "weather": ["-RA"],
           "clouds": [{"cover": "OVC", "base": 1800}], "ceiling": 1800,
           "overlays": [{"change": "TEMPO", "flightRules": "IFR", "wind": {"direction": 200, "speed": 12, "gust": 20},
            "visibility": 1609.344, "weather": ["+RA"], "clouds": [{"cover": "OVC", "base": 600}], "ceiling": 600}]},
          {"from": "2026-11-21T00:00:00Z", "until": "2026-11-21T06:00:00Z", "flightRules": "MVFR", "worstFlightRules": "LIFR",
           "wind": {"direction": 200, "speed": 12}, "visibility": 6437.376, "weather": ["-RA"], "clouds": [{"cover": "OVC", "base": 1800}],
           "overlays": [{"change": "PROB", "probability": 30, "flightRules": "LIFR", "wind": {"direction": 200, "speed": 12},
            "visibility": 804.672, "weather": ["FG"], "verticalVisibility": 200}]},
          {"from": "2026-11-21T06:00:00Z", "until": "2026-11-21T12:00:00Z", "flightRules": "VFR", "worstFlightRules": "VFR",
           "wind": {"direction": 270, "speed": 8}, "visibility": 9656.064, "visibilityQualifier": "more", "sky": "SKC"}]}}
        """)

    static let winds = item(
        """
        {"source": "winds@PWM", "key": "PWM", "generation": 1, "realtimeUSec": 0, "data": {"type": "WINDS", "station": "PWM",
         "from": "2026-11-20T14:00:00Z", "until": "2026-11-20T21:00:00Z", "levels": {
         "12000": {"direction": 270, "speed": 48, "temperature": -9}, "3000": {"direction": 240, "speed": 22},
         "6000": {"variable": true, "temperature": 2}, "39000": {"direction": 250, "speed": 199, "speedAbove": true, "temperature": -55}}}}
        """)

    static let forecastSource = source(
        #"{"name": "taf@KPWM", "kind": "taf"}"#,
        """
        {"health": "failing", "records": 1, "rejected": 0, "generation": 3, "fetchedUSec": \(at(11, 21)),
         "nextUSec": \(at(14, 12)), "failure": {"reason": "http", "httpStatus": 503, "count": 2,
         "message": "aviationweather.gov answered 503", "realtimeUSec": \(at(14, 2))}}
        """)

    static let windsSource = source(
        #"{"name": "winds@KPWM", "kind": "winds"}"#,
        #"{"health": "empty", "records": 0, "rejected": 0, "generation": 0}"#)
}
