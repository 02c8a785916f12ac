public import AlmanacValues
public import Records

extension DaemonConnection {
    /// Passes the records that a selector matches page by page, up to a limit; runs the event loop meanwhile.
    ///
    /// - Parameters:
    ///   - selector: The selected records.
    ///   - limit: The maximum number of records; `nil` for all.
    ///   - isStrict: Whether conditions with a member that no record has had are refused.
    ///   - receive: Called with each page.
    /// - Throws: The reason why a page is missing; earlier pages have been passed.
    public func pages(
        of selector: Selector, limit: Int? = nil, isStrict: Bool = false, receive: ([Item]) -> Void
    ) throws(AlmanacError) {
        var count = 0
        var next: String?
        repeat {
            let page = try answer(
                to: .records(selector, limit: limit.map { $0 - count }, next: next, isStrict: isStrict))
            receive(page.items)
            count += page.items.count
            next = page.next
        } while next != nil && count < limit ?? .max
    }

    /// Returns the records that a selector matches as they were at a moment; runs the event loop meanwhile.
    ///
    /// - Parameters:
    ///   - selector: The selected records.
    ///   - moment: The moment.
    ///   - limit: The maximum number of records; `nil` for all.
    ///   - isStrict: Whether conditions with a member that no record has had are refused.
    /// - Returns: The records, and the sources and records of which it is not known.
    /// - Throws: The reason why they are missing; `unsupported` by a daemon that cannot look back.
    public func records(
        _ selector: Selector, at moment: UTC, limit: Int? = nil, isStrict: Bool = false
    ) throws(AlmanacError) -> (items: [Item], unknown: [UnknownPast]) {
        var items: [Item] = []
        var unknown: [UnknownPast] = []
        var next: String?
        repeat {
            let page = try answer(
                to: .records(
                    selector, limit: limit.map { $0 - items.count }, next: next, isStrict: isStrict,
                    at: moment))
            guard page.at == moment else { throw .unsupported(method: "GetSnapshot with atUSec") }
            items += page.items
            unknown += page.unknown
            next = page.next
        } while next != nil && items.count < limit ?? .max
        return (items, unknown)
    }

    /// Returns the records that a selector matches, up to a limit; runs the event loop meanwhile.
    public func records(_ selector: Selector, limit: Int? = nil) throws(AlmanacError) -> [Item] {
        var items: [Item] = []
        try pages(of: selector, limit: limit) { items += $0 }
        return items
    }

    /// Returns the source with exactly this name; `nil` if there is none. Runs the event loop meanwhile.
    public func source(_ name: String) throws(AlmanacError) -> Source? {
        try answer(to: .sources(Selector(sources: [Selector.literal(name)]))).first
    }
}
