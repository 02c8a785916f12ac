import Records

/// Writes changes for the audiences, each once a form, into room that serves the next change again.
final class Telling {
    private let epoch: String
    /// One for each form; there are few.
    private var written: [(form: Form, writer: JSONWriter, number: Int64)] = []

    /// - Parameter epoch: Which log the changes are of.
    init(epoch: String) { self.epoch = epoch }

    /// The whole message of a change; that of the change before is gone.
    func frame(of change: Change, as form: Form) -> [UInt8] {
        let place = place(of: form)
        if written[place].number != change.number {
            written[place].writer.removeAll()
            form.write(change, Cursor(epoch: epoch, number: change.number), to: &written[place].writer)
            written[place].number = change.number
        }
        return written[place].writer.bytes
    }

    private func place(of form: Form) -> Int {
        if let place = written.firstIndex(where: { $0.form == form }) { return place }
        written.append((form, JSONWriter(capacity: 512), -1))
        return written.count - 1
    }
}
