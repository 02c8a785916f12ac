import Fetching
import Places
import Records

/// The services of an operator that a key may not use: a key for which suggestions are denied may still find
/// places.
struct PlaceDenials {
    /// The time for which a service is not queried again.
    private static let pause: Duration = .seconds(86_400)

    /// The times at which requests were denied, by the kind of the query and the number of the service.
    private var services: [String: [Int: UTC]] = [:]
    /// The failures of the kinds of queries that no service answers, and when they were denied.
    private var failures: [String: (failure: FetchFailure, at: UTC)] = [:]

    /// The remarks on what is denied.
    var notes: [String] {
        failures.sorted { $0.key < $1.key }.map { "\($0.key) is denied: \($0.value.failure.message)" }
    }

    /// Returns the failure of queries that no service answers; `nil` if one may.
    func failure(of query: PlaceQuery, at now: UTC) -> FetchFailure? {
        guard let (failure, at) = failures[query.call] else { return nil }
        let rest = (failure.retryAfter ?? .seconds(60)) - (now - at)
        guard rest > .zero, now >= at else { return nil }
        return FetchFailure(failure.reason, failure.message, retryAfter: rest)
    }

    /// Returns the number of the first service that was not denied; the last one if all were.
    func first(of query: PlaceQuery, among count: Int, at now: UTC) -> Int {
        let denied = services[query.call] ?? [:]
        return (0..<count).first { number in
            denied[number].map { now - $0 >= PlaceDenials.pause || now < $0 } ?? true
        } ?? count - 1
    }

    /// Records that a service is denied.
    mutating func record(_ number: Int, of query: PlaceQuery, at now: UTC) {
        services[query.call, default: [:]][number] = now
    }

    /// Records that all services are denied.
    mutating func record(_ failure: FetchFailure, of query: PlaceQuery, at now: UTC) {
        services[query.call] = nil
        failures[query.call] = (failure, now)
    }

    /// Records that a service answered.
    mutating func removeFailure(of query: PlaceQuery) { failures[query.call] = nil }
}

extension PlaceQuery {
    /// Whether places can be found without queries of this kind.
    var isOptional: Bool { if case .suggest = self { true } else { false } }
}

extension FetchFailure {
    /// Whether a service refuses the key, or has no such call for it.
    var isOfKey: Bool { reason == .denied || httpStatus == 400 || httpStatus == 404 }
}
