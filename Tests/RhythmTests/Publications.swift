import Glibc
import Records
import Rhythm
import Testing

/// Publications of invented sources, and a generator of numbers that a seed decides.
enum Publications {
    static let start = Int64(1_758_000_000 / 86_400 * 86_400)

    /// Returns the recorded sources of the corpus whose names have one of some beginnings.
    ///
    /// - Throws: An error if there are none.
    static func recorded(_ beginnings: [String]) throws -> [[RecordedPublication]] {
        let folder = #filePath.dropLast("Publications.swift".count) + "Corpus/"
        return try beginnings.flatMap { try paths(folder + $0 + "*.csv") }.map { path in
            try RecordedPublication.read(bytes(path), usesAvailability: true)
        }
    }

    /// Returns the paths that match a pattern, sorted; see glob(7).
    private static func paths(_ pattern: String) throws -> [String] {
        var found = glob_t()
        defer { globfree(&found) }
        try #require(glob(pattern, 0, nil, &found) == 0)
        return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        let file = try #require(fopen(path, "r"))
        defer { fclose(file) }
        var (bytes, slice): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 65_536))
        while case let count = fread(&slice, 1, slice.count, file), count > 0 { bytes += slice[..<count] }
        return bytes
    }

    /// An hourly report at a minute, available `lag` seconds later and up to two minutes after that.
    static func hourly(days: Int, minute: Int, lag: Int64 = 120) -> [RecordedPublication] {
        var random = Numbers(seed: UInt64(minute + 1))
        return (0..<days * 24).map { hour in
            let published = start + Int64(hour * 3600 + minute * 60)
            return RecordedPublication(
                published: UTC(seconds: published),
                available: UTC(seconds: published + lag + Int64(random.next() % 120)))
        }
    }

    /// A daily dataset that local time moves by an hour after `shift` days.
    static func daily(days: Int, shift: Int) -> [RecordedPublication] {
        var random = Numbers(seed: 5)
        return (0..<days).map { day in
            let hour = day < shift ? 15 : 14
            let moment = start + Int64(day * 86_400 + hour * 3600) + Int64(random.next() % 1800)
            return RecordedPublication(published: UTC(seconds: moment))
        }
    }

    /// A publication on some days of the week around an hour, up to `spread` seconds later.
    static func weekly(days: Int, weekdays: Set<Int>, hour: Int, spread: UInt64) -> [RecordedPublication] {
        var random = Numbers(seed: 7)
        return (0..<days).compactMap { day in
            let midnight = UTC(seconds: start + Int64(day * 86_400))
            guard weekdays.contains(midnight.weekday) else { return nil }
            let moment = midnight + .seconds(Int64(hour * 3600) + Int64(random.next() % spread))
            return RecordedPublication(published: moment)
        }
    }

    /// The publications of a program that runs at some minutes of each hour, and mostly finds something new.
    static func programmed(days: Int, minutes: [Int]) -> [RecordedPublication] {
        var random = Numbers(seed: 8)
        return (0..<days * 24).flatMap { hour in
            minutes.compactMap { minute in
                guard random.next() % 10 < 7 else { return nil }
                let moment = start + Int64(hour * 3600 + minute * 60) + Int64(random.next() % 50)
                return RecordedPublication(published: UTC(seconds: moment))
            }
        }
    }

    /// The requests of a rhythm that is stored and restored before every attempt.
    static func restored(_ publications: [RecordedPublication], budget: RequestBudget) -> [UTC] {
        guard let first = publications.first?.available, let last = publications.last?.available else {
            return []
        }
        var state = SourceRhythm(budget: budget).state
        var rest = publications[...]
        var requests = [first]
        while let now = requests.last, now <= last {
            var rhythm = SourceRhythm(budget: budget, state: state)
            let found = rest.prefix { $0.available <= now }
            rest = rest.dropFirst(found.count)
            rhythm.record(found.isEmpty ? .unchanged : .published(stamps: found.map(\.published)), at: now)
            state = rhythm.state
            requests.append(
                SourceRhythm(budget: budget, state: state).nextAttempt(after: now, notBefore: now))
        }
        return requests
    }

    /// Publications without any rhythm, `perDay` on average.
    static func memoryless(days: Int, perDay: Double, seed: UInt64) -> [RecordedPublication] {
        var random = Numbers(seed: seed)
        let count = Int(Double(days) * perDay)
        let moments = (0..<count).map { _ in start + Int64(random.next() % UInt64(days * 86_400)) }
        return moments.sorted().map { RecordedPublication(published: UTC(seconds: $0)) }
    }
}

/// SplitMix64, which is the same everywhere.
struct Numbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
