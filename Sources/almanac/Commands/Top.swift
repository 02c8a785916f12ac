extension Command {
    /// Shows a live screen.
    static let top = Command(
        "top", "", "Show a live screen of all sources and the newest changes",
        details: ["Keys: up and down select a source, r refreshes it, f shows only failing sources, q quits."]
    ) { invocation throws(CommandError) in
        try TopScreen(Daemon(invocation), Output(invocation)).run()
    }
}
