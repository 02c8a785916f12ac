import AlmanacClient
import AlmanacValues
import Reactive
import Records
import Showing

/// The first state of a source that was just added, which the daemon may still be fetching.
struct FirstState {
    private static let look: Duration = .milliseconds(100)
    /// The number of looks until an attempt that runs is left alone.
    private static let mostLooks = 20
    /// The reasons that only a change of the source or of this machine removes.
    private static let permanent: Set<FailureReason> = [
        .tls, .denied, .size, .content, .shape, .parse, .policy, .configuration,
    ]

    let daemon: Daemon
    let output: Output

    /// Waits until the daemon has the source and, for up to two seconds, for its first answer; prints the
    /// state.
    ///
    /// - Parameter name: The name of the source.
    /// - Returns: A failure if no attempt can succeed before someone changes something.
    func report(on name: String) -> CommandStatus {
        switch looked(for: name) {
        case .failure(.unreachable):
            output.printMessage("almanacd does not run; it fetches \(name) once it does")
            return .success
        // A daemon that does not say which sources it has cannot be asked for more.
        case .failure: return .success
        case .success(nil):
            output.printMessage("almanacd has not read the definition of \(name) yet")
            return .success
        case .success(let source?): return report(source)
        }
    }

    private func report(_ source: Source) -> CommandStatus {
        let name = source.name
        let runtime = source.runtime
        if let failure = runtime.failure, failure.count > 0 || runtime.fetched == nil {
            return report(failure, of: source)
        }
        if runtime.fetched != nil {
            let records = counted(runtime.records, "record")
            output.printMessage("\(name) is \(runtime.standing.word): \(records)")
            reportMissing(of: source)
        } else if runtime.attempt == nil, runtime.next == nil {
            output.printMessage("\(name) is fetched when it is asked for")
        } else {
            let host = source.host.map { " from \($0)" } ?? ""
            let wait = runtime.attempt == nil ? runtime.next.map { ", \(output.paper.wait($0))" } ?? "" : ""
            output.printMessage("fetching \(name)\(host)\(wait)")
        }
        return .success
    }

    /// Prints what the first document has, and the records lack.
    private func reportMissing(of source: Source) {
        if let omission = source.omission { output.printMessage(visible("omitted: \(omission)")) }
        for gap in source.readingGaps { output.printMessage(visible(gap.line(on: output.paper).plain)) }
    }

    private func report(_ failure: Failure, of source: Source) -> CommandStatus {
        let name = source.name
        if failure.reason == FailureReason.policy.rawValue, failure.message.contains(text: "Contact=") {
            Terminal.warn("almanac: \(name) needs Contact=: \(contactCommand)")
            return .failure
        }
        let isFinal = FailureReason(rawValue: failure.reason).map(FirstState.permanent.contains) ?? false
        let wait = source.runtime.next.map { ", next attempt \(output.paper.wait($0))" } ?? ""
        Terminal.warn(visible("almanac: \(name) is failing: \(failure.line.plain)" + (isFinal ? "" : wait)))
        if isFinal { Terminal.warn("  to remove it: almanac remove \(name)") }
        return isFinal ? .failure : .success
    }

    /// The command that states who runs this machine.
    private var contactCommand: String {
        let user = daemon.connection.socket.isUser
        return (user ? "almanac --user" : "sudo almanac") + " set contact you@example.org"
    }

    /// Returns the source once its first attempt ended, or as it is after two seconds.
    private func looked(for name: String) -> Result<Source?, AlmanacError> {
        var found: Source?
        for _ in 0..<FirstState.mostLooks {
            do throws(AlmanacError) {
                let selector = Selector(sources: [Selector.literal(name)])
                found = try daemon.connection.answer(to: .sources(selector)).first
                if let found, found.runtime.fetched != nil || found.runtime.failure != nil { break }
                try pause()
            } catch {
                return .failure(error)
            }
        }
        return .success(found)
    }

    private func pause() throws(AlmanacError) {
        var isOver = false
        let timer = daemon.loop.after(FirstState.look, slack: .milliseconds(10)) { isOver = true }
        defer { timer.cancel() }
        try daemon.connection.run { isOver }
    }
}
