import Definitions
import Records
import Refreshing
import Storing
import Subscribing
import Varlink

/// GetSnapshot for a moment in the past.
extension Interface {
    /// Returns a page of the records as they were at a moment; with `more`, all pages.
    func getPast(_ moment: UTC, of selector: Selector, after place: SnapshotPlace?, limit: Int, _ call: Call)
    {
        guard moment <= wall() else { return call.fail(.invalidParameter("atUSec")) }
        let query = PastQuery(
            selector, sources.names(wantedBy: selector).map(target), at: moment, cursor: broadcast.cursor,
            after: place, limit: limit)
        check(call, selector) { [self] in
            run(query, for: call, .searching) { [self] in send($0, of: query, .searching, call) }
        }
    }

    private func target(_ name: String) -> PastQuery.Target {
        let source = SourceName(name)
        return PastQuery.Target(
            name: name, oldest: source.flatMap(oldest),
            isMirrored: source.map { sources.mirrored[$0] != nil } ?? false)
    }
}
