import Decoding
import Records

/// A SIGMET, AIRMET or G-AIRMET, as the Aviation Weather Center writes it.
///
/// Source: aviationweather.gov, OpenAPI description of airsigmet, isigmet and gairmet.
struct Advisory {
    /// The time for which a part of a G-AIRMET counts: the forecast has one for every third hour.
    private static let step = Duration.seconds(3 * 3600)

    /// The members of the document.
    let source: JSON
    /// The beginning; `nil` if unknown.
    let onset: UTC?
    /// The end; `nil` if unknown.
    let ends: UTC?
    /// The words of the text, in capitals, without the marks after them.
    let words: [String]
    /// The first line of the text; `nil` if it has none.
    let heading: AdvisoryHeading?
    /// The place; `nil` if none is stated.
    let place: StatedArea?
    /// The members whose values are no times or lie in a wrong order.
    let faults: [String]

    /// Reads an element.
    init(_ source: JSON) {
        self.source = source
        words = Advisory.words(of: Advisory.raw(of: source))
        heading = AdvisoryHeading(words)
        let form = source.text("geom") ?? source.text("geometryType")
        place = (source["geometry"] ?? source["coords"]).flatMap { StatedArea($0, isLine: form == "LINE") }
        let isPart = source["validTimeFrom"] == nil && source["validTimeTo"] == nil
        let names = isPart ? ["validTime"] : ["validTimeFrom", "validTimeTo"]
        let first = source.time(names[0])
        let last = isPart ? first.map { $0 + Advisory.step } : Advisory.end(of: source, from: first)
        let isOrdered = first.map { first in last.map { $0 > first } ?? true } ?? true
        onset = isOrdered ? first : nil
        ends = isOrdered ? last : nil
        faults = isOrdered ? names.filter { source.time($0) == nil } : ["validTimeTo"]
    }

    /// Returns the end: the later one if that of the text, `VALID UNTIL 0355Z`, differs from the member's.
    private static func end(of source: JSON, from first: UTC?) -> UTC? {
        let stated = source.time("validTimeTo")
        let words = (source.text("rawAirSigmet") ?? "").uppercased().split(whereSeparator: \.isWhitespace)
        guard let first, let stated, let place = words.firstIndex(of: "UNTIL"), place > 0,
            place + 1 < words.count,
            words[place - 1] == "VALID", words[place + 1].hasSuffix("Z"),
            let number = Int(words[place + 1].dropLast()), number % 100 < 60, (0..<2400).contains(number)
        else { return stated }
        let midnight = first.seconds - first.seconds % 86_400
        let moment = UTC(seconds: midnight + Int64(number / 100 * 3600 + number % 100 * 60))
        let end = moment <= first ? moment + .seconds(86_400) : moment
        return end - first <= .seconds(6 * 3600) ? max(stated, end) : stated
    }

    /// The words of an advisory about a phenomenon, one of which precedes what it says of another advisory.
    private static let phenomena: Set<String> = [
        "AREA", "BKN", "DIAM", "EMBD", "FCST", "FRQ", "HVY", "ICE", "ISOL", "LINE", "MOD", "MTW", "OBS",
        "OBSC", "OCNL", "OVC", "RDOACT", "SEV", "SFC", "SQL", "TC", "TS", "TSGR", "TURB", "VA",
    ]

    /// Returns the words of a text.
    private static func words(of raw: String) -> [String] {
        raw.uppercased().split(whereSeparator: \.isWhitespace).map { word in
            let marks = word.reversed().prefix { "=.,-".contains($0) }.count
            return String(word.dropLast(marks))
        }
    }

    /// Whether the advisory only ends another one, or says that there is none. The area of one that ends another
    /// is that of the other, or of the region.
    var isVoid: Bool {
        if raw.uppercased().contains(text: "SIGMET...NONE") { return place?.isArea != true }
        guard let mark = AdvisoryCancellation.mark(in: words) else { return false }
        return place?.isArea != true || !words[..<mark].contains(where: Advisory.phenomena.contains)
    }

    /// The indicator of the region; `nil` if it is not stated.
    var region: String? { source.text("firId") ?? heading?.region }

    /// Whether the place is an isoline, such as the height of the freezing level, which has no area.
    var isIsoline: Bool { place?.lines.isEmpty == false && hazard?.hasSuffix("FZLVL") == true }

    /// The unknown facts that decide whether the advisory applies to a place now: `area`, `time`; sorted.
    var unknown: [String] {
        let hasArea = place.map { $0.isArea && $0.isComplete } ?? false
        return (hasArea || isIsoline ? [] : ["area"]) + (onset == nil || ends == nil ? ["time"] : [])
    }

    /// The hazard, such as `TURB`; `nil` if none is stated.
    var hazard: String? { source.text("hazard") }

    /// The text as issued; empty if absent.
    var raw: String { Advisory.raw(of: source) }

    private static func raw(of source: JSON) -> String {
        source.text("rawSigmet") ?? source.text("rawAirSigmet") ?? ""
    }

    /// The kind of advisory.
    var advisory: String {
        if source["product"] != nil || source["forecastHour"] != nil { return "G-AIRMET" }
        let isOfZone = source["region"] != nil && source["seriesId"] == nil
        return source.text("airSigmetType")
            ?? (isOfZone || raw.uppercased().contains(text: " AIRMET ") ? "AIRMET" : "SIGMET")
    }

    /// The qualifier of the hazard, such as `SEV` or `EMBD`; `nil` if none is stated.
    var qualifier: String? {
        let severity = source.text("severity").flatMap { Double($0) == nil ? $0 : nil }
        return source.text("qualifier") ?? severity
    }

    /// The key: the region, the series, and the beginning.
    var key: String? {
        let names = ["firId", "region", "product", "tag", "seriesId", "hazard"]
        let isPart = source["seriesId"] == nil
        let parts = names.compactMap { name in name == "hazard" && !isPart ? nil : source.text(name) }
        let time = onset?.description ?? source.text("validTimeFrom") ?? source.text("validTime")
        let key = (parts + [time].compactMap(\.self)).joined(separator: "/")
        return parts.isEmpty || !RecordKey.isValid(key) ? nil : key
    }

    /// The title: `SEV TURB SFC–6500 ft FAJA`.
    var title: String {
        let region = source.text("firId") ?? source.text("region") ?? source.text("seriesId")
        let part = source.text("product").map { "\($0) \(source.text("tag") ?? "")".trimmingBlanks }
        let isUnknown = unknown.contains("area")
        let words = [
            qualifier, hazard ?? "unknown hazard", levels, region ?? part, isUnknown ? "(area unknown)" : nil,
        ]
        return words.compactMap(\.self).joined(separator: " ")
    }
}
