import Records

/// The keys of the occurrences of a document.
struct OccurrenceKeys {
    private var contents: [String: RecordHash] = [:]

    /// Returns the key of an occurrence: another one with the same key and other content has its hash added.
    ///
    /// - Parameters:
    ///   - key: The UID and the original start.
    ///   - data: The data of the record.
    /// - Returns: The key; `nil` if the document has this occurrence already.
    mutating func key(_ key: String, of data: [UInt8]) -> String? {
        let hash = RecordHash(data)
        guard let other = contents.updateValue(hash, forKey: key) else { return key }
        contents[key] = other
        guard other != hash else { return nil }
        return self.key("\(key)/\(String(hash.high, radix: 16))", of: data)
    }
}
