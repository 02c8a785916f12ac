public import Records

/// A decoder whose records depend on the present time and on the keys that earlier documents gave.
public protocol LivingDecoder: DocumentDecoder {
    /// Sets both before the end of the document.
    ///
    /// - Parameters:
    ///   - moment: The present time.
    ///   - recall: Returns the key that an earlier document gave to a name; `nil` if it gave none. The new
    ///     ones of a document are in `Decoded.names`.
    mutating func live(at moment: UTC, recall: @escaping (String) -> String?)
}
