import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing
import Systemd

/// The daemon that a command asks; its errors are complaints.
final class Daemon {
    /// The connection to the daemon.
    let connection: DaemonConnection

    /// Makes a connection to the daemon of the command line, which is established with the first call.
    init(_ invocation: Invocation) throws(CommandError) {
        do {
            connection = DaemonConnection(to: Folders(invocation).socket, on: try EventLoop())
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
    }

    /// The event loop.
    var loop: EventLoop { connection.loop }

    /// Calls a method and waits for the answer.
    func ask<Answer>(_ request: Request<Answer>) throws(CommandError) -> Answer {
        do {
            return try connection.answer(to: request)
        } catch {
            throw commandError(error)
        }
    }

    /// Calls a method and waits for the answer; `slow` is called once if there is none for two seconds.
    func ask<Answer>(
        _ request: Request<Answer>, slow: @escaping () -> Void
    ) throws(CommandError) -> Answer {
        let timer = loop.after(.seconds(2), slack: .milliseconds(100), slow)
        defer { timer.cancel() }
        return try ask(request)
    }

    /// Runs the loop until a condition holds.
    func run(until isDone: () -> Bool) throws(CommandError) {
        do {
            try connection.run(until: isDone)
        } catch {
            throw commandError(error)
        }
    }

    /// Returns a complaint that explains a failed call and its remedy.
    func commandError(_ error: AlmanacError) -> CommandError { CommandError(error, at: connection.socket) }

    /// Returns the sources that match the globs, or all sources if there are none.
    ///
    /// - Throws: A complaint if a glob matches no source.
    func sources(_ globs: [String] = []) throws(CommandError) -> [Source] {
        let sources = try ask(.sources(Selector(sources: globs)))
        for glob in globs where !sources.contains(where: { Glob(glob).matches($0.name) }) {
            throw .noSuchSource(glob, similar: similar(to: glob))
        }
        return sources
    }

    /// Returns what the daemon itself cannot do; also that its state is unknown, if it does not answer.
    func failures() -> [DaemonFailure] {
        do {
            return try connection.answer(to: .status()).failures
        } catch .unsupported {
            return []
        } catch {
            return [unknownState(error, since: loop.wall)]
        }
    }

    /// Returns the failure that the daemon does not answer.
    func unknownState(_ error: AlmanacError, since: UTC) -> DaemonFailure {
        DaemonFailure("its state is unknown: \(commandError(error).message)", since: since)
    }

    /// Returns the names of sources that may be meant by a name; none if the daemon cannot be asked.
    func similar(to name: String) -> [String] {
        let request = Request<[Source]>.sources()
        return ((try? ask(request)) ?? []).map(\.name).nearest(to: name, limit: 3)
    }

    /// Returns the source with exactly this name; `nil` if there is none.
    func source(_ name: String) throws(CommandError) -> Source? {
        try ask(.sources(Selector(sources: [Selector.literal(name)]))).first
    }

    /// Returns the selected records, up to a limit.
    func items(_ selector: Selector, limit: Int? = nil) throws(CommandError) -> [Item] {
        var items: [Item] = []
        try pages(selector, limit: limit) { items += $0 }
        return items
    }

    /// Returns the selected records as they were at a moment, and those of which that is not known.
    func items(
        _ selector: Selector, at moment: UTC, limit: Int? = nil
    ) throws(CommandError) -> (items: [Item], unknown: [UnknownPast]) {
        do {
            return try connection.records(selector, at: moment, limit: limit, isStrict: true)
        } catch {
            throw commandError(error)
        }
    }

    /// Returns how many of all results a list has.
    ///
    /// - Parameters:
    ///   - shown: The number of results in the list.
    ///   - limit: The maximum number of results in the list; `nil` for no limit.
    ///   - request: The request for the list.
    ///   - noun: The word for the results, in the plural.
    ///   - advice: The advice for seeing more; empty for none.
    /// - Returns: The remark on the list; without a number if an earlier daemon does not count.
    func cut<Answer>(
        _ shown: Int, limit: Int?, of request: Request<Answer>, _ noun: String = "records",
        advice: String = "--limit shows more"
    ) -> Cut {
        guard let limit, shown >= limit else { return Cut(shown: shown, of: shown) }
        let total = (try? ask(request.total)) ?? nil
        return Cut(shown: shown, of: total.map { max($0, shown) }, noun, advice: advice)
    }

    /// Checks that a record that a selector matches can have a member, or has had it.
    ///
    /// - Throws: A complaint with the members that may be meant.
    func check(member: String, of selector: Selector) throws(CommandError) {
        let escaped = member.replacing(text: "\\", with: "\\\\").replacing(text: "\"", with: "\\\"")
        var selector = selector
        selector.conditions.append("\"\(escaped)\" exists")
        try pages(selector, limit: 1) { _ in }
    }

    /// Says on standard error that no record that a selector matches has had a member, if it is so.
    func warn(ofMissing member: String, in selector: Selector) {
        do {
            try check(member: member, of: selector)
        } catch  where error.status == .usage {
            Terminal.warn("almanac: \(visible(error.message))")
        } catch {
            // What the command does next fails for the same reason.
        }
    }

    /// Passes the selected records page by page, up to a limit.
    ///
    /// - Throws: A complaint if a condition names a member that no record has had, among others.
    func pages(_ selector: Selector, limit: Int? = nil, receive: ([Item]) -> Void) throws(CommandError) {
        do {
            try connection.pages(of: selector, limit: limit, isStrict: true, receive: receive)
        } catch {
            throw commandError(error)
        }
    }
}
