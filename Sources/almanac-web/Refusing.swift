import Glibc
import Programs
import Reactive
import Systemd

/// The answer to the browsers that wait at the sockets of a service whose command line is wrong.
///
/// A connection that still waits when the service has failed starts it again at once, and so on for ever.
/// Hence all connections are answered for a while, with the status 503 and the reason.
///
/// Source: RFC 9110, section 15.6.4.
final class Refusing {
    /// The time for which connections are answered: the service starts once in this time at most.
    private static let duration: Duration = .seconds(10)
    /// The maximum number of answered connections that stay open until their clients have read the answer.
    private static let mostOpen = 64

    private let passed: [PassedDescriptor]
    private let answer: [UInt8]
    private var watches: [IOWatch] = []
    private var answered: [PassedDescriptor] = []

    /// Refuses to serve with a wrong command line. Waiting connections are answered first.
    ///
    /// - Returns: The exit status.
    static func refuse(_ error: ArgumentError) -> CInt {
        complain("\(error); see almanac-web --help")
        // Without sockets or a loop, nobody is answered.
        guard let passed = try? ServiceManager.listenDescriptors(),
            passed.contains(where: \.hasWaitingConnection), let loop = try? EventLoop()
        else { return ExitStatus.usage }
        let refusing = Refusing("almanac-web cannot serve: \(error)\n", passed)
        // The status says what is wrong, however the wait ends.
        try? refusing.run(on: loop)
        return ExitStatus.usage
    }

    private init(_ reason: String, _ passed: [PassedDescriptor]) {
        self.passed = passed
        let head = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\n"
        answer = Array(
            "\(head)Content-Length: \(reason.utf8.count)\r\nConnection: close\r\n\r\n\(reason)".utf8)
    }

    private func run(on loop: EventLoop) throws(SystemError) {
        let timer = AnyScheduler(loop).after(Refusing.duration) { loop.stop() }
        defer { timer.cancel() }
        for listener in passed.compactMap(\.raw) {
            watches.append(
                try loop.watch(listener, for: .reading) { [unowned self] _ in accept(on: listener) })
        }
        _ = try loop.run()
        watches = []
    }

    private func accept(on listener: CInt) {
        // A connection that cannot be accepted is tried again in the next turn.
        guard let connection = try? FileDescriptor.accept(on: listener) else { return }
        // A client that does not read so little has no use for the answer.
        _ = send(connection.raw, answer, answer.count, CInt(MSG_NOSIGNAL))
        // A close would discard the answer if the request was not read.
        _ = shutdown(connection.raw, CInt(SHUT_WR))
        answered.append(PassedDescriptor(name: "", connection))
        if answered.count > Refusing.mostOpen { answered.removeFirst() }
    }
}
