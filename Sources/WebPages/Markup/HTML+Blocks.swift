import AlmanacValues
import Records
import Showing

/// The parts that pages are made of, besides facts and tables.
extension HTML {
    /// Adds a section with a title.
    mutating func add(
        section title: String, class name: String = "card", id: String? = nil,
        content: (inout HTML) -> Void
    ) {
        add("section", ["class": name, "id": id]) {
            $0.add("h2", text: title)
            content(&$0)
        }
    }

    /// Adds notes, each as a paragraph.
    mutating func add(notes: [Line]) {
        for note in notes { add("p", ["class": "note"], line: note) }
    }

    /// Adds why statements about all records of sources cannot be made, each as a paragraph.
    mutating func add(gaps: [Gap], on paper: Paper) {
        for gap in gaps { add("p", ["class": "note unknown"], line: gap.line(on: paper)) }
    }

    /// Adds the remark that a list has only some of its results; nothing for a complete list.
    mutating func add(_ cut: Cut) {
        if !cut.isWhole { add("p", ["id": "count", "role": "status"], text: cut.text) }
    }

    /// Adds a link to a record: its name or another text, shortened to so many bytes.
    mutating func add(linkTo item: Item, text: String? = nil, bytes: Int = 400, on paper: Paper) {
        let address = paper.link(path(ofRecord: item.key, in: item.source))
        add("a", ["href": address], text: (text ?? item.name).shortened(toBytes: bytes))
    }

    /// Adds a link to an address that a record states; nothing if a browser may not follow it.
    mutating func add(original address: String?, text: String) {
        guard let link = safeLink(address) else { return }
        add("p") { $0.add("a", ["href": link, "rel": "noreferrer external"], text: text) }
    }

    /// Adds that a report or forecast has expired.
    mutating func addExpired() {
        add("strong", ["class": "expired"], text: "expired")
        add(text: " ")
    }

    /// Adds a period: `12:00Z to Sat 12:00Z`.
    mutating func add(from: UTC, until: UTC, on paper: Paper) {
        add(time: from, text: paper.zone.when(from, from: paper.now))
        add(text: " to ")
        add(time: until, text: paper.zone.when(until, from: paper.now))
    }

    /// Adds a moment in the user's time zone; a script adds its age.
    mutating func add(moment: UTC, on paper: Paper) {
        add(
            "time", ["datetime": moment.description, "title": moment.description],
            text: paper.when(moment))
    }
}

extension HTML {
    /// Adds a line of coloured text; the colour of a run becomes a class.
    mutating func add(_ line: Line) {
        for run in line.runs {
            if let name = HTML.name(of: run.ink) {
                add("span", ["class": name], text: run.text)
            } else {
                add(text: run.text)
            }
        }
    }

    /// Adds an element that contains a line.
    mutating func add(_ name: StaticString, _ attributes: Attributes = [:], line: Line) {
        add(name, attributes) { $0.add(line) }
    }

    private static func name(of ink: Ink) -> String? {
        switch ink {
        case .plain: nil
        case .strong: "strong"
        case .faint: "faint"
        case .good: "good"
        case .fair: "fair"
        case .bad: "bad"
        case .grave: "grave"
        }
    }
}
