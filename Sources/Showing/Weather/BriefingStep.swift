import Records

/// Conditions of the forecast in a `Kind=report` record: a period, or what overlays periods.
struct BriefingStep {
    /// The conditions as the report states them.
    let json: JSON
    private let words: String

    init(_ json: JSON) {
        self.json = json
        words = json["change"]?.string?.lowercased() ?? ""
    }

    /// Whether the conditions have a period.
    var isPlaced: Bool { from != nil && until != nil }

    /// Whether the conditions add to those of periods: temporary or probable ones, changes of an unknown
    /// kind, and those without a period.
    var isOverlay: Bool { !isPlaced || !["", "from", "gradual", "becoming"].contains(words) }

    /// The code word of the change: `TEMPO`, `PROB`; `FM` or `BECMG` if it has no period.
    var change: String {
        switch words {
        case "", "from": "FM"
        case "gradual", "becoming": "BECMG"
        case _ where words.hasPrefix("temp"): "TEMPO"
        default: "PROB"
        }
    }

    /// The probability in per cent, of `30% probability`; `nil` if the report states none.
    var probability: Int? {
        json["probability"]?.int ?? (words.contains(text: "prob") ? Int(words.prefix { $0.isNumber }) : nil)
    }

    /// Whether the conditions may hold at some time within the period of others.
    func touches(_ other: BriefingStep) -> Bool {
        guard let from, let until, let start = other.from, let end = other.until else { return true }
        return from < end && until > start
    }

    private var from: UTC? { json["period"]?["dateStart"]?.utc }
    private var until: UTC? { json["period"]?["dateEnd"]?.utc }
}
