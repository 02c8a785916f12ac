extension Command {
    /// A live screen.
    static let top = Command(
        "top", "", "A live screen of all sources and of the newest changes",
        details: ["Keys: up and down mark a source, r refreshes it, f shows only what fails, q leaves."]
    ) { session throws(Complaint) in
        try TopScreen(session).run()
    }
}
