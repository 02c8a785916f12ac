/// The severity of a warning.
///
/// Source: Common Alerting Protocol 1.2, 3.2.2, `severity`.
public enum Severity: Int, Comparable, Sendable {
    case unknown, minor, moderate, severe, extreme

    /// Reads the name of a severity, in any case; any other text is `unknown`.
    public init(name: String) {
        self =
            switch name.lowercased() {
            case "extreme": .extreme
            case "severe": .severe
            case "moderate": .moderate
            case "minor": .minor
            default: .unknown
            }
    }

    /// The name in lower case, which status bars and pages have as a class.
    public var name: String { "\(self)" }

    /// The colour; `nil` if it has none of its own.
    public var ink: Ink? {
        switch self {
        case .extreme: .grave
        case .severe: .bad
        case .moderate: .fair
        case .minor, .unknown: nil
        }
    }

    /// Whether one is less severe than another.
    public static func < (left: Severity, right: Severity) -> Bool { left.rawValue < right.rawValue }
}
