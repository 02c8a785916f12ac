import Definitions
import Mirroring
import Reactive
import Records
import Refreshing
import Subscribing
import Systemd
import Varlink

/// The methods of io.almanac.
///
/// Every local user may read and refresh; changing sources requires rights.
final class Interface {
    let sources: Sources
    let archive: Archive
    let queries: QueryScheduler
    let limits: CallLimits
    let turns: CallTurns
    let broadcast: Broadcast
    let subscribers: SubscriberRegistry
    let indexing: Indexing
    let control: Control
    /// The connections to other almanacs.
    let links: HubLinks
    /// Guesses the kind of a source that is added without one.
    let kinds: KindFinder
    let counters: Counters
    /// The writing that fails.
    let failures: WriteFailures
    let rights: Rights
    let places: Places
    let typeahead: TypeaheadSessions
    let wall: () -> UTC

    init(
        sources: Sources, archive: Archive, queries: QueryScheduler, limits: CallLimits,
        broadcast: Broadcast, subscribers: SubscriberRegistry, indexing: Indexing, control: Control,
        links: HubLinks, kinds: KindFinder, counters: Counters, failures: WriteFailures, rights: Rights,
        scheduler: AnyScheduler, wall: @escaping () -> UTC
    ) {
        self.sources = sources
        self.archive = archive
        self.broadcast = broadcast
        self.queries = queries
        self.limits = limits
        turns = CallTurns(by: scheduler)
        self.subscribers = subscribers
        self.indexing = indexing
        self.control = control
        self.links = links
        self.kinds = kinds
        self.counters = counters
        self.failures = failures
        self.rights = rights
        self.wall = wall
        places = Places(sources, scheduler: scheduler)
        typeahead = TypeaheadSessions(places, scheduler: scheduler)
    }

    /// Returns the selector of a call; fails the call if it is invalid.
    func selector(of call: Call) -> Selector? {
        do throws(SelectorError) {
            return try Selector(call.parameters["selector"])
        } catch {
            call.fail(
                "io.almanac.InvalidSelector",
                ["path": .string(error.path), "message": .string(error.message)])
            return nil
        }
    }

    /// Returns the source that a call names; fails the call if there is no such source.
    func source(of call: Call, _ member: String) -> SourceName? {
        let text = call.parameters[member]?.string ?? ""
        guard let name = SourceName(text), sources.runtime(of: name) != nil else {
            let similar = sources.names.map(\.text).nearest(to: text, limit: 3)
            call.fail(
                "io.almanac.NoSuchSource",
                .members([
                    "name": .string(text),
                    "similar": similar.isEmpty ? nil : .array(similar.map(JSON.string)),
                ]))
            return nil
        }
        return name
    }

    /// Replies with the result of a read, or fails the call.
    func finish<T>(_ call: Call, _ result: Result<T, any Error>, _ reply: (T) -> JSON) {
        switch result {
        case .success(let value): call.reply(reply(value))
        case .failure(let error):
            log(.error, "cannot answer \(call.method): \(error)")
            call.fail("io.systemd.System", ["errno": .int(5), "origin": "linux"])
        }
    }
}
