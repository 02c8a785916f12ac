import AlmanacValues
import Records

/// The sources of a status bar: how current they are, and how old what the bar shows is.
struct BarSources: Sendable {
    /// The state of a source or of the whole bar, the best one first; also a class for style sheets.
    enum State: String, CaseIterable, Sendable {
        /// The records are those of a current answer.
        case fresh
        /// The upstream is late: the answer is current, but lacks a publication that nearly always came earlier.
        case overdue
        /// The records are older than they should be.
        case stale
        /// The last attempts failed.
        case failing
        /// There are no data; or nothing is shown, and the data are not current, or have unread parts or
        /// remarks, such as that a document is cut; or a calendar has some: perhaps the next appointment.
        case unknown
    }

    /// The states of the sources by their names; `nil` before they are known.
    private var runtimes: [String: Runtime]?
    /// The ages from which reports count as expired, by the names of their sources.
    private var longestAges: [String: Duration] = [:]
    /// The names of the calendars.
    private var calendars: Set<String> = []
    /// The sources that were asked for by their names, whether they exist or not.
    private var names: [String] = []
    /// Whether the daemon can be reached.
    var isConnected = true

    /// Replaces what is known.
    ///
    /// - Parameters:
    ///   - sources: All sources of the bar.
    ///   - names: The names that were asked for.
    mutating func know(_ sources: [Source], asked names: [String]) {
        runtimes = Dictionary(sources.map { ($0.name, $0.runtime) }) { $1 }
        let reports = sources.filter { $0.kind == "metar" || $0.kind == "report" }
        longestAges = Dictionary(reports.map { ($0.name, $0.maximumAge) }) { $1 }
        calendars = Set(sources.filter { $0.kind == "calendar" }.map(\.name))
        self.names = names
    }

    /// Sets the state of one source; `nil` if it was removed.
    mutating func update(_ runtime: Runtime?, of source: String) {
        var known = runtimes ?? [:]
        known[source] = runtime
        runtimes = known
    }

    /// Whether the last attempts of a source failed.
    var isFailing: Bool { runtimes?.values.contains { $0.standing == .failing } ?? false }

    /// Returns the states that apply, the best one first.
    ///
    /// - Parameters:
    ///   - items: The records that are shown.
    ///   - now: The time.
    /// - Returns: `fresh` alone, or all others; empty before they are known.
    func states(showing items: [Item], at now: UTC) -> [State] {
        guard let runtimes else { return isConnected ? [] : [.unknown] }
        let shown = Set(items.map(\.source))
        var states = Set(items.compactMap { state(of: $0, at: now) })
        for (name, runtime) in runtimes {
            let state = state(of: runtime, at: now)
            states.insert(state)
            let isCurrent = state == .fresh || state == .overdue
            let isWhole = isCurrent && runtime.rejected == 0 && runtime.notes.isEmpty
            let isEnough = shown.contains(name) && !(isCurrent && calendars.contains(name))
            if !isWhole, !isEnough { states.insert(.unknown) }
        }
        let isMissing = runtimes.isEmpty || names.contains { runtimes[$0] == nil }
        if isMissing { states.insert(.unknown) }
        return State.allCases.filter { states.contains($0) && ($0 != .fresh || states.count == 1) }
    }

    /// Returns how old the data of a record are, such as `3 h old`; `nil` if they are current or nothing is
    /// known.
    func age(of item: Item, on paper: Paper) -> String? {
        guard let state = state(of: item, at: paper.now), state != .fresh else { return nil }
        if state == .overdue, item.moment(.time) == nil { return nil }
        let reported = item.moment(.time)
        let fetched = runtimes?[item.source]?.fetched
        let isReported = state == .overdue || isExpired(item, at: paper.now)
        let moment = isReported ? reported ?? fetched : fetched
        return moment.map { "\(span(paper.now - $0)) old" }
    }

    /// Returns a line for each source that is not current, and one for the oldest answer of the others.
    func details(on paper: Paper) -> [String] {
        var lines = isConnected ? [] : ["no answer from almanacd: later changes are not known"]
        guard let runtimes else { return lines }
        lines += names.filter { runtimes[$0] == nil }.map { "\($0) does not exist" }
        if runtimes.isEmpty, names.isEmpty { lines.append("there is no source") }
        var oldest: UTC?
        for (name, runtime) in runtimes.sorted(by: { $0.key.precedes($1.key) }) {
            let state = state(of: runtime, at: paper.now)
            let isFresh = state == .fresh || state == .overdue
            if !isFresh { lines.append(gap(of: name, runtime, on: paper)) }
            if state == .overdue, let late = runtime.overdueLine(on: paper) {
                lines.append("\(name) is \(late.plain)")
            }
            if isFresh, runtime.rejected > 0 {
                lines.append("\(name): \(Gap(source: name, .unread(runtime.rejected)).words())")
            }
            if isFresh { lines += runtime.notes.map { "\(name): \($0)" } }
            if isFresh, let fetched = runtime.fetched { oldest = min(oldest ?? fetched, fetched) }
        }
        return lines + [oldest.map { "fetched \(paper.moment($0))" }].compactMap(\.self)
    }

    private func state(of item: Item, at now: UTC) -> State? {
        guard let runtime = runtimes?[item.source] else { return nil }
        let state = state(of: runtime, at: now)
        return (state == .fresh || state == .overdue) && isExpired(item, at: now) ? .stale : state
    }

    private func isExpired(_ item: Item, at now: UTC) -> Bool {
        longestAges[item.source].map { item.isExpired(at: now, after: $0) } ?? false
    }

    private func state(of runtime: Runtime, at now: UTC) -> State {
        if runtime.standing == .failing { return .failing }
        if runtime.fetched == nil { return .unknown }
        let isOver = runtime.expires.map { $0 < now } ?? false
        guard runtime.standing.isCurrent, !isOver, isConnected else { return .stale }
        return runtime.overdue(at: now) == nil ? .fresh : .overdue
    }

    private func gap(of name: String, _ runtime: Runtime, on paper: Paper) -> String {
        guard let fetched = runtime.fetched else {
            return "\(name) has " + Gap(source: name, .noData(runtime.failure)).words()
        }
        let standing = runtime.standing.isCurrent ? .stale : runtime.standing
        let gap = Gap(source: name, .old(standing, from: fetched, runtime.failure))
        return "\(name) is " + gap.words { paper.moment($0) }
    }
}
