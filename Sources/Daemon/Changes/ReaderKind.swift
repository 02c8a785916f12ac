import Reactive
import Systemd

/// What readers have in common that want the same in the same way.
final class ReaderKind {
    /// What they want, and how.
    let wish: Subscribers.Wish
    /// What serves them.
    unowned let desk: Subscribers
    /// How it is told to them.
    var form: Form { wish.identity.form }
    /// How many there are.
    var count = 0
    /// What those who came last begin with; let go of when nobody has come for a while.
    private var pages: Pages?
    private var forgetting: AnyCancellable?

    init(_ wish: Subscribers.Wish, _ desk: Subscribers) { (self.wish, self.desk) = (wish, desk) }

    /// A page of the starting state as of a change, after a place.
    func page(after place: Archive.Place?, until number: Int64, then: @escaping Pages.Answer) {
        let pages = pages.flatMap { $0.number == number ? $0 : nil } ?? Pages(until: number, for: self)
        self.pages = pages
        if forgetting == nil {
            forgetting = desk.scheduler.after(.seconds(2), slack: .seconds(1)) { [unowned self] in
                (self.pages, forgetting) = (nil, nil)
            }
        }
        pages.page(after: place, then: then)
    }
}
