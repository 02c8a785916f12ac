import AlmanacValues
import Records

extension Item {
    /// The memory that the record takes, in bytes, roughly.
    nonisolated var memory: Int { data.memory + key.utf8.count + (title?.utf8.count ?? 0) + 300 }
}

extension [Item] {
    /// The memory that the records take, in bytes, roughly.
    nonisolated var memory: Int { reduce(0) { $0 + $1.memory } }
}

extension JSON {
    /// The size of a value or of the name of a member without longer text.
    private nonisolated static let slot = 24

    /// The memory that the value takes, in bytes: short texts are kept in the value itself, others have a
    /// header.
    fileprivate nonisolated var memory: Int {
        switch self {
        case .null, .bool: JSON.slot
        case .number(let text), .string(let text): JSON.slot + JSON.memory(of: text)
        case .array(let elements): elements.reduce(JSON.slot + 32) { $0 + $1.memory }
        case .object(let members):
            members.reduce(JSON.slot + 32) { $0 + JSON.slot + JSON.memory(of: $1.name) + $1.value.memory }
        }
    }

    private nonisolated static func memory(of text: String) -> Int {
        text.utf8.count <= 15 ? 0 : text.utf8.count + 32
    }
}
