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
    var selection: Selection {
        if key == nil, !name.contains("@"), let airport = Command.airport(name) {
            return Selection(sources: ["*@\(airport)", name])
        }
        return Selection(sources: [name], keys: key.map { [Selection.literal($0)] } ?? [])
    }

    /// Shows it.
    func show() throws(Complaint) -> ExitStatus {
        guard let source = try session.daemon.source(name) else { return try showOther() }
        if session.invocation.has("fresh") { try refresh([name]) }
        return try show(source)
    }

    /// What is no source may be a pattern, an airport, or an instance that nobody has asked for yet.
    private func showOther() throws(Complaint) -> ExitStatus {
        if name.contains(where: { "*?[".contains($0) }) {
            return try showMany(session.daemon.sources([name]))
        }
        if key == nil, let airport = Command.airport(name) { return try showAirport(airport) }
        guard let instance = SourceName(name), instance.instance != nil else {
            throw session.daemon.noSuchSource(name)
        }
        try start(name)
        guard let source = try session.daemon.source(name) else { throw session.daemon.noSuchSource(name) }
        return try show(source)
    }

    private func show(_ source: Source) throws(Complaint) -> ExitStatus {
        let selection = Selection(
            sources: [Selection.literal(source.name)], keys: key.map { [Selection.literal($0)] } ?? [],
            conditions: session.invocation.all("where"))
        let limit = try session.count("limit")
        if isJSON {
            var count = 0
            try session.daemon.pages(selection, limit: limit) { items in
                session.output.write(items.map(\.json))
                count += items.count
            }
            return try check(count, source)
        }
        let items = try session.daemon.items(selection, limit: limit)
        let status = try check(items.count, source)
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

    private func page(_ items: [Item], _ source: Source) -> any Showable {
        let hasView = ["columns", "group-by", "sort"].contains { session.invocation.has($0) }
        if !hasView, let page = recordPage(items, source, isOne: key != nil) { return page }
        let columns = session.invocation["columns"].map { text in
            text.split { $0 == "," || $0 == " " }.map(String.init)
        }
        let group = session.invocation["group-by"] ?? source.words("Record", "Group").first
        return RecordTable(
            items,
            view: RecordTable.View(
                columns: columns ?? source.words("Record", "Columns"), group: group == "-" ? nil : group,
                order: session.invocation["sort"]))
    }

    /// Asks for sources and waits; that it failed is seen from what is shown then.
    private func refresh(_ names: [String]) throws(Complaint) {
        let sources = try session.daemon.sources(names.map(Selection.literal))
        _ = try Refreshing(session, names.map(Selection.literal), sources).run()
    }

    /// Has the daemon keep an instance of a template for a while.
    private func start(_ name: String) throws(Complaint) {
        let context: JSON = ["name": .string(name), "options": ["Source": ["Refresh": "on-demand"]]]
        _ = try session.daemon.ask("AddSource", ["context": context, "persist": false])
        try refresh([name])
    }
}

extension Shower {
    /// Many sources at once: reports in one table, others each with its page.
    private func showMany(_ sources: [Source]) throws(Complaint) -> ExitStatus {
        let reports = sources.filter { $0.kind == "metar" }
        guard !isJSON, reports.count == sources.count, session.invocation["format"] == nil else {
            for source in sources { _ = try show(source) }
            return .success
        }
        let selection = Selection(
            sources: [name], keys: key.map { [Selection.literal($0)] } ?? [],
            conditions: session.invocation.all("where"))
        let items = try session.daemon.items(selection, limit: try session.count("limit"))
        let notes = sources.map { SourceNote($0, isEmpty: false) }
        session.output.show(Pages([ReportTable(items), Pages(compact: notes)]))
        return .success
    }

    /// Everything that is known of an airport.
    private func showAirport(_ airport: String) throws(Complaint) -> ExitStatus {
        let globs = ["metar@\(airport)", "taf@\(airport)", "winds@\(airport)", "report@\(airport)"]
        let answer = try session.daemon.ask("ListSources", ["selector": Selection(sources: globs).json])
        let sources = (answer["sources"]?.array ?? []).compactMap(Source.init)
        guard !sources.isEmpty else {
            throw Complaint(
                .failure, "nothing is known of \(airport)",
                hints: ["to keep its weather: almanac add \(airport)"])
        }
        if session.invocation.has("fresh") { try refresh(sources.map(\.name)) }
        let items = try session.daemon.items(Selection(sources: sources.map { Selection.literal($0.name) }))
        if session.output.json != nil {
            session.output.write(items.map(\.json))
        } else {
            session.output.show(AirportPage(sources, items))
        }
        return .success
    }
}
