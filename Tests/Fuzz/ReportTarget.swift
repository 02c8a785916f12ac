import Definitions

/// Documents of every kind, without options; the seeds are weather documents.
enum ReportTarget {
    private static let kinds: [Kind] = Kind.allCases.filter(\.readsDocuments)

    /// Decodes a document of the kind that the input selects.
    static func run(_ input: FuzzInput) { DocumentTarget.run(input.choice(of: kinds), [""], input) }
}
