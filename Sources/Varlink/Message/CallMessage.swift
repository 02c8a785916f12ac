public import Records

/// A call as it travels.
///
/// Source: Varlink, Method-Call.md.
public nonisolated struct CallMessage: Equatable, Sendable {
    /// The method with its interface, such as `io.almanac.Subscribe`.
    public let method: String
    /// The parameters; an empty object when there are none.
    public let parameters: JSON
    /// More than one reply is wanted.
    public let more: Bool
    /// No reply is wanted.
    public let oneway: Bool
    /// The connection is to be used for something else after the reply.
    public let upgrade: Bool

    /// Makes a call.
    public init(
        method: String, parameters: JSON = .object([]), more: Bool = false, oneway: Bool = false,
        upgrade: Bool = false
    ) {
        (self.method, self.parameters) = (method, parameters)
        (self.more, self.oneway, self.upgrade) = (more, oneway, upgrade)
    }

    /// Reads a call.
    ///
    /// Parameters that are left out, `null` and `{}` are the same; other members are passed over.
    ///
    /// - Parameter frame: The message without its delimiter.
    /// - Throws: When it is not JSON, no object, names no method, a flag is no truth value, or two contradict.
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
        if more && oneway { throw MessageError(description: "the call wants both no reply and many") }
    }

    /// The interface of the method; empty when it names none.
    var interface: String { String(method[..<(dot ?? method.startIndex)]) }

    /// The method without its interface.
    var name: String { dot.map { String(method[method.utf8.index(after: $0)...]) } ?? method }

    private var dot: String.Index? { method.utf8.lastIndex(of: 0x2E) }

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
        default: throw MessageError(description: "the parameters are no object")
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

/// Reads a message as the object that it must be.
nonisolated func object(_ frame: [UInt8]) throws(MessageError) -> JSON {
    let message: JSON
    do {
        message = try JSON(parsing: frame)
    } catch {
        throw MessageError(description: "\(error)")
    }
    guard message.object != nil else { throw MessageError(description: "the message is no object") }
    return message
}
