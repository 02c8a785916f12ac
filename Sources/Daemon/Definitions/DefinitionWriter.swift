import Glibc
import Records
import Systemd

/// Writes definitions that are to stay, into the state folder.
nonisolated struct DefinitionWriter {
    private let folder: String

    init(_ directories: Directories) { folder = directories.state + "/sources.d" }

    /// Where the definition of a source lies, whether it is there or not.
    func path(of name: SourceName) -> String { folder + "/" + name.text + ".source" }

    /// Writes a definition, whole or not at all.
    ///
    /// - Throws: When the file cannot be made.
    func write(_ options: Options, of name: SourceName) throws(SystemError) {
        let (path, bytes) = (path(of: name), Array(text(of: options).utf8))
        let file = try FileDescriptor(opening: path + ".new", O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
        guard Glibc.write(file.raw, bytes, bytes.count) == bytes.count, fsync(file.raw) == 0 else {
            throw .last("write", path)
        }
        guard rename(path + ".new", path) == 0 else { throw .last("rename", path) }
    }

    /// Removes a definition, if there is one.
    func remove(_ name: SourceName) { unlink(path(of: name)) }

    private func text(of options: Options) -> String {
        var (text, section) = ("# Added over the socket.\n", "")
        for entry in options.entries.sorted(by: { $0.section == "Source" && $1.section != "Source" }) {
            if entry.section != section { text += "[\(entry.section)]\n" }
            section = entry.section
            text += "\(entry.name)=\(entry.value)\n"
        }
        return text
    }
}
