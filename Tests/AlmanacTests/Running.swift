import Glibc
import Systemd
import TestDaemon
import Testing

/// A running `almanac`.
@MainActor
final class Running {
    /// Its standard output so far.
    private(set) var output = ""
    /// Its standard error so far.
    private(set) var error = ""
    let pid: pid_t

    private let daemon: ScriptedDaemon
    private var watches: [IOWatch] = []
    private var open = 2
    private var isReaped = false
    private var ends: [CInt] = []

    /// Starts it with a daemon's socket; with a terminal, its output goes there.
    init(
        _ words: [String], on daemon: ScriptedDaemon, environment: [String: String] = [:],
        terminal: Pseudoterminal? = nil, input: String = "/dev/null", sink: String? = nil
    ) throws {
        self.daemon = daemon
        var variables = ["HOME": daemon.directory, "PATH": "/usr/bin:/bin", "TZ": "UTC"]
        variables.merge(environment) { $1 }
        let command = Command(
            [Running.program] + words + ["--socket", daemon.socket], environment: variables, input: input,
            sink: sink)
        let started = try #require(command.start(on: terminal?.slave), "no \(Running.program)")
        pid = started.pid
        ends = [started.output, started.error]
        for (index, descriptor) in ends.enumerated() {
            watches.append(
                try daemon.loop.watch(descriptor, for: .reading) { [unowned self] _ in read(index, descriptor)
                })
        }
    }

    isolated deinit {
        watches = []
        if !isReaped {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        for descriptor in ends { close(descriptor) }
    }

    /// Runs the loop until the program exits.
    ///
    /// - Returns: Its exit status; 128 plus the number of a signal.
    func end() throws -> Int32 {
        var status: CInt = 0
        try turn("its end") {
            if !isReaped { isReaped = waitpid(pid, &status, WNOHANG) == pid }
            return isReaped && open == 0
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }

    /// Runs the daemon's loop until a condition holds.
    func turn(_ what: String, until holds: () -> Bool) throws {
        if try daemon.turn(until: holds) { return }
        kill(pid, SIGKILL)
        Issue.record("waited in vain for \(what)\n\(output)\n\(error)")
    }

    private func read(_ index: Int, _ descriptor: CInt) {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count > 0 {
            let text = String(decoding: bytes[..<count], as: UTF8.self)
            if index == 0 { output += text } else { error += text }
        } else {
            watches[index].cancel()
            open -= 1
        }
    }

    private static let program = Command.built("almanac")
}
