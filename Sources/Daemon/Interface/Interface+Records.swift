import Definitions
import Reactive
import Records
import Refreshing
import Storing
import Subscribing
import Varlink

extension Interface {
    /// Returns a page of the snapshot; with `more`, all pages.
    func getSnapshot(_ call: Call) {
        guard let selector = selector(of: call) else { return }
        let limit = min(max(call.parameters["limit"]?.int ?? 500, 1), 1000)
        guard let place = place(of: call) else { return }
        if let moment = call.parameters["atUSec"]?.moment {
            return getPast(moment, of: selector, after: place, limit: limit, call)
        }
        let names = sources.names(wantedBy: selector)
        var query = SnapshotQuery(
            selector, names, at: broadcast.cursor, after: place, limit: limit, isWhole: call.wantsMore)
        check(call, selector) { [self] in
            count(names, selector, for: call) { [self] total in
                query.total = total
                let query = query
                run(query, for: call, .reading) { [self] in send($0, of: query, .reading, call) }
            }
        }
    }

    /// Passes the number of records that a selector matches, if the call requests it.
    private func count(
        _ names: [String], _ selector: Selector, for call: Call, then: @escaping (Int?) -> Void
    ) {
        guard isCounted(call) else { return then(nil) }
        guard !selector.isOfAllRecords else { return then(sources.recordCount(of: names)) }
        run(CountQuery(of: selector, in: names), for: call, .searching) { then($0) }
    }

    /// Returns the keys of a source's records in the order of its last document.
    func getOrder(_ call: Call) {
        guard let name = source(of: call, "source") else { return }
        let query = ReadQuery { try $0.reader().orderedKeys(of: name.text) }
        run(query, for: call, .reading) { call.reply(["keys": .array($0.map(JSON.string))]) }
    }

    /// Returns the end of the page before; the outer `nil` means that it is invalid and the call has failed.
    private func place(of call: Call) -> SnapshotPlace?? {
        guard let text = call.parameters["next"]?.string else { return .some(nil) }
        let parts = RecordKey.split(text)
        guard let key = parts.key else {
            call.fail(.invalidParameter("next"))
            return nil
        }
        return SnapshotPlace(source: parts.source, key: key)
    }

    /// Returns a page of changes or of earlier states of records, newest first; with `more`, all pages.
    func getHistory(_ call: Call) {
        guard let name = source(of: call, "source") else { return }
        let asked = call.parameters
        let key = asked["key"]?.string
        let since = [asked["sinceUSec"]?.moment, oldest(of: name)].compactMap(\.self).max()
        let until = asked["untilUSec"]?.moment
        var query = HistoryQuery(
            of: name.text, key: key, since: since, until: until,
            before: asked["next"]?.string.flatMap { Int64($0) },
            limit: min(max(asked["limit"]?.int ?? 200, 1), 1000),
            runs: asked["changes"]?.bool == true ? broadcast.runs : nil)
        guard isCounted(call) else {
            return run(query, for: call, .searching) { [self, query] in
                send($0, of: query, .searching, call)
            }
        }
        let counting = HistoryCountQuery(of: name.text, key: key, since: since, until: until)
        run(counting, for: call, .searching) { [self] total in
            query.total = total
            let query = query
            run(query, for: call, .searching) { [self] in send($0, of: query, .searching, call) }
        }
    }

    /// Whether a call requests the number of all results.
    func isCounted(_ call: Call) -> Bool { call.parameters["count"]?.bool == true }

    /// Returns the time of the oldest change that a source shows; `nil` if only the log limits it.
    func oldest(of name: SourceName) -> UTC? {
        sources.definition(of: name)?.history.map { wall() - $0 }
    }
}

nonisolated extension JSON {
    fileprivate var moment: UTC? { int.map { UTC(microseconds: Int64($0)) } }
}
