extension CloudLayer {
    /// Reads `BKN012`, `FEW025CB`, `VV003`, `BKN032///`, `SCT///TCU`; `nil` when the word is no layer.
    @inline(__always)
    static func read(_ token: Token, _ bytes: Span<UInt8>) -> CloudLayer? {
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
            return readHeight(token, CloudLayer(.obscured), skipping: 2, bytes)
        } else {
            return nil
        }
        var layer = CloudLayer(cover)
        if token.count == 6, token.digits == 0b0001_1100 {
            layer.base = token.number(at: 3, 3) * 100
            return layer
        }
        return readHeight(token, layer, skipping: 3, bytes)
    }

    /// Reads `//////`, `//////CB`, `///015///`, `///TCU`: a sensor that could not tell all.
    ///
    /// - Returns: `nil` when the word is none; a layer without anything when nothing is known.
    static func readUnknown(_ token: Token, _ bytes: Span<UInt8>) -> CloudLayer? {
        guard token.count >= 5, token.begins("///") else { return nil }
        return readHeight(token, CloudLayer(nil), skipping: 3, bytes)
    }

    private static func readHeight(
        _ token: Token, _ start: CloudLayer, skipping count: Int, _ bytes: Span<UInt8>
    ) -> CloudLayer? {
        var layer = start
        var scan = Scan(token.start + count..<token.end)
        if let hundreds = scan.number(bytes, exactly: 3) {
            layer.base = hundreds * 100
        } else {
            _ = scan.slashes(bytes, 3)
        }
        if scan.isAtEnd || scan.isSlashes(bytes) {
            return scan.at == token.start + count && !scan.isAtEnd ? nil : layer
        }
        // What lies beside the type, such as `/N`, says where it was seen.
        let type = scan.at..<(bytes.firstSlash(in: scan.at..<scan.end) ?? scan.end)
        guard (2...3).contains(type.count), bytes.isLetters(type) else { return nil }
        layer.type = Code(bytes, type)
        return layer
    }
}

extension Span<UInt8> {
    /// The first slash in a range; `nil` when there is none.
    fileprivate func firstSlash(in range: Range<Int>) -> Int? { range.first { self[$0] == 0x2F } }

    /// Whether a range holds nothing but capital letters.
    func isLetters(_ range: Range<Int>) -> Bool { range.allSatisfy { 0x41...0x5A ~= self[$0] } }
}
