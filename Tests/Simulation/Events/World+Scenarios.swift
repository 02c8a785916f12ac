extension World {
    /// Performs an action that has a name among its values.
    func performNamed(_ action: Action) {
        noteEdit(by: action)
        switch action {
        case .misuse(let misuse, let amount): misusers.begin(misuse, amount)
        case .deliver(let index, let delivery): deliver(delivery, to: upstreams.sources[index])
        case .edit(let index, let edit): self.edit(edit, upstreams.sources[index])
        case .administer(let index, let what): administer(what, upstreams.sources[index])
        case .disaster(let disaster): meet(disaster)
        case .unreadable(let seconds): failReading(for: .seconds(seconds))
        default: break
        }
    }

    private func noteEdit(by action: Action) {
        switch action {
        case .edit(let index, _), .administer(let index, _): upstreams.sources[index].wasEdited()
        default: break
        }
    }

    private func failReading(for time: Nanoseconds) {
        disk.cannotRead = true
        after(time) { [unowned self] in disk.cannotRead = false }
    }
}
