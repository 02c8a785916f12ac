public import AlmanacValues
public import Records

/// The rows and fields of the last document that could not be read, and the reasons.
public struct RejectList: Showable {
    /// The most rejects of a document that almanacd keeps.
    public static let mostKept = 1000

    private let source: String
    private let rejects: [Reject]
    private let gap: Gap?
    private let refusal: Gap?

    /// Makes the list of the rejects of a source.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - rejects: The rejects of its last document that was accepted.
    ///   - gap: The reason why there has been no document; `nil` if there has been one.
    ///   - refusal: The reason why a later document was refused as a whole; `nil` if none was.
    public init(source: String, rejects: [Reject], gap: Gap? = nil, refusal: Gap? = nil) {
        self.source = source
        self.rejects = rejects
        self.gap = gap
        self.refusal = refusal
    }

    /// Returns the list, in the order of the document, after the reason why a later one was refused.
    public func lines(on paper: Paper) -> [Line] {
        if let gap {
            let lines = [Line("no document of \(source) yet"), gap.line(on: paper)]
            return lines.flatMap { $0.wrapped(to: paper.width) }
        }
        if let refusal {
            let lines = [Line("the last document of \(source) was refused"), refusal.line(on: paper)]
            let before = rejects.isEmpty ? [] : [Line(), Line("Rejects of the document before")]
            let text = (lines + before).flatMap { $0.wrapped(to: paper.width) }
            return rejects.isEmpty ? text : text + table.lines(on: paper)
        }
        guard !rejects.isEmpty else {
            return Line("everything in the last document of \(source) could be read").wrapped(to: paper.width)
        }
        return table.lines(on: paper)
    }

    /// The rejects as rows, in the order of the document.
    package var table: Table {
        let columns = [
            Column("LINE", isNumber: true), Column("BYTE", isNumber: true, rank: 1), Column("KEY", rank: 2),
            Column("FIELD"), Column("FOUND"), Column("REASON"),
        ]
        return Table(columns, rows: rejects.map(row))
    }

    private func row(_ reject: Reject) -> Table.Row {
        // A JSON document may be a single line.
        let place = reject.line == nil || reject.key == nil ? reject.offset : nil
        return Table.Row([
            Line(reject.line.map(String.init) ?? ""), Line(place.map(String.init) ?? ""),
            Line(reject.key ?? ""), Line(reject.field ?? ""), Line(reject.found), Line(reject.reason),
        ])
    }
}
