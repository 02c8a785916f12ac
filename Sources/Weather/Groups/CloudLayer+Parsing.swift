import Records

extension CloudLayer {
    /// Parses `BKN012`, `FEW025CB`, `VV003`, `BKN032///`, `SCT///TCU` or `VV//`; `nil` for other words.
    @inline(__always)
    static func read(_ token: Token, in bytes: Span<UInt8>) -> CloudLayer? {
        let cover: Cover
        if token.begins("FEW") {
            cover = .few
        } else if token.begins("SCT") {
            cover = .scattered
        } else if token.begins("BKN") {
            cover = .broken
        } else if token.begins("OVC") {
            cover = .overcast
        } else if token.begins("VV") {
            return readHeight(token, start: CloudLayer(.obscured), skipping: 2, in: bytes)
        } else {
            return nil
        }
        var layer = CloudLayer(cover)
        if token.count == 6, token.digits == 0b0001_1100 {
            layer.base = token.number(at: 3, 3) * 100
            return layer.isPossible ? layer : nil
        }
        return readHeight(token, start: layer, skipping: 3, in: bytes)
    }

    /// Parses `//////`, `//////CB`, `///015///` or `///TCU`: a layer with values that the sensor could not
    /// determine.
    ///
    /// - Returns: The layer, empty if nothing is known; `nil` for other words.
    static func readUnknown(_ token: Token, in bytes: Span<UInt8>) -> CloudLayer? {
        guard token.count >= 5, token.begins("///") else { return nil }
        return readHeight(token, start: CloudLayer(nil), skipping: 3, in: bytes)
    }

    private static func readHeight(
        _ token: Token, start: CloudLayer, skipping count: Int, in bytes: Span<UInt8>
    ) -> CloudLayer? {
        var layer = start
        var scan = ByteCursor(token.start + count..<token.end)
        if let hundreds = scan.number(bytes, exactly: 3) {
            layer.base = hundreds * 100
            guard layer.isPossible else { return nil }
        } else {
            _ = scan.slashes(bytes, count: 3)
        }
        if scan.isAtEnd { return layer }
        if scan.isSlashes(bytes) {
            // `VV//` and `BKN/` have lost slashes of the height.
            return scan.at > token.start + count || layer.cover != nil ? layer : nil
        }
        guard let type = type(scan, in: bytes) else { return nil }
        layer.type = type
        return layer
    }

    /// Whether there are clouds at the height: none are above the tropical tropopause.
    private var isPossible: Bool { (base ?? 0) <= 60_000 }

    /// Parses `CB`, `TCU`, `CB/N`, whose suffix is a direction, or `TCU/CB`, of which CB is the worse.
    private static func type(_ scan: ByteCursor, in bytes: Span<UInt8>) -> ShortText? {
        let first = scan.at..<(bytes.firstSlash(in: scan.at..<scan.end) ?? scan.end)
        guard (2...3).contains(first.count), bytes.isLetters(first) else { return nil }
        let suffix = Token(start: min(first.upperBound + 1, scan.end), end: scan.end, in: bytes)
        return suffix.is("CB") ? ShortText(suffix) : ShortText(bytes, range: first)
    }
}

extension Span<UInt8> {
    /// Returns the first slash in a range; `nil` if there is none.
    fileprivate func firstSlash(in range: Range<Int>) -> Int? { range.first { self[$0] == .slash } }

    /// Whether a range consists of capital letters.
    func isLetters(_ range: Range<Int>) -> Bool { range.allSatisfy { self[$0].isUppercase } }
}
