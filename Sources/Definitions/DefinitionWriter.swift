import Glibc
package import Records
package import Systemd

/// Writes definitions that clients added permanently over the socket.
///
/// Each kind of author has a folder of its own, because the folder determines the rights with which a
/// definition is read.
package nonisolated struct DefinitionWriter {
    /// The folder for definitions of this author.
    package let folder: String

    /// Creates a writer for definitions of one author.
    package init(_ directories: Directories, for author: Definition.Author) {
        folder = author == .file ? directories.rootAdditions : directories.memberAdditions
    }

    /// Returns the path of the definition of a source, whether it exists or not.
    package func path(of name: SourceName) -> String { folder + "/" + name.text + ".source" }

    /// Writes a definition atomically and so that it survives a power cut; it takes effect only after it was
    /// read back and compared.
    ///
    /// - Throws: `OptionError` at the first option that cannot be written unambiguously; `SystemError` if
    ///   the file cannot be created, or its folder cannot be synchronized.
    package func write(_ options: Options, of name: SourceName) throws {
        let text = try options.text(comment: "Added over the socket.")
        let (path, fresh) = (path(of: name), path(of: name) + ".new")
        // Removes a file that an interrupted attempt left.
        unlink(fresh)
        do {
            try write(Array(text.utf8), to: fresh)
            try check(fresh, options: options)
            guard rename(fresh, path) == 0 else { throw SystemError.last("rename", path) }
            try synchronizeFolder()
        } catch {
            unlink(fresh)
            throw error
        }
    }

    /// Writes several definitions as `write` does, but waits for the disk twice only: before the first
    /// becomes active, and when all are.
    ///
    /// - Parameter definitions: The settings of each source; the names differ.
    /// - Returns: The error of each definition that was not written.
    /// - Throws: The error of syncfs(2); no definition is active then. The error of fsync(2) on the folder;
    ///   any of them may be lost by a power cut then.
    package func write(
        _ definitions: [(name: SourceName, options: Options)]
    ) throws(SystemError) -> [SourceName: any Error] {
        var errors: [SourceName: any Error] = [:]
        for (name, options) in definitions {
            let fresh = path(of: name) + ".new"
            unlink(fresh)
            do {
                try create(Array(options.text(comment: "Added over the socket.").utf8), at: fresh)
                try check(fresh, options: options)
            } catch {
                errors[name] = error
                unlink(fresh)
            }
        }
        do throws(SystemError) {
            try synchronizeFiles()
        } catch {
            for (name, _) in definitions { unlink(path(of: name) + ".new") }
            throw error
        }
        for (name, _) in definitions where errors[name] == nil {
            let fresh = path(of: name) + ".new"
            guard rename(fresh, path(of: name)) != 0 else { continue }
            errors[name] = SystemError.last("rename", path(of: name))
            unlink(fresh)
        }
        try synchronizeFolder()
        return errors
    }

    /// Removes a definition if it exists, so that it does not return after a power cut.
    ///
    /// - Throws: The error of fsync(2) on the folder; the definition is removed nevertheless.
    package func remove(_ name: SourceName) throws(SystemError) {
        if unlink(path(of: name)) == 0 { try synchronizeFolder() }
    }

    /// Writes the names in the folder to the disk.
    private func synchronizeFolder() throws(SystemError) {
        let file = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        guard fsync(file.raw) == 0 else { throw .last("fsync", folder) }
    }

    /// Writes the contents of all files in the file system of the folder to the disk: for a list, this takes
    /// far less time than fsync(2) of each.
    private func synchronizeFiles() throws(SystemError) {
        let file = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        try file.synchronizeFileSystem(folder)
    }

    private func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try create(bytes, at: path)
        guard fsync(file.raw) == 0 else { throw .last("fsync", path) }
    }

    @discardableResult
    private func create(_ bytes: [UInt8], at path: String) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o644)
        guard Glibc.write(file.raw, bytes, bytes.count) == bytes.count else { throw .last("write", path) }
        return file
    }

    /// Checks that a written file can be read back.
    ///
    /// - Throws: An error if the file does not read back as exactly these options.
    private func check(_ path: String, options: Options) throws(OptionError) {
        var found = Options()
        try found.read(ConfigurationFile.contents(of: path), file: path)
        if let entry = options.firstDifference(from: found) {
            throw OptionError(entry, "cannot be stored unchanged in a definition file")
        }
    }
}
