import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Resolves the target of `show` and shows it.
struct ShowCommand {
    private let name: String
    private let key: String?
    let invocation: Invocation
    private let daemon: Daemon
    let output: Output
    /// The template of each line, if `--format` is one.
    let template: Template?
    private let airports: Airports

    init(
        _ target: String, invocation: Invocation, daemon: Daemon, output: Output, airports: Airports
    ) throws(CommandError) {
        let parts = RecordKey.split(target)
        name = parts.source
        key = parts.key
        self.invocation = invocation
        self.daemon = daemon
        self.output = output
        self.airports = airports
        template = try ShowCommand.template(of: invocation)
    }

    /// Returns the selector of the changes after which the page is shown again.
    func followed() throws(CommandError) -> Selector {
        if let airport = try airport() {
            return Selector(sources: ["*@\(airport)", name, "*alert*", "*sigmet*", "*airmet*", "*pirep*"])
        }
        return Selector(sources: [name], keys: key.map { [Selector.literal($0)] } ?? [])
    }

    /// Shows the target.
    func show() throws(CommandError) -> ExitStatus {
        guard let source = try daemon.source(name) else { return try showOther() }
        // Without permission to add the source again, its last data are shown.
        if isLeft(source), (try? keep([name])) != nil, let kept = try daemon.source(name) {
            return try show(kept)
        }
        if invocation.has("fresh") { try refresh([name]) }
        return try show(source)
    }

    /// Whether the source has no definition any more, although its template exists.
    private func isLeft(_ source: Source) -> Bool {
        source.runtime.health == .paused && source.name.contains("@")
    }

    /// A target that is not a source may be a pattern, an airport, or an instance that is not active yet.
    private func showOther() throws(CommandError) -> ExitStatus {
        if isPattern { return try showMany(daemon.sources([name])) }
        if let airport = try airport() { return try showAirport(airport) }
        guard let instance = SourceName(name), instance.instance != nil else {
            throw key == nil ? .noSuchSourceOrAirport(name) : .noSuchSource(name)
        }
        try keep([name])
        guard let source = try daemon.source(name) else { throw CommandError.noSuchSource(name) }
        return try show(source)
    }

    private var isPattern: Bool { name.contains { "*?[".contains($0) } }

    private func show(_ source: Source) throws(CommandError) -> ExitStatus {
        let selector = try selector([Selector.literal(source.name)])
        let limit = try invocation.count("limit")
        let list = RecordList(of: source, invocation: invocation, daemon: daemon)
        if isJSON, !hasSummary, !list.isOrdered {
            var count = 0
            try daemon.pages(selector, limit: limit) { items in
                output.write(items.map(\.json))
                count += items.count
            }
            return try check(count, of: source)
        }
        let items = try list.items(selector, limit: hasSummary ? nil : limit, at: output.paper)
        let status = try check(items.count, of: source)
        if let template {
            write(items, of: source, with: template)
            return status
        }
        try checkMembers(of: items, source)
        if hasSummary {
            try write(summary(of: items))
        } else if isJSON {
            output.write(items.map(\.json))
        } else if let format = delimitedFormat {
            output.write(DelimitedText(items, columns: columns), format)
        } else if invocation["format"] == "geojson" {
            output.write(geoJSON(items, of: source))
        } else {
            let warnings = warnings(at: items, of: source)
            output.show(
                PageSequence([
                    warnings, page(of: items, from: source), SourceNote(source, isEmpty: items.isEmpty),
                ]))
            return warnings.isComplete ? status : .incomplete
        }
        return status
    }

    /// Returns the selector of the records to show.
    private func selector(_ sources: [String]) throws(CommandError) -> Selector {
        Selector(
            sources: sources, keys: key.map { [Selector.literal($0)] } ?? [],
            conditions: invocation.all("where"),
            circle: try Whereabouts(daemon, output).circle(of: invocation))
    }

    var isJSON: Bool {
        let format = invocation["format"]
        return format == "json" || (format == nil && output.json != nil)
    }

    /// A record requested by its key must exist; a table may be empty.
    private func check(_ count: Int, of source: Source) throws(CommandError) -> ExitStatus {
        guard count == 0, let key else { return .success }
        throw CommandError(
            .failure, "no record \"\(key)\" in \(source.name)",
            hints: ["all of them: almanac show \(source.name)"])
    }

    /// Each requested member must occur in a record of the source, shown or not.
    private func checkMembers(of items: [Item], _ source: Source) throws(CommandError) {
        let named = columns + figures.map(\.member) + ["group-by", "sort"].compactMap { invocation[$0] }
        for name in named
        where !["-", "@key", "@title"].contains(name) && !items.contains(where: { $0.has(name) }) {
            let escaped = name.replacing(text: "\\", with: "\\\\").replacing(text: "\"", with: "\\\"")
            let selector = Selector(
                sources: [Selector.literal(source.name)], conditions: ["\"\(escaped)\" exists"])
            try daemon.pages(selector, limit: 1) { _ in }
        }
    }

    private var columns: [String] { members("columns") }

    private func page(of items: [Item], from source: Source) -> any Showable {
        let hasView = ["columns", "group-by", "sort"].contains { invocation.has($0) }
        if !hasView, let page = recordPage(items, of: source, isOne: key != nil) { return page }
        let group = invocation["group-by"] ?? source.words(in: "Record", named: "Group").first
        return RecordTable(
            items,
            view: RecordTable.View(
                columns: columns.isEmpty ? source.words(in: "Record", named: "Columns") : columns,
                group: group == "-" ? nil : group))
    }

    /// Refreshes sources and waits; a failure appears on the page.
    private func refresh(_ names: [String]) throws(CommandError) {
        let sources = try daemon.sources(names.map(Selector.literal))
        _ = try Refreshing(
            Selector(sources: names.map(Selector.literal)), before: sources, daemon: daemon, output: output
        ).run()
    }

    /// Asks the daemon to add instances of templates temporarily, and refreshes them.
    private func keep(_ names: [String]) throws(CommandError) {
        for name in names {
            let options: JSON = ["Source": ["Refresh": "on-demand"]]
            try daemon.ask(.add(SourceContext(name: name, options: options), persists: false))
        }
        try refresh(names)
    }
}

extension ShowCommand {
    /// Shows several sources: reports in one table, each other source on a page.
    private func showMany(_ sources: [Source]) throws(CommandError) -> ExitStatus {
        guard template == nil else {
            for source in sources { _ = try show(source) }
            return .success
        }
        let reports = sources.filter { $0.kind == "metar" }
        let format = try invocation.listFormat(or: ["csv", "tsv"])
        guard
            format == "geojson" || hasSummary || delimitedFormat != nil
                || format == "table" && reports.count == sources.count
        else {
            for source in sources { _ = try show(source) }
            return .success
        }
        let selector = try selector([name])
        let items = try daemon.items(selector, limit: hasSummary ? nil : try invocation.count("limit"))
        if hasSummary {
            try write(summary(of: items))
            return .success
        }
        if let format = delimitedFormat {
            output.write(DelimitedText(items, columns: columns), format)
            return .success
        }
        if format == "geojson" {
            output.write(geoJSON(items))
            return .success
        }
        let notes = sources.map { SourceNote($0, isEmpty: false) }
        let age = sources.map(\.maximumAge).max() ?? .seconds(3 * 3600)
        output.show(PageSequence([ReportTable(items, maximumAge: age), PageSequence(compact: notes)]))
        return .success
    }

    /// Returns the airport of the target, preferring one with active sources; `nil` if it is none.
    private func airport() throws(CommandError) -> String? {
        guard key == nil, !isPattern, !name.contains("@") else { return nil }
        return try airports.meant(by: name) { found throws(CommandError) in
            let names = try kept(found.flatMap { ["metar@\($0)", "taf@\($0)"] }).map(\.name)
            return found.filter { identifier in names.contains { $0.hasSuffix("@\(identifier)") } }
        }
    }

    /// Returns the existing sources with these names.
    private func kept(_ names: [String]) throws(CommandError) -> [Source] {
        try daemon.ask(.sources(Selector(sources: names)))
    }

    /// Shows the weather of an airport; inactive sources are added temporarily.
    private func showAirport(_ airport: String) throws(CommandError) -> ExitStatus {
        let names = ["metar", "taf", "winds", "report"].map { "\($0)@\(airport)" }
        var sources = try kept(names)
        if sources.isEmpty {
            try keep(Array(names.prefix(2)))
            sources = try kept(names)
        } else if sources.allSatisfy(isLeft), (try? keep(sources.map(\.name))) != nil {
            sources = try kept(names)
        } else if invocation.has("fresh") {
            try refresh(sources.map(\.name))
        }
        let items = try daemon.items(Selector(sources: sources.map { Selector.literal($0.name) }))
        if let template {
            write(items, ofAirport: sources, with: template)
            return .success
        }
        let around = AirportSurroundings(
            of: airport, position: airports.position(of: airport),
            hasWinds: sources.contains { $0.name == names[2] }, daemon: daemon, now: output.paper.now)
        write(items, ofAirport: sources, with: around)
        return around.gaps.isEmpty ? .success : .incomplete
    }

    /// Prints the records of an airport and those around it, and what is unknown there.
    private func write(_ items: [Item], ofAirport sources: [Source], with around: AirportSurroundings) {
        let all = items + around.items
        if isJSON { return output.write(all.map(\.json) + [around.gaps.unknownJSON].compactMap(\.self)) }
        if let format = delimitedFormat {
            output.write(DelimitedText(all, columns: columns), format)
        } else if invocation["format"] == "geojson" {
            output.write(geoJSON(all))
        } else {
            return output.show(
                AirportPage(
                    sources, items: items, winds: around.winds, warnings: around.warnings,
                    hazards: around.hazards))
        }
        output.warn(of: around.gaps)
    }

    /// Returns the warnings that apply at the place of a forecast.
    private func warnings(at items: [Item], of source: Source) -> WarningAnswer {
        guard source.kind == "forecast", let position = items.first?.position else { return WarningAnswer() }
        let name = SourceName(source.name)?.instance
        return WarningFinder(daemon, at: output.paper.now).part(WarningQuestion(at: position, named: name))
    }
}
