import Records

/// A layout of a list of reports, which does not change their meaning.
///
/// Source: the raw text, JSON, XML and CSV of aviationweather.gov, without the data of the stations.
nonisolated struct ReportLayout {
    private enum Format {
        case text
        case json
        case xml
        case table
    }

    private let format: Format
    private let lineEnd: String
    /// The text after each report.
    private let end: String
    /// The share of the spaces at which a line is broken.
    private let breaks: Double
    private let hasBlankLines: Bool

    /// Chooses a layout.
    init(_ style: inout Chance) {
        format = style.pick([.text, .text, .text, .json, .xml, .table])
        lineEnd = style.pick(["\n", "\n", "\r\n"])
        breaks = style.pick([0, 0, 0.1])
        // Only its end tells where a report of several lines stops.
        end = breaks > 0 ? "=" : style.pick(["", "="])
        hasBlankLines = style.isTrue(0.2)
    }

    /// Returns a document of some reports.
    func document(_ reports: [String], _ style: inout Chance) -> [UInt8] {
        switch format {
        case .text: Array(list(reports, &style).utf8)
        case .json: Array(JSONStyle.text(.array(reports.map { ["rawOb": .string($0)] }), &style).utf8)
        case .xml: Array(markup(reports).utf8)
        case .table: Array(table(reports, &style).utf8)
        }
    }

    private func list(_ reports: [String], _ style: inout Chance) -> String {
        var text = ""
        for report in reports {
            for (index, word) in report.split(separator: " ").enumerated() {
                // METAR or TAF alone on a line would head a bulletin.
                if index > 0 { text += gap(mayBreak: index > 3, &style) }
                text += word
            }
            text += end + lineEnd + (hasBlankLines ? lineEnd : "")
        }
        return style.isTrue(0.2) ? String(text.dropLast()) : text
    }

    private func gap(mayBreak: Bool, _ style: inout Chance) -> String {
        if mayBreak, style.isTrue(breaks) { return lineEnd + "     " }
        return style.isTrue(0.02) ? "  " : " "
    }

    private func markup(_ reports: [String]) -> String {
        let elements = reports.map { "<METAR><raw_text>\($0.escapedForHTML)</raw_text></METAR>" }
        let lines =
            ["<?xml version=\"1.0\"?>", "<response>", "<data>"] + elements + ["</data>", "</response>"]
        return lines.joined(separator: lineEnd) + lineEnd
    }

    private func table(_ reports: [String], _ style: inout Chance) -> String {
        var lines = ["No errors", "No warnings", "\(reports.count) results", "raw_text,station_id"]
        for report in reports { lines.append(style.isTrue(0.5) ? "\"\(report)\"," : "\(report),") }
        return lines.joined(separator: lineEnd) + lineEnd
    }
}
