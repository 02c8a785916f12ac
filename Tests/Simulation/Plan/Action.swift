/// Something that happens in the simulated world; a plan is a list of them.
///
/// The text of an action is its words, such as `mood 3 busy:600 1200`; times are in seconds.
enum Action {
    /// The upstream of a source publishes other records.
    case change(source: Int)
    /// It publishes the same records in another form.
    case restate(source: Int)
    /// It behaves differently for some time.
    case mood(source: Int, Mood, seconds: Int)
    /// The definition of a source is written, or removed.
    case enable(source: Int)
    case disable(source: Int)
    /// The configuration is read again.
    case reload
    /// A client requests an attempt.
    case refresh(source: Int)
    /// A subscriber connects for the first time, leaves, comes back, or does not read for some time.
    case subscribe(client: Int)
    case leave(client: Int)
    case come(client: Int)
    case stall(client: Int, seconds: Int)
    /// The daemon or the machine dies after some operations on the disk; at once after none.
    case kill(operations: Int)
    case cutPower(operations: Int)
    /// The daemon is stopped and started.
    case restart
    /// The machine sleeps, or its wall clock is set.
    case suspend(seconds: Int)
    case jump(seconds: Int)
    /// There is no route to the network.
    case offline(seconds: Int)
    /// The disk fails with an error number of the system, or is fifty times slower.
    case disk(error: Int, seconds: Int)
    case slowDisk(seconds: Int)
    /// Subscribers are compared with a snapshot.
    case compare
    /// Clients search, list, and read the history.
    case query

    /// The broker says something about a source that is not so or not new, or its connections are disturbed.
    case broker(source: Int, Trick)

    /// Callers misbehave.
    case misuse(Misuse, amount: Int)
    /// Another program delivers a document of a source, or an administrator edits the definition of one.
    case deliver(source: Int, Delivery)
    case edit(source: Int, Edit)
    /// A source is added or removed by a call.
    case administer(source: Int, Administration)
    /// Something happens to the state folder, or the disk cannot be read.
    case disaster(Disaster)
    case unreadable(seconds: Int)

    /// The index of the source that it concerns; `nil` if it concerns none.
    var source: Int? {
        switch self {
        case .change(let source), .restate(let source), .enable(let source), .disable(let source),
            .refresh(let source), .mood(let source, _, _), .deliver(let source, _), .edit(let source, _),
            .administer(let source, _), .broker(let source, _):
            source
        default: nil
        }
    }

    /// Whether sources do not fail because of it.
    var isHarmless: Bool {
        switch self {
        case .change, .restate, .enable, .refresh, .subscribe, .leave, .come, .compare, .query, .reload: true
        case .broker(_, let trick): trick.isStatement
        case .deliver(_, let delivery): delivery == .document || delivery == .earlier
        case .mood(_, let mood, _): [.slow, .withoutValidators, .dated, .compressed].contains(mood)
        default: false
        }
    }
}
