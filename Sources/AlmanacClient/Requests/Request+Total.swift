import Records

nonisolated extension Request {
    /// A request for the number of all results of a list, whatever its limit: of records, of records by words
    /// or distance, and of changes; `nil` from a daemon that does not count them, or has not indexed all.
    public var total: Request<Int?> {
        let members = (parameters.object ?? []).filter { !["limit", "next"].contains($0.name) }
        let counted = members + [.init("limit", 1), .init("count", true)]
        return Request<Int?>(method, parameters: .object(counted)) {
            .some($0.lacksRecords ? nil : $0["total"]?.int)
        }
    }
}
