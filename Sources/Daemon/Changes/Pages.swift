import Records
import Storing

/// Pages of the starting state as of one change, for readers that come together and want the same: each is read and
/// encoded once.
final class Pages {
    /// A part of the starting state.
    struct Page {
        /// Whole messages.
        let bytes: [UInt8]
        /// Where the next page begins; `nil` when there was nothing more.
        let next: Archive.Place?
    }

    typealias Answer = (Result<Page, any Error>) -> Void

    /// More is not remembered, only read.
    private static let mostBytes = 1 << 20
    private static let mostPages = 64

    /// The last change that the starting state shows.
    let number: Int64
    private unowned let kind: ReaderKind
    private var known: [Archive.Place?: Page] = [:]
    private var bytes = 0
    /// Those who wait for a page that is being read.
    private var waiting: [Archive.Place?: [Answer]] = [:]

    init(until number: Int64, for kind: ReaderKind) { (self.number, self.kind) = (number, kind) }

    /// The page after a place.
    func page(after place: Archive.Place?, then: @escaping Answer) {
        if let page = known[place] { return then(.success(page)) }
        waiting[place, default: []].append(then)
        guard waiting[place]?.count == 1 else { return }
        let sources = kind.desk.sources.names(wantedBy: kind.wish.identity.selector)
        kind.desk.archive.snapshot(of: sources, after: place, until: number) { [self, kind] result in
            let page = result.map { encoded($0, for: kind) }
            if case .success(let page) = page { remember(page, after: place) }
            for then in waiting.removeValue(forKey: place) ?? [] { then(page) }
        }
    }

    private func encoded(_ records: [StoredRecord], for kind: ReaderKind) -> Page {
        let (identity, epoch) = (kind.wish.identity, kind.desk.broadcast.epoch)
        let cursor = Cursor(epoch: epoch, number: number, startsOver: true)
        var bytes: [UInt8] = []
        for stored in records where identity.selector.matches(stored.record) {
            bytes += identity.form.frame(Event.snapshot(stored, cursor))
        }
        return Page(
            bytes: bytes, next: records.last.map { Archive.Place(source: $0.source, key: $0.record.key) })
    }

    private func remember(_ page: Page, after place: Archive.Place?) {
        guard bytes + page.bytes.count <= Self.mostBytes, known.count < Self.mostPages else { return }
        bytes += page.bytes.count
        known[place] = page
    }
}
