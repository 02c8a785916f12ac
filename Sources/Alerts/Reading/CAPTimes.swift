import Records

/// A reader of times that collects the ones it cannot read.
struct CAPTimes {
    /// The identifier of the message.
    let key: String
    private(set) var rejects: [Reject] = []

    init(key: String) { self.key = key }

    /// Returns a moment; `nil` if the text is empty, or is none, which is a reject. One without an offset from
    /// UTC is none either: it may be hours earlier or later. When a message was sent only orders messages.
    ///
    /// Source: OASIS CAP 1.2 §3.2.1, sent: the offset must be stated.
    mutating func time(_ text: String, of field: String) -> UTC? {
        guard !text.isEmpty else { return nil }
        guard let time = AlertTime.moment(text) else {
            reject(field, found: text, reason: "not a time")
            return nil
        }
        guard field == "sent" || AlertTime.statesOffset(text) else {
            reject(field, found: text, reason: "without an offset from UTC, so that the moment is unknown")
            return nil
        }
        return time
    }

    /// Returns the blocks without impossible ends, which are rejects: one that is before the block begins and
    /// before the message was sent would have ended no warning. Mexico's SMN sent such a slip in 2014: on the
    /// 19th, with an end on the 9th.
    mutating func possible(_ blocks: [AlertBlock], sent: UTC) -> [AlertBlock] {
        blocks.map { block in
            guard !block.isOver, let end = block.expires, let begin = block.beginning, end < begin, end < sent
            else { return block }
            reject("expires", found: "\(end)", reason: "before the beginning and before it was sent")
            var block = block
            block.expires = nil
            return block
        }
    }

    mutating func reject(_ field: String, found: String, reason: String) {
        rejects.append(Reject(key: key, field: field, found: found, reason: reason))
    }
}
