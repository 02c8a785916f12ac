import Records

extension Board {
    /// The text before the first status line of i3bar: the header and the opening bracket of the array.
    public static let i3barHeader = "{\"version\":1}\n["

    /// Returns a status line of i3bar: a block for each record, and a trailing comma.
    ///
    /// Source: i3bar input protocol (i3wm.org/docs/i3bar-protocol.html).
    public func i3bar(_ paper: Paper) -> String {
        let blocks = words(paper).enumerated().map { index, words in
            JSON.members([
                "full_text": .string(words), "name": "almanac", "instance": .string(String(index)),
                "urgent": .bool(isFailing),
            ])
        }
        return String(decoding: JSON.array(blocks).bytes, as: UTF8.self) + ","
    }
}
