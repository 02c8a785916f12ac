import Glibc
import Records
public import Systemd

/// Serves interfaces on Unix sockets.
///
/// `org.varlink.service` is always among them. Handlers receive one call at a time per connection, with
/// parameters that match the interface's declaration; the server answers invalid calls itself.
///
/// Source: Varlink, Method-Call.md and Service.md.
public final class Server {
    private let sockets: SocketSet
    private let service: Service
    /// Returns the error of a call whose reply is discarded because its user has too many unsent bytes;
    /// receives the limit in bytes.
    public var tooMuchUnread: (Int) -> ServiceError = { _ in
        ServiceError("io.systemd.System", ["errno": .int(Int(ENOBUFS)), "origin": "linux"])
    }
    private var interfaces: [Interface] = []
    private var listeners: [Listener] = []
    /// The last call with `more`: thousands of connections send the same one.
    private var lastStreaming: (frame: [UInt8], asked: RoutedCall)?
    /// The last other small call: programs that poll repeat it.
    private var lastSmall: (frame: [UInt8], asked: RoutedCall)?
    /// The size of a small call in bytes.
    private static let small = 512

    /// A call message and the handler that answers it.
    struct RoutedCall {
        let shared: SharedMessage
        let answer: (Call) -> Void
    }

    private struct Interface {
        let description: InterfaceDescription
        let handler: (Call) -> Void
    }

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - service: The answer of GetInfo.
    ///   - sockets: The set that its connections belong to.
    public init(_ service: Service, in sockets: SocketSet) {
        self.service = service
        self.sockets = sockets
        add(.varlinkService) { [unowned self] in answer($0) }
    }

    /// Adds an interface.
    ///
    /// A comment line `[Requires 'more' flag]` before a method is enforced.
    ///
    /// - Parameters:
    ///   - description: The description, whose text GetInterfaceDescription returns.
    ///   - handler: Receives each call of one of its methods, with parameters as declared; must end the
    ///     call, at once or later.
    public func add(_ description: InterfaceDescription, handler: @escaping (Call) -> Void) {
        precondition(!interfaces.contains { same($0.description.name, description.name) }, "served twice")
        interfaces.append(Interface(description: description, handler: handler))
        lastStreaming = nil
        lastSmall = nil
    }

    /// Accepts connections on a listening socket, such as one passed by the service manager.
    ///
    /// - Throws: An error if it cannot be watched.
    public func listen(on descriptor: consuming FileDescriptor) throws(SystemError) {
        listeners.append(
            try Listener(descriptor, isReading: true, in: sockets) { [unowned self] in welcome($0) })
    }

    /// Listens at a path until `stop`, replacing an existing socket.
    ///
    /// - Parameters:
    ///   - path: The path, at most 103 bytes.
    ///   - mode: The permissions.
    /// - Throws: An error if the socket cannot be created or watched.
    public func listen(path: String, mode: UInt32) throws(SystemError) {
        listeners.append(
            try Listener(path: path, mode: mode, isReading: true, in: sockets) { [unowned self] in welcome($0)
            })
    }

    /// Serves an existing connection, such as one stored by the service manager.
    ///
    /// - Throws: An error if it is not a connected Unix socket, or cannot be watched.
    public func adopt(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        welcome(try sockets.adopt(descriptor))
    }

    /// Resumes a call that an earlier process received, on a connection stored by the service manager.
    ///
    /// - Parameters:
    ///   - call: The call message; no handler receives it.
    ///   - framing: The delimiter of messages on the connection.
    ///   - descriptor: The connection.
    /// - Returns: The call; the caller first sends the rest of a partly sent message.
    /// - Throws: An error if it is not a connected Unix socket, or cannot be watched.
    public func resume(
        _ call: CallMessage, _ framing: Framing, on descriptor: consuming FileDescriptor
    ) throws(SystemError) -> Call {
        let connection = ServerConnection(try sockets.adopt(descriptor), of: self, framing)
        return connection.resume(call)
    }

    /// Stops accepting connections; existing ones remain.
    public func stop() { listeners = [] }

    /// Returns the call that a message contains, and its handler.
    ///
    /// - Throws: An error if it is not a valid call.
    func asked(by frame: [UInt8]) throws(MessageError) -> RoutedCall {
        if let lastStreaming, isSame(lastStreaming.frame, frame) { return lastStreaming.asked }
        if let lastSmall, isSame(lastSmall.frame, frame) { return lastSmall.asked }
        let message = try CallMessage(parsing: frame)
        let asked = RoutedCall(shared: SharedMessage(message), answer: answerer(of: message))
        if message.more {
            lastStreaming = (frame, asked)
        } else if frame.count <= Self.small {
            lastSmall = (frame, asked)
        }
        return asked
    }

    /// Whether two messages have the same bytes; `==` would compare them byte by byte.
    private nonisolated func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
    }

    /// Returns the handler of a message, or one that fails with the reason.
    private func answerer(of message: CallMessage) -> (Call) -> Void {
        let name = message.interface
        guard let interface = interfaces.first(where: { same($0.description.name, name) }) else {
            return { $0.fail(.interfaceNotFound(name)) }
        }
        if let error = error(in: message, to: interface.description) { return { $0.fail(error) } }
        return interface.handler
    }

    /// Returns why an interface does not accept a message; `nil` if it does.
    private func error(in message: CallMessage, to interface: InterfaceDescription) -> ServiceError? {
        guard let method = interface.method(message.name) else { return .methodNotFound(message.method) }
        if message.upgrade { return .methodNotImplemented(message.method) }
        if method.requiresMore && !message.more { return .expectedMore }
        return interface.misfit(in: message.parameters, of: method.parameters).map { .invalidParameter($0) }
    }

    private func welcome(_ channel: Channel) { _ = ServerConnection(channel, of: self) }

    private func answer(_ call: Call) {
        guard same(call.name, "GetInterfaceDescription") else { return call.reply(info) }
        let name = call.parameters["interface"]?.string ?? ""
        guard let interface = interfaces.first(where: { same($0.description.name, name) }) else {
            return call.fail(.interfaceNotFound(name))
        }
        call.reply(["description": .string(interface.description.text)])
    }

    private var info: JSON {
        let names = interfaces.map(\.description.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return [
            "vendor": .string(service.vendor), "product": .string(service.product),
            "version": .string(service.version), "url": .string(service.url),
            "interfaces": .array(names.map(JSON.string)),
        ]
    }
}
