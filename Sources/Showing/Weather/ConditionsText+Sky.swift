import Records

extension ConditionsText {
    /// The layers from low to high: `few 2000 ft, broken 4500 ft (CB), TCU (amount and height unknown)`; a
    /// word if the sky is clear.
    package var sky: String? {
        let layers = (data[.clouds]?.array ?? []).map(layer)
        if !layers.isEmpty { return layers.joined(separator: ", ") }
        if let height = data[.verticalVisibility]?.double {
            return "obscured, vertical visibility \(units.height(height))"
        }
        return data[.sky]?.string.map { ConditionsText.clear[$0] ?? $0 }
    }

    private func layer(_ cloud: JSON) -> String {
        let base = cloud[.base]?.double.map(units.height)
        guard let cover = cloud[.cover]?.string else { return layer(of: cloud[.type]?.string, at: base) }
        if cover == "VV", base == nil { return "obscured, vertical visibility unknown" }
        return "\(ConditionsText.covers[cover] ?? cover) \(base ?? "at unknown height")"
            + (cloud[.type]?.string.map { " (\($0))" } ?? "")
    }

    /// Returns a layer of unknown amount, which an automatic station reports as `///CB` or `//////TCU`.
    private func layer(of type: String?, at base: String?) -> String {
        guard let base else { return "\(type ?? "cloud") (amount and height unknown)" }
        return "\(type ?? "cloud") \(base) (amount unknown)"
    }

    /// The ceiling: `900 ft`, `900 ft, perhaps lower`, `unknown`; `nil` if there is none.
    package var ceiling: String? {
        guard let height = data[.ceiling]?.double.map(units.height) else {
            return isCeilingUnknown ? "unknown" : nil
        }
        return isCeilingUnknown ? "\(height), perhaps lower" : height
    }

    private static let covers = [
        "FEW": "few", "SCT": "scattered", "BKN": "broken", "OVC": "overcast", "VV": "vertical visibility",
    ]
    private static let clear = [
        "CLR": "clear below 12,000 ft", "SKC": "clear", "NSC": "no significant cloud",
        "NCD": "no cloud detected",
    ]
}
