import Records
import SimulatedSystem

/// The notifications that the broker sends about documents.
extension World {
    /// The broker of the sources that follow one.
    private var broker: SimulatedBroker { upstreams.broker }

    /// Announces a new document: usually at once, but also late, twice, or never.
    func announce(_ source: SimulatedSource) {
        guard source.isPushed, let edition = source.editions.last, !broker.chance.isTrue(0.15) else { return }
        let times = broker.chance.isTrue(0.2) ? 2 : 1
        for _ in 0..<times {
            let isLate = broker.chance.isTrue(0.15)
            let delay: Nanoseconds =
                isLate ? .seconds(broker.chance.below(3600)) : .milliseconds(5 + broker.chance.below(3000))
            var notification = Notification(source: source, edition: edition)
            notification.isWhole = broker.chance.isTrue(0.6)
            notification.isDamaged = broker.chance.isTrue(0.1)
            if broker.chance.isTrue(0.05) { notification.address = "https://\(source.host)/another" }
            after(delay) { [unowned self] in broker.publish(notification.topic, notification.payload) }
        }
    }

    /// Lets the broker say something that is not so, or not new, or disturb its connections.
    func perform(_ trick: Trick, about source: SimulatedSource) {
        guard source.isPushed else { return }
        switch trick {
        case .repetition: repeatEdition(of: source)
        case .lie: lie(about: source)
        case .flood: for _ in 0..<200 { lie(about: source) }
        case .stranger:
            let notification = Notification(source: source, edition: source.editions[0])
            broker.publish("news/stranger/core", notification.payload)
            broker.publish("news/\(source.name)/core", Array("not a notification".utf8))
        case .ahead: ForgeryCheck.begin(about: source) { [unowned self] in announceAhead(of: source) }
        case .forged: ForgeryCheck.begin(about: source) { [unowned self] in forge(about: source) }
        default: broker.disturb(by: trick)
        }
    }

    /// Announces an old edition with its document as if it were published in some minutes.
    private func announceAhead(of source: SimulatedSource) {
        var notification = Notification(source: source, edition: source.editions[0])
        notification.part = "part\(broker.chance.below(1000))"
        notification.published = now + .seconds(90 + broker.chance.below(3600))
        broker.publish(notification.topic, notification.payload)
    }

    /// Announces an old edition as the newest one, with a document that does not fit to what is said of it.
    private func forge(about source: SimulatedSource) {
        var notification = Notification(source: source, edition: source.editions[0])
        notification.part = "part\(broker.chance.below(1000))"
        notification.published = now
        switch broker.chance.below(4) {
        case 0: notification.isDamaged = true
        case 1: notification.isResized = true
        case 2: notification.address = "https://other.example\(source.path)"
        default: notification.address = "https://\(source.host)\(source.path)/../another"
        }
        broker.publish(notification.topic, notification.payload)
    }

    /// Announces an edition again that it had at some time, with the document and the time of that edition.
    private func repeatEdition(of source: SimulatedSource) {
        var notification = Notification(source: source, edition: broker.chance.pick(source.editions))
        // With the same identifier, it is a message that was received before.
        notification.part = "part\(broker.chance.below(1000))"
        broker.publish(notification.topic, notification.payload)
    }

    /// Announces a document that has not changed, as if it had.
    private func lie(about source: SimulatedSource) {
        guard let edition = source.editions.last else { return }
        var notification = Notification(source: source, edition: edition)
        notification.isWhole = false
        notification.published = now
        broker.publish(notification.topic, notification.payload)
    }

    /// Lets the broker say once a minute until a moment what is not so, or was before.
    func lie(until end: Nanoseconds) {
        guard now < end, upstreams.sources.contains(where: \.isPushed) else { return }
        for source in upstreams.sources where source.isPushed {
            perform(broker.chance.isTrue(0.5) ? .lie : .repetition, about: source)
        }
        after(.minutes(1)) { [unowned self] in lie(until: end) }
    }
}
