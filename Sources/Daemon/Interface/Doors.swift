import Records
import Systemd
import Varlink

/// The two sockets: io.almanac speaks Varlink, `lines` only tells.
final class Doors {
    private let server: Server
    private let lines: StreamSocket
    private let sockets: SocketSet
    private let interface: Interface
    private let subscribers: Subscribers

    /// Opens both: those that the service manager listens on, else their own.
    ///
    /// - Throws: When there is none of them and none can be made.
    init(
        _ interface: Interface, _ subscribers: Subscribers, in sockets: SocketSet, _ directories: Directories,
        _ passed: [PassedDescriptor]
    ) throws {
        let service = Service(
            vendor: "almanac", product: "almanacd", version: Version.text, url: "https://almanac.example/")
        server = Server(service, in: sockets)
        (self.sockets, self.interface, self.subscribers) = (sockets, interface, subscribers)
        server.add(.almanac) { interface.answer($0) }
        server.addSystemdService { interface.reload($0) }
        lines = StreamSocket(in: sockets) { subscribers.addLine($0) }
        try listen(passed, directories)
    }

    /// Takes no more connections.
    func close() {
        server.stop()
        lines.stop()
    }

    /// Goes on with a reader of the run before.
    ///
    /// - Throws: When its socket is none, or cannot be watched.
    func admit(_ reader: KeptReader, _ descriptor: consuming FileDescriptor) throws(SystemError) -> Subscriber
    {
        switch reader.wish.identity.form {
        case .reply(let framing):
            let message = CallMessage(method: "io.almanac.Subscribe", more: true)
            return interface.proceed(try server.resume(message, framing, on: descriptor), reader)
        case .line:
            let channel = try sockets.adopt(descriptor)
            let subscriber = subscribers.add(
                channel, answering: nil, subscribers.kind(of: reader.wish), after: reader.cursor.number)
            subscriber.proceed(reader)
            return subscriber
        }
    }

    private func listen(_ passed: [PassedDescriptor], _ directories: Directories) throws {
        var names: Set<String> = []
        for one in passed {
            guard let descriptor = one.take() else { continue }
            names.insert(one.name)
            switch one.name {
            case "varlink": try server.listen(on: descriptor)
            case "lines": try lines.listen(on: descriptor)
            default:
                log(.warning, "the service manager passed a descriptor named \(one.name), which is closed")
            }
        }
        if !names.isSuperset(of: ["varlink", "lines"]) { try StateFolder.make(directories.run, 0o755) }
        if !names.contains("varlink") {
            try server.listen(path: directories.run + "/io.almanac", mode: 0o666)
        }
        if !names.contains("lines") { try lines.listen(path: directories.run + "/lines", mode: 0o666) }
    }
}
