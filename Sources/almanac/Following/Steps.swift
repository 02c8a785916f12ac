import Records
import Showing

/// Tells the steps of a refresh with the times at which they came.
struct Steps {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Tells how each source was asked, step by step.
    func tell(_ sources: [Source]) {
        for source in sources {
            for step in source.runtime.steps { tell(step, of: source) }
        }
    }

    private func tell(_ step: Step, of source: Source) {
        let passed = max(0, step.elapsed.microseconds / 1000)
        let millis = String(passed % 1000)
        let digits = String(repeating: "0", count: 3 - millis.count) + millis
        Terminal.warn("+\(passed / 1000).\(digits) s  \(source.name): \(visible(step.text))")
    }
}
