import CSQLite
import Records

/// The current row of a statement; columns count from 0.
struct Row {
    let handle: OpaquePointer

    /// Returns an integer; 0 for NULL.
    func int(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// Returns an integer as an `Int`.
    func count(_ column: CInt) -> Int { Int(int(column)) }

    /// Returns a floating-point number; `nil` for NULL.
    func real(_ column: CInt) -> Double? { isNull(column) ? nil : sqlite3_column_double(handle, column) }

    /// Returns the position in two columns; `nil` when one of them is NULL.
    func position(_ latitude: CInt, _ longitude: CInt) -> Position? {
        guard let latitude = real(latitude), let longitude = real(longitude) else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// Returns a moment, which the column stores in microseconds since 1970.
    func moment(_ column: CInt) -> UTC { UTC(microseconds: int(column)) }

    /// Returns a string; `nil` for NULL.
    func text(_ column: CInt) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Returns the fingerprint of a key and a hash; `nil` when the hash does not have 16 bytes.
    func fingerprint(key: CInt, hash: CInt) -> UInt64? {
        guard let hash = self.hash(hash) else { return nil }
        let text = UnsafeBufferPointer(
            start: sqlite3_column_text(handle, key), count: Int(sqlite3_column_bytes(handle, key)))
        return hash.number(under: text.span)
    }

    /// Returns bytes; `nil` for NULL, and an empty array for an empty value.
    func bytes(_ column: CInt) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        let start = sqlite3_column_blob(handle, column)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// Returns a hash; `nil` when the column does not have 16 bytes.
    func hash(_ column: CInt) -> RecordHash? {
        guard let start = sqlite3_column_blob(handle, column), sqlite3_column_bytes(handle, column) == 16
        else { return nil }
        let low = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        let high = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return RecordHash(low: low, high: high)
    }

    /// Whether the column is NULL.
    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
}
