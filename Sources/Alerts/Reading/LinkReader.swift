import Records

/// The messages that an index links to, each of which is read once.
struct LinkReader {
    /// A message that an index links to.
    enum State {
        /// An entry before has linked to it.
        case seen
        /// It was read before: the name of its message.
        case known(String)
        /// It was never fetched.
        case unread
        /// It cannot be read.
        case failed(Failure)
        /// It was fetched.
        case fetched([UInt8])
    }

    /// The reason why a message cannot be read.
    struct Failure {
        let reason: String
        /// The fact to remember; `nil` if it is requested again.
        let memo: LinkMemo?
        /// Whether the message was fetched, and its content could not be read.
        var isOfContent: Bool {
            if case .unreadable? = memo { true } else { false }
        }
    }

    /// The number of messages.
    private(set) var count = 0
    private let now: UTC
    private let recall: (String) -> String?
    private var linked: [String: [UInt8]] = [:]
    private var failures: [String: AlertBundle.Failure] = [:]
    private var tag = ""
    private var seen: Set<String> = []

    init(at now: UTC, _ recall: @escaping (String) -> String?) {
        self.now = now
        self.recall = recall
    }

    /// Adds the documents of a bundle.
    mutating func add(_ bundle: AlertBundle) {
        tag = bundle.tag
        for part in bundle.linked { linked[part.url] = part.bytes }
        for part in bundle.failures { failures[part.url] = part }
    }

    /// Returns the message at an address; each is read once, however many entries name it.
    mutating func state(of url: String) -> State {
        guard seen.insert(url).inserted else { return .seen }
        count += 1
        if let bytes = linked.removeValue(forKey: url) { return .fetched(bytes) }
        if let failure = failures[url] {
            let memo = failure.isLasting ? dead(failure.reason) : nil
            return .failed(Failure(reason: failure.reason, memo: memo))
        }
        switch recall(name(of: url)).flatMap(LinkMemo.init) {
        case .read(let name): return .known(name)
        case .dead(let reason, let time):
            return .failed(Failure(reason: reason, memo: .dead(reason: reason, at: time)))
        case .unreadable(let reason, let time):
            let memo = LinkMemo.unreadable(reason: reason, at: time)
            return .failed(Failure(reason: reason, memo: memo))
        case nil: return .unread
        }
    }

    /// Removes and returns the documents that no entry links to, in the order of a bundle.
    mutating func removeOthers(of bundle: AlertBundle) -> [AlertBundle.Linked] {
        bundle.linked.filter { linked.removeValue(forKey: $0.url) != nil }
    }

    /// Returns the addresses that no entry links to, and whose servers say that they are gone.
    func othersGone(of bundle: AlertBundle) -> [AlertBundle.Failure] {
        bundle.failures.filter { $0.isLasting && !seen.contains($0.url) }
    }

    /// Whether a message before has named the message of a name.
    func isNamed(_ name: String) -> Bool { recall(name).map { AlertMemo($0).isSuperseded } ?? false }

    /// The name under which an address is remembered.
    func name(of url: String) -> String { LinkMemo.name(of: url, tag: tag) }

    /// The memory of a message that is gone, or is not the one that was named.
    func dead(_ reason: String) -> LinkMemo { .dead(reason: reason, at: now) }

    /// The memory of a message whose content cannot be read.
    func unreadable(_ reason: String) -> LinkMemo { .unreadable(reason: reason, at: now) }
}
