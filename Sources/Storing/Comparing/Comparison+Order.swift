extension Comparison {
    /// Stores the order of the document's records, for a faster comparison of the next document, and for
    /// lists.
    ///
    /// - Parameters:
    ///   - number: The number of the source's last change by this document; `nil` when there was none.
    ///   - isListed: Whether lists have the order of the document, so that it is stored even of few records.
    /// - Throws: `StoreError` if the order cannot be stored.
    public func storeOrder(at number: Int64?, isListed: Bool = false) throws(StoreError) {
        if !outdated.isEmpty { order.removeAll { outdated.contains($0) } }
        guard number != nil || order != kept else { return }
        let cursor = try reader.cursor(of: number ?? source?.number ?? 0)
        let stored = number == nil && isListed ? DocumentOrder(of: name, in: directory, at: cursor) : nil
        guard stored?.numbers != order else { return }
        try DocumentOrder(order, at: cursor).keep(
            of: name, in: directory, from: isListed ? 2 : DocumentOrder.worthwhile)
    }

    /// Stores the order for lists within the transaction that stores the records, unless the next document
    /// would be compared with it.
    ///
    /// - Throws: `StoreError` if the order cannot be stored.
    public func storeListedOrder(at number: Int64?) throws(StoreError) {
        if order.count < DocumentOrder.worthwhile { try storeOrder(at: number, isListed: true) }
    }
}
