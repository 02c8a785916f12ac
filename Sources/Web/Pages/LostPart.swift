import AlmanacValues
import Showing

extension Result {
    /// Returns the part of a page that is useful without it; without the part, the reason is added to the gaps.
    ///
    /// - Parameters:
    ///   - name: What the part has, such as `the history`.
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
}
