import CSQLite
import Records

/// A value for a statement's parameter; `nil` is NULL.
enum Binding {
    case int(Int64?)
    case real(Double?)
    case text(String?)
    case bytes([UInt8]?)

    /// Binds the value; SQLite makes a copy of it.
    func bind(to statement: OpaquePointer, at index: CInt) -> CInt {
        switch self {
        case .int(let value?): return sqlite3_bind_int64(statement, index, value)
        case .real(let value?): return sqlite3_bind_double(statement, index, value)
        case .text(var value?):
            return value.withUTF8 {
                almanac_bind_text(statement, index, $0.baseAddress, sqlite3_uint64($0.count))
            }
        case .bytes(let value?):
            return value.withUnsafeBufferPointer {
                almanac_bind_blob(statement, index, $0.baseAddress, sqlite3_uint64($0.count))
            }
        default: return sqlite3_bind_null(statement, index)
        }
    }

    /// Returns an integer that SQLite stores as INTEGER.
    static func count(_ value: Int) -> Binding { .int(Int64(value)) }

    /// Returns a moment in microseconds since 1970.
    static func moment(_ value: UTC?) -> Binding { .int(value?.microseconds) }

    /// Returns the 16 bytes of a hash.
    static func hash(_ value: RecordHash) -> Binding { .bytes(value.bytes) }
}
