import Records

/// A warning of a simulated provider: its messages, each of which names the one before, and its end.
struct Warning {
    /// A message of a warning.
    struct Message {
        let identifier: String
        /// The moment at which it is sent, in seconds since 1970.
        let sent: Int64
        /// The moment at which it expires.
        let expires: Int64
        /// The message that it updates; `nil` for the first.
        let predecessor: (identifier: String, sent: Int64)?
        /// Whether it says that the warning is over.
        let isEnd: Bool
        /// Whether an end is a Cancel; otherwise it is an Update.
        let isCancel: Bool
        let zone: Int
    }

    let messages: [Message]
    /// The moment at which it is over: its last message says so or expires, or its provider withdraws it.
    let end: Int64

    /// Returns the newest message at a moment; `nil` before the first, and after the end.
    func current(at time: Int64) -> Message? {
        time < end ? messages.last { $0.sent <= time } : nil
    }

    /// Invents the warnings of a time.
    ///
    /// - Parameters:
    ///   - start: The start, in seconds since 1970.
    ///   - days: The time.
    ///   - isEndedByMessage: Whether a message says that a warning is over before its time; otherwise it is
    ///     withdrawn.
    ///   - chance: The random numbers.
    /// - Returns: Eight warnings for each day, in the order of their numbers.
    static func month(
        from start: Int64, days: Int, isEndedByMessage: Bool, _ chance: inout Chance
    ) -> [Warning] {
        (0..<8 * days).map { number in
            let first = start + Int64(chance.below(days * 86_400))
            return Warning(number, from: first, isEndedByMessage: isEndedByMessage, &chance)
        }
    }

    private init(_ number: Int, from first: Int64, isEndedByMessage: Bool, _ chance: inout Chance) {
        var all = [
            Message(
                identifier: "urn:oid:w\(number).0", sent: first,
                expires: first + 7200 + Int64(chance.below(60_000)), predecessor: nil, isEnd: false,
                isCancel: false, zone: number)
        ]
        for step in 1..<(1 + chance.below(5)) {
            let last = all[step - 1]
            let sent = last.sent + 900 + Int64(chance.below(7200))
            guard sent + 600 < last.expires else { break }
            all.append(last.next("urn:oid:w\(number).\(step)", at: sent))
        }
        let last = all[all.count - 1]
        let stop = last.sent + 900 + Int64(chance.below(3600))
        let isStopped = chance.isTrue(0.5) && stop + 600 < last.expires
        if isStopped, isEndedByMessage {
            all.append(last.next("urn:oid:w\(number).end", at: stop, isEnd: true, chance.isTrue(0.5)))
        }
        messages = all
        end = isStopped ? stop : last.expires
    }
}

extension Warning.Message {
    /// Returns a message that updates this one, and lasts an hour at least.
    fileprivate func next(
        _ identifier: String, at sent: Int64, isEnd: Bool = false, _ isCancel: Bool = false
    ) -> Self {
        Self(
            identifier: identifier, sent: sent, expires: max(expires, sent + 3600),
            predecessor: (self.identifier, self.sent), isEnd: isEnd, isCancel: isEnd && isCancel, zone: zone)
    }

    private var type: String { isCancel ? "Cancel" : predecessor == nil ? "Alert" : "Update" }

    private func time(_ seconds: Int64) -> String {
        String(UTC(seconds: seconds).description.dropLast()) + "-00:00"
    }

    /// The time at which it was sent, as its text.
    var time: String { time(sent) }

    /// The reference to it in another message.
    var reference: String { Self.reference(identifier, time) }

    private static func reference(_ identifier: String, _ time: String) -> String {
        "cap-pac@canada.ca,\(identifier),\(time)"
    }

    /// The path in an archive like that of NAAD.
    var path: String {
        let parts = [time, identifier].map { text in String(text.map { ":-+".contains($0) ? "_" : $0 }) }
        return "/\(time.prefix(10))/\(parts.joined(separator: "I")).xml"
    }

    /// The message as CAP of Canada.
    var document: String {
        let reference = predecessor.map { Self.reference($0.identifier, time($0.sent)) } ?? ""
        let status = isEnd ? "ended" : "active"
        return """
            <alert xmlns="urn:oasis:names:tc:emergency:cap:1.2"><identifier>\(identifier)</identifier>
            <sender>cap-pac@canada.ca</sender><sent>\(time(sent))</sent><status>Actual</status>
            <msgType>\(type)</msgType><scope>Public</scope><references>\(reference)</references><info>
            <language>en-CA</language><event>wind</event><severity>Severe</severity>
            <expires>\(time(expires))</expires><parameter>
            <valueName>layer:EC-MSC-SMC:1.1:Alert_Location_Status</valueName>
            <value>\(status)</value></parameter><area><areaDesc>Zone \(zone)</areaDesc><geocode>
            <valueName>layer:EC-MSC-SMC:1.0:CLC</valueName>
            <value>\(zone)</value></geocode></area></info></alert>
            """
    }

    /// The message as a feature of the NWS.
    var feature: JSON {
        let names = predecessor.map { before -> JSON in
            [
                "identifier": .string(before.identifier), "sender": "w-nws.webmaster@noaa.gov",
                "sent": .string(time(before.sent)),
            ]
        }
        return [
            "type": "Feature", "geometry": .null,
            "properties": [
                "id": .string(identifier), "sender": "w-nws.webmaster@noaa.gov", "sent": .string(time(sent)),
                "ends": .string(time(expires)), "status": "Actual", "messageType": .string(type),
                "event": "Flood Warning", "severity": "Severe",
                "geocode": ["UGC": .array([.string("MEZ\(zone)")])],
                "references": .array(names.map { [$0] } ?? []),
            ],
        ]
    }
}
