import AlmanacValues
import Records

extension Query {
    /// The maximum length of the words of a search, in bytes: 200 characters of any script, which a page
    /// repeats in each of its links.
    private static let longestSearch = 600

    /// The fault of a value that would otherwise be ignored silently; `nil` if there is none.
    var fault: String? {
        for name in ["limit", "first", "count", "width"] {
            if let text = self[name], Int(text).map({ $0 < 0 }) ?? true {
                return "\(name)=\(text) is not a number from 0 on"
            }
        }
        if let words = self["q"], words.utf8.count > Query.longestSearch {
            return "q= has \(words.utf8.count) bytes; the most is \(Query.longestSearch)"
        }
        if let near = self["near"], Selector.Circle(query: near) == nil {
            return "near=\(near) is not a position such as 43.65,-70.31 or, with kilometres, 43.65,-70.31,20"
        }
        return nil
    }
}
