import Records
import Systemd
import Varlink

extension Interface {
    /// Adds the sources of a list; the peer has the right to do so.
    func addSources(_ call: Call) {
        let contexts = call.parameters["contexts"]?.array ?? []
        let isTrial = call.parameters["dryRun"]?.bool ?? false
        control.add(list: contexts, isTrial: isTrial) { results in
            Interface.reply(to: call, contexts, results, isTrial: isTrial)
        }
    }

    private static func reply(
        to call: Call, _ contexts: [JSON], _ results: [Result<SourceName, Control.Refusal>], isTrial: Bool
    ) {
        let added = results.count { if case .success = $0 { true } else { false } }
        if added > 0, !isTrial { log(.notice, "\(added) sources of a list were added") }
        call.reply([
            "results": .array(
                zip(contexts, results).map { context, result in
                    .members([
                        "name": .string(context["name"]?.string ?? ""),
                        "message": Interface.message(of: result).map(JSON.string),
                    ])
                })
        ])
    }

    private static func message<Name>(of result: Result<Name, Control.Refusal>) -> String? {
        switch result {
        case .success: nil
        case .failure(.exists(let name)): "\(name) exists already"
        case .failure(.invalid(_, let message)): message
        }
    }
}
