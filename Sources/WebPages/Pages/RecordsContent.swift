public import AlmanacValues
import Records
public import Showing

/// The records of a source as a table: searched, sorted, grouped, and a part of them at a time.
public struct RecordsContent: Sheet {
    /// The records that a user asked to see.
    public struct View: Sendable, Hashable {
        /// The words that the records contain; empty for all records.
        public var search = ""
        /// The member by which the records are sorted; `nil` for the order of the document.
        public var sort: String?
        /// Whether the order is reversed.
        public var isDescending = false
        /// The member whose values are the headings; `nil` for that of the source.
        public var group: String?
        /// The conditions that the records meet.
        public var conditions: [String] = []
        /// The number of the first record shown, from 0 to ``lastFirst``.
        public var first = 0
        /// The maximum number of records shown.
        public var count = 200
        /// The highest number of a first record, more than any table has.
        public static let lastFirst = 1_000_000_000

        /// Makes a view of all records.
        public init() {}
    }

    /// The most records on a page.
    public static let mostShown = 10_000
    /// The most records in a table that browsers lay out at once, so that its columns fit their content.
    private static let mostLaidOut = 1000

    /// The most records that a search finds, which are those that match best.
    public static let mostFound = 1000

    private let source: Source
    private let items: [Item]
    private let total: Int
    private let all: Int?
    private let view: View
    private let sizes: RecordTable.GroupSizes
    private let preferences: Preferences
    private let rows: RowCache

    /// Makes the page.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - items: The records to show, in their order.
    ///   - total: The number of records that match the view and can be shown.
    ///   - all: The number of records that match the view, also of those that are too many; `nil` if it is
    ///     not known.
    ///   - view: The view that the user asked for.
    ///   - preferences: The user's choices.
    ///   - sizes: The sizes of the groups.
    ///   - rows: The rows of the page's last rendering.
    public init(
        _ source: Source, items: [Item], total: Int, all: Int?, view: View, preferences: Preferences,
        sizes: RecordTable.GroupSizes = .shown, rows: RowCache = RowCache()
    ) {
        self.source = source
        self.items = items
        self.total = total
        self.all = all
        self.view = view
        self.sizes = sizes
        self.preferences = preferences
        self.rows = rows
    }

    /// Returns the records as text, with remarks.
    public func lines(on paper: Paper) -> [Line] {
        let page = recordPage(items, of: source, isOne: false) ?? RecordTable(items, view: .init())
        let cut = Cut(shown: items.count, of: all, advice: "first= and count= show others")
        return PageSequence([page, cut, SourceNote(source, isEmpty: items.isEmpty)]).lines(on: paper)
    }

    /// Returns the records as a table, with a search and links to the other pages of the table.
    public func html(on paper: Paper) -> HTML {
        HTML {
            heading(&$0)
            $0.add(notes: SourceNote(source, isEmpty: false).lines(on: paper))
            filter(&$0)
            $0.add("p", ["id": "count", "role": "status"], text: countText)
            let isLong = items.count > RecordsContent.mostLaidOut
            $0.add("div", ["id": "records", "class": isLong ? "long" : nil]) { tables(&$0, paper) }
            pages(&$0)
        }
    }

    private func heading(_ html: inout HTML) {
        html.add("h1") {
            $0.add(text: source.title ?? source.name)
            if source.title != nil { $0.add("small", text: " " + source.name) }
        }
        html.add("p") {
            $0.add(
                "a", ["href": preferences.link(path(ofStateOf: source.name))],
                text: "About this source")
            for format in ["csv", "json", "geojson"] {
                $0.add(text: " · ")
                $0.add(
                    "a", ["href": "/api/records?source=\(percentEncoded(source.name))&format=\(format)"],
                    text: format)
            }
        }
    }

    private func filter(_ html: inout HTML) {
        html.add(
            "form",
            ["class": "filter", "method": "get", "action": path(ofSource: source.name), "id": "filter"]
        ) {
            $0.add("label", ["for": "search"], text: "Search in these records")
            $0.add(
                void: "input",
                [
                    "type": "search", "id": "search", "name": "q", "value": view.search,
                    "autocomplete": "off",
                    "maxlength": "200",
                ])
            for (name, value) in kept {
                $0.add(void: "input", ["type": "hidden", "name": name, "value": value])
            }
            $0.add("button", ["type": "submit"], text: "Search")
        }
    }

    /// The parameters that a search keeps.
    private var kept: [(name: String, value: String)] {
        let single: [(String, String?)] = [
            ("sort", view.sort), ("desc", view.isDescending ? "1" : nil), ("group", view.group),
            ("count", view.count == View().count ? nil : String(view.count)),
        ]
        let given = single.compactMap { name, value in value.map { (name: name, value: $0) } }
        return view.conditions.map { ("where", $0) } + given + preferences.items
    }

    private var countText: String {
        guard total > items.count else { return countOfAll }
        guard !items.isEmpty else {
            return "none from number \(grouped(view.first + 1)) on, of \(countOfAll)"
        }
        return "\(grouped(view.first + 1)) to \(grouped(view.first + items.count)) of \(countOfAll)"
    }

    /// The number of records: `461 records`, `the best 1000 of 4321 matches`.
    private var countOfAll: String {
        if all == total { return counted(total, "record") }
        let kind = view.search.isEmpty ? "first" : "best"
        let (one, many) = view.search.isEmpty ? ("record", "records") : ("match", "matches")
        guard let all else { return "the \(kind) \(counted(total, one, many)), perhaps not all" }
        return "the \(kind) \(grouped(total)) of \(counted(all, one, many))"
    }

    private func tables(_ html: inout HTML, _ paper: Paper) {
        let group = view.group ?? source.words(in: "Record", named: "Group").first
        guard let group, group != "-" else {
            rows.update(items, groupedBy: nil)
            return table(of: Array(items.indices), label: label, id: "table", &html, paper)
        }
        rows.update(items, groupedBy: ShownMember(group))
        for (index, section) in rows.sections().enumerated() {
            let stated = section.name.flatMap { $0.isEmpty ? nil : $0 }
            let name = stated ?? "without \(readable(group))"
            html.add("h2", ["id": "group-\(index)"]) {
                $0.add(text: name)
                $0.add("small", text: " " + sizes.text(of: stated, shown: section.indices.count))
            }
            table(of: section.indices, label: "\(label): \(name)", id: "table-\(index)", &html, paper)
        }
    }

    private func table(
        of indices: [Int], label: String, id: String, _ html: inout HTML, _ paper: Paper
    ) {
        if indices.allSatisfy({ ReportPage.canShow(items[$0]) }), !indices.isEmpty {
            return html.add(
                ReportTable(indices.map { items[$0] }, of: [source]).table(on: paper),
                style(indices, label, id, names: []))
        }
        let names = columns(of: indices, paper)
        RecordRows(items: items, indices: indices, names: names, cache: rows)
            .add(to: &html, style(indices, label, id, names: names))
    }

    /// Returns the members that a table shows: those of the source, or else chosen by some of its records.
    private func columns(of indices: [Int], _ paper: Paper) -> [String] {
        let names = source.words(in: "Record", named: "Columns")
        if !names.isEmpty { return names }
        return RecordTable(indices.map { items[$0] }, view: .init()).columns(paper)
    }

    /// The name of the table for screen readers.
    private var label: String { source.title ?? source.name }

    private func style(
        _ indices: [Int], _ label: String, _ id: String, names: [String]
    ) -> HTML.TableStyle {
        HTML.TableStyle(
            label: label, id: id,
            link: { preferences.link(path(ofRecord: items[indices[$0]].key, in: source.name)) },
            key: { items[indices[$0]].key }, sort: { $0 < names.count ? sortLink(names[$0]) : nil })
    }

    /// Returns the address of the page sorted by a member, or in reverse if it is sorted by it.
    private func sortLink(_ name: String) -> String {
        let isReversed = view.sort == name && !view.isDescending
        return link(sort: name, isDescending: isReversed, first: 0)
    }

    private func link(sort: String?, isDescending: Bool, first: Int, count: Int? = nil) -> String {
        var items: [String] = []
        if !view.search.isEmpty { items.append("q=" + percentEncoded(view.search)) }
        if let sort { items.append("sort=" + percentEncoded(sort)) }
        if isDescending { items.append("desc=1") }
        if let group = view.group { items.append("group=" + percentEncoded(group)) }
        items += view.conditions.map { "where=" + percentEncoded($0) }
        if first > 0 { items.append("first=\(first)") }
        let count = count ?? view.count
        if count != View().count { items.append("count=\(count)") }
        return preferences.link(
            path(ofSource: source.name) + (items.isEmpty ? "" : "?" + items.joined(separator: "&")))
    }

    private func pages(_ html: inout HTML) {
        guard total > items.count else { return }
        html.add("nav", ["class": "pages", "aria-label": "Pages of the table"]) {
            if view.first > 0 { page("Previous", first: max(0, view.first - view.count), "prev", &$0) }
            let next = view.first + items.count
            if next < total { page("Next", first: next, "next", &$0) }
            if total <= RecordsContent.mostShown {
                let all = link(
                    sort: view.sort, isDescending: view.isDescending, first: 0,
                    count: RecordsContent.mostShown)
                $0.add("a", ["href": all], text: "All \(counted(total, "record"))")
            }
        }
    }

    private func page(_ title: String, first: Int, _ relation: String, _ html: inout HTML) {
        html.add(
            "a",
            ["href": link(sort: view.sort, isDescending: view.isDescending, first: first), "rel": relation],
            text: title)
    }
}
