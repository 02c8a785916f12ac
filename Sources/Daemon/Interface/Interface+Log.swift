import Definitions
import Records
import Refreshing
import Subscribing
import Varlink

/// GetChanges.
extension Interface {
    /// Returns a page of the changes of several sources, newest first; with `more`, all pages.
    func getChanges(_ call: Call) {
        guard let selector = selector(of: call), let start = start(of: call), let place = logPlace(of: call)
        else { return }
        let query = LogQuery(
            scope(of: selector), from: start, to: place.end, before: place.number,
            limit: min(max(call.parameters["limit"]?.int ?? 200, 1), 1000), runs: broadcast.runs)
        check(call, selector) { [self] in
            run(query, for: call, .searching) { [self] in send($0, of: query, .searching, call) }
        }
    }

    private func scope(of selector: Selector) -> LogQuery.Scope {
        let wanted = sources.names(wantedBy: selector).map { name in
            (name, SourceName(name).flatMap { oldest(of: $0) })
        }
        return LogQuery.Scope(
            selector: selector, present: Set(sources.names.map(\.text)),
            wanted: Dictionary(wanted) { first, _ in first })
    }

    /// Returns the beginning of the period; `nil` if it is invalid and the call has failed.
    private func start(of call: Call) -> LogQuery.Start? {
        if let text = call.parameters["since"]?.string {
            if let cursor = Cursor(text) { return .cursor(cursor) }
            call.fail(.invalidParameter("since"))
            return nil
        }
        let moment = call.parameters["sinceUSec"]?.int.map { UTC(microseconds: Int64($0)) }
        return moment.map { .moment($0) } ?? .all
    }

    /// Returns the end of the log when the first page was made, and the end of the page before, `nil` for the
    /// first page; `nil` if they are invalid and the call has failed.
    private func logPlace(of call: Call) -> (end: Cursor, number: Int64?)? {
        guard let text = call.parameters["next"]?.string else { return (broadcast.cursor, nil) }
        let parts = text.split(separator: "/")
        if parts.count == 2, let end = Cursor(String(parts[0])), let number = Int64(parts[1]) {
            return (end, number)
        }
        call.fail(.invalidParameter("next"))
        return nil
    }
}
