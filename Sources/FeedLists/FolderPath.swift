import Records

/// The folders of a list as settings: names joined by slashes; a slash or backslash in a name is escaped.
extension FeedList {
    /// Returns the tag of a folder by the names from the outermost on; empty for no folder.
    static func tag(of path: [String]) -> String {
        path.compactMap(Slug.tag).joined(separator: "/")
    }

    /// Returns the values of `Folder=` for a feed: its folders whose names differ from their tags.
    public static func settings(ofFoldersOf feed: Feed) -> [String] {
        feed.folders.filter { $0.joined(separator: "/") != tag(of: $0) }.map { path in
            path.map { name in
                name.replacing(text: "\\", with: "\\\\").replacing(text: "/", with: "\\/")
            }.joined(separator: "/")
        }
    }

    /// Returns the names of folders in a value of `Folder=`, from the outermost on; without empty ones.
    public static func path(ofSetting value: String) -> [String] {
        var names = [""]
        var isEscaped = false
        for character in value {
            if isEscaped || character != "\\" && character != "/" {
                names[names.count - 1].append(character)
                isEscaped = false
            } else if character == "/" {
                names.append("")
            } else {
                isEscaped = true
            }
        }
        return names.map(\.inOneLine).filter { !$0.isEmpty }
    }
}
