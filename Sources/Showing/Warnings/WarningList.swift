import AlmanacValues
import Records

/// Warnings, the most severe first.
public struct WarningList: Showable {
    private let warnings: [Warning]

    /// Makes a list of warnings; those that are over are not shown.
    public init(_ warnings: [Warning]) { self.warnings = warnings }

    /// Returns the list: severity, event, time and area.
    public func lines(on paper: Paper) -> [Line] {
        let current = Warning.current(warnings, at: paper.now)
        let columns = [
            Column("SEVERITY", isWhole: true), Column("WARNING"), Column("WHEN"), Column("AREA", rank: 2),
            Column("RECORD", rank: 1),
        ]
        let rows = current.map { warning in
            Table.Row([
                Line(warning.words, warning.severity.ink ?? .plain), Line(warning.event, .strong),
                Line(warning.time(on: paper)), Line(WarningList.short(warning.area ?? "")),
                Line("\(warning.item.source)/\(warning.item.key)", .faint),
            ])
        }
        return current.isEmpty ? [] : Table(columns, rows: rows).lines(on: paper)
    }

    /// Returns the first areas of a long list, so that a row stays readable.
    private static func short(_ area: String) -> String {
        let names = area.split(separator: ";")
        guard area.count > 100, names.count > 3 else { return area }
        return names.prefix(3).joined(separator: ";") + "; and \(names.count - 3) more"
    }
}

/// A warning for reading: what threatens, when, where, and what to do.
public struct WarningPage: Showable {
    private let warning: Warning

    /// Makes the page of a warning.
    public init(_ warning: Warning) { self.warning = warning }

    /// Returns the page; lines of text have a readable length.
    public func lines(on paper: Paper) -> [Line] {
        let heading = warning.heading().wrapped(to: paper.width)
        return heading + fields(paper).lines(on: paper) + text("description", paper)
            + text("instruction", paper)
    }

    private func fields(_ paper: Paper) -> Fields {
        var fields = Fields()
        let time = warning.time(on: paper)
        fields.add("When", time.isEmpty ? nil : Line(time))
        fields.add("Where", warning.area.map { Line($0) })
        for (name, member) in [
            ("Headline", "headline"), ("Urgency", "urgency"), ("Certainty", "certainty"),
            ("Response", "response"),
            ("Phase", "phase"), ("Unconfirmed since", "unconfirmed"), ("From", "senderName"), ("Link", "web"),
        ] {
            fields.add(name, warning.item.property(member).map { Line($0.shown) })
        }
        fields.add("Changed", warning.item.at.map { Line(paper.moment($0), .faint) })
        return fields
    }

    private func text(_ member: String, _ paper: Paper) -> [Line] {
        let text = warning.item.property(member)?.string ?? ""
        let lines = text.paragraphs.flatMap { Line($0).wrapped(to: min(paper.width, 88)) }
        return lines.isEmpty ? [] : [Line()] + lines
    }
}

/// Warnings on one line, and another one on what is unknown, for pages about something else.
public struct WarningLine: Showable {
    private let answer: WarningAnswer

    /// Makes the lines of an answer.
    public init(_ answer: WarningAnswer) { self.answer = answer }

    /// Returns the lines: `Severe: Flood Warning until 14:45Z, 2 more`, if a warning applies, and
    /// `unknown: alerts is stale, data from Mon 12:00Z, 1 more`, if there may be others.
    public func lines(on paper: Paper) -> [Line] {
        [known(on: paper), unknown(on: paper)].compactMap(\.self)
    }

    private func known(on paper: Paper) -> Line? {
        let current = Warning.current(answer.warnings, at: paper.now)
        guard let first = current.first else { return nil }
        let time = first.time(on: paper)
        return first.heading() + Line(time.isEmpty ? "" : " " + time) + WarningLine.more(current.count)
    }

    private func unknown(on paper: Paper) -> Line? {
        answer.gaps.first.map { $0.line(on: paper) + WarningLine.more(answer.gaps.count) }
    }

    private static func more(_ count: Int) -> Line { count > 1 ? Line(", \(count - 1) more") : Line() }
}
