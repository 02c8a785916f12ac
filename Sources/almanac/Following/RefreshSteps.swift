import AlmanacValues
import Records
import Showing

/// The steps of a refresh with their times.
struct RefreshSteps {
    private let sources: [Source]

    init(of sources: [Source]) { self.sources = sources }

    /// Prints the steps of each source's attempt to standard error.
    func warn() {
        for source in sources {
            for step in source.runtime.steps { warn(of: step, source) }
        }
    }

    private func warn(of step: Step, _ source: Source) {
        let passed = max(0, step.elapsed.microseconds / 1000)
        let millis = String(passed % 1000)
        let digits = String(repeating: "0", count: 3 - millis.count) + millis
        Terminal.warn("+\(passed / 1000).\(digits) s  \(source.name): \(visible(step.text))")
    }
}
