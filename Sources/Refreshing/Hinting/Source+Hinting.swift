import Definitions
import Records
import Rhythm

/// The hints of brokers beside the requests for the document.
extension Source {
    /// Follows the topics of brokers, if the definition names some.
    func startHints() {
        guard !definition.hints.isEmpty, hints == nil else { return }
        let hints = SourceHints(for: self)
        self.hints = hints
        hints.start()
    }

    /// Returns the time until the budget of a rhythm allows a request more; at most one is borrowed.
    func budgetRest(at now: UTC) -> Duration {
        learned.map { $0.affordable(at: now) - now } ?? .zero
    }
}
