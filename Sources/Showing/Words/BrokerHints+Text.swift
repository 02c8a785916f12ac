import AlmanacValues

extension BrokerHints {
    /// The hints of all brokers, and a line for each topic: `14 messages, 12 requests, 11 with news`,
    /// `mqtts://broker.example:8883/weather/#, since 14:54Z`.
    ///
    /// - Parameter paper: The paper that says in which zone times are.
    /// - Returns: The lines.
    func lines(on paper: Paper) -> [Line] {
        let counts = [
            counted(received, "message"), counted(requests, "request"), "\(grouped(useful)) with news",
        ]
        return [Line(counts.joined(separator: ", "))]
            + brokers.map { broker in
                let state = broker.connected.map { ", since \(paper.when($0))" } ?? ", not connected"
                return Line(broker.url + state)
            }
    }
}
