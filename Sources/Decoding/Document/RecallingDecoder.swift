public import Records

/// A decoder whose keys depend on the records that earlier documents left.
public protocol RecallingDecoder: DocumentDecoder {
    /// Sets the earlier records, before the first slice.
    mutating func recall(_ stored: StoredKeys)
}

/// The stored records of a source, by key.
public struct StoredKeys {
    /// Returns the data of the record with a key; `nil` if there is none.
    public let data: (_ key: String) -> JSON?
    /// Returns the key that an earlier document gave to a name; `nil` if it gave none. The new ones of a
    /// document are in `Decoded.names`.
    public let key: (_ name: String) -> String?

    /// Creates the records of functions that read them.
    public init(data: @escaping (String) -> JSON?, key: @escaping (String) -> String?) {
        self.data = data
        self.key = key
    }
}
