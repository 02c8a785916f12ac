import Records

extension Board {
    /// The text before the first status line of i3bar: the header and the opening bracket of the array.
    public static let i3barHeader = "{\"version\":1}\n["

    /// Returns a status line of i3bar: a block for each record, and a trailing comma.
    ///
    /// Source: i3bar input protocol (i3wm.org/docs/i3bar-protocol.html), which leaves members that begin with
    /// an underscore to the program.
    public func i3bar(_ paper: Paper) -> String {
        let classes = classes(paper)
        let blocks = words(paper).enumerated().map { index, words in
            JSON.members([
                "full_text": .string(words), "name": "almanac", "instance": .string(String(index)),
                "urgent": .bool(isFailing), "_class": .array(classes.map(JSON.string)),
            ])
        }
        return String(decoding: JSON.array(blocks).bytes, as: UTF8.self) + ","
    }
}
