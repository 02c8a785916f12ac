import Records
public import Systemd

/// Serves interfaces on Unix sockets.
///
/// `org.varlink.service` is always among them. Calls are handed over one at a time for each connection, their
/// parameters as the interface declares them; what a client may ask otherwise is answered here.
///
/// Source: Varlink, Method-Call.md and Service.md.
public final class Server {
    private let sockets: SocketSet
    private let service: Service
    private var interfaces: [Interface] = []
    private var listeners: [Listener] = []
    /// What was asked last by somebody who follows something: thousands of connections ask the same.
    private var last: (frame: [UInt8], asked: Asked)?

    /// A question, and who answers it.
    struct Asked {
        let question: Question
        let answer: (Call) -> Void
    }

    private struct Interface {
        let description: InterfaceDescription
        let handler: (Call) -> Void
    }

    /// Makes a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - service: What GetInfo answers.
    ///   - sockets: The set that its connections belong to.
    public init(_ service: Service, in sockets: SocketSet) {
        (self.service, self.sockets) = (service, sockets)
        add(.varlinkService) { [unowned self] in answer($0) }
    }

    /// Serves an interface.
    ///
    /// A comment line `[Requires 'more' flag]` before a method is enforced.
    ///
    /// - Parameters:
    ///   - description: What it offers; GetInterfaceDescription answers with its text.
    ///   - handler: Takes each call of one of its methods, whose parameters are as declared; must end it, then or later.
    public func add(_ description: InterfaceDescription, handler: @escaping (Call) -> Void) {
        precondition(!interfaces.contains { same($0.description.name, description.name) }, "served twice")
        interfaces.append(Interface(description: description, handler: handler))
        last = nil
    }

    /// Takes connections from a socket that listens, such as one that the service manager passed.
    ///
    /// - Throws: When it cannot be watched.
    public func listen(on descriptor: consuming FileDescriptor) throws(SystemError) {
        listeners.append(
            try Listener(descriptor, isReading: true, in: sockets) { [unowned self] in welcome($0) })
    }

    /// Listens at a path until `stop`. A socket that stands there is replaced.
    ///
    /// - Parameters:
    ///   - path: At most 103 bytes.
    ///   - mode: The permissions.
    /// - Throws: When that is not possible.
    public func listen(path: String, mode: UInt32) throws(SystemError) {
        listeners.append(
            try Listener(path: path, mode: mode, isReading: true, in: sockets) { [unowned self] in welcome($0)
            })
    }

    /// Serves a connection that was made elsewhere, such as one kept by the service manager.
    ///
    /// - Throws: When it is no connected Unix socket, or cannot be watched.
    public func adopt(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        welcome(try sockets.adopt(descriptor))
    }

    /// Takes up a call that was made before this process began, on a connection that the service manager kept.
    ///
    /// - Parameters:
    ///   - call: What was asked; it is handed to nobody else.
    ///   - framing: What ends a message on the connection.
    ///   - descriptor: The connection.
    /// - Returns: The call, to be answered; first by what was left of a message that had been begun.
    /// - Throws: When it is no connected Unix socket, or cannot be watched.
    public func resume(
        _ call: CallMessage, _ framing: Framing, on descriptor: consuming FileDescriptor
    ) throws(SystemError) -> Call {
        let connection = Connection(try sockets.adopt(descriptor), of: self, framing)
        return connection.resume(call)
    }

    /// Takes no more connections; those that are there stay.
    public func stop() { listeners = [] }

    /// What a message asks.
    ///
    /// - Throws: When it is no call.
    func asked(by frame: [UInt8]) throws(MessageError) -> Asked {
        if let last, last.frame == frame { return last.asked }
        let message = try CallMessage(parsing: frame)
        let asked = Asked(question: Question(message), answer: answerer(of: message))
        if message.more { last = (frame, asked) }
        return asked
    }

    /// Who answers a message, or says why nobody can.
    private func answerer(of message: CallMessage) -> (Call) -> Void {
        let name = message.interface
        guard let interface = interfaces.first(where: { same($0.description.name, name) }) else {
            return { $0.fail(.interfaceNotFound(name)) }
        }
        if let error = error(in: message, to: interface.description) { return { $0.fail(error) } }
        return interface.handler
    }

    /// Why an interface does not answer a message; `nil` when it does.
    private func error(in message: CallMessage, to interface: InterfaceDescription) -> ServiceError? {
        guard let method = interface.method(message.name) else { return .methodNotFound(message.method) }
        if message.upgrade { return .methodNotImplemented(message.method) }
        if method.requiresMore && !message.more { return .expectedMore }
        return interface.misfit(in: message.parameters, of: method.parameters).map { .invalidParameter($0) }
    }

    private func welcome(_ channel: Channel) { _ = Connection(channel, of: self) }

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
