import Records

/// A layer of the atmosphere in words: `SFC–6500 ft`, `FL370–FL420`, `top FL430`.
///
/// From 18,000 ft on, heights are flight levels: no country has a higher transition altitude.
struct FeetRange {
    /// The lower limit in words; `nil` if not stated.
    let base: String?
    /// The upper limit in words; `nil` if not stated.
    let top: String?

    /// The range in words; `nil` without limits.
    var text: String? {
        switch (base, top) {
        case (nil, nil): nil
        case (let base?, nil): "from \(base)"
        case (nil, let top?): "top \(top)"
        case (let base?, let top?): FeetRange.joined(base, top)
        }
    }

    /// Returns a height in words, such as `SFC`, `6500 ft` or `FL350`.
    static func text(feet: Double) -> String? {
        guard feet.isFinite, abs(feet) <= 100_000 else { return nil }
        let feet = Int(feet.rounded())
        return feet <= 0 ? "SFC" : feet < 18_000 ? "\(feet) ft" : "FL\(feet / 100)"
    }

    /// Returns both limits: `8000–12000 ft`, `SFC–FL240`.
    private static func joined(_ base: String, _ top: String) -> String {
        let unit = " ft"
        guard base.hasSuffix(unit), top.hasSuffix(unit) else { return base == top ? base : "\(base)–\(top)" }
        return base == top ? base : "\(base.dropLast(unit.utf8.count))–\(top)"
    }
}
