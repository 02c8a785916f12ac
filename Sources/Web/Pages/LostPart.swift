import AlmanacValues
import Showing

extension Result {
    /// Returns a part of a page; if it could not be loaded, adds the reason to the gaps, which the page shows.
    ///
    /// - Parameters:
    ///   - name: The words for the part, such as `the history`.
    ///   - gaps: The reasons why parts are missing.
    /// - Returns: The part; `nil` if it could not be loaded.
    func part(_ name: String, lost gaps: inout [Gap]) -> Success? {
        switch self {
        case .success(let part): return part
        case .failure(let error):
            gaps.append(Gap(source: name, .remark("could not be loaded: \(error)")))
            return nil
        }
    }
}

extension ChangePage {
    /// The reasons why changes are missing among those of the page.
    var gaps: [Gap] { unread > 0 ? [Gap(source: "the history", .remark(unreadWords(unread, "change")))] : [] }

    /// The remark that earlier changes are missing, which follow on another page or which the log has dropped.
    var cut: Cut {
        let isWhole = next == nil && !isCut
        return Cut(
            shown: changes.count, of: isWhole ? changes.count : nil, "changes",
            advice: isCut ? "the log no longer has earlier ones" : "almanac history has the others")
    }
}
