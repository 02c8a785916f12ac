public import AlmanacValues
public import Records

nonisolated extension Request where Answer == ItemPage {
    /// A page of the current or of past records; `next` is the position from the previous page.
    ///
    /// - Parameters:
    ///   - selector: The selected records.
    ///   - limit: The maximum number of records; `nil` for the daemon's.
    ///   - next: The position from the previous page; `nil` for the first page.
    ///   - isStrict: Whether conditions with a member that no record has had are refused.
    ///   - moment: The moment at which the records are requested; `nil` for now. The answer of a daemon that
    ///     cannot look back has no `at`.
    /// - Returns: The request.
    public static func records(
        _ selector: Selector = Selector(), limit: Int? = nil, next: String? = nil, isStrict: Bool = false,
        at moment: UTC? = nil
    ) -> Request {
        Request(
            "GetSnapshot",
            parameters: .members([
                "selector": selector.json, "limit": limit.map { .int($0) }, "next": next.map(JSON.string),
                "strict": strictness(isStrict, for: selector),
                "atUSec": moment.map { .int($0.microseconds) },
            ])
        ) { ItemPage($0) }
    }

    /// A page of the versions of a source's records or of one record, newest first.
    public static func history(
        of source: String, key: String? = nil, since: UTC? = nil, until: UTC? = nil, limit: Int? = nil,
        next: String? = nil
    ) -> Request {
        page(of: source, key: key, since: since, until: until, limit: limit, next: next) { ItemPage($0) }
    }
}

nonisolated extension Request where Answer == [String] {
    /// The keys of a source's records in the order of its last document; none if it is not known.
    public static func order(of source: String) -> Request {
        Request(
            "GetOrder", parameters: ["source": .string(source)], parse: elements(of: "keys") { $0.string })
    }
}

nonisolated extension Request where Answer == ChangePage {
    /// A page of the changes of a source or of one record, with removals and what changed, newest first.
    public static func changes(
        of source: String, key: String? = nil, since: UTC? = nil, until: UTC? = nil, limit: Int? = nil,
        next: String? = nil
    ) -> Request {
        page(of: source, key: key, since: since, until: until, limit: limit, next: next, hasChanges: true) {
            ChangePage($0)
        }
    }
}

nonisolated extension Request where Answer == LogPage {
    /// A page of the changes of all selected sources from a beginning on, newest first.
    ///
    /// - Parameters:
    ///   - selector: The selected sources, records and members.
    ///   - start: The beginning.
    ///   - limit: The maximum number of changes; `nil` for the daemon's.
    ///   - next: The position from the previous page; `nil` for the first page.
    ///   - isStrict: Whether conditions with a member that no record has had are refused.
    /// - Returns: The request.
    public static func log(
        _ selector: Selector = Selector(), from start: LogStart, limit: Int? = nil, next: String? = nil,
        isStrict: Bool = false
    ) -> Request {
        var since: (cursor: JSON?, moment: JSON?) = (nil, nil)
        switch start {
        case .cursor(let cursor): since.cursor = .string(cursor)
        case .moment(let moment): since.moment = .int(moment.microseconds)
        case .all: break
        }
        return Request(
            "GetChanges",
            parameters: .members([
                "selector": selector.json, "since": since.cursor, "sinceUSec": since.moment,
                "limit": limit.map { .int($0) }, "next": next.map(JSON.string),
                "strict": strictness(isStrict, for: selector),
            ])
        ) { LogPage($0) }
    }
}

nonisolated extension Request {
    /// A page of GetHistory, with versions or with changes.
    private static func page(
        of source: String, key: String?, since: UTC?, until: UTC?, limit: Int?, next: String?,
        hasChanges: Bool? = nil, parse: @escaping @Sendable (JSON) -> Answer?
    ) -> Request {
        Request(
            "GetHistory",
            parameters: .members([
                "source": .string(source), "key": key.map(JSON.string),
                "sinceUSec": since.map { .int($0.microseconds) },
                "untilUSec": until.map { .int($0.microseconds) }, "limit": limit.map { .int($0) },
                "next": next.map(JSON.string), "changes": hasChanges.map(JSON.bool),
            ]), parse: parse)
    }

    /// The parameter `strict`; `nil` without conditions, for which it means nothing.
    static func strictness(_ isStrict: Bool, for selector: Selector) -> JSON? {
        isStrict && !selector.conditions.isEmpty ? true : nil
    }
}
