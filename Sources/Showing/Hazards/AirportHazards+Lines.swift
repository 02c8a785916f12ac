package import AlmanacValues

extension AirportHazards: Showable {
    /// The titles of both parts.
    package static let titles = (hazards: "SIGMETs and AIRMETs", reports: "Pilot reports within 50 NM")

    /// Returns both parts; nothing without sources of these kinds.
    public func lines(on paper: Paper) -> [Line] {
        PageSequence([
            HazardPart(
                AirportHazards.titles.hazards, advisoryTable(on: paper), notes: advisoryNotes(on: paper)),
            HazardPart(AirportHazards.titles.reports, reportTable(on: paper), notes: reportNotes(on: paper)),
        ]).lines(on: paper)
    }

    /// Returns the advisories as rows, with the records of the rows; `nil` without any.
    package func advisoryTable(on paper: Paper) -> (table: Table, items: [Item])? {
        guard !hazards.isEmpty else { return nil }
        let columns = [
            Column("HAZARD"), Column("LEVELS"), Column("WHEN"), Column("MOVEMENT", rank: 2),
            Column("REGION", rank: 3), Column("RECORD", rank: 1),
        ]
        let rows = hazards.map { hazard in
            let mark = hazard.isAreaUnknown ? Line(" area unknown", .fair) : Line()
            return Table.Row([
                Line(hazard.name, .strong) + mark, Line(hazard.levels), Line(hazard.time(on: paper)),
                Line(hazard.movement), Line(hazard.region),
                Line("\(hazard.item.source)/\(hazard.item.key)", .faint),
            ])
        }
        return (Table(columns, rows: rows), hazards.map(\.item))
    }

    /// Returns the pilot reports as rows, each with its text, and the records of the rows; `nil` without any.
    package func reportTable(on paper: Paper) -> (table: Table, items: [Item])? {
        guard !reports.isEmpty else { return nil }
        let columns = [
            Column("TIME"), Column("PLACE"), Column("LEVEL"), Column("TURBULENCE", rank: 2),
            Column("ICING", rank: 1),
        ]
        let shown = reports.prefix(AirportHazards.mostReports)
        let rows = shown.map { report in
            Table.Row(report.cells(on: paper), notes: report.raw.isEmpty ? [] : [Line(report.raw, .faint)])
        }
        return (Table(columns, rows: rows), shown.map(\.neighbor.item))
    }

    /// Returns what is not known and what there is not, for each part.
    package func notes(on paper: Paper) -> (hazards: [Line], reports: [Line]) {
        (advisoryNotes(on: paper), reportNotes(on: paper))
    }
}

/// A title, rows and remarks; nothing without rows and remarks.
private struct HazardPart: Showable {
    private let title: String
    private let table: Table?
    private let notes: [Line]

    init(_ title: String, _ part: (table: Table, items: [Item])?, notes: [Line]) {
        self.title = title
        table = part?.table
        self.notes = notes
    }

    func lines(on paper: Paper) -> [Line] {
        guard table != nil || !notes.isEmpty else { return [] }
        return [Line(title, .strong)] + (table?.lines(on: paper) ?? [])
            + notes.flatMap { $0.wrapped(to: paper.width) }
    }
}
