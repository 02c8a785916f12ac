import Records
import Systemd

/// The addresses of web pages and feeds that the installed definitions are for, by their `Pages=`.
struct DefinedPages {
    private let patterns: [PagePattern]

    /// Reads the installed definitions and examples. One that cannot be read has no pages; `almanacd check`
    /// reports it.
    init(in folders: Folders) {
        patterns = folders.definitions.flatMap { folder in
            // An unreadable directory offers no definitions.
            ((try? FileNames.of(folder)) ?? []).sorted().filter { $0.hasSuffix(".source") }
                .flatMap { DefinedPages.patterns(in: "\(folder)/\($0)", stem: String($0.dropLast(7))) }
        }
    }

    /// Returns the source that a definition makes of an address, such as `reddit@swift`; `nil` if there is
    /// none.
    func source(of address: String) -> SourceName? {
        patterns.lazy.compactMap { $0.source(of: address) }.first
    }

    private static func patterns(in file: String, stem: String) -> [PagePattern] {
        var options = Options()
        guard let bytes = Files.read(file), (try? options.read(bytes, file: file)) != nil else { return [] }
        return options.words(in: "Source", named: "Pages").map { PagePattern($0, stem: stem) }
    }
}

/// An address of `Pages=`, such as `https://www.reddit.com/r/%i`, in which each specifier stands for a part of
/// one segment.
///
/// The scheme, a fragment, and a slash at the end make no difference, nor does `www.`, unless a specifier
/// stands for the host.
struct PagePattern {
    /// A part of the address.
    private enum Part: Equatable {
        case text(String)
        /// `%i`, `%{1}` or `%{2}`.
        case specifier(String)
    }

    private let stem: String
    private let parts: [Part]

    /// Creates a pattern.
    ///
    /// - Parameters:
    ///   - address: The address.
    ///   - stem: The name of the definition, with `@` at its end if it is a template.
    init(_ address: String, stem: String) {
        self.stem = stem
        var parts: [Part] = []
        var rest = PagePattern.withoutWWW(PagePattern.normal(address))
        while let first = rest.first {
            if let specifier = ["%i", "%{1}", "%{2}"].first(where: { rest.hasPrefix($0) }) {
                parts.append(.specifier(specifier))
                rest = rest.dropFirst(specifier.count)
            } else {
                let text = String(first) + rest.dropFirst().prefix { $0 != "%" }
                parts.append(.text(text))
                rest = rest.dropFirst(text.count)
            }
        }
        self.parts = parts
    }

    /// Returns the source of an address; `nil` if it is another address, or its parts make no valid name.
    func source(of address: String) -> SourceName? {
        let address = PagePattern.normal(address)
        let match =
            PagePattern.match(parts[...], address[...])
            ?? PagePattern.match(parts[...], PagePattern.withoutWWW(address))
        guard let found = match else { return nil }
        guard stem.hasSuffix("@") else { return SourceName(stem) }
        let instance = found["%i"] ?? ["%{1}", "%{2}"].compactMap { found[$0] }.joined(separator: ":")
        return SourceName(stem + instance)
    }

    /// Returns what the specifiers stand for; `nil` if the text differs.
    private static func match(_ parts: ArraySlice<Part>, _ text: Substring) -> [String: String]? {
        guard let part = parts.first else { return text.isEmpty ? [:] : nil }
        switch part {
        case .text(let expected):
            return text.hasPrefix(expected) ? match(parts.dropFirst(), text.dropFirst(expected.count)) : nil
        case .specifier(let name):
            var value = text.prefix { !"/:?&#".contains($0) }
            while !value.isEmpty {
                if var found = match(parts.dropFirst(), text.dropFirst(value.count)) {
                    found[name] = String(value)
                    return found
                }
                value.removeLast()
            }
            return nil
        }
    }

    /// Returns an address without what makes no difference, its host in lower case.
    private static func normal(_ address: String) -> String {
        let lower = address.lowercased()
        let scheme = ["https://", "http://"].first { lower.hasPrefix($0) } ?? ""
        let rest = address.dropFirst(scheme.count).prefix { $0 != "#" }
        let host = rest.prefix { !"/?".contains($0) }.lowercased()
        let path = rest.dropFirst(host.count)
        return host + (path.hasSuffix("/") ? path.dropLast() : path)
    }

    private static func withoutWWW(_ address: String) -> Substring {
        address.hasPrefix("www.") ? address.dropFirst(4) : address[...]
    }
}
