import AlmanacClient
import AlmanacValues
import Records
import Showing

/// The records of a source in the order in which people read them: that of `--sort`, or else of the
/// definition's `Sort=`, of the document, or of the keys.
struct RecordList {
    /// Records, and how many there are without a limit.
    typealias Part = (items: [Item], cut: Cut)

    /// The maximum number of records that are requested by their keys.
    private static let mostKeys = 100
    /// The maximum number of records that are sorted before they are printed as JSON.
    private static let mostOrdered = 20_000

    private let source: Source
    private let invocation: Invocation
    private let daemon: Daemon

    init(of source: Source, invocation: Invocation, daemon: Daemon) {
        self.source = source
        self.invocation = invocation
        self.daemon = daemon
    }

    /// Whether the records have an order of their own and are few enough to be sorted; otherwise they can be
    /// printed while they are received.
    var isOrdered: Bool {
        order != nil || isOfRows && source.runtime.records <= RecordList.mostOrdered
    }

    /// Returns the first records of a selector; of a calendar, lines of a template are the appointments that
    /// begin later.
    ///
    /// - Parameters:
    ///   - selector: The selector.
    ///   - limit: The maximum number of records; `nil` for all.
    ///   - paper: The output, which knows the time.
    /// - Returns: The records, and how many there are without a limit.
    /// - Throws: A complaint if the daemon cannot be asked.
    func part(_ selector: Selector, limit: Int?, at paper: Paper) throws(CommandError) -> Part {
        if isAgenda, selector.keys.isEmpty {
            let appointments = try daemon.items(selector).compactMap { Appointment($0) }
            let isLine = invocation["format"]?.contains("{") ?? false
            let items = Appointment.upcoming(appointments, withBegun: !isLine, on: paper).map(\.item)
            return first(limit, items, "appointments")
        }
        if let order { return first(limit, ordered(try daemon.items(selector), by: order)) }
        guard isOfRows, selector.keys.isEmpty else {
            return counted(try daemon.items(selector, limit: limit), selector, limit)
        }
        let keys = documentOrder
        var part = selector
        let isWhole = selector.conditions.isEmpty && selector.circle == nil
        if isWhole, let limit, limit <= RecordList.mostKeys {
            part.keys = keys.prefix(limit).map(Selector.literal)
        }
        let found = try daemon.items(part, limit: keys.isEmpty ? limit : nil)
        return counted(first(limit, ordered(found, byKeys: keys)).items, selector, limit)
    }

    /// Whether the records are few enough to load all, so that headings can say how many a group has.
    var canCountGroups: Bool { source.runtime.records <= RecordList.mostOrdered }

    /// Returns records with their number without the limit.
    private func counted(_ items: [Item], _ selector: Selector, _ limit: Int?) -> Part {
        (
            items,
            daemon.cut(items.count, limit: limit, of: Request<ItemPage>.records(selector, isStrict: true))
        )
    }

    /// Whether the records are appointments that are shown in their order, without those that are over.
    private var isAgenda: Bool {
        let hasOwnView = ["sort", "columns", "group-by", "count", "sum", "mean", "min", "max", "json"]
            .contains {
                invocation.has($0)
            }
        let format = invocation["format"] ?? "table"
        return source.kind == "calendar" && !hasOwnView && (format == "table" || format.contains("{"))
    }

    /// The members by which the records are sorted; `nil` for the order of the document or of the keys.
    private var order: [String]? {
        let order = invocation["sort"].map { [$0] } ?? source.words(in: "Record", named: "Sort")
        return order.isEmpty ? nil : order
    }

    private func first(_ limit: Int?, _ items: [Item], _ noun: String = "records") -> Part {
        let part = Array(items.prefix(limit ?? .max))
        return (part, Cut(shown: part.count, of: items.count, noun, advice: "--limit shows more"))
    }

    /// Whether records are rows in no other order, as those of feeds and weather are.
    private var isOfRows: Bool { ["table", "json", "join"].contains(source.kind) }

    /// The keys in the order of the document; empty if it is not known, such as by an earlier daemon.
    private var documentOrder: [String] {
        guard source.kind != "join" else { return [] }
        return (try? daemon.ask(.order(of: source.name))) ?? []
    }
}
