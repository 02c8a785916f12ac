import AlmanacValues
import Glibc
import Records
import Showing
import Systemd

/// Runs a command for each change, one at a time; the next event is read after the command has ended.
struct CommandReporter: Reporter {
    private let command: String
    private let output: Output
    private let echo: (any Reporter)?

    init(_ command: String, output: Output, echo: (any Reporter)?) {
        self.command = command
        self.output = output
        self.echo = echo
    }

    func begin() { echo?.begin() }

    func show(unknown: [Gap]) -> Bool { echo?.show(unknown: unknown) ?? false }

    func take(_ event: Event) throws(CommandError) {
        try echo?.take(event)
        guard let item = event.item else { return }
        setEnvironment(for: event, item: item)
        guard let pipe = popen(command, "we") else {
            throw CommandError(.temporary, "cannot run \(command): \(SystemError.last("popen"))")
        }
        signal(SIGPIPE, SIG_IGN)
        write(event.json.short + "\n", to: pipe)
        let status = pclose(pipe)
        signal(SIGPIPE, SIG_DFL)
        guard status == 0 else { throw failure(status) }
    }

    /// Writes to a command, which may end without reading its input. The stream's own buffer is not used: if it
    /// cannot be written, pclose(3) returns an error instead of the command's status.
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

    /// An environment variable cannot contain NUL; the rest of such a value is omitted.
    private func setEnvironment(for event: Event, item: Item) {
        let values = [
            ("EVENT", event.kind.rawValue), ("SOURCE", item.source), ("KEY", item.key),
            ("TITLE", item.title ?? ""),
            ("CURSOR", event.cursor), ("CHANGE", ChangeLine(event).what(output.paper)?.plain ?? ""),
        ]
        for (name, value) in values { setenv("ALMANAC_\(name)", value, 1) }
    }

    private func failure(_ status: CInt) -> CommandError {
        let signal = status & 0x7F
        let how = signal == 0 ? "with status \(status >> 8 & 0xFF)" : "by signal \(signal)"
        return CommandError(
            .failure, "the command ended \(how): \(command)",
            hints: ["with the same --state, the next run delivers its change again"])
    }
}
