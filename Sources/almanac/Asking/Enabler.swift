import AlmanacClient
import AlmanacValues
import Records

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

    /// Returns the first state of a source that was enabled, after printing it.
    func firstState(_ name: String) -> CommandStatus {
        FirstState(daemon: daemon, output: output).report(on: name)
    }

    /// Enables a definition, and the sources with the areas of its zones that are not enabled.
    func enable(_ name: String) throws(CommandError) {
        let link = try DefinitionLink(name, in: folders)
        if link.isEnabled { output.printMessage("\(name) is enabled already") } else { try enable(link) }
        for zones in link.zones {
            let link = try DefinitionLink(zones, in: folders)
            if !link.isEnabled { try enable(link) }
        }
    }

    /// Links a definition, or asks the daemon to add the source if the link cannot be created.
    private func enable(_ link: DefinitionLink) throws(CommandError) {
        let name = link.name.text
        let target = try link.target()
        if try link.make(to: target) { return output.printMessage("\(link.path) → \(target)") }
        try ask(for: SourceContext(name: name), persists: true)
        output.printMessage("almanacd added \(name)")
    }

    /// Asks the daemon to add a source, and waits for its first state.
    ///
    /// - Returns: A failure if no attempt can succeed before someone changes something.
    func add(_ source: SourceContext, persists: Bool) throws(CommandError) -> CommandStatus {
        try ask(for: source, persists: persists)
        let status = firstState(source.name)
        guard status == .success else { return status }
        output.printMessage(
            "almanacd keeps \(source.name) fresh \(persists ? "from now on" : "until it stops")")
        return status
    }

    private func ask(for source: SourceContext, persists: Bool) throws(CommandError) {
        if let guessed = try daemon.ask(.addGuessing(source, persists: persists)) {
            output.printMessage("guessed from the response: Kind=\(guessed); --kind states another")
        }
    }
}
