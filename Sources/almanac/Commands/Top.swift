extension Command {
    /// Shows a live screen.
    static let top = Command(
        "top", operands: "", summary: "Show a live screen of all sources and the newest changes",
        details: ["Keys: up and down select a source, r refreshes it, f shows only failing sources, q quits."]
    ) { invocation throws(CommandError) in
        try TopScreen(of: Daemon(invocation), output: Output(invocation)).run()
    }
}
