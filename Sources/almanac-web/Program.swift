import AlmanacClient
import Glibc
import Programs
import Reactive
import Records
import Systemd
import Web

/// The web interface as a service.
final class Program {
    private let words: [String]
    private var flows: Set<AnyCancellable> = []

    /// Makes the program of the words after its name.
    init(_ words: [String]) { self.words = words }

    /// Serves until a signal stops it.
    ///
    /// - Returns: The exit status.
    func run() -> CInt {
        do {
            let arguments = try Arguments(words)
            switch arguments.command {
            case .help: say(Help.text)
            case .version: say("almanac-web \(Version.text)\n\(Version.build), \(WebLibraries.text)")
            case .serve: return try serve(arguments)
            }
            return ExitStatus.success
        } catch let error as ArgumentError {
            return Refusing.refuse(error)
        } catch {
            log(.error, "cannot serve: \(error)")
            return ExitStatus.system
        }
    }

    private func serve(_ arguments: Arguments) throws -> CInt {
        let loop = try EventLoop()
        signal(SIGPIPE, SIG_IGN)
        let signals = try loop.signals(SIGTERM, SIGINT)
        try FileDescriptor.raiseLimit()
        let server = try WebServer(
            DaemonConnection(to: arguments.socket, on: loop), settings: arguments.settings)
        let addresses = try listen(server, arguments)
        signals.sink { _ in
            ServiceManager.stopping()
            loop.stop()
        }.store(in: &flows)
        ServiceManager.ready(status: "Serving \(addresses.joined(separator: ", "))")
        log(.notice, "almanac-web \(Version.text) serves \(addresses.joined(separator: ", "))")
        let status = try loop.run()
        server.stop()
        return status
    }

    /// Listens on the sockets of the service manager, or else on those of the command line.
    private func listen(_ server: WebServer, _ arguments: Arguments) throws -> [String] {
        let passed = try ServiceManager.listenDescriptors()
        for descriptor in passed {
            if let descriptor = descriptor.take() { try server.listen(on: descriptor) }
        }
        guard passed.isEmpty else { return ["the sockets of the service manager (\(passed.count))"] }
        for address in arguments.addresses { try server.listen(on: address.listen()) }
        return arguments.addresses.map { "http://\($0)/" }
    }
}
