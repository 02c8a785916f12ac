import Glibc

extension Command {
    /// Serves assistants.
    static let modelContext = Command(
        "mcp",
        summary: "Serve assistants on standard input and output",
        details: [
            "Speaks the Model Context Protocol. The tools sources, show, changes, warnings and brief read "
                + "what the daemon keeps; none of them changes or fetches anything. Texts of feeds are marked as untrusted, and each answer says "
                + "whether it is complete."
        ],
        options: [.unlisted]
    ) { invocation throws(CommandError) in
        // A client that is gone is an error of write(2), not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        let airports = Airports(Folders(invocation), invocation)
        ContextServer(try ContextTools(Daemon(invocation), Output(invocation), airports)).run()
        return .success
    }
}
