/// How a question is put to a service that finds places.
public enum PlaceRequest: Hashable, Sendable {
    /// By an http or https address; `%{credential}` stands for the key.
    case address(String)
    /// By a file of the definition's folder that holds the answer.
    case file(String)
    /// Not at all: the answer is that there is nothing.
    case nothing
}

/// An address as it is put together.
struct PlaceAddress {
    private(set) var text: String

    /// - Parameter text: The address without what stands behind `?`.
    init(_ text: String) { self.text = text }

    /// Adds a parameter, percent-encoded; `nil` adds nothing.
    ///
    /// Source: RFC 3986 §2.1 and §2.3.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        addAsIs(name, String(decoding: value.utf8.flatMap(PlaceAddress.encoded), as: UTF8.self))
    }

    /// Adds the key, to be filled in when the request is made.
    mutating func addKey(_ name: String) { addAsIs(name, "%{credential}") }

    private mutating func addAsIs(_ name: String, _ value: String) {
        text += (text.utf8.contains(0x3F) ? "&" : "?") + name + "=" + value
    }

    private static func encoded(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case 0x61...0x7A, 0x41...0x5A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: return [byte]
        default:
            let digits = Array("0123456789ABCDEF".utf8)
            return [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}
