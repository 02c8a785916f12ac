import Decoding
import Records

/// The head of a winds aloft bulletin, with the columns of its lines.
struct WindsBulletin {
    /// A height and the columns of its fields.
    struct Column {
        let altitude: Int
        let columns: Range<Int>
    }

    /// The maximum number of heights; bulletins have nine.
    private static let most = 64

    /// The columns in order; empty before the heading `FT 3000 6000 …`.
    private(set) var columns: [Column] = []
    private var based: UTC?
    private var time: UTC?
    private var from: UTC?
    private var until: UTC?
    private let clock: ReportClock

    init(clock: ReportClock) { self.clock = clock }

    /// Reads a line if it belongs to the head: `DATA BASED ON …`, `VALID …`, `FT 3000 …`.
    mutating func parseHead(_ bytes: Span<UInt8>) -> Bool {
        var tokens = Tokens(0..<bytes.count)
        guard let first = tokens.next(bytes) else { return true }
        if first.is("DATA") {
            self = WindsBulletin(clock: clock)
            based = WindsBulletin.last(&tokens, in: bytes).flatMap { moment($0, near: clock.reference) }
        } else if first.is("VALID") {
            readValid(&tokens, in: bytes)
        } else if first.is("FT") {
            readColumns(first, followedBy: &tokens, in: bytes)
        } else {
            return false
        }
        return true
    }

    /// Reads the line of a station.
    ///
    /// Fields may be blank near the ground only: a line without the last ones is cut off.
    ///
    /// - Returns: The forecast and the broken fields, as text with their columns, of those at the end that are
    ///   missing the first one, without text; `nil` for other lines.
    func station(_ bytes: Span<UInt8>) -> (winds: WindsAloft, faults: [DecodeError])? {
        guard let name = stationName(bytes) else { return nil }
        var levels: [WindsAloft.Level] = []
        var faults: [DecodeError] = []
        var missing: Column?
        for column in columns {
            let field = bytes.trimmed(column.columns.clamped(to: name.end..<bytes.count))
            if field.isEmpty {
                missing = missing ?? column
                continue
            }
            missing = nil
            if let level = WindsAloft.Level.read(bytes, range: field, altitude: column.altitude) {
                levels.append(level)
            } else {
                faults.append(
                    DecodeError(
                        part: "wind at \(column.altitude)", found: bytes.text(field), offset: field.lowerBound
                    ))
            }
        }
        if let missing {
            faults.append(
                DecodeError(part: "wind at \(missing.altitude)", found: "", offset: bytes.count))
        }
        let winds = WindsAloft(
            station: name.text(bytes), based: based, time: time, from: from, until: until, levels: levels)
        return (winds, faults)
    }

    /// Returns the station at the start of a line; `nil` for other lines, such as a number alone between two
    /// bulletins, or NNNN, the end of a message.
    private func stationName(_ bytes: Span<UInt8>) -> Token? {
        var tokens = Tokens(0..<bytes.count)
        guard !columns.isEmpty, let name = tokens.next(bytes), name.start == 0, name.count <= 4,
            (0..<name.count).allSatisfy({ name[$0].isUppercase || name[$0].isDigit })
        else { return nil }
        let isNumber = (0..<name.count).allSatisfy { name[$0].isDigit }
        return tokens.peek(bytes) == nil && (isNumber || name.is("NNNN")) ? nil : name
    }

    /// Whether a line without a station has winds nevertheless, because its station is garbled:
    /// `K#S 9900 9900-02`. The heading of the next bulletin, `FBUS31 KWNO 080201`, has none.
    func hasWinds(_ bytes: Span<UInt8>) -> Bool {
        var tokens = Tokens(0..<bytes.count)
        guard !columns.isEmpty, tokens.next(bytes) != nil, !(tokens.peek(bytes)?.isStation ?? true) else {
            return false
        }
        while let token = tokens.next(bytes) {
            let range = token.start..<token.end
            if WindsAloft.Level.read(bytes, range: range, altitude: .max) != nil { return true }
        }
        return false
    }

    /// Reads `VALID 080600Z   FOR USE 0200-0900Z. TEMPS NEG ABV 24000`.
    private mutating func readValid(_ tokens: inout Tokens, in bytes: Span<UInt8>) {
        guard let token = tokens.next(bytes) else { return }
        time = moment(token, near: based ?? clock.reference)
        while let token = tokens.next(bytes) {
            guard token.count >= 9, token[4] == .hyphen, token.digits & 0b1111_0111 == 0b1111_0111, let time
            else {
                continue
            }
            var scan = ByteCursor(token.start..<token.end)
            guard let begin = scan.number(bytes, exactly: 4), scan.consume("-", in: bytes),
                let end = scan.number(bytes, exactly: 4)
            else { return }
            // The period contains the valid time: it starts at the last such hour before it and ends at the
            // first after it.
            until = TAF.next(hour: end / 100, minute: end % 100, after: time)
            from = TAF.next(hour: begin / 100, minute: begin % 100, after: time - .seconds(86_401))
            return
        }
    }

    /// Reads the columns: a field ends where its height ends in the heading; the first one begins after the
    /// station.
    private mutating func readColumns(_ first: Token, followedBy tokens: inout Tokens, in bytes: Span<UInt8>)
    {
        columns = []
        var start = first.end
        while columns.count < WindsBulletin.most, let token = tokens.next(bytes) {
            var scan = ByteCursor(token)
            let altitude = scan.number(bytes, upTo: 5)
            guard scan.isAtEnd, altitude.count >= 4 else { return }
            // If a height is repeated by mistake, the first one counts.
            if columns.contains(where: { $0.altitude == altitude.value }) { return }
            columns.append(Column(altitude: altitude.value, columns: start..<token.end))
            start = token.end
        }
    }

    private func moment(_ token: Token, near base: UTC) -> UTC? {
        guard token.digits & 0b1111_1100 == 0b1111_1100 else { return nil }
        return clock.moment(
            day: token.number(at: 0, 2), hour: token.number(at: 2, 2), minute: token.number(at: 4, 2),
            nearest: base)
    }

    private static func last(_ tokens: inout Tokens, in bytes: Span<UInt8>) -> Token? {
        var last: Token?
        while let token = tokens.next(bytes) { last = token }
        return last
    }
}
