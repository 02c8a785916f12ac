public import Records

/// What of the last document could not be read, and why.
public struct RejectList: Showable {
    private let source: String
    private let rejects: [Reject]

    /// Makes the list of what GetRejects answered.
    public init(source: String, rejects: [JSON]) {
        self.source = source
        self.rejects = rejects.compactMap(Reject.init)
    }

    /// The list, in the document's order.
    public func lines(on paper: Paper) -> [Line] {
        guard !rejects.isEmpty else {
            return Line("everything in the last document of \(source) could be read").wrapped(to: paper.width)
        }
        let columns = [
            Column("LINE", isNumber: true), Column("BYTE", isNumber: true, rank: 1), Column("KEY", rank: 2),
            Column("FIELD"), Column("FOUND"), Column("REASON"),
        ]
        return Table(columns, rejects.map(row)).lines(on: paper)
    }

    private func row(_ reject: Reject) -> Table.Row {
        let place = reject.line == nil ? reject.offset : nil
        return Table.Row([
            Line(reject.line.map(String.init) ?? ""), Line(place.map(String.init) ?? ""),
            Line(reject.key ?? ""), Line(reject.field ?? ""), Line(reject.found), Line(reject.reason),
        ])
    }
}

extension Reject {
    fileprivate init?(_ json: JSON) {
        guard let found = json["found"]?.string, let reason = json["reason"]?.string else { return nil }
        self.init(
            line: json["line"]?.int, offset: json["offset"]?.int, key: json["key"]?.string,
            field: json["field"]?.string, found: found, reason: reason)
    }
}
