import Records

/// A state that a row stores as a JSON object, which is read without building a tree of its values.
protocol StoredState {
    /// Reads or skips the value of a member.
    ///
    /// - Parameters:
    ///   - name: The name of the member.
    ///   - bytes: The text of the object.
    ///   - scanner: The scanner, which is at the value.
    /// - Throws: `JSONError` if there is no value.
    mutating func read(
        _ name: String, _ bytes: Span<UInt8>, _ scanner: inout JSONScanner
    ) throws(JSONError)
}

extension StoredState {
    /// Reads the object.
    ///
    /// - Throws: `JSONError` if the text is not an object.
    mutating func read(_ bytes: Span<UInt8>) throws(JSONError) {
        try JSONScanner.members(bytes) { (name, scanner) throws(JSONError) in
            try read(name, bytes, &scanner)
        }
    }
}
