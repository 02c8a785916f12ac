import AlmanacClient
import AlmanacValues
import Records
import Showing

/// Resolves the target of `show` and shows it.
struct ShowCommand {
    let name: String
    let key: String?
    let invocation: Invocation
    let daemon: Daemon
    let output: Output
    /// The template of each line, if `--format` is one.
    let template: Template?
    let airports: Airports

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
    func show() throws(CommandError) -> CommandStatus {
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
    private func showOther() throws(CommandError) -> CommandStatus {
        if isPattern { return try showMany(daemon.sources([name])) }
        if let airport = try airport() {
            let status = try showAirport(airport)
            // The airport's page is complete if it has a report or a forecast, whose age it states.
            let sources = try kept(["metar", "taf", "report"].map { "\($0)@\(airport)" })
            let isKnown = sources.isEmpty || sources.contains { $0.runtime.fetched != nil }
            return isKnown || status != .success ? status : self.status(of: sources, isEmpty: true)
        }
        guard let instance = SourceName(name), instance.instance != nil else {
            let similar = daemon.similar(to: name)
            guard key == nil else { throw .noSuchSource(name, similar: similar) }
            throw .noSuchSourceOrAirport(
                name, similar: similar.isEmpty ? airports.similar(to: name) : similar)
        }
        try airports.check(name)
        try keep([name])
        guard let source = try daemon.source(name) else { throw CommandError.noSuchSource(name) }
        return try show(source)
    }

    var isPattern: Bool { name.contains { "*?[".contains($0) } }

    private func show(_ source: Source) throws(CommandError) -> CommandStatus {
        let selector = try selector([Selector.literal(source.name)])
        let limit = try invocation.count("limit")
        let list = RecordList(of: source, invocation: invocation, daemon: daemon)
        if isJSON, !hasSummary, !list.isOrdered {
            var count = 0
            try daemon.pages(selector, limit: limit) { items in
                output.write(items.map(\.json))
                count += items.count
            }
            try check(count, of: source)
            output.warn(cut(count, of: selector))
            let missed = missed(in: [source], isEmpty: count == 0)
            return status(of: [source], isEmpty: count == 0, missed: missed, isList: key == nil)
        }
        let group = group(of: source)
        let countsGroups = isPage && limit != nil && group != nil && list.canCountGroups
        let part = try list.part(
            selector, limit: hasSummary || countsGroups ? nil : limit, at: output.paper)
        try check(part.items.count, of: source)
        try checkMembers(of: part.items, [source])
        let missed = missed(in: [source], isEmpty: part.items.isEmpty)
        if let template {
            write(part.items, of: source, with: template)
            output.warn(part.cut)
        } else if hasSummary {
            try write(summary(of: part.items))
        } else if isTable {
            let shown = countsGroups ? Array(part.items.prefix(limit ?? .max)) : part.items
            let all = Cut(shown: shown.count, of: part.items.count, advice: "--limit shows more")
            let cut = countsGroups ? all : part.cut
            let sizes = countsGroups ? sizes(of: part.items, group) : cut.isWhole ? .shown : .unknown
            let page = PageSequence([page(of: shown, from: source, sizes), cut])
            let warnings = show(page, missed, of: shown, from: source)
            guard warnings.isComplete else { return .incomplete }
        } else {
            write(part.items, of: source)
            output.warn(part.cut)
        }
        return status(of: [source], isEmpty: part.items.isEmpty, missed: missed, isList: key == nil)
    }

    /// Shows a page of records with what belongs to it; returns the warnings of its place.
    private func show(
        _ page: any Showable, _ missed: [Gap], of items: [Item], from source: Source
    ) -> WarningAnswer {
        let warnings = warnings(at: items, of: source)
        let note = SourceNote(source, isEmpty: items.isEmpty && missed.isEmpty)
        output.show(PageSequence([warnings, page, GapList(missed), note]))
        return warnings
    }

    /// The member by which the records of a source are grouped; `nil` for no grouping.
    private func group(of source: Source) -> String? {
        let group = invocation["group-by"] ?? source.words(in: "Record", named: "Group").first
        return group == "-" ? nil : group
    }

    /// Returns the selector of the records to show.
    func selector(_ sources: [String]) throws(CommandError) -> Selector {
        Selector(
            sources: sources, keys: key.map { [Selector.literal($0)] } ?? [],
            conditions: conditions,
            circle: try Whereabouts(daemon, output).circle(of: invocation))
    }

    /// A record requested by its key must exist, unless it may be a part that could not be read; a table may
    /// be empty.
    private func check(_ count: Int, of source: Source) throws(CommandError) {
        guard count == 0, let key else { return }
        let unknown = source.readingGaps.map { visible($0.line(on: output.paper).plain) }
        throw CommandError(
            unknown.isEmpty ? .failure : .incomplete, "no record \"\(key)\" in \(source.name)",
            hints: unknown + ["all of them: almanac show \(source.name)"])
    }

    /// Each requested member must occur in a record of the source, shown or not.
    func checkMembers(of items: [Item], _ sources: [Source]) throws(CommandError) {
        let selector = Selector(sources: sources.map { Selector.literal($0.name) })
        let named =
            columns + figures.map(\.member) + (template?.members ?? [])
            + ["group-by", "sort"].compactMap { invocation[$0] }
        for name in named
        where !["-", "@key", "@title"].contains(name) && !items.contains(where: { $0.has(name) }) {
            try daemon.check(member: name, of: selector)
        }
        for name in template?.optionalMembers ?? [] where !items.contains(where: { $0.has(name) }) {
            daemon.warn(ofMissing: name, in: selector)
        }
    }

    var columns: [String] { members("columns") }

    func page(
        of items: [Item], from source: Source, _ sizes: RecordTable.GroupSizes
    ) -> any Showable {
        let hasView = ["columns", "group-by", "sort"].contains { invocation.has($0) }
        if !hasView, let page = recordPage(items, of: source, isOne: key != nil) { return page }
        return RecordTable(
            items,
            view: RecordTable.View(
                columns: columns.isEmpty ? source.words(in: "Record", named: "Columns") : columns,
                group: group(of: source), sizes: sizes))
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
    private func showMany(_ sources: [Source]) throws(CommandError) -> CommandStatus {
        guard template == nil else { return try showEach(sources) }
        let reports = sources.filter { $0.kind == "metar" }
        let format = try invocation.listFormat(or: ["csv", "tsv"])
        guard
            format == "geojson" || hasSummary || delimitedFormat != nil
                || format == "table" && reports.count == sources.count
        else { return try showEach(sources) }
        let selector = try selector([name])
        let items = try daemon.items(selector, limit: hasSummary ? nil : try invocation.count("limit"))
        if hasSummary {
            try write(summary(of: items))
        } else if isTable {
            show(ReportTable(items, of: sources), cut(items.count, of: selector), sources)
        } else {
            write(items, of: nil)
            output.warn(cut(items.count, of: selector))
        }
        let missed = missed(in: sources, isEmpty: items.isEmpty)
        return status(of: sources, isEmpty: items.isEmpty, missed: missed, isList: key == nil)
    }

    /// Shows each source on a page.
    private func showEach(_ sources: [Source]) throws(CommandError) -> CommandStatus {
        var status = CommandStatus.success
        for source in sources where try show(source) == .incomplete { status = .incomplete }
        return status
    }

    /// Returns the airport of the target, preferring one with active sources, or the one that is nearest to a
    /// position; `nil` if it is none.
    func airport() throws(CommandError) -> String? {
        guard key == nil, !isPattern, !name.contains("@") else { return nil }
        if let position = try Whereabouts(daemon, output).position(writtenAs: name) {
            return airports.nearest(to: position)?.identifier
        }
        return try airports.meant(by: name) { found throws(CommandError) in
            let names = try kept(found.flatMap { ["metar@\($0)", "taf@\($0)"] }).map(\.name)
            return found.filter { identifier in names.contains { $0.hasSuffix("@\(identifier)") } }
        }
    }

    /// Returns the existing sources with these names.
    func kept(_ names: [String]) throws(CommandError) -> [Source] {
        try daemon.ask(.sources(Selector(sources: names)))
    }

    /// Shows the weather of an airport; inactive sources are added temporarily.
    private func showAirport(_ airport: String) throws(CommandError) -> CommandStatus {
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
            try checkMembers(of: items, sources)
            return write(items, ofAirport: sources, with: template)
        }
        let around = AirportSurroundings(
            of: airport, position: airports.position(of: airport),
            hasWinds: sources.contains { $0.name == names[2] }, daemon: daemon, now: output.paper.now)
        let gaps = around.gaps + (isTable ? [] : sources.compactMap(\.gap))
        write(items, of: airport, sources, with: around, gaps)
        return gaps.isEmpty ? .success : .incomplete
    }

    /// Prints the records of an airport and those around it, and what is unknown there.
    private func write(
        _ items: [Item], of airport: String, _ sources: [Source], with around: AirportSurroundings,
        _ gaps: [Gap]
    ) {
        let all = items + around.items
        if isJSON { return output.write(all.map(\.json) + [gaps.unknownJSON].compactMap(\.self)) }
        if !isTable {
            write(all, of: nil)
        } else {
            let page = AirportPage(
                sources, items: items, winds: around.winds, warnings: around.warnings,
                hazards: around.hazards, runways: airports.runways(of: airport), lost: around.lost)
            return output.show(PageSequence([nearness(of: airport), page]))
        }
        output.warn(of: gaps)
    }

    /// Returns the warnings that apply at the place of a forecast.
    private func warnings(at items: [Item], of source: Source) -> WarningAnswer {
        guard source.kind == "forecast", let position = items.first?.position else { return WarningAnswer() }
        let name = SourceName(source.name)?.instance
        return WarningFinder(daemon, at: output.paper.now).part(WarningQuestion(at: position, named: name))
    }
}
