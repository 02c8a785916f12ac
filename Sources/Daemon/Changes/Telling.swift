import Records

/// Changes of a source on their way to the audiences: each is framed once a form, however many want it.
final class Telling {
    /// Whose changes.
    let source: String
    let changes: [Change]
    private let epoch: String
    private var framed: [(form: Form, frames: Frames)] = []

    /// The frames of the changes in one form, made when they are first wanted.
    final class Frames {
        private let telling: Telling
        private let form: Form
        private var frames: [[UInt8]]

        init(_ telling: Telling, _ form: Form) {
            (self.telling, self.form) = (telling, form)
            frames = Array(repeating: [], count: telling.changes.count)
        }

        /// The whole message of the change at an index.
        subscript(index: Int) -> [UInt8] {
            if frames[index].isEmpty {
                let change = telling.changes[index]
                frames[index] = form.frame(change, Cursor(epoch: telling.epoch, number: change.number))
            }
            return frames[index]
        }
    }

    init(_ changes: [Change], of source: String, epoch: String) {
        (self.changes, self.source, self.epoch) = (changes, source, epoch)
    }

    /// The frames of a form; there are few forms.
    func frames(as form: Form) -> Frames {
        if let known = framed.first(where: { $0.form == form }) { return known.frames }
        let frames = Frames(self, form)
        framed.append((form, frames))
        return frames
    }
}
