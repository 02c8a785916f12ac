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
        // A fast hash compares; that in a key is the one that such keys have always had.
        let hash = RecordHash(content: data.span.bytes)
        guard let other = contents.updateValue(hash, forKey: key) else { return key }
        contents[key] = other
        guard other != hash else { return nil }
        return self.key("\(key)/\(String(RecordHash(data).high, radix: 16))", of: data)
    }
}
