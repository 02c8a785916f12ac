/// A graph of operators as data, so that it can be built, predicted, shrunk and printed.
indirect enum FuzzNode: Equatable {
    /// A source by its index.
    case source(Int)
    case just(Int)
    case empty(completes: Bool)
    case fail
    /// An operator with one upstream.
    case one(FuzzStep, FuzzNode)
    /// An operator with several upstreams.
    case joined(FuzzJoint, [FuzzNode])
    /// An operator that maps each value to one of several inner graphs.
    case nested(FuzzNesting, FuzzNode, [FuzzNode])
}

/// An operator with one upstream; numbers are its arguments.
enum FuzzStep: Equatable {
    case map(Int), filter(Int), compactMap(Int), scan, removeDuplicates, tryMap(Int), mapError
    case prefix(Int), dropFirst(Int), output(Int, Int), first, last, prefixWhile(Int), dropWhile(Int)
    case collect, collectByCount(Int), reduce, ignoreOutput, replaceEmpty(Int), replaceError(Int)
    case retry(Int), retryLater(Int), append(Int), prepend(Int)
    case share, shareReplay(Int), multicast
    case bufferAll, bufferKeepFull(Int), bufferDropOldest(Int), bufferDropNewest(Int), bufferFailing(Int)
    case delay(Int), receiveOn, debounce(Int), throttle(Int, latest: Bool), timeout
    case collectByTime(Int, count: Int), measureInterval, assertNoFailure
    case handleEvents, print, erase, deferred
}

/// An operator with several upstreams.
enum FuzzJoint: CaseIterable {
    case merge, mergeMany, combineLatest, coalesced, combineLatestMany, zip, append, prepend
    case catching, prefixUntil, dropUntil
}

/// An operator that subscribes to an inner publisher for each value.
enum FuzzNesting: Equatable {
    case flatMap(Int?), switchToLatest, combineLatestEach
}

extension FuzzNode {
    /// The nodes below this one.
    var children: [FuzzNode] {
        switch self {
        case .source, .just, .empty, .fail: []
        case .one(_, let upstream): [upstream]
        case .joined(_, let upstreams): upstreams
        case .nested(_, let outer, let inner): [outer] + inner
        }
    }

    /// The number of nodes.
    var size: Int { children.reduce(1) { $0 + $1.size } }

    /// The sources in use.
    var sources: Set<Int> {
        if case .source(let index) = self { return [index] }
        return children.reduce(into: []) { $0.formUnion($1.sources) }
    }
}
