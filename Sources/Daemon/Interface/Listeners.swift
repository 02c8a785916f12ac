import Definitions
import Records
import Subscribing
import Systemd
import Varlink

/// The two listening sockets: io.almanac speaks Varlink, `lines` only sends events.
final class Listeners {
    private let server: Server
    private let lines: StreamSocket
    private let sockets: SocketSet
    private let interface: Interface
    private let subscribers: SubscriberRegistry

    /// Opens both sockets: those passed by the service manager, otherwise its own.
    ///
    /// - Throws: An error if a socket is not passed and cannot be created.
    init(
        _ interface: Interface, _ subscribers: SubscriberRegistry, in sockets: SocketSet,
        _ directories: Directories,
        _ passed: [PassedDescriptor]
    ) throws {
        server = Server(.almanacd, in: sockets)
        self.sockets = sockets
        self.interface = interface
        self.subscribers = subscribers
        server.tooMuchUnread = { ServiceError("io.almanac.TooMuchUnread", ["limit": .int($0)]) }
        server.add(.almanac) { interface.answer($0) }
        server.addSystemdService { interface.reload($0) }
        lines = StreamSocket(in: sockets) { subscribers.addLine($0) }
        try listen(passed, directories)
    }

    /// Accepts no more connections.
    func close() {
        server.stop()
        lines.stop()
    }

    /// Continues with a subscriber of the previous run.
    ///
    /// - Throws: An error if the descriptor is not a socket, or cannot be watched.
    func admit(_ reader: KeptSubscriber, _ descriptor: consuming FileDescriptor) throws(SystemError)
        -> ChangeSubscriber
    {
        switch reader.options.form {
        case .reply(let framing):
            let message = CallMessage(method: "io.almanac.Subscribe", more: true)
            return interface.proceed(try server.resume(message, framing, on: descriptor), as: reader)
        case .line:
            let channel = try sockets.adopt(descriptor)
            let subscriber = subscribers.add(
                channel, answering: nil, kind: subscribers.kind(of: reader.options),
                after: reader.cursor.number)
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
                log(.warning, "closing an unknown descriptor from the service manager, named \(one.name)")
            }
        }
        if !names.isSuperset(of: ["varlink", "lines"]) { try StateFolder.make(directories.run, mode: 0o755) }
        if !names.contains("varlink") {
            try server.listen(path: directories.run + "/io.almanac", mode: 0o666)
        }
        if !names.contains("lines") { try lines.listen(path: directories.run + "/lines", mode: 0o666) }
    }
}

extension Service {
    /// The daemon, as it describes itself.
    static let almanacd = Service(
        vendor: "almanac", product: "almanacd", version: Version.text, url: "https://almanac.example/")
}
