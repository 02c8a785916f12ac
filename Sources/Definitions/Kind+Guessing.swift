import Decoding
import Records

nonisolated extension Kind {
    /// Guesses the kind of a document from its first bytes; `nil` if none fits, such as for a web page.
    ///
    /// - Parameter first: The first bytes, at least a few hundred if the document has as many.
    package init?(guessing first: [UInt8]) {
        let text = first.unmarked.drop { $0.isWhitespace }
        if WebPage.begins(text.span) { return nil }
        switch text.first {
        case .lessThan:
            guard Kind.isFeed(text) || Kind.isAlert(text) else { return nil }
            self = Kind.isAlert(text) ? .alert : .feed
        case .leftBrace, .leftBracket:
            self =
                Kind.isJSONFeed(text)
                ? .feed : Kind.isAlertJSON(text) ? .alert : Kind.ofAviation(text) ?? .json
        case nil: return nil
        default:
            guard let kind = Kind.ofReport(text) ?? Kind.ofTable(text) else { return nil }
            self = kind
        }
    }

    private static func isFeed(_ text: ArraySlice<UInt8>) -> Bool {
        ["<rss", "<feed", "<rdf:RDF", "<RDF", "<channel", ":feed"].contains { text.contains(text: $0) }
    }

    /// Whether an XML document declares the namespace of CAP.
    private static func isAlert(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(text: "urn:oasis:names:tc:emergency:cap:1") || text.contains(text: "incident.com/cap/1")
    }

    /// Whether a JSON document is a state of the NWS, of which one without alerts has only its title, or has
    /// the warnings of MeteoAlarm.
    private static func isAlertJSON(_ text: ArraySlice<UInt8>) -> Bool {
        ["api.weather.gov/alerts/", "\"Current watches, warnings, and advisories"].contains {
            text.contains(text: $0)
        } || text.contains(text: "\"warnings\"") && text.contains(text: "\"alert\"")
    }

    /// Returns the kind of a JSON document with the members of SIGMETs or pilot reports of the Aviation
    /// Weather Center; `nil` of others.
    private static func ofAviation(_ text: ArraySlice<UInt8>) -> Kind? {
        func has(_ name: String) -> Bool { text.contains(text: "\"\(name)\"") }
        if has("validTimeFrom"), has("seriesId") { return .sigmet }
        if has("validTime"), has("product"), has("tag") { return .sigmet }
        return has("obsTime") && has("fltLvl") ? .pirep : nil
    }

    private static func isJSONFeed(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains(text: "jsonfeed.org/version/") || text.contains(text: "jsonfeed.org\\/version\\/")
    }

    /// Returns the kind of a calendar, or of a report that begins with its type, or with a station and a
    /// time.
    private static func ofReport(_ text: ArraySlice<UInt8>) -> Kind? {
        if text.starts(with: "BEGIN:VCALENDAR".utf8) { return .calendar }
        let words = text.prefix { !$0.isLineEnd }.split(maxSplits: 3) { $0 == .space }
        guard let first = words.first else { return nil }
        switch String(decoding: first, as: UTF8.self) {
        case "METAR", "SPECI": return .metar
        case "TAF": return .taf
        default: break
        }
        let isStation = first.count == 4 && first.allSatisfy { $0.isUppercase || $0.isDigit }
        guard isStation, let time = words.dropFirst().first, time.count == 7, time.last == UInt8(ascii: "Z"),
            time.dropLast().allSatisfy(\.isDigit)
        else { return nil }
        return .metar
    }

    /// Returns the kind of a text whose first line has several columns.
    private static func ofTable(_ text: ArraySlice<UInt8>) -> Kind? {
        let line = text.prefix { !$0.isLineEnd }
        let notSign = Windows1252.byte("¬")
        let isTable = line.contains { [.comma, .tab, .semicolon, .verticalBar, notSign].contains($0) }
        return isTable && !line.contains(0) ? .table : nil
    }
}

nonisolated extension Kind {
    /// The description of a guessed kind, for messages.
    package var guess: String {
        switch self {
        case .metar: "weather reports (METAR)"
        case .taf: "aerodrome forecasts (TAF)"
        case .feed: "an RSS, Atom or JSON feed"
        case .sigmet: "SIGMETs or AIRMETs"
        case .pirep: "reports of pilots"
        case .calendar: "a calendar (iCalendar)"
        case .json: "a JSON document"
        case .table: "delimited text"
        default: rawValue
        }
    }
}
