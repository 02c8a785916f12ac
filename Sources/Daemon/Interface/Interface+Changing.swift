import Definitions
import Fetching
import Reactive
import Records
import Refreshing
import Systemd
import Varlink

extension Interface {
    /// Answers a call that changes sources or the configuration, if the peer has the right to do so.
    func change(_ call: Call) {
        guard rights.mayChange(call.peer) else { return call.fail(.permissionDenied) }
        switch call.name {
        case "AddSource": addSource(call)
        case "AddSources": addSources(call)
        case "Discover": discover(call)
        case "RemoveSource": removeSource(call)
        default: reload(call)
        }
    }

    /// Reloads the configuration and definitions, and notifies the service manager.
    func reload(_ call: Call) {
        guard rights.mayChange(call.peer) else { return call.fail(.permissionDenied) }
        ServiceManager.reloading()
        defer { ServiceManager.ready() }
        do throws(OptionError) {
            try control.reload()
            log(.notice, "configuration and definitions were read again", .reloaded)
            call.reply()
        } catch {
            log(
                .error, "the configuration was refused, the previous one stays in effect: \(error)",
                .reloadRefused,
                [
                    "ALMANAC_FILE": error.file,
                    "ALMANAC_LINE": error.line > 0 ? "\(error.line)" : nil,
                ])
            call.fail(
                "io.almanac.InvalidConfiguration",
                ["file": .string(error.file), "line": .int(error.line), "message": .string(error.reason)])
        }
    }

    private func addSource(_ call: Call) {
        let context = call.parameters["context"] ?? .object([])
        do throws(Control.Refusal) {
            guard let trial = try control.trial(of: context, by: rights.author(call.peer)) else {
                return add(context, guessed: nil, for: call)
            }
            addGuessing(trial, context, for: call)
        } catch {
            refuse(call, with: error)
        }
    }

    /// Adds a source after its kind was guessed from its document.
    private func addGuessing(_ trial: Definition, _ context: JSON, for call: Call) {
        let guess = kinds.kind(of: trial).sink { [self] completion in
            guard case .failure(let failure) = completion else { return }
            let message = "the kind cannot be guessed: \(failure.message)"
            refuse(call, with: .invalid(path: "/context/kind", message: message))
        } receiveValue: { [self] kind in
            let stated = (context.object ?? []).filter { $0.name != "kind" }
            add(.object(stated + [.init("kind", .string(kind.rawValue))]), guessed: kind, for: call)
        }
        call.wait(for: guess)
    }

    private func add(_ context: JSON, guessed: Kind?, for call: Call) {
        do throws(Control.Refusal) {
            let name = try control.add(
                context, isLasting: call.parameters["persist"]?.bool ?? false, by: rights.author(call.peer),
                for: call.peer.uid)
            let report = sources.report(on: name) ?? .object([])
            call.reply(
                .members([
                    "source": report, "guessed": guessed.map { .string("\($0.rawValue): \($0.guess)") },
                ]))
        } catch {
            refuse(call, with: error)
        }
    }

    private func removeSource(_ call: Call) {
        guard let name = source(of: call, "name") else { return }
        do throws(Control.Refusal) {
            try control.remove(name, by: rights.author(call.peer)) { [self] result in
                finish(call, result) { .object([]) }
            }
        } catch {
            refuse(call, with: error)
        }
    }

    func refuse(_ call: Call, with refusal: Control.Refusal) {
        switch refusal {
        case .exists(let name): call.fail("io.almanac.SourceExists", ["name": .string(name.text)])
        case .invalid(let path, let message):
            call.fail("io.almanac.InvalidSource", ["path": .string(path), "message": .string(message)])
        }
    }
}
