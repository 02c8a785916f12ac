import Definitions

/// Weather documents: METAR, TAF, winds aloft, reports and forecasts.
enum ReportTarget {
    private static let kinds: [Kind] = [.metar, .taf, .winds, .report, .forecast]

    /// Decodes a document of the kind that the input selects.
    static func run(_ input: FuzzInput) { DocumentTarget.run(input.choice(of: kinds), [""], input) }
}
