import Records

/// Changes on their way to the audiences: each is encoded once, and framed once a form, however many want it.
final class Telling {
    let changes: [Change]
    private let epoch: String
    private var events: [[UInt8]?]
    private var frames: [Form: [[UInt8]?]] = [:]

    init(_ changes: [Change], epoch: String) {
        (self.changes, self.epoch) = (changes, epoch)
        events = Array(repeating: nil, count: changes.count)
    }

    /// The whole message of the change at an index.
    func frame(at index: Int, as form: Form) -> [UInt8] {
        if let frame = frames[form]?[index] { return frame }
        let frame = form.frame(event(at: index))
        frames[form, default: Array(repeating: nil, count: changes.count)][index] = frame
        return frame
    }

    private func event(at index: Int) -> [UInt8] {
        if let event = events[index] { return event }
        let change = changes[index]
        let event = Event.change(change, Cursor(epoch: epoch, number: change.number))
        events[index] = event
        return event
    }
}
