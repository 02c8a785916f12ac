public import AlmanacValues
public import Records

/// A pilot's briefing: what is known at the airports of a flight and along its way at a moment, how old it
/// is, and what is unknown. All times are in UTC.
public struct Brief: Sendable {
    /// An airport or the way, with its products.
    package struct Section: Sendable {
        /// The airport; `nil` for the way.
        package let stop: BriefStop?
        /// The name for identifiers: the airport, or `way`.
        package let name: String
        /// The products, in order.
        package let products: [BriefProduct]
    }

    /// The way.
    package let route: BriefRoute
    /// The sections: the airports in order, then the way.
    package let sections: [Section]
    /// The moment of the briefing.
    package let moment: UTC

    init(_ route: BriefRoute, places: [BriefPlace], hazards: BriefHazards, at moment: UTC) {
        self.route = route
        self.moment = moment
        sections =
            places.map { Section(stop: $0.stop, name: $0.stop.identifier, products: $0.products) }
            + [Section(stop: nil, name: "way", products: hazards.products)]
    }

    /// Whether nothing is known to be missing.
    public var isComplete: Bool { sections.allSatisfy { $0.products.allSatisfy(\.isCurrent) } }

    /// The reasons why something may be missing, each once.
    public var gaps: [Gap] {
        var seen: Set<Gap> = []
        return sections.flatMap { section in section.products.flatMap { $0.gaps(at: section.name) } }
            .filter { seen.insert($0).inserted }
    }

    /// The briefing as JSON: an object with the airports, the legs, the way, and `unknown`, the reasons why
    /// something may be missing.
    ///
    /// - Parameter now: The present time, to which ages refer.
    /// - Returns: The object.
    public func json(at now: UTC) -> JSON {
        let airports = sections.compactMap { section in
            section.stop.map { stop in json(of: stop, section.products, at: now) }
        }
        let way = sections.filter { $0.stop == nil }.flatMap(\.products).map { $0.json(at: now) }
        return [
            "at": .string(moment.description), "now": .string(now.description),
            "complete": .bool(isComplete), "airports": .array(airports),
            "legs": .array(route.legs.map(\.json)),
            "way": .array(way), "unknown": .array(gaps.map(\.json)),
        ]
    }

    private func json(of stop: BriefStop, _ products: [BriefProduct], at now: UTC) -> JSON {
        .members([
            "identifier": .string(stop.identifier), "name": stop.name.map(JSON.string),
            "latitude": stop.position.map { .double($0.latitude) },
            "longitude": stop.position.map { .double($0.longitude) },
            "products": .array(products.map { $0.json(at: now) }),
        ])
    }
}

extension BriefRoute.Leg {
    fileprivate var json: JSON {
        [
            "from": .string(from.identifier), "to": .string(to.identifier), "distanceMeters": .double(metres),
            "courseDegrees": .double(course),
        ]
    }

    /// Returns the leg in words: `KPWM–KBOS 83 NM 205°`.
    package func words(in units: Units) -> String {
        let degrees = Int(course.rounded()) % 360
        return "\(from.identifier)–\(to.identifier) \(DistanceUnit(units).text(metres)) "
            + "\(threeDigits(degrees == 0 ? 360 : degrees))°"
    }
}

extension Brief: Showable {
    /// Returns a heading, how much is not current, then each section with its products.
    public func lines(on paper: Paper) -> [Line] {
        let paper = paper.inUTC
        let parts = sections.map { section in
            title(of: section, on: paper).wrapped(to: paper.width)
                + table(of: section, on: paper).lines(on: paper)
        }
        return heading(on: paper).flatMap { $0.wrapped(to: paper.width) } + [Line()]
            + Array(parts.joined(separator: [Line()]))
    }

    /// Returns the airports with the moment, the legs, and how much is not current.
    package func heading(on paper: Paper) -> [Line] {
        let names = route.stops.map(\.identifier).joined(separator: " – ")
        let when = paper.zone.when(moment, from: paper.now)
        let title = Line("Briefing \(names)", .strong) + Line("  at \(when), \(paper.age(moment))")
        let legs = route.legs.map { $0.words(in: paper.units) }.joined(separator: ", ")
        return [title, Line(legs), summary].filter { !$0.isEmpty }
    }

    /// The number of products that are not current, by their standing.
    package var summary: Line {
        let words = sections.flatMap { $0.products.map(\.word) }
        let bad = words.filter { $0 != "current" }
        guard !bad.isEmpty else { return Line("all \(words.count) products are current", .good) }
        let kinds = ["unknown", "failing", "stale", "incomplete", "overdue", "over"]
        let counts = kinds.compactMap { kind in
            let count = bad.count { $0 == kind }
            return count > 0 ? "\(count) \(kind)" : nil
        }
        return Line("\(bad.count) of \(words.count) products are not current: ", .strong)
            + Line(counts.joined(separator: ", "))
    }

    /// Returns the title of a section.
    package func title(of section: Section, on paper: Paper) -> Line {
        guard let stop = section.stop else {
            let far = DistanceUnit(paper.units).text(BriefRoute.corridor)
            return Line(
                route.legs.isEmpty ? "Within \(far)" : "Along the way, \(far) on either side", .strong)
        }
        return Line(stop.identifier, .strong) + Line(stop.name.map { "  \($0)" } ?? "")
    }

    /// Returns the products of a section as rows, with what they say as notes.
    package func table(of section: Section, on paper: Paper) -> Table {
        let columns = [
            Column("PRODUCT", isWhole: true), Column("ISSUED", isWhole: true), Column("AGE", isWhole: true),
            Column("STATE"),
        ]
        let rows = section.products.map { product in
            let age = product.moment.map { paper.age($0) } ?? ""
            return Table.Row(
                [
                    Line(product.name, .strong), Line(product.time(on: paper)), Line(age),
                    product.state(on: paper),
                ], notes: product.text(paper).filter { !$0.isEmpty })
        }
        return Table(columns, rows: rows)
    }
}

extension Paper {
    /// The same paper with times in UTC only.
    package var inUTC: Paper {
        var paper = self
        paper.zone = .utc
        return paper
    }
}
