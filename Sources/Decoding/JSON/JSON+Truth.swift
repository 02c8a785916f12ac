import Records

extension JSON {
    /// The Boolean that a value states: itself, its word in any case, or 1 or 0, also as texts; `nil` if it is
    /// something else.
    var truth: Bool? {
        switch (bool, int, string?.trimmingBlanks.lowercased()) {
        case (true, _, _), (_, 1, _), (_, _, "true"), (_, _, "1"): true
        case (false, _, _), (_, 0, _), (_, _, "false"), (_, _, "0"): false
        default: nil
        }
    }
}
