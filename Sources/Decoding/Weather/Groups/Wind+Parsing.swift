extension Wind {
    /// What a word says about the wind.
    enum Reading {
        /// A wind.
        case wind(Wind)
        /// A wind group that says the wind is unknown.
        case missing
    }

    /// Reads `dddff[Gff]KT`; `nil` when the word is no wind.
    @inline(__always)
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> Reading? {
        if token.count == 7, token.digits == 0b1111_1000, token[5] == 0x4B, token[6] == 0x54 {
            let direction = token.number(at: 0, 3)
            guard direction <= 360 else { return nil }
            var wind = Wind()
            wind.direction = direction
            wind.reportedSpeed = token.number(at: 3, 2)
            return .wind(wind)
        }
        return readAny(token, bytes)
    }

    /// Every form: VRB, slashes, three digits, P, gusts, other units.
    private static func readAny(_ token: Token, _ bytes: Span<UInt8>) -> Reading? {
        guard token.count >= 7, token.count <= 16 else { return nil }
        var scan = Scan(token)
        var wind = Wind()
        if token[0] == 0x56 {
            guard scan.take("VRB", bytes) else { return nil }
            wind.isVariable = true
        } else if let direction = scan.number(bytes, exactly: 3) {
            guard direction <= 360 else { return nil }
            wind.direction = direction
        } else if !scan.slashes(bytes, 3) {
            return nil
        }
        guard wind.readSpeeds(&scan, bytes) else { return nil }
        // Without a unit only a gust tells a wind from other numbers; knots are meant.
        let isBare = scan.isAtEnd && wind.reportedGust != nil
        guard isBare || wind.readUnit(&scan, bytes) && scan.isAtEnd else { return nil }
        if wind.direction == nil, !wind.isVariable, wind.reportedSpeed == nil { return .missing }
        return .wind(wind)
    }

    private mutating func readSpeeds(_ scan: inout Scan, _ bytes: Span<UInt8>) -> Bool {
        isAbove = scan.take("P", bytes)
        if isAbove || !scan.isAtEnd, scan.peek(bytes) != 0x2F {
            let speed = scan.number(bytes, upTo: 3)
            guard speed.count >= 2 else { return false }
            reportedSpeed = speed.value
        } else if !scan.slashes(bytes, 2) {
            return false
        }
        _ = scan.slashes(bytes, 1)
        guard scan.take("G", bytes) else { return true }
        _ = scan.take("P", bytes)
        if scan.slashes(bytes, 2) { return true }
        let gust = scan.number(bytes, upTo: 3)
        reportedGust = gust.value
        return gust.count >= 2
    }

    private mutating func readUnit(_ scan: inout Scan, _ bytes: Span<UInt8>) -> Bool {
        if scan.take("KT", bytes) {
            unit = .knots
            _ = scan.take("S", bytes)
        } else if scan.take("MPS", bytes) {
            unit = .metersPerSecond
        } else if scan.take("KMH", bytes) {
            unit = .kilometersPerHour
        } else {
            return false
        }
        return true
    }

    /// Reads `dddVddd`; `nil` when the word is none.
    @inline(__always)
    static func readSector(_ token: Token) -> (from: Int, to: Int)? {
        guard token.count == 7, token.digits == 0b1110_1110, token[3] == 0x56 else { return nil }
        let (from, to) = (token.number(at: 0, 3), token.number(at: 4, 3))
        return from <= 360 && to <= 360 ? (from, to) : nil
    }
}
