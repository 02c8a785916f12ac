import Definitions
import Fetching
import Records
import Refreshing

/// The size of the records that a link may store, `MaxBytes=`.
///
/// The sizes of arriving records are added up, although some replace others; when the sum reaches the limit,
/// the stored records are measured.
final class MirrorSpace {
    /// The number of records that are measured at once.
    private static let portion = 1000

    private let limit: Int
    private let ingester: Ingester
    /// The upper bound on the size of the stored records, in bytes; `nil` before the first measurement.
    private var used: Int?

    init(_ limit: Int, _ ingester: Ingester) {
        self.limit = limit
        self.ingester = ingester
    }

    /// The failure of a link with larger records.
    var excess: FetchFailure {
        FetchFailure(.size, "the selected records have more than \(limit) bytes: MaxBytes= can allow more")
    }

    /// Counts records that are about to be stored.
    ///
    /// - Parameters:
    ///   - batch: The records.
    ///   - bytes: Their size, as if none replaced another.
    ///   - names: Returns the sources of the link.
    ///   - then: Called with whether they may be stored, or the reason why the stored ones cannot be read.
    func add(
        _ batch: MirrorBatch, _ bytes: Int, in names: () -> [SourceName],
        then: @escaping (Result<Bool, any Error>) -> Void
    ) {
        if bytes == 0 { return then(.success(true)) }
        if let used, used + bytes <= limit {
            self.used = used + bytes
            return then(.success(true))
        }
        measure(names()[...], after: "", sum: 0) { [weak self] result in
            switch result {
            case .success(let stored): self?.add(batch, to: stored, then: then)
            case .failure(let error): then(.failure(error))
            }
        }
    }

    private func add(
        _ batch: MirrorBatch, to stored: Int, then: @escaping (Result<Bool, any Error>) -> Void
    ) {
        ingester.growth(by: batch) { [weak self] result in
            then(result.map { self?.reserve(stored, $0) ?? false })
        }
    }

    private func reserve(_ stored: Int, _ growth: Int) -> Bool {
        let isPermitted = growth <= 0 || stored + growth <= limit
        used = isPermitted ? stored + growth : stored
        return isPermitted
    }

    private func measure(
        _ names: ArraySlice<SourceName>, after key: String, sum: Int,
        then: @escaping (Result<Int, any Error>) -> Void
    ) {
        guard let name = names.first else { return then(.success(sum)) }
        ingester.size(of: name, after: key, limit: Self.portion) { [weak self] result in
            switch result {
            case .failure(let error): then(.failure(error))
            case .success(let part):
                let rest = part.next == nil ? names.dropFirst() : names
                self?.measure(rest, after: part.next ?? "", sum: sum + part.bytes, then: then)
            }
        }
    }
}
