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

    /// Returns the exit status of an answer that has some records of sources: that there are no others is not
    /// known of a source without data, nor that there are none of one without current data. Old records are
    /// shown with their age.
    ///
    /// A page says what is unknown; in formats for programs, this prints it.
    func status(of sources: [Source], isEmpty: Bool) -> ExitStatus {
        // An empty list is complete only if nothing was lost; a list of data states its age.
        let gaps =
            isEmpty
            ? sources.flatMap(\.readingGaps)
            : sources.filter { $0.runtime.fetched == nil }.compactMap(\.gap)
        guard !gaps.isEmpty else { return .success }
        if isJSON {
            output.write([gaps.unknownJSON].compactMap(\.self))
        } else if !isTable || template != nil || hasSummary {
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
