import Records

extension Advisory {
    /// The levels in words, such as `SFC–6500 ft`; `nil` if none are stated.
    var levels: String? {
        let heights = { (names: [String]) in names.compactMap { source.number($0) } }
        let low = heights(["altitudeLow1", "altitudeLow2", "altitudeLo1", "altitudeLo2"]).min()
        let high = heights(["altitudeHi1", "altitudeHi2"]).max()
        let range = FeetRange(
            base: limit("base") ?? low.flatMap(FeetRange.text),
            top: limit("top") ?? high.flatMap(FeetRange.text))
        return range.text ?? limit("level").map { "at \($0)" }
    }

    /// Returns a limit: feet, but hundreds of feet in a G-AIRMET, or a word such as `SFC` or `FZL`.
    private func limit(_ name: String) -> String? {
        guard let text = source.text(name) else { return nil }
        guard let number = source.number(name) else { return text == "FZL" ? freezingLevel : text }
        let isHundreds = advisory == "G-AIRMET" && abs(number) <= 600
        return FeetRange.text(feet: isHundreds ? number * 100 : number)
    }

    /// The freezing level with its heights, as far as they are stated: `FZL (4000–12000 ft)`.
    private var freezingLevel: String {
        let range = FeetRange(base: limit("fzlbase"), top: limit("fzltop")).text
        return range.map { "FZL (\($0))" } ?? "FZL"
    }

    /// The movement and the change in words, such as `moving W 10 kt, weakening`; `nil` if neither is stated.
    var movement: String? {
        let words = [motion, change].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private var motion: String? {
        let speed = source.number("spd") ?? source.number("movementSpd")
        if speed == 0 { return "stationary" }
        // The reports of the United States state from where, those of the world to where.
        let from = source.number("movementDir").map { "from \(Int(max(0, min($0, 360)).rounded()))°" }
        let to = source.text("dir").flatMap { $0 == "-" ? nil : $0 }
        guard let direction = from ?? to else { return nil }
        let pace = speed.map { "\(Int(max(0, min($0, 999)).rounded())) kt" }
        return "moving \(direction)" + (pace.map { " \($0)" } ?? ", speed unknown")
    }

    private var change: String? {
        switch source.text("chng") {
        case "NC": "no change"
        case "WKN": "weakening"
        case "INTSF": "intensifying"
        case let other: other
        }
    }
}
