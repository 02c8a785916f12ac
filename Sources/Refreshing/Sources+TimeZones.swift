import Definitions
import Storing

extension Sources {
    /// Decodes the last document of each calendar again: the time zones of this machine have changed.
    package func timeZonesChanged() {
        for source in running.values where source.definition.kind == .calendar { source.decodeAgain() }
    }
}

extension Source {
    /// Decodes the last document again, if there is one.
    func decodeAgain() {
        guard definition.keepsDocument, state.fetched != nil else { return }
        wake(.elapsed)
    }
}
