/// How severe a warning is.
///
/// Source: Common Alerting Protocol 1.2, 3.2.2, `severity`.
enum Severity: Int, Comparable {
    case unknown, minor, moderate, severe, extreme

    /// Reads the name of a severity, in any case; any other text is `unknown`.
    init(name: String) {
        self =
            switch name.lowercased() {
            case "extreme": .extreme
            case "severe": .severe
            case "moderate": .moderate
            case "minor": .minor
            default: .unknown
            }
    }

    /// The name of the colour, of those in the style sheet; `nil` if it has none of its own.
    var color: String? {
        switch self {
        case .extreme: "grave"
        case .severe: "bad"
        case .moderate: "fair"
        case .minor, .unknown: nil
        }
    }

    static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
