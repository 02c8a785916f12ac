import Reactive

/// A graph with its sources, the behaviour of its subscriber, and the actions from outside.
struct FuzzCase: Equatable {
    /// A demand in a readable form.
    enum Wish: Equatable {
        case none
        case max(Int)
        case huge
        case unlimited

        var demand: Subscribers.Demand {
            switch self {
            case .none: .none
            case .max(let count): .max(count)
            case .huge: .max(.max)
            case .unlimited: .unlimited
            }
        }
    }

    /// An action, from outside or during a delivery.
    enum Act: Equatable {
        case request(Wish)
        /// Makes values of a source available; a subject sends them.
        case release(source: Int, Int)
        case advance(Int)
        case cancel
    }

    /// The reaction of the subscriber to a value.
    struct Answer: Equatable {
        var acts: [Act] = []
        var returned = Wish.none
    }

    var graph: FuzzNode
    var sources: [FuzzSource]
    var initial: Wish
    /// The answers to the first values; later ones are answered with nothing.
    var answers: [Answer]
    var acts: [Act]
    /// Whether the last request is unlimited; otherwise there are many for one value.
    var asksForAll: Bool
    /// Whether a `Meter` checks every edge.
    var isMetered: Bool
}
