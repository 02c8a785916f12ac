import Records
import Showing

/// Finds what a `show` means and shows it.
struct Shower {
    private let session: Session
    private let target: String
    private let name: String
    private let key: String?

    init(_ session: Session, _ target: String) {
        (self.session, self.target) = (session, target)
        (name, key) = RecordKey.split(target)
    }

    /// What a follower of it follows.
    func selection() throws(Complaint) -> Selection {
        if let airport = try airport() { return Selection(sources: ["*@\(airport)", name]) }
        return Selection(sources: [name], keys: key.map { [Selection.literal($0)] } ?? [])
    }

    /// Shows it.
    func show() throws(Complaint) -> ExitStatus {
        guard let source = try session.daemon.source(name) else { return try showOther() }
        // Without the right to have it kept again, what is known of it is shown.
        if isLeft(source), (try? keep([name])) != nil, let kept = try session.daemon.source(name) {
            return try show(kept)
        }
        if session.invocation.has("fresh") { try refresh([name]) }
        return try show(source)
    }

    /// Whether nobody asks for it any more, though its template can.
    private func isLeft(_ source: Source) -> Bool {
        source.runtime.health == .paused && source.name.contains("@")
    }

    /// What is no source may be a pattern, an airport, or an instance that nobody has asked for yet.
    private func showOther() throws(Complaint) -> ExitStatus {
        if isPattern { return try showMany(session.daemon.sources([name])) }
        if let airport = try airport() { return try showAirport(airport) }
        guard let instance = SourceName(name), instance.instance != nil else {
            throw session.daemon.noSuchSource(name)
        }
        try keep([name])
        guard let source = try session.daemon.source(name) else { throw session.daemon.noSuchSource(name) }
        return try show(source)
    }

    private var isPattern: Bool { name.contains { "*?[".contains($0) } }

    private func show(_ source: Source) throws(Complaint) -> ExitStatus {
        let selection = Selection(
            sources: [Selection.literal(source.name)], keys: key.map { [Selection.literal($0)] } ?? [],
            conditions: session.invocation.all("where"), circle: try session.circle())
        let limit = try session.count("limit")
        if isJSON {
            var count = 0
            try session.daemon.pages(selection, limit: limit) { items in
                session.output.write(items.map(\.json))
                count += items.count
            }
            return try check(count, source)
        }
        // In another order than the daemon's the first are known when all are.
        let order = session.invocation["sort"]
        let found = try session.daemon.items(selection, limit: order == nil ? limit : nil)
        let items = Array(ordered(found, by: order).prefix(limit ?? .max))
        let status = try check(items.count, source)
        if limit == nil { try checkMembers(of: items, source) }
        if session.invocation["format"] == "geojson" {
            session.output.write(geoJSON(items, of: source))
        } else {
            session.output.show(Pages([page(items, source), SourceNote(source, isEmpty: items.isEmpty)]))
        }
        return status
    }

    private var isJSON: Bool {
        let format = session.invocation["format"]
        return format == "json" || (format == nil && session.output.json != nil)
    }

    /// A record that was asked for by its key must be there; a table may be empty.
    private func check(_ count: Int, _ source: Source) throws(Complaint) -> ExitStatus {
        guard count == 0, let key else { return .success }
        throw Complaint(
            .failure, "no record \"\(key)\" in \(source.name)",
            hints: ["all of them: almanac show \(source.name)"])
    }

    /// Of members that are named to show by, some record has each.
    private func checkMembers(of items: [Item], _ source: Source) throws(Complaint) {
        let named = columns + ["group-by", "sort"].compactMap { session.invocation[$0] }.filter { $0 != "-" }
        for name in named where !items.isEmpty && !items.contains(where: { $0.has(name) }) {
            let members = Set(items.flatMap { ($0.data.object ?? []).map(\.name) }).sorted()
            let close = members.nearest(to: name).map { "; did you mean \($0)?" } ?? ""
            throw Complaint(
                .usage, "no record of \(source.name) has \"\(name)\"\(close)",
                hints: ["what they have: almanac describe \(source.name)"])
        }
    }

    private var columns: [String] {
        (session.invocation["columns"] ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    }

    private func page(_ items: [Item], _ source: Source) -> any Showable {
        let hasView = ["columns", "group-by", "sort"].contains { session.invocation.has($0) }
        if !hasView, let page = recordPage(items, source, isOne: key != nil) { return page }
        let group = session.invocation["group-by"] ?? source.words("Record", "Group").first
        return RecordTable(
            items,
            view: RecordTable.View(
                columns: columns.isEmpty ? source.words("Record", "Columns") : columns,
                group: group == "-" ? nil : group))
    }

    /// Asks for sources and waits; that it failed is seen from what is shown then.
    private func refresh(_ names: [String]) throws(Complaint) {
        let sources = try session.daemon.sources(names.map(Selection.literal))
        _ = try Refreshing(session, names.map(Selection.literal), sources).run()
    }

    /// Has the daemon keep instances of templates for a while, and asks for them.
    private func keep(_ names: [String]) throws(Complaint) {
        for name in names {
            let context: JSON = ["name": .string(name), "options": ["Source": ["Refresh": "on-demand"]]]
            _ = try session.daemon.ask("AddSource", ["context": context, "persist": false])
        }
        try refresh(names)
    }
}

extension Shower {
    /// Many sources at once: reports in one table, others each with its page.
    private func showMany(_ sources: [Source]) throws(Complaint) -> ExitStatus {
        let reports = sources.filter { $0.kind == "metar" }
        let format = try session.format()
        guard format == "geojson" || format == "table" && reports.count == sources.count else {
            for source in sources { _ = try show(source) }
            return .success
        }
        let selection = Selection(
            sources: [name], keys: key.map { [Selection.literal($0)] } ?? [],
            conditions: session.invocation.all("where"), circle: try session.circle())
        let items = try session.daemon.items(selection, limit: try session.count("limit"))
        if format == "geojson" {
            session.output.write(geoJSON(items))
            return .success
        }
        let notes = sources.map { SourceNote($0, isEmpty: false) }
        let age = sources.map(\.maximumAge).max() ?? .seconds(3 * 3600)
        session.output.show(Pages([ReportTable(items, maximumAge: age), Pages(compact: notes)]))
        return .success
    }

    /// The airport that is meant, of several the one whose weather is kept; `nil` when it is none.
    private func airport() throws(Complaint) -> String? {
        guard key == nil, !isPattern, !name.contains("@") else { return nil }
        return try session.airports.meant(by: name) { found throws(Complaint) in
            let names = try kept(found.flatMap { ["metar@\($0)", "taf@\($0)"] }).map(\.name)
            return found.filter { identifier in names.contains { $0.hasSuffix("@\(identifier)") } }
        }
    }

    /// Those of some names of which there are sources.
    private func kept(_ names: [String]) throws(Complaint) -> [Source] {
        let answer = try session.daemon.ask("ListSources", ["selector": Selection(sources: names).json])
        return (answer["sources"]?.array ?? []).compactMap(Source.init)
    }

    /// Everything that is known of an airport; what nobody has asked for yet is kept for a while.
    private func showAirport(_ airport: String) throws(Complaint) -> ExitStatus {
        let names = ["metar", "taf", "winds", "report"].map { "\($0)@\(airport)" }
        var sources = try kept(names)
        if sources.isEmpty {
            try keep(Array(names.prefix(2)))
            sources = try kept(names)
        } else if sources.allSatisfy(isLeft), (try? keep(sources.map(\.name))) != nil {
            sources = try kept(names)
        } else if session.invocation.has("fresh") {
            try refresh(sources.map(\.name))
        }
        let items = try session.daemon.items(Selection(sources: sources.map { Selection.literal($0.name) }))
        let winds = sources.contains { $0.name == names[2] } ? nil : winds(near: airport)
        if isJSON {
            session.output.write((items + [winds?.item].compactMap { $0 }).map(\.json))
        } else {
            session.output.show(AirportPage(sources, items, winds: winds))
        }
        return .success
    }

    /// The winds aloft nearest to an airport, within 500 km; `nil` when there are none, also when it is not known
    /// where the airport is: the page is good without them.
    private func winds(near airport: String) -> Neighbor? {
        guard let place = session.airports.position(of: airport) else { return nil }
        let answer = try? session.daemon.ask(
            "Nearby",
            [
                "latitude": .double(place.latitude), "longitude": .double(place.longitude),
                "radiusMeters": 500_000, "selector": Selection(kinds: ["winds"]).json, "limit": 1,
            ])
        return answer?["neighbors"]?.array?.first.flatMap(Neighbor.init)
    }
}
