import Decoding
import Records

/// A report in a document with the data that the document adds to its text.
struct ReportEntry {
    /// The text of the report.
    let text: [UInt8]
    /// The number of its first line, from 1; `nil` if the format has no lines.
    let line: Int?
    /// The offset in bytes from the start of the document.
    let offset: Int
    /// The heading above it.
    var heading = ReportHeading()
    /// The data of the station; `nil` if there are none.
    var site: Site?
    /// The time of observation or issue, which supplies the month; `nil` if only the text has a time.
    var time: UTC?

    /// Returns the clock for this report: nearest to its own time if known, otherwise that of the document.
    func clock(in document: ReportClock) -> ReportClock {
        time.map { ReportClock(reference: $0, ahead: .seconds(15 * 86_400)) } ?? document
    }

    /// Returns a fault as a reject with its place in the document.
    func reject(_ fault: DecodeError, key: String?) -> Reject {
        Reject(
            line: line, offset: offset + fault.offset, key: key, field: fault.part, found: fault.found,
            reason: "not a \(fault.part)")
    }
}
