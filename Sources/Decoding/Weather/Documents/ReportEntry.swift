import Records

/// One report of a document, and what the document says of it beside its text.
struct ReportEntry {
    /// The text of the report.
    let text: [UInt8]
    /// The line on which it begins, 1 is the first; `nil` when lines mean nothing.
    let line: Int?
    /// Where it begins, bytes from the start of the document.
    let offset: Int
    /// The word that its bulletin was headed with, such as SPECI; `nil` when none was.
    var heading: Code?
    /// What is known of the station; `nil` when nothing is.
    var site: Site?
    /// When it was observed or issued, for the month of its day; `nil` when only the text says.
    var time: UTC?

    /// The clock for this report: near its own time when that is known, on either side, else the document's.
    func clock(in document: ReportClock) -> ReportClock {
        time.map { ReportClock(reference: $0, ahead: .seconds(15 * 86_400)) } ?? document
    }

    /// A fault as a reject with its place in the document.
    func reject(_ fault: DecodeError, key: String?) -> Reject {
        Reject(
            line: line, offset: offset + fault.offset, key: key, field: fault.part, found: fault.found,
            reason: "not a \(fault.part)")
    }
}
