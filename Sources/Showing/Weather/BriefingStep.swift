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

/// The ceiling and visibility that the conditions of a `Kind=report` record state.
struct BriefingSky {
    private let json: JSON

    init(_ json: JSON) { self.json = json }

    /// The lowest ceiling in feet; `nil` if there is none, or none whose height is known.
    var ceiling: Double? { ceilings.compactMap { $0["altitudeFt"]?.double }.min() }

    /// The facts that are unknown, sorted: no layer at all is not a clear sky, and a ceiling without a height
    /// is not a high one.
    var unknown: [JSON] {
        var facts: [JSON] = []
        if !isCAVOK, layers.isEmpty || layers.contains(where: isUnclear) { facts.append("ceiling") }
        if !isCAVOK, json["visibility"]?["distanceSm"]?.double == nil { facts.append("visibility") }
        return facts
    }

    private var layers: [JSON] { json["cloudLayers"]?.array ?? [] }

    private var ceilings: [JSON] { layers.filter(isCeiling) }

    private func isCeiling(_ layer: JSON) -> Bool {
        layer["ceiling"]?.bool ?? ["BKN", "OVC", "VV"].contains(cover(layer))
    }

    /// Whether a layer may be a ceiling of unknown height: also one whose amount is unknown.
    private func isUnclear(_ layer: JSON) -> Bool {
        let isKnown = cover(layer).map { !$0.contains("/") } ?? false
        return !isKnown || isCeiling(layer) && layer["altitudeFt"]?.double == nil
    }

    private func cover(_ layer: JSON) -> String? { layer["coverage"]?.string?.uppercased() }

    /// Whether the text says CAVOK, which these reports have no member for.
    private var isCAVOK: Bool {
        (json["text"]?.string ?? "").split { $0 == " " || $0 == "\n" }.contains("CAVOK")
    }
}
