import Records
import Showing

extension DaemonConnection {
    /// The sources that globs stand for, all when there are none.
    ///
    /// - Throws: When one of them stands for no source.
    func sources(_ globs: [String] = []) throws(Complaint) -> [Source] {
        let selection = Selection(sources: globs)
        let parameters: JSON = globs.isEmpty ? .object([]) : ["selector": selection.json]
        let answer = try ask("ListSources", parameters)
        let sources = (answer["sources"]?.array ?? []).compactMap(Source.init)
        for glob in globs where !sources.contains(where: { Glob(glob).matches($0.name) }) {
            throw noSuchSource(glob)
        }
        return sources
    }

    /// The source of exactly that name; `nil` when there is none.
    func source(_ name: String) throws(Complaint) -> Source? {
        let selection = Selection(sources: [Selection.literal(name)])
        return (try ask("ListSources", ["selector": selection.json])["sources"]?.array ?? []).first.flatMap(
            Source.init)
    }

    /// The records that a selection stands for, up to a limit.
    func items(_ selection: Selection, limit: Int? = nil) throws(Complaint) -> [Item] {
        var items: [Item] = []
        try pages(selection, limit: limit) { items += $0 }
        return items
    }

    /// Takes the records that a selection stands for page after page, up to a limit.
    func pages(_ selection: Selection, limit: Int? = nil, take: ([Item]) -> Void) throws(Complaint) {
        var (count, next): (Int, String?) = (0, nil)
        repeat {
            let rest = limit.map { $0 - count }
            let page = try ask(
                "GetSnapshot",
                .members([
                    "selector": selection.json, "limit": rest.map { .int($0) }, "next": next.map(JSON.string),
                ]))
            let items = (page["records"]?.array ?? []).compactMap(Item.init)
            take(items)
            count += items.count
            next = page["next"]?.string
        } while next != nil && count < limit ?? .max
    }

    /// The complaint that a source is not known.
    func noSuchSource(_ name: String) -> Complaint {
        let isPattern = name.contains { "*?[".contains($0) }
        let addition = SourceName(name) == nil ? [] : ["to add one: almanac add \(name)"]
        return Complaint(
            .failure, isPattern ? "no source matches \"\(name)\"" : "no source \"\(name)\"",
            hints: ["all sources: almanac list"] + addition)
    }
}
