import Glibc
import Records
import Systemd

/// The conversation with a process that expands calendars.
struct ExpansionProcess: ~Copyable {
    /// The reason why a process did not finish a document.
    enum Failure: Error {
        /// It died, or sent nothing for too long, or sent what it should not; while it expanded the series of
        /// this number, if any.
        case lost(during: Int?)
        /// It ended at once with this status.
        case ended(CInt)
        /// A system call failed.
        case system(SystemError)
    }

    /// The longest time without a line, in milliseconds.
    private static let patience: CInt = 15_000
    /// The most bytes of a result.
    private static let mostBytes = 64 << 20

    private var child: ChildProcess
    private var held: [UInt8] = []
    private var at = 0
    private var received = 0
    /// The series being expanded.
    private var series: Int?

    /// Starts the process.
    ///
    /// - Parameter program: The program that runs `ExpansionChild`.
    /// - Throws: A failure if it cannot be started.
    init(_ program: String) throws(Failure) {
        // The process may end before it has read all.
        signal(SIGPIPE, SIG_IGN)
        do throws(SystemError) {
            self.init(try ChildProcess(program, [ExpansionChild.command]))
        } catch {
            throw .system(error)
        }
    }

    /// Holds a process; apart, because Swift 6.2 cannot compile an initializer that throws when some
    /// properties have values.
    private init(_ child: consuming ChildProcess) { self.child = child }

    /// Expands a document.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - text: The document.
    ///   - use: Called with each message, the last of which is `.end`.
    /// - Throws: A failure; then the process cannot be used any more.
    mutating func expand(
        _ request: ExpansionRequest, _ text: [UInt8], use: (ExpansionMessage) -> Void
    ) throws(Failure) {
        series = nil
        received = 0
        try send(request.line)
        try send(text)
        while true {
            let message = try next()
            switch message {
            case .zone(let name): try answer(name)
            case .begins(let number): series = number
            case .end:
                use(message)
                return
            default: use(message)
            }
        }
    }

    private mutating func answer(_ name: String) throws(Failure) {
        let content = ZoneFiles.content(name) ?? []
        try send(Array("\(content.count)\n".utf8) + content)
    }

    private mutating func send(_ bytes: [UInt8]) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes {
                unsafe write(child.input.raw, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw lost() }
            rest = rest.dropFirst(count)
        }
    }

    /// Returns the next message.
    private mutating func next() throws(Failure) -> ExpansionMessage {
        var searched = at
        while true {
            if let end = held.span.offset(of: .newline, from: searched) {
                let line = held[at..<end]
                at = end + 1
                guard let message = ExpansionMessage(line) else { throw lost() }
                return message
            }
            searched = held.count - at
            held.removeFirst(at)
            at = 0
            guard held.count <= ExpansionMessage.longest, received <= ExpansionProcess.mostBytes else {
                throw lost()
            }
            try receive()
        }
    }

    private mutating func receive() throws(Failure) {
        var entry = pollfd(fd: child.output.raw, events: Int16(POLLIN), revents: 0)
        var ready: CInt = 0
        repeat { unsafe ready = poll(&entry, 1, ExpansionProcess.patience) } while ready < 0 && errno == EINTR
        guard ready > 0 else { throw lost() }
        let part = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            unsafe count = max(0, read(entry.fd, buffer.baseAddress, buffer.count))
        }
        guard !part.isEmpty else { throw lost() }
        held += part
        received += part.count
    }

    /// Ends the process and returns the failure.
    private mutating func lost() -> Failure {
        let isNew = received == 0
        guard let status = child.finish(), isNew, status != EXIT_SUCCESS else { return .lost(during: series) }
        return .ended(status)
    }
}
