import CSQLite
import Records

/// The row on which a statement stands; columns count from 0.
struct Row {
    let handle: OpaquePointer

    /// A whole number; 0 for NULL.
    func int(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }

    /// A whole number as a count; clamped to what an `Int` holds.
    func count(_ column: CInt) -> Int { Int(int(column)) }

    /// A number; `nil` for NULL.
    func real(_ column: CInt) -> Double? { isNull(column) ? nil : sqlite3_column_double(handle, column) }

    /// A position of two columns; `nil` when one of them is NULL.
    func position(_ latitude: CInt, _ longitude: CInt) -> Position? {
        guard let latitude = real(latitude), let longitude = real(longitude) else { return nil }
        return Position(latitude: latitude, longitude: longitude)
    }

    /// A moment.
    func moment(_ column: CInt) -> UTC { UTC(microseconds: int(column)) }

    /// A text; `nil` for NULL.
    func text(_ column: CInt) -> String? {
        guard let text = sqlite3_column_text(handle, column) else { return nil }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// What a text's bytes and a hash are a number for; `nil` when the hash has not 16 bytes.
    func fingerprint(key: CInt, hash: CInt) -> UInt64? {
        guard let hash = self.hash(hash) else { return nil }
        let text = UnsafeBufferPointer(
            start: sqlite3_column_text(handle, key), count: Int(sqlite3_column_bytes(handle, key)))
        return hash.number(under: text.span)
    }

    /// Bytes; `nil` for NULL, and none for an empty value.
    func bytes(_ column: CInt) -> [UInt8]? {
        guard !isNull(column) else { return nil }
        let start = sqlite3_column_blob(handle, column)
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    /// A hash; `nil` when there are not 16 bytes.
    func hash(_ column: CInt) -> RecordHash? {
        guard let start = sqlite3_column_blob(handle, column), sqlite3_column_bytes(handle, column) == 16
        else { return nil }
        let low = UInt64(littleEndian: start.loadUnaligned(as: UInt64.self))
        let high = UInt64(littleEndian: start.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        return RecordHash(low: low, high: high)
    }

    /// Whether there is nothing.
    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
}
