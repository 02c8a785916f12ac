import AlmanacClient
import AlmanacValues
import Records
import Showing

/// The formats of `show`, and the number of records that it leaves out.
extension ShowCommand {
    /// Whether the output is JSON.
    var isJSON: Bool {
        let format = invocation["format"]
        return format == "json" || (format == nil && output.json != nil)
    }

    /// The conditions of `--where`.
    var conditions: [String] { invocation.all("where") }

    /// Returns what the conditions compare in vain, if they match no record, and what `--near` cannot place.
    func missed(in sources: [Source], isEmpty: Bool) -> [Gap] {
        let vanished = isEmpty ? daemon.vanished(comparedBy: conditions, in: sources) : []
        return vanished + (invocation.has("near") ? sources.compactMap(\.unplacedGap) : [])
    }

    /// Prints records in a format for programs.
    func write(_ items: [Item], of source: Source?) {
        if isJSON {
            output.write(items.map(\.json))
        } else if let format = delimitedFormat {
            output.write(DelimitedText(items, columns: columns), format)
        } else {
            output.write(source.map { geoJSON(items, of: $0) } ?? geoJSON(items))
        }
    }

    /// Whether records are shown to people.
    var isTable: Bool { !isJSON && delimitedFormat == nil && invocation["format"] != "geojson" }

    /// Whether the answer is a page, which states the age of old data; no other format has a place for it.
    var isPage: Bool { isTable && template == nil && !hasSummary }

    /// Returns the exit status of an answer that has some records of sources: that there are no others is not
    /// known of a source without data, nor that there are none, or how many there are, of one without current
    /// data or with parts that could not be read. Old records, and lists of sources with such parts, are complete
    /// only on a page.
    ///
    /// A page says what is unknown; in formats for programs, this prints it.
    ///
    /// - Parameters:
    ///   - sources: The sources.
    ///   - isEmpty: Whether none of their records is in the answer.
    ///   - missed: What the conditions and `--near` cannot find, which a page has stated.
    ///   - isList: Whether it is a list of all records of the sources that meet the conditions.
    /// - Returns: The status.
    func status(
        of sources: [Source], isEmpty: Bool, missed: [Gap] = [], isList: Bool = false
    ) -> CommandStatus {
        // An empty list is complete only if nothing was lost, and so are a file of all, a number and a sum.
        let own =
            isEmpty || hasSummary || isList && !isPage
            ? sources.flatMap(\.readingGaps)
            : sources.filter { !isPage || $0.runtime.fetched == nil }.compactMap(\.gap)
        let gaps = own + missed
        guard !gaps.isEmpty else { return .success }
        if isJSON {
            output.write([gaps.unknownJSON].compactMap(\.self))
        } else if !isPage {
            output.warn(of: gaps)
        }
        return .incomplete
    }

    /// Returns how many of the records of a selector are shown.
    func cut(_ shown: Int, of selector: Selector) -> Cut {
        let limit = (try? invocation.count("limit")) ?? nil
        return daemon.cut(shown, limit: limit, of: Request<ItemPage>.records(selector, isStrict: true))
    }

    /// Returns the sizes of the groups of all records.
    func sizes(of items: [Item], _ group: String?) -> RecordTable.GroupSizes {
        guard let group else { return .shown }
        let path = FieldPath(group)
        return RecordTable.GroupSizes(items) { path.value(in: $0.data)?.shown }
    }

    /// Shows the reports of several sources with remarks on these.
    func show(_ page: ReportTable, _ cut: Cut, _ sources: [Source]) {
        let notes = sources.map { SourceNote($0, isEmpty: false) }
        output.show(PageSequence([page, cut, PageSequence(compact: notes)]))
    }
}

/// The position that stands for an airport.
extension ShowCommand {
    /// Returns how far an airport is from the position that stands for it; nothing for a
    /// name.
    func nearness(of airport: String) -> any Showable {
        guard let position = (try? Whereabouts(daemon, output).position(writtenAs: name)) ?? nil,
            let place = airports.position(of: airport)
        else { return PageSequence([]) }
        return NearestStation(airport, place: place, to: position, as: name)
    }
}

/// The option of `show` that prints records as lines from a user's template.
extension ShowCommand {
    /// Returns the template of `--format`; `nil` for a named format.
    ///
    /// - Throws: A complaint about a wrong format, or one that cannot be combined with other options.
    static func template(of invocation: Invocation) throws(CommandError) -> Template? {
        guard let template = try Template(format: invocation["format"] ?? "", of: "show") else {
            _ = try invocation.listFormat(or: ["csv", "tsv", "'{...}'"])
            return nil
        }
        guard let option = ["count", "sum", "mean", "min", "max", "columns"].first(where: invocation.has)
        else { return template }
        throw .usage("--\(option) cannot be combined with a format that has {...}", see: "show")
    }

    /// Prints a line for each record.
    func write(_ items: [Item], of source: Source, with template: Template) {
        let paper = output.paper
        Terminal.write(items.map { template.text($0, of: source, on: paper) + "\n" }.joined())
    }

    /// Prints one line for an airport, so that a status bar always has one: for its report, or else its
    /// forecast, or else without a record. Returns the exit status.
    func write(
        _ items: [Item], ofAirport sources: [Source], with template: Template
    ) -> CommandStatus {
        let ordered = ["metar", "report", "taf"].flatMap { kind in sources.filter { $0.kind == kind } }
        let pairs = ordered.map { source in (source, items.first { $0.source == source.name }) }
        guard let (source, item) = pairs.first(where: { $0.1 != nil }) ?? pairs.first else { return .success }
        write([item].compactMap { $0 }, of: source, with: template)
        if item == nil { Terminal.write(template.text(nil, of: source, on: output.paper) + "\n") }
        return status(of: [source], isEmpty: item == nil)
    }
}

extension Template {
    /// Parses the template in the value of `--format`; returns `nil` if it has no braces.
    ///
    /// - Throws: A complaint about a wrong template.
    init?(format: String, of command: String) throws(CommandError) {
        guard format.contains("{") else { return nil }
        do {
            try self.init(format)
        } catch {
            throw .usage("\(error)", see: command)
        }
    }
}

/// The options of `show` that print figures about records, or records as delimited text.
extension ShowCommand {
    /// The format of `--format csv` and `--format tsv`; `nil` for any other.
    var delimitedFormat: DelimitedText.Format? { invocation["format"].flatMap(DelimitedText.Format.init) }

    /// Whether figures are requested instead of records.
    var hasSummary: Bool { invocation.has("count") || !figures.isEmpty }

    /// The requested figures: sums, means, then the smallest and the greatest values.
    var figures: [Summary.Figure] {
        Summary.Figure.Kind.allCases.flatMap { kind in
            members(kind.rawValue).map { Summary.Figure(kind, of: $0) }
        }
    }

    /// Returns the members that an option lists, separated by commas; the option can be repeated.
    func members(_ option: String) -> [String] {
        invocation.all(option).flatMap { $0.split { $0 == "," || $0 == " " } }.map(String.init)
    }

    /// Returns the requested figures about records.
    ///
    /// - Throws: A complaint about a limit that is not a number.
    func summary(of items: [Item]) throws(CommandError) -> Summary {
        let group = invocation["group-by"]
        return Summary(
            items, figures, hasCount: invocation.has("count"), group: group == "-" ? nil : group,
            limit: try invocation.count("limit"))
    }

    /// Prints figures in the requested format.
    func write(_ summary: Summary) {
        if isJSON {
            output.write(summary.json)
        } else if let format = delimitedFormat {
            output.write(summary.text, format)
        } else {
            return output.show(PageSequence([summary, summary.cut]))
        }
        output.warn(summary.cut)
    }
}
