public import Records

/// The address in use among several of one document, and those that rest because they failed or were behind.
public struct AddressState: Hashable, Sendable {
    /// An address that rests.
    public struct Fault: Hashable, Sendable {
        /// The number of times in a row that it could not be used.
        public let count: Int
        /// The beginning and the end of the rest, in which another address is asked first.
        public let since, until: UTC
        /// The reason why it could not be used.
        public let message: String

        /// Creates a fault.
        public init(count: Int, since: UTC, until: UTC, message: String) {
            self.count = count
            self.since = since
            self.until = until
            self.message = message
        }

        /// Whether the address rests at a moment; not before the rest began, according to a clock that was
        /// set back.
        public func lasts(at moment: UTC) -> Bool { since <= moment && moment < until }
    }

    /// The number of the address in use, from 0, in the order of the definition.
    public var current = 0
    /// The number of the address whose document was accepted last.
    public var accepted = 0
    /// The faults by the number of the address.
    public var faults: [Int: Fault] = [:]

    /// The times of the last usable answers by the number of the address.
    public var answers: [Int: UTC] = [:]

    /// Creates the state of addresses of which none was asked yet.
    public init() {}

    /// Returns the address to ask.
    ///
    /// - Parameters:
    ///   - count: The number of addresses.
    ///   - now: The present time.
    /// - Returns: The number of the first one that does not rest or, if all do, of the one whose rest ends
    ///   first.
    public func preferred(among count: Int, at now: UTC) -> Int {
        next(after: [], among: count, at: now) ?? earliest(after: [], among: count) ?? 0
    }

    /// Returns the next address to ask in the same attempt.
    ///
    /// - Parameters:
    ///   - asked: The addresses that were asked.
    ///   - count: The number of addresses.
    ///   - now: The present time.
    /// - Returns: The number of the address; `nil` if all others rest or were asked.
    public func next(after asked: Set<Int>, among count: Int, at now: UTC) -> Int? {
        (0..<count).first { !asked.contains($0) && !rests($0, at: now) }
    }

    /// Returns the address whose rest ends first; `nil` if all were asked.
    ///
    /// - Parameters:
    ///   - asked: The addresses that were asked.
    ///   - count: The number of addresses.
    /// - Returns: The number of the address.
    public func earliest(after asked: Set<Int>, among count: Int) -> Int? {
        (0..<count).filter { !asked.contains($0) }.min { end(of: $0) < end(of: $1) }
    }

    private func rests(_ number: Int, at now: UTC) -> Bool { faults[number]?.lasts(at: now) ?? false }

    private func end(of number: Int) -> UTC { faults[number]?.until ?? UTC(seconds: 0) }
}

extension AddressState {
    /// The JSON that a row stores; `nil` if it is that of a new request.
    var json: JSON? {
        guard self != AddressState() else { return nil }
        let faults = faults.sorted { $0.key < $1.key }.map { number, fault in
            JSON.members([
                "address": .int(number), "count": .int(fault.count), "since": .moment(fault.since),
                "until": .moment(fault.until), "message": .string(fault.message),
            ])
        }
        let answers = answers.sorted { $0.key < $1.key }.map { number, time in
            JSON.members(["address": .int(number), "at": .moment(time)])
        }
        return .members([
            "current": .int(current), "accepted": .int(accepted), "faults": .array(faults),
            "answers": .array(answers),
        ])
    }

    /// Reads what `json` wrote; a fault that cannot be read is left out.
    init(_ json: JSON) {
        current = max(0, json["current"]?.int ?? 0)
        accepted = max(0, json["accepted"]?.int ?? 0)
        for answer in json["answers"]?.array ?? [] {
            guard let number = answer["address"]?.int, let at = answer["at"]?.int else { continue }
            answers[number] = UTC(microseconds: Int64(at))
        }
        for fault in json["faults"]?.array ?? [] {
            guard let number = fault["address"]?.int, let since = fault["since"]?.int,
                let until = fault["until"]?.int
            else { continue }
            faults[number] = Fault(
                count: fault["count"]?.int ?? 1, since: UTC(microseconds: Int64(since)),
                until: UTC(microseconds: Int64(until)), message: fault["message"]?.string ?? "")
        }
    }
}
