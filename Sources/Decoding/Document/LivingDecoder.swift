public import Records

/// A decoder whose records depend on the present time, on the keys that earlier documents gave, and on areas
/// that other sources have.
public protocol LivingDecoder: DocumentDecoder {
    /// Sets these before the end of the document.
    ///
    /// - Parameters:
    ///   - moment: The present time.
    ///   - recall: Returns the key that an earlier document gave to a name; `nil` if it gave none. The new
    ///     ones of a document are in `Decoded.names`.
    ///   - zones: The tables with the areas of zones; `nil` without any.
    mutating func live(
        at moment: UTC, recall: @escaping (String) -> String?, zones: ZoneTables?)

    /// Sets the records that earlier documents left, before the end of the document.
    mutating func know(_ earlier: EarlierRecords)
}

extension LivingDecoder {
    /// Does nothing: for most decoders, the document is all there is.
    public mutating func know(_ earlier: EarlierRecords) {}
}
