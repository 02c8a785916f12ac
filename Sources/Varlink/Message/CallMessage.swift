public import Records

/// A call message.
///
/// Source: Varlink, Method-Call.md.
public nonisolated struct CallMessage: Equatable, Sendable {
    /// The method with its interface, such as `io.almanac.Subscribe`.
    public let method: String
    /// The parameters; an empty object if there are none.
    public let parameters: JSON
    /// Whether more than one reply is wanted.
    public let more: Bool
    /// Whether no reply is wanted.
    public let oneway: Bool
    /// Whether the connection is used for another protocol after the reply.
    public let upgrade: Bool

    /// Creates a call.
    public init(
        method: String, parameters: JSON = .object([]), more: Bool = false, oneway: Bool = false,
        upgrade: Bool = false
    ) {
        self.method = method
        self.parameters = parameters
        self.more = more
        self.oneway = oneway
        self.upgrade = upgrade
    }

    /// Parses a call.
    ///
    /// Omitted parameters, `null` and `{}` are equivalent; unknown members are ignored.
    ///
    /// - Parameter frame: The message without its delimiter.
    /// - Throws: An error if the message is not a JSON object, names no method, has a flag that is not a
    ///   Boolean, or has contradicting flags.
    public init(parsing frame: [UInt8]) throws(MessageError) {
        let message = try object(frame)
        guard let method = message["method"]?.string else {
            throw MessageError(description: "the call names no method")
        }
        self.method = method
        parameters = try Self.parameters(of: message)
        more = try Self.flag("more", of: message)
        oneway = try Self.flag("oneway", of: message)
        upgrade = try Self.flag("upgrade", of: message)
        if more && oneway {
            throw MessageError(description: "the call requests both no reply and several replies")
        }
    }

    /// The interface of the method; empty if the method has none.
    var interface: String { String(method[..<(dot ?? method.startIndex)]) }

    /// The method without its interface.
    var name: String { dot.map { String(method[method.utf8.index(after: $0)...]) } ?? method }

    private var dot: String.Index? { method.utf8.lastIndex(of: .period) }

    /// The message with its delimiter.
    public func bytes(_ framing: Framing) -> [UInt8] {
        let message = JSON.members([
            "method": .string(method), "parameters": parameters, "more": more ? true : nil,
            "oneway": oneway ? true : nil, "upgrade": upgrade ? true : nil,
        ])
        return message.bytes + [framing.rawValue]
    }

    private static func parameters(of message: JSON) throws(MessageError) -> JSON {
        switch message["parameters"] {
        case nil, .null?: return .object([])
        case .object(let members)?: return .object(members)
        default: throw MessageError(description: "the parameters are not an object")
        }
    }

    private static func flag(_ name: String, of message: JSON) throws(MessageError) -> Bool {
        switch message[name] {
        case nil, .null?: return false
        case .bool(let value)?: return value
        default: throw MessageError(description: "\"\(name)\" is neither true nor false")
        }
    }
}

/// Parses a message, which must be a JSON object.
nonisolated func object(_ frame: [UInt8]) throws(MessageError) -> JSON {
    let message: JSON
    do {
        message = try JSON(parsing: frame)
    } catch {
        throw MessageError(description: "\(error)")
    }
    guard message.object != nil else { throw MessageError(description: "the message is not an object") }
    return message
}
