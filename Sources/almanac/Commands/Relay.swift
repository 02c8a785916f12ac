import AlmanacClient
import Glibc
import Programs
import Systemd

extension Command {
    /// Connects the daemon to standard input and output.
    static let relay = Command(
        "relay", operands: "",
        summary: "Connect another almanac to the daemon's socket",
        details: [
            "Standard input and output are the connection. Calls that read records and subscribe are passed "
                + "on, one at a time; any other is answered with PermissionDenied. For sshd, and for "
                + "almanac-hub@.service on another machine; see almanac-hub(8)."
        ],
        options: [Option("refresh", summary: "also pass on Refresh")]
    ) { invocation throws(CommandError) in
        // A client that is gone is an error of write(2), not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let rule = RelayRule(allowsRefresh: invocation.has("refresh"))
        do {
            var relay = try CallRelay(to: Folders(invocation).socket.path, rule)
            guard case .invalid(let reason) = try relay.run(input: STDIN_FILENO, output: STDOUT_FILENO) else {
                return .success
            }
            throw SystemError(call: "relay", code: EPROTO, detail: reason)
        } catch {
            throw CommandError(.unavailable, "\(error)")
        }
    }
}
