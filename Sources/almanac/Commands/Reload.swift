import AlmanacClient

extension Command {
    /// Reloads the configuration.
    static let reload = Command(
        "reload", operands: "", summary: "Tell almanacd to read its configuration and definitions again",
        details: ["Errors are reported with file and line; the previous configuration then stays in effect."]
    ) { invocation throws(CommandError) in
        try Daemon(invocation).ask(.reload())
        return .success
    }
}
