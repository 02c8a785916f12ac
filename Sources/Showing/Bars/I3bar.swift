import Records

extension Board {
    /// What stands once before the first status line of i3bar: the header and the opened array.
    public static let i3barHeader = "{\"version\":1}\n["

    /// A status line of i3bar: a block for each record, a comma behind.
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
