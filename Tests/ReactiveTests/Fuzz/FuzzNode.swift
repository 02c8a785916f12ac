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
    case map(Int)
    case filter(Int)
    case compactMap(Int)
    case scan, removeDuplicates
    case tryMap(Int)
    case mapError
    case prefix(Int)
    case dropFirst(Int)
    case output(Int, Int)
    case first, last
    case prefixWhile(Int)
    case dropWhile(Int)
    case collect
    case collectByCount(Int)
    case reduce, ignoreOutput
    case replaceEmpty(Int)
    case replaceError(Int)
    case retry(Int)
    case retryLater(Int)
    case append(Int)
    case prepend(Int)
    case share
    case shareReplay(Int)
    case multicast
    case bufferAll
    case bufferKeepFull(Int)
    case bufferDropOldest(Int)
    case bufferDropNewest(Int)
    case bufferFailing(Int)
    case delay(Int)
    case receiveOn
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case timeout
    case collectByTime(Int, count: Int)
    case measureInterval, assertNoFailure
    /// Several stages of one type, which may be fused.
    case fused(Int)
    case handleEvents, print, erase, deferred
}

/// An operator with several upstreams.
enum FuzzJoint: CaseIterable {
    case merge, mergeMany, combineLatest, coalesced, combineLatestMany, zip, append, prepend
    case catching, prefixUntil, dropUntil
}

/// An operator that subscribes to an inner publisher for each value.
enum FuzzNesting: Equatable {
    case flatMap(Int?)
    case switchToLatest, combineLatestEach
    /// Switches between the passthrough subjects among the sources, without erasing their type.
    case switchSubjects
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

    /// Whether it switches between subjects.
    var switchesSubjects: Bool {
        if case .nested(.switchSubjects, _, _) = self { return true }
        return children.contains(where: \.switchesSubjects)
    }

    /// The sources in use.
    var sources: Set<Int> {
        if case .source(let index) = self { return [index] }
        return children.reduce(into: []) { $0.formUnion($1.sources) }
    }
}
