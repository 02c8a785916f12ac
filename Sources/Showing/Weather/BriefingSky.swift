import Records

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
