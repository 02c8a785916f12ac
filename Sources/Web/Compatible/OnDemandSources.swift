import AlmanacClient
import AlmanacValues
import Reactive
import Records

/// The sources that are added because a program asked for what nobody keeps.
///
/// Each lasts until nobody has asked for it for a day, or the daemon stops. A tag marks them, by which a web
/// interface that was started again finds those of the earlier one.
final class OnDemandSources {
    /// The tag.
    static let tag = "on-demand"
    /// The time without a question after which a source is removed.
    static let life = Duration.seconds(86_400)
    private static let sweepInterval = Duration.seconds(3600)
    /// The delay after which the first answer of a new source can be there.
    private static let patience = Duration.seconds(5)

    private let limit: Int
    private let site: SiteData
    private let clock: AnyScheduler
    private let budget: VisitorBudget
    /// The time of the last question for each source.
    private var asked: [String: LoopTime] = [:]
    private var timer: AnyCancellable?

    /// Makes a list of at most so many sources; 0 for none.
    init(_ limit: Int, of site: SiteData, on clock: AnyScheduler) {
        self.limit = limit
        self.site = site
        self.clock = clock
        budget = VisitorBudget { clock.now }
        if limit > 0 { planSweep() }
    }

    /// Records that somebody has asked for something of sources.
    func touch(_ names: some Sequence<String>) {
        for name in names where asked[name] != nil { asked[name] = clock.now }
    }

    /// Adds sources for what no source has: as many as there is room for, and as visitors may add.
    ///
    /// - Parameters:
    ///   - names: The names of the sources, instances of templates.
    ///   - reason: The reason why there is no answer.
    ///   - receive: Called with the reason that then applies.
    func add(_ names: [String], for reason: NoAnswer, _ receive: @escaping (NoAnswer) -> Void) {
        guard limit > 0, !names.isEmpty else { return receive(reason) }
        adopt { [weak self] isKnown in
            guard let self, isKnown else { return receive(reason) }
            let wanted = names.filter { self.asked[$0] == nil }
            let added = admitted(wanted)
            guard let first = added.first else {
                return receive(asked.count >= limit ? full(reason) : OnDemandSources.tooMany)
            }
            for name in added.dropFirst() { addSource(name, for: reason) { _ in } }
            addSource(first, for: reason, receive)
        }
    }

    /// Returns those of some sources that can be added now.
    private func admitted(_ names: [String]) -> [String] {
        var admitted: [String] = []
        for name in names.prefix(max(0, limit - asked.count)) {
            guard budget.consume() else { break }
            admitted.append(name)
        }
        return admitted
    }

    private static let tooMany = NoAnswer(
        429, "visitors have added many sources, try again later", retry: VisitorBudget.interval)

    private func addSource(_ name: String, for reason: NoAnswer, _ receive: @escaping (NoAnswer) -> Void) {
        asked[name] = clock.now
        let source = SourceContext(name: name, options: ["Source": ["Tags": .string(Self.tag)]])
        site.calls.answer(to: Request<Void>.add(source, persists: false)) { [weak self] result in
            switch result {
            case .success:
                receive(NoAnswer(503, "\(name) was added and is fetched now", retry: Self.patience))
            case .failure(let error):
                self?.asked[name] = nil
                receive(
                    NoAnswer(reason.status, "\(reason.message) (adding it on demand failed: \(error))"))
            }
        }
    }

    private func full(_ reason: NoAnswer) -> NoAnswer {
        NoAnswer(
            reason.status, "\(reason.message) (the \(limit) sources on demand are all in use)")
    }

    /// Finds the sources with the tag, also those of an earlier web interface; passes whether these are
    /// known.
    private func adopt(_ then: @escaping (Bool) -> Void) {
        site.sources(where: { $0.tags.contains(Self.tag) }) { [weak self] result in
            guard let self, case .success(let sources) = result else { return then(false) }
            let names = Set(sources.map(\.name))
            for name in names where asked[name] == nil { asked[name] = clock.now }
            then(true)
        }
    }

    private func planSweep() {
        timer = clock.after(Self.sweepInterval, slack: .seconds(60)) { [weak self] in
            self?.adopt { _ in self?.sweep() }
            self?.planSweep()
        }
    }

    /// Removes the sources that nobody has asked for.
    private func sweep() {
        for (name, last) in asked where last.distance(to: clock.now).duration >= Self.life {
            asked[name] = nil
            // A source that cannot be removed has the tag, and is found again.
            site.calls.answer(to: Request<Void>.remove(name)) { _ in }
        }
    }
}
