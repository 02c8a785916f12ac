import Daemon
import Glibc
import Programs
import Reactive
import Systemd

/// The end of a daemon that cannot serve: at once, or after clients that wait have received the reason.
final class Refusing {
    private let loop: EventLoop
    private var refusal: Refusal?

    /// Creates an end that stops a loop.
    init(on loop: EventLoop) { self.loop = loop }

    /// Stops the loop. If no further start can succeed, waiting clients receive the reason first.
    func start(_ failure: StartFailure, to passed: [PassedDescriptor]) {
        if failure.isLasting {
            // Without an answer, the clients wait for the next start.
            refusal = try? Refusal(failure.reason, to: passed, on: loop) { [loop] in loop.stop() }
        }
        if refusal == nil { loop.stop() }
    }

    /// Runs the loop until the end, which a signal brings forward.
    ///
    /// - Throws: `SystemError` if waiting itself fails.
    func run(_ signals: AnyPublisher<CInt, Never>) throws(SystemError) {
        let flow = signals.sink { [loop] _ in loop.stop() }
        defer { flow.cancel() }
        _ = try loop.run()
        finish()
    }

    /// Sends the last answers.
    func finish() { refusal?.close() }

    /// Refuses to serve with a wrong command line.
    static func refuse(_ error: ArgumentError) -> CInt {
        complain("\(error); see almanacd --help")
        // Without sockets or a loop, nobody waits.
        guard let passed = try? ServiceManager.listenDescriptors(), !passed.isEmpty,
            let loop = try? EventLoop(), let signals = try? loop.signals(SIGTERM, SIGINT)
        else { return ExitStatus.usage }
        signal(SIGPIPE, SIG_IGN)
        let refusing = Refusing(on: loop)
        refusing.start(StartFailure(error), to: passed)
        // The status says what is wrong, however the wait ends.
        try? refusing.run(signals)
        return ExitStatus.usage
    }
}
