package import Records

/// A file of an entry: an enclosure, chapters, a transcript.
package struct EntryFile {
    /// The address.
    package let address: String
    /// The media type, the size and so on in words; empty if nothing is known.
    package let details: String
    /// The description; empty if there is none.
    package let description: String

    /// Reads a file from the data of an entry; `nil` if it has no address.
    package init?(_ json: JSON) {
        guard let address = json["url"]?.string, !address.isEmpty else { return nil }
        self.address = address.withoutBlanks
        let facts = [
            json["type"]?.string ?? json["medium"]?.string, json["language"]?.string,
            json["length"]?.int.map { size($0) }, json["duration"]?.double.map(playingTime),
        ]
        details = facts.compactMap(\.self).joined(separator: ", ")
        let texts = [json["title"]?.string, json["description"]?.string].compactMap(\.self)
        description = texts.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .joined(separator: ": ")
    }

    /// The address with its details, then the description.
    var lines: [Line] {
        let first = Line(address) + Line(details.isEmpty ? "" : " (\(details))", .faint)
        return description.isEmpty ? [first] : [first, Line(description).indented(2)]
    }
}

extension String {
    /// An address without blanks, as browsers write it.
    var withoutBlanks: String { replacing(text: " ", with: "%20") }
}

/// Returns a time in a recording: `3:07`, `1:02:03`.
func clock(_ seconds: Double) -> String {
    let whole = nearest(seconds)
    let parts = whole < 3600 ? [whole / 60, whole % 60] : [whole / 3600, whole / 60 % 60, whole % 60]
    let texts = parts.enumerated().map { $0 > 0 && $1 < 10 ? "0\($1)" : "\($1)" }
    return texts.joined(separator: ":")
}

/// Returns the length of a recording: `42 s`, `62 min`, `1 h 2 min`.
func playingTime(_ seconds: Double) -> String {
    let whole = nearest(seconds)
    guard whole >= 60 else { return "\(whole) s" }
    guard whole >= 3600 else { return "\(whole / 60) min" + (whole % 60 == 0 ? "" : " \(whole % 60) s") }
    let minutes = whole / 60 % 60
    return "\(whole / 3600) h" + (minutes == 0 ? "" : " \(minutes) min")
}
