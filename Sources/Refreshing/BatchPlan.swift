import Definitions
import Records
import Rhythm

/// The plan of the requests for the sources of a batch.
struct BatchPlan {
    /// The sources that requests are planned for, by name: of very many, the first ones.
    private let sources: [any BatchMember]
    private let places: [SourceName: Int]
    private var plan: SharedPlan
    /// As many rhythms as are kept in full; to restore others after each request would take too long.
    private static let most = 256

    /// Creates a plan for the sources of a batch.
    init(_ members: some Sequence<any BatchMember>) {
        sources = Array(members.sorted { $0.name < $1.name }.prefix(BatchPlan.most))
        places = Dictionary(uniqueKeysWithValues: zip(sources.map(\.name), sources.indices))
        plan = SharedPlan(count: sources.count)
    }

    /// Returns the moment of the next request for all sources.
    mutating func nextRequest(on account: RequestAccount, after moment: UTC) -> UTC {
        let sources = sources
        return plan.nextRequest(on: account, after: moment) { index, use in
            if let rhythm = sources[index].learned { use(rhythm) }
        }
    }

    /// Computes what a source expects again: it has learned something.
    mutating func update(_ source: any BatchMember) {
        if let place = places[source.name] { plan.update(place) }
    }
}
