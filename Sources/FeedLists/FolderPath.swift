import Records

/// The folders of a list as settings: names joined by slashes; a slash or backslash in a name is escaped.
extension FeedList {
    /// Returns the tag of a folder by the names from the outermost on; empty for no folder.
    static func tag(of path: [String]) -> String {
        path.compactMap(Slug.tag).joined(separator: "/")
    }

    /// Returns the values of `Folder=` for a feed: its folders, unless the first tag says the only one.
    public static func settings(ofFoldersOf feed: Feed) -> [String] {
        let isPlain = feed.folders.allSatisfy { $0.joined(separator: "/") == tag(of: $0) }
        return isPlain && feed.folders.count < 2 ? [] : feed.folders.map(setting)
    }

    private static func setting(_ path: [String]) -> String {
        path.map { name in
            name.replacing(text: "\\", with: "\\\\").replacing(text: "/", with: "\\/")
        }.joined(separator: "/")
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
