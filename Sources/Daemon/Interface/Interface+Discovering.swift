import Definitions
import Fetching
import Reactive
import Records
import Refreshing
import Varlink

extension Interface {
    /// Finds the feeds at an address; the peer has the right to add sources.
    func discover(_ call: Call) {
        let context = call.parameters["context"] ?? .object([])
        let stated = (context.object ?? []).filter { !["name", "kind"].contains($0.name) }
        let page = JSON.object(stated + [.init("name", "discovered-page")])
        do throws(Control.Refusal) {
            guard let trial = try control.trial(of: page, by: rights.author(call.peer)) else {
                throw .invalid(path: "/context/url", message: "there is no address")
            }
            let answers = kinds.discovery(of: trial).sink { [self] completion in
                guard case .failure(let failure) = completion else { return }
                refuse(call, with: .invalid(path: "/context/url", message: failure.message))
            } receiveValue: {
                call.reply($0)
            }
            call.wait(for: answers)
        } catch {
            refuse(call, with: error)
        }
    }
}
