import Records

/// A piece of a document with reports.
enum ReportPiece {
    /// A report.
    case report(ReportEntry)
    /// A piece that should be a report but is not.
    case stray(Reject)
}
