package import AlmanacValues

extension AirportHazards: Showable {
    /// A title, rows and remarks.
    package struct Part {
        /// The name for identifiers.
        package let name: String
        /// The title.
        package let title: String
        /// The rows, with their records; `nil` without any.
        package let rows: (table: Table, items: [Item])?
        /// The gaps, and what there is not.
        package let notes: [Line]
    }

    /// Returns both parts; nothing without sources of these kinds.
    public func lines(on paper: Paper) -> [Line] {
        let parts = parts(on: paper).map { part in
            [Line(part.title, .strong)] + (part.rows?.table.lines(on: paper) ?? [])
                + part.notes.flatMap { $0.wrapped(to: paper.width) }
        }
        return Array(parts.joined(separator: [Line()]))
    }

    /// Returns the advisories, then the pilot reports; a part without rows and remarks is left out.
    package func parts(on paper: Paper) -> [Part] {
        [
            Part(
                name: "hazards", title: "SIGMETs and AIRMETs", rows: advisories(on: paper),
                notes: advisoryNotes(on: paper)),
            Part(
                name: "pilot-reports", title: "Pilot reports within 50 NM", rows: pilotReports(on: paper),
                notes: reportNotes(on: paper)),
        ].filter { $0.rows != nil || !$0.notes.isEmpty }
    }

    /// Returns the advisories as rows, with the records of the rows; `nil` without any.
    private func advisories(on paper: Paper) -> (table: Table, items: [Item])? {
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
    private func pilotReports(on paper: Paper) -> (table: Table, items: [Item])? {
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
}
