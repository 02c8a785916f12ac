import AlmanacValues
import Glibc
import Records
import Showing
import Systemd

/// Runs a command for each change, one at a time; the next event is read after the command has ended.
struct CommandReporter: Reporter {
    /// The longest value of a variable, in bytes: an environment has room for a few of 128 kB, and with more,
    /// no command can be run.
    private static let mostBytes = 4096
    /// The exit status of a command that can never deliver its change. Source: EX_DATAERR of sysexits.h.
    private static let undeliverable: CInt = 65
    /// The size of a change in bytes from which on brokers may refuse it.
    private static let largeChange = 1_000_000

    private let command: String
    private let output: Output
    private let echo: (any Reporter)?
    private let failed: FailedChange?

    /// Makes a reporter.
    ///
    /// - Parameters:
    ///   - command: The command, for `sh -c`.
    ///   - output: The output.
    ///   - echo: A reporter that prints each change, too; `nil` for none.
    ///   - failed: The counter of failures after which a change is passed over; `nil` to end with each
    ///     failure.
    init(_ command: String, output: Output, echo: (any Reporter)?, failed: FailedChange?) {
        self.command = command
        self.output = output
        self.echo = echo
        self.failed = failed
    }

    func start() { echo?.start() }

    func show(unknown: [Gap]) -> Bool { echo?.show(unknown: unknown) ?? false }

    func report(_ event: Event) throws(CommandError) {
        try echo?.report(event)
        guard let item = event.item else { return }
        setEnvironment(for: event, item: item)
        guard let pipe = popen(command, "we") else {
            throw CommandError(.temporary, "cannot run \(command): \(SystemError.last("popen"))")
        }
        signal(SIGPIPE, SIG_IGN)
        let change = event.json.short + "\n"
        write(change, to: pipe)
        let status = pclose(pipe)
        signal(SIGPIPE, SIG_DFL)
        if status != 0 { try fail(status, event, item, size: change.utf8.count) }
    }

    /// Writes to a command, which may end without reading its input. The stream's own buffer is not used: if
    /// it cannot be written, pclose(3) returns an error instead of the command's status.
    private func write(_ text: String, to pipe: UnsafeMutablePointer<FILE>) {
        Array(text.utf8).withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = Glibc.write(fileno(pipe), rest.baseAddress, rest.count)
                if count < 0, errno != EINTR { return }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(count, 0)))
            }
        }
    }

    /// An environment variable cannot contain NUL; the rest of such a value is omitted. A value that is too
    /// long ends with an ellipsis; the change itself is complete.
    private func setEnvironment(for event: Event, item: Item) {
        let values = [
            ("EVENT", event.kind.rawValue), ("SOURCE", item.source), ("KEY", item.key),
            ("TITLE", item.title ?? ""),
            ("CURSOR", event.cursor), ("CHANGE", ChangeLine(event).what(output.paper)?.plain ?? ""),
        ]
        for (name, value) in values {
            setenv("ALMANAC_\(name)", value.shortened(toBytes: CommandReporter.mostBytes), 1)
        }
    }

    /// Passes over a change that cannot be delivered.
    ///
    /// - Throws: A complaint that ends the program, if the change may be delivered later.
    private func fail(_ status: CInt, _ event: Event, _ item: Item, size: Int) throws(CommandError) {
        guard let failed else { throw failure(status, size: size) }
        let count = try failed.count(event, item)
        let isHopeless = status == CommandReporter.undeliverable << 8
        guard isHopeless || count >= FailedChange.mostTries else {
            throw failure(status, size: size, "try \(count) of \(FailedChange.mostTries)")
        }
        let message = failure(status, size: size, isHopeless ? nil : "\(count) times in a row")
        let change = visible("\(event.cursor) of \(item.source)/\(item.key)")
        Terminal.warn("almanac: the change \(change) is passed over: \(message.message)")
        for hint in message.hints.dropLast() { Terminal.warn(hint) }
    }

    private func failure(_ status: CInt, size: Int, _ tries: String? = nil) -> CommandError {
        let signal = status & 0x7F
        let how = signal == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(signal)"
        let limits =
            "the change has \(size) bytes; unless configured otherwise, NATS accepts 1048576 (max_payload) "
            + "and Kafka 1048588 (message.max.bytes), of which kcat sends 1000000"
        return CommandError(
            .failure, "the command ended \(how)\(tries.map { " (\($0))" } ?? ""): \(command)",
            hints: (size > CommandReporter.largeChange ? [limits] : []) + [
                "with the same --state, the next run delivers its change again"
            ])
    }
}
