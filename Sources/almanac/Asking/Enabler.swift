import AlmanacClient
import AlmanacValues

/// Enables sources: with a link, or by asking the daemon.
struct Enabler {
    private let folders: Folders
    private let daemon: Daemon
    private let output: Output

    init(in folders: Folders, daemon: Daemon, output: Output) {
        self.folders = folders
        self.daemon = daemon
        self.output = output
    }

    /// Links a definition, or asks the daemon to add the source if the link cannot be created.
    func enable(_ name: String) throws(CommandError) {
        let link = try DefinitionLink(name, in: folders)
        if link.isEnabled { return output.printMessage("\(name) is enabled already") }
        let target = try link.target()
        if try link.make(to: target) { return output.printMessage("\(link.path) → \(target)") }
        try add(SourceContext(name: name), persists: true)
    }

    /// Asks the daemon to add a source.
    func add(_ source: SourceContext, persists: Bool) throws(CommandError) {
        if let guessed = try daemon.ask(.addGuessing(source, persists: persists)) {
            output.printMessage("guessed from the response: Kind=\(guessed); --kind states another")
        }
        output.printMessage(
            "almanacd keeps \(source.name) fresh \(persists ? "from now on" : "until it stops")")
    }
}
