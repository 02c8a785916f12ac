import Decoding
import Records

/// A report of a pilot, as the Aviation Weather Center writes it.
///
/// Source: aviationweather.gov, OpenAPI description of pirep.
struct PilotReport {
    /// The members of the document.
    let source: JSON
    /// The time of observation; `nil` if unknown.
    let time: UTC?

    /// Reads an element.
    init(_ source: JSON) {
        self.source = source
        time = source.time("obsTime")
    }

    /// The text as sent; empty if absent.
    var raw: String { source.text("rawOb") ?? "" }

    /// Whether the report is urgent.
    var isUrgent: Bool {
        let words = raw.uppercased().split { !$0.isLetter && !$0.isNumber }
        return source.text("pirepType")?.lowercased().hasPrefix("urgent") ?? false
            || words.prefix(3).contains("UUA")
    }

    /// The position; `nil` if unknown.
    var position: Position? {
        if let north = source.number("lat"), let east = source.number("lon") {
            return Position(latitude: north, turning: east)
        }
        return source["geometry"].flatMap { StatedArea($0) }?.position
    }

    /// The place in the words of the report, such as `35 W ORD`; otherwise its position; `nil` if unknown.
    var place: String? {
        if let words = part("OV"), !words.isEmpty { return words }
        guard let position else { return nil }
        let degrees = { (value: Double) in JSONWriter.shortest((value * 100).rounded() / 100) }
        return "\(degrees(position.latitude)),\(degrees(position.longitude))"
    }

    /// Returns a part of the report, such as that after `/OV`; `nil` if it has none.
    private func part(_ mark: String) -> String? {
        let parts = raw.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let found = parts.first { $0.uppercased().hasPrefix(mark) }
        return found.map { String($0.dropFirst(mark.utf8.count)).trimmingBlanks }
    }

    /// The level in words: `8500 ft`, `FL350`, `descending`, `climbing`, `on the ground` or `unknown`.
    ///
    /// A level of 0 is none: `FLDURD` and `FLUNKN` are sent with it.
    var level: String {
        let phase: String? =
            switch source.text("fltLvlType")?.uppercased() {
            case "DURD": "descending"
            case "DURC": "climbing"
            case "GRND": "on the ground"
            default: nil
            }
        guard let hundreds, let height = FeetRange.text(feet: hundreds * 100) else {
            return phase ?? "unknown"
        }
        return phase.map { "\(height) \($0)" } ?? height
    }

    /// The level in hundreds of feet; `nil` if unknown.
    var hundreds: Double? {
        guard let level = source.number("fltLvl"), level > 0, level <= 990 else { return nil }
        return level
    }

    /// The time of the report as part of its key, and its text.
    var key: String? {
        guard !raw.isEmpty else { return nil }
        let hash = RecordHash(Array(raw.utf8)).key.prefix(8)
        return "\(time?.description ?? "unknown")/\(hash)"
    }

    /// The turbulence in words, such as `LGT-MOD CHOP FL200–FL240`; `nil` if the report says nothing about
    /// it.
    var turbulence: String? { layers(of: "tb", ["Freq", "Int", "Type"]) }

    /// The icing in words, such as `MOD RIME 8000–12000 ft`; `nil` if the report says nothing about it.
    var icing: String? { layers(of: "icg", ["Int", "Type"]) }

    private func layers(of stem: String, _ names: [String]) -> String? {
        let layers = ["1", "2"].compactMap { number -> String? in
            let words = names.compactMap { source.text(stem + $0 + number) }
            guard !words.isEmpty else { return nil }
            let range = FeetRange(base: limit(stem + "Bas" + number), top: limit(stem + "Top" + number)).text
            return (words + [range].compactMap(\.self)).joined(separator: " ")
        }
        return layers.isEmpty ? nil : layers.joined(separator: ", ")
    }

    /// Returns a limit in words. Whether the number is in feet or in hundreds of feet is decided by the
    /// report, which has hundreds in three digits; `nil` if that does not decide it.
    private func limit(_ name: String) -> String? {
        guard let number = source.number(name), number > 0, number <= 99_000 else { return nil }
        let isHundreds = number <= 990
        let hundreds = Int((isHundreds ? number : number / 100).rounded())
        let digits = String(repeating: "0", count: max(0, 3 - String(hundreds).utf8.count)) + String(hundreds)
        guard !isHundreds || raw.contains(text: digits) else { return nil }
        return FeetRange.text(feet: Double(hundreds) * 100)
    }
}
