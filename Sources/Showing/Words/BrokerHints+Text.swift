import AlmanacValues

extension BrokerHints {
    /// The hints of all brokers, and a line for each topic: `14 messages, 12 requests, 11 with news`,
    /// `mqtts://broker.example:8883/weather/#, since 14:54Z`.
    ///
    /// - Parameter paper: The paper that says in which zone times are.
    /// - Returns: The lines.
    func lines(on paper: Paper) -> [Line] {
        var counts = [
            counted(received, "message"), counted(requests, "request"), "\(grouped(useful)) with news",
        ]
        if delivered > 0 { counts.append("\(counted(delivered, "document")) without a request") }
        let remark = isWhole ? [] : [Line("not all of it could be read", .fair)]
        return remark + [Line((isWhole ? "" : "at least ") + counts.joined(separator: ", "))]
            + brokers.map { Line($0.url + ", ") + $0.state(on: paper) }
            + (unread > 0 ? [Line(unreadWords(unread, "topic"), .fair)] : [])
    }
}

extension BrokerHints.Broker {
    /// Returns whether messages arrive: `since 14:54Z`, `lost since 14:54Z: no answer`, or `not connected yet`.
    fileprivate func state(on paper: Paper) -> Line {
        let time = connected.map { Line("since \(paper.when($0))") }
        guard let failure else { return time ?? "not connected yet" }
        let end = lost.map { " since \(paper.when($0))" } ?? ""
        return [time, Line("lost", .bad) + Line("\(end): \(failure)")].compactMap(\.self).joined(by: ", ")
    }
}
