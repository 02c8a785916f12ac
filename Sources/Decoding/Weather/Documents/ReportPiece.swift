import Records

/// What a document of reports is made of.
enum ReportPiece {
    /// A report.
    case report(ReportEntry)
    /// What should be one and is not.
    case stray(Reject)
}
