/// Reduces a failing case to a minimal one.
struct FuzzShrinker {
    /// Whether a case fails.
    let fails: (FuzzCase) -> Bool

    /// Returns a failing case of which every smaller one passes.
    func shrink(_ failing: FuzzCase) -> FuzzCase {
        var smallest = failing
        while let smaller = candidates(smallest).first(where: fails) { smallest = smaller }
        return smallest
    }

    private func candidates(_ one: FuzzCase) -> [FuzzCase] {
        let graphs = smaller(one.graph).map { graph in
            var result = one
            result.graph = graph
            return result
        }
        return graphs + actions(one) + sources(one) + answers(one) + settings(one)
    }

    /// Returns the graphs with one node less, or with a simpler node.
    private func smaller(_ node: FuzzNode) -> [FuzzNode] {
        var result = node.children
        switch node {
        case .source: result += [.just(1)]
        case .just, .empty, .fail: break
        case .one(let step, let upstream): result += smaller(upstream).map { .one(step, $0) }
        case .joined(let joint, let upstreams):
            result += replacing(upstreams).map { .joined(joint, $0) }
        case .nested(let nesting, let outer, let inner):
            if inner.count > 1 { result += inner.map { .nested(nesting, outer, [$0]) } }
            result += smaller(outer).map { .nested(nesting, $0, inner) }
            result += replacing(inner).map { .nested(nesting, outer, $0) }
        }
        return result
    }

    /// Returns the lists in which one node is smaller.
    private func replacing(_ nodes: [FuzzNode]) -> [[FuzzNode]] {
        nodes.indices.flatMap { index in
            smaller(nodes[index]).map {
                var result = nodes
                result[index] = $0
                return result
            }
        }
    }

    private func actions(_ one: FuzzCase) -> [FuzzCase] {
        one.acts.indices.map {
            var result = one
            result.acts.remove(at: $0)
            return result
        }
    }

    private func answers(_ one: FuzzCase) -> [FuzzCase] {
        var results: [FuzzCase] = []
        if !one.answers.isEmpty {
            var shorter = one
            shorter.answers.removeLast()
            results.append(shorter)
        }
        for index in one.answers.indices {
            for act in one.answers[index].acts.indices {
                var result = one
                result.answers[index].acts.remove(at: act)
                results.append(result)
            }
            guard one.answers[index].returned != .none else { continue }
            var result = one
            result.answers[index].returned = .none
            results.append(result)
        }
        return results
    }

    private func sources(_ one: FuzzCase) -> [FuzzCase] {
        one.sources.indices.filter { one.graph.sources.contains($0) }.flatMap { index in
            var results: [FuzzCase] = []
            if !one.sources[index].values.isEmpty {
                var shorter = one
                shorter.sources[index].values.removeLast()
                results.append(shorter)
            }
            if one.sources[index].end != .finished {
                var simpler = one
                simpler.sources[index].end = .finished
                results.append(simpler)
            }
            if one.sources[index].kind != .sequence {
                var simpler = one
                simpler.sources[index].kind = one.sources[index].kind == .tap ? .sequence : .tap
                results.append(simpler)
            }
            return results
        }
    }

    private func settings(_ one: FuzzCase) -> [FuzzCase] {
        var results: [FuzzCase] = []
        if one.isMetered {
            var plain = one
            plain.isMetered = false
            results.append(plain)
        }
        if one.initial != .none, one.initial != .max(1) {
            var simpler = one
            simpler.initial = .max(1)
            results.append(simpler)
        }
        return results
    }
}
