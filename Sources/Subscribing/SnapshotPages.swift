import Definitions
import Reactive
import Records
import Storing

/// The snapshot pages as of one change, for subscribers that connect at the same time with the same options:
/// each page is read and encoded once.
final class SnapshotPages {
    /// A page of the snapshot.
    struct Page {
        /// The complete messages of its records.
        let bytes: [UInt8]
        /// The position of the next page; `nil` if this is the last.
        let next: SnapshotPlace?
    }

    typealias Answer = (Result<Page, any Error>) -> Void

    /// The limits of the cache; further pages are read each time.
    private static let mostBytes = 1 << 20
    private static let mostPages = 64

    /// The last change that the snapshot includes.
    let number: Int64
    private let identity: SubscriptionOptions.Identity
    private let context: SubscriptionContext
    private var known: [SnapshotPlace?: Page] = [:]
    private var bytes = 0
    /// The pages that are being read.
    private var awaited: [SnapshotPlace?: PendingPage] = [:]
    private var last = 0

    /// Creates an empty cache.
    ///
    /// - Parameters:
    ///   - number: The last change that the snapshot includes.
    ///   - options: The options of the subscribers.
    ///   - context: The log, the sources and the clocks.
    init(until number: Int64, for options: SubscriptionOptions, _ context: SubscriptionContext) {
        self.number = number
        identity = options.identity
        self.context = context
    }

    /// Delivers the page after a position: at once if it is cached, otherwise after reading it.
    ///
    /// - Parameters:
    ///   - place: The end of the page before.
    ///   - user: The user for whom the page is read.
    ///   - then: Called with the page, or the reason why it cannot be read.
    /// - Returns: A token that prevents the call of `then` when released; `nil` if `then` was called
    ///   already.
    func page(after place: SnapshotPlace?, for user: UInt32, then: @escaping Answer) -> AnyCancellable? {
        if let page = known[place] {
            then(.success(page))
            return nil
        }
        last += 1
        awaited[place, default: PendingPage()].answers.append((last, then))
        if awaited[place]?.reading == nil { awaited[place]?.reading = read(after: place, for: user) }
        return AnyCancellable { [weak self, number = last] in self?.leave(place, number: number) }
    }

    private func read(after place: SnapshotPlace?, for user: UInt32) -> AnyCancellable {
        let sources = context.sources.names(wantedBy: identity.selector)
        return context.archive.snapshot(of: sources, after: place, until: number, for: user) {
            [self] result in
            let page = result.map { encoded($0) }
            if case .success(let page) = page { remember(page, after: place) }
            for (_, then) in awaited.removeValue(forKey: place)?.answers ?? [] { then(page) }
        }
    }

    /// Removes a subscriber that no longer waits; the read is cancelled if no other subscriber waits for the
    /// page.
    private func leave(_ place: SnapshotPlace?, number: Int) {
        awaited[place]?.answers.removeAll { $0.number == number }
        if awaited[place]?.answers.isEmpty == true { awaited[place] = nil }
    }

    private func encoded(_ records: [StoredRecord]) -> Page {
        let cursor = context.broadcast.cursor(of: number, startsOver: true)
        var bytes: [UInt8] = []
        for stored in records where identity.selector.matches(stored.record) {
            bytes += identity.form.frame(SubscriptionEvent.snapshot(stored, cursor: cursor))
        }
        return Page(
            bytes: bytes, next: records.last.map { SnapshotPlace(source: $0.source, key: $0.record.key) })
    }

    private func remember(_ page: Page, after place: SnapshotPlace?) {
        guard bytes + page.bytes.count <= Self.mostBytes, known.count < Self.mostPages else { return }
        bytes += page.bytes.count
        known[place] = page
    }
}

/// A page that is being read.
private struct PendingPage {
    /// The subscribers that wait for the page, in the order of their requests.
    var answers: [(number: Int, then: SnapshotPages.Answer)] = []
    var reading: AnyCancellable?
}
