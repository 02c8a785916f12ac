/// The lines of a text, each with tab-separated fields, sorted by the first one, which is found without
/// parsing the other lines. Lines that begin with `#` are comments.
package struct SortedLines: Hashable, Sendable {
    private let text: [UInt8]
    private let starts: [Int]

    /// Finds the lines of a text.
    ///
    /// - Complexity: One pass over the text.
    package init(_ text: [UInt8]) {
        var starts: [Int] = []
        var isStart = true
        for index in text.indices {
            if isStart, text[index] != .numberSign, text[index] != .newline { starts.append(index) }
            isStart = text[index] == .newline
        }
        self.text = text
        self.starts = starts
    }

    /// The number of lines.
    package var count: Int { starts.count }

    /// The indices of the lines.
    package var indices: Range<Int> { starts.indices }

    /// Returns the index of the line whose first field is a text; `nil` if there is none.
    ///
    /// - Complexity: O(log n).
    package func index(of key: String) -> Int? {
        let wanted = Array(key.utf8)
        var low = 0
        var high = starts.count
        while low < high {
            let middle = (low + high) / 2
            if self.key(of: middle).lexicographicallyPrecedes(wanted) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low < starts.count && self.key(of: low).elementsEqual(wanted) ? low : nil
    }

    /// Returns the bytes of the first field of a line.
    package func key(of index: Int) -> ArraySlice<UInt8> {
        text[starts[index]...].prefix { $0 != .tab && $0 != .newline }
    }

    /// Returns the bytes of a field of a line, counted from 0; `nil` if the line has fewer.
    package func field(_ number: Int, of index: Int) -> ArraySlice<UInt8>? {
        let fields = line(index).split(
            separator: .tab, maxSplits: number + 1, omittingEmptySubsequences: false)
        return number < fields.count ? fields[number] : nil
    }

    /// Returns the fields of a line.
    package func fields(of index: Int) -> [String] {
        line(index).split(separator: .tab, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func line(_ index: Int) -> ArraySlice<UInt8> {
        text[starts[index]...].prefix { $0 != .newline }
    }
}
