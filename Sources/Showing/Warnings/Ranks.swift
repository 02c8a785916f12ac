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

/// The rank that a sender gives a warning, from the least to the most certain danger.
///
/// Source: NWSI 10-1703 (VTEC); ECCC, `Alert_Type`. A sender without such names only warns.
public enum Significance: Int, Comparable, Sendable {
    case statement, advisory, watch, warning

    /// Reads a name; any other text, or none, is `warning`.
    public init(name: String?) {
        self =
            switch name {
            case "statement": .statement
            case "advisory": .advisory
            case "watch": .watch
            default: .warning
            }
    }

    /// Whether one is less certain than another.
    public static func < (left: Significance, right: Significance) -> Bool { left.rawValue < right.rawValue }
}

/// The time within which people should act.
///
/// Source: Common Alerting Protocol 1.2, 3.2.2, `urgency`.
public enum Urgency: Int, Comparable, Sendable {
    case past, unknown, future, expected, immediate

    /// Reads a name in any case; any other text, or none, is `unknown`.
    public init(name: String?) {
        self =
            switch name?.lowercased() {
            case "past": .past
            case "future": .future
            case "expected": .expected
            case "immediate": .immediate
            default: .unknown
            }
    }

    /// Whether one is less urgent than another.
    public static func < (left: Urgency, right: Urgency) -> Bool { left.rawValue < right.rawValue }
}
