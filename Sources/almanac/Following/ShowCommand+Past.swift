import AlmanacValues
import Records
import Showing

/// The records as they were at a past moment.
extension ShowCommand {
    /// Shows the target as it was at a moment; the page counts ages and days from there.
    func show(at moment: UTC) throws(CommandError) -> CommandStatus {
        let sources = try pastSources()
        let names = sources.map { Selector.literal($0.name) }
        let limit = try invocation.count("limit")
        let isSorted = invocation.has("sort") || isTable
        let past = try daemon.items(
            selector(names), at: moment, limit: hasSummary || isSorted ? nil : limit)
        try checkMembers(of: past.items, sources)
        let missing = past.items.isEmpty && past.unknown.isEmpty
        if let key, missing {
            throw CommandError(.failure, "\(sources[0].name) had no record \"\(key)\" then")
        }
        output.moment = moment
        let most = hasSummary || !isSorted ? nil : limit
        try write(past.items, past.unknown, limit: most, of: sources, at: moment)
        return state(past.unknown)
    }

    /// Returns the sources of the target: one, those of a pattern, or those of an airport.
    private func pastSources() throws(CommandError) -> [Source] {
        if isPattern { return try daemon.sources([name]) }
        if let source = try daemon.source(name) { return [source] }
        if let airport = try airport() {
            let sources = try kept(["metar", "taf", "winds", "report"].map { "\($0)@\(airport)" })
            if !sources.isEmpty { return sources }
        }
        throw .noSuchSource(name, similar: daemon.similar(to: name))
    }

    private func write(
        _ items: [Item], _ unknown: [UnknownPast], limit: Int?, of sources: [Source], at moment: UTC
    ) throws(CommandError) {
        let items = invocation["sort"].map { ordered(items, by: [$0]) } ?? items
        let shown = Array(items.prefix(limit ?? .max))
        if let template {
            for source in sources {
                write(shown.filter { $0.source == source.name }, of: source, with: template)
            }
        } else if hasSummary {
            try write(summary(of: items))
        } else if isTable {
            let pages = sources.compactMap { source in
                pastPage(of: shown.filter { $0.source == source.name }, from: source)
            }
            let cut = Cut(shown: shown.count, of: items.count, advice: "--limit shows more")
            let isUnknown = pages.isEmpty && !unknown.isEmpty
            if !isUnknown { output.show(PageSequence([PastHeading(moment)] + pages + [cut])) }
        } else {
            write(shown, of: sources.count == 1 ? sources[0] : nil)
        }
    }

    private func pastPage(of items: [Item], from source: Source) -> (any Showable)? {
        items.isEmpty ? nil : page(of: items, from: source, .shown)
    }

    /// States what is not known; an answer without it would be a guess.
    private func state(_ unknown: [UnknownPast]) -> CommandStatus {
        guard !unknown.isEmpty else { return .success }
        if isJSON { output.write(["unknown": .array(unknown.map(\.json))]) }
        let zone = output.paper.zone
        for gap in unknown {
            let words = gap.words { "\(zone.date($0)) \(zone.clock($0))" }
            Terminal.warn(visible("almanac: \(gap.name) is not known then: \(words)"))
        }
        return .incomplete
    }
}
