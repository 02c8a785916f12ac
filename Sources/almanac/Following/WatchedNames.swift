import AlmanacClient
import AlmanacValues
import Records
import Showing

/// The names on the command line of `watch`: an unknown one may be a typing mistake, or a source or member
/// that does not exist yet.
struct WatchedNames {
    let patterns: ChangePatterns
    let selector: Selector
    let daemon: Daemon
    let airports: Airports

    /// Says, a line each, which sources do not exist yet, and which members of a template no record has had;
    /// nothing if the daemon cannot be asked.
    ///
    /// - Parameter template: The template of each line; `nil` for none.
    /// - Throws: A complaint about an airport without sources that the list of stations lacks, for which
    ///   nothing can be expected.
    func report(_ template: Template?) throws(CommandError) {
        let request = Request<[Source]>.sources()
        guard let known = try? daemon.ask(request).map(\.name) else { return }
        let missing = patterns.unmatched(among: known)
        for name in missing {
            if ChangePatterns.airport(name) == name { try airports.check(identifier: name) }
            Terminal.warn("almanac: " + visible(WatchedNames.line(name, among: known)))
        }
        guard missing.isEmpty, !known.isEmpty else { return }
        let selector = Selector(sources: selector.sources, kinds: selector.kinds)
        for member in (template?.members ?? []) + (template?.optionalMembers ?? []) {
            daemon.warn(ofMissing: member, in: selector)
        }
    }

    /// Returns the line about a name, a glob or an identifier of an airport.
    private static func line(_ name: String, among known: [String]) -> String {
        if ChangePatterns.airport(name) == name { return "no source of \(name) yet; watch waits for one" }
        if name.contains(where: { "*?[".contains($0) }) {
            return "no source matches \"\(name)\" yet; watch waits for one"
        }
        let similar = known.suggestion(for: name)
        return "no source \"\(name)\" yet\(similar.isEmpty ? ";" : similar) watch waits for it"
    }
}
