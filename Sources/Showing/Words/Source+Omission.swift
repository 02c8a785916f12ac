import AlmanacValues

extension Source {
    /// Whether the source joins two others.
    var isJoin: Bool { kind == "join" }

    /// The omitted records, such as `3 suppressed`; for a join together with the total, `8 of 11: 3
    /// suppressed`; `nil` if there are none.
    var omission: String? {
        guard !runtime.omitted.isEmpty else { return nil }
        let reasons = runtime.omitted.map { "\(grouped($0.count)) \($0.reason)" }.joined(separator: ", ")
        let all = runtime.omitted.reduce(runtime.records) { $0 + $1.count }
        return isJoin ? "\(grouped(runtime.records)) of \(grouped(all)): \(reasons)" : reasons
    }
}
