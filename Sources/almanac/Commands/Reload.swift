extension Command {
    /// Reads the configuration anew.
    static let reload = Command(
        "reload", "", "Have almanacd read its configuration and definitions anew",
        details: ["What is wrong is told with file and line, and the running configuration stays."]
    ) { session throws(Complaint) in
        _ = try session.daemon.ask("Reload")
        return .success
    }
}
