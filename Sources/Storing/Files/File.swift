import Glibc

/// An open file, which is closed when the value is destroyed.
struct File: ~Copyable {
    let descriptor: CInt
    let path: String

    deinit {
        // Data that must be durable was synchronized before, so an error does not matter.
        close(descriptor)
    }

    /// Creates an empty file for writing; an existing file is truncated.
    static func creating(_ path: String, mode: mode_t) throws(StoreError) -> File {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "make \(path)") }
        let file = File(descriptor: descriptor, path: path)
        // The process's umask may have removed bits of the mode.
        guard fchmod(descriptor, mode) == 0 else {
            throw StoreError(errno: errno, doing: "set the mode of \(path)")
        }
        return file
    }

    /// Opens a file for reading; `nil` when there is none.
    static func reading(_ path: String) throws(StoreError) -> File? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "open \(path)") }
        return File(descriptor: descriptor, path: path)
    }

    /// Opens an existing file.
    static func opening(_ path: String, _ flags: CInt) throws(StoreError) -> File {
        let descriptor = open(path, flags)
        guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "open \(path)") }
        return File(descriptor: descriptor, path: path)
    }

    private init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Appends all of the bytes to the file.
    borrowing func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let count = Glibc.write(descriptor, part.baseAddress, part.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw StoreError(errno: errno, doing: "write \(path)") }
            rest = rest.dropFirst(count)
        }
    }

    /// Appends all of the bytes to the file.
    borrowing func write(_ bytes: [UInt8]) throws(StoreError) {
        var failure: StoreError?
        bytes.withUnsafeBytes { all in
            do throws(StoreError) { try write(all) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Reads the next bytes, at most `count`.
    ///
    /// - Returns: The bytes; none at the end.
    borrowing func read(_ count: Int) throws(StoreError) -> [UInt8] {
        var failure: CInt = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = read(UnsafeMutableRawBufferPointer(buffer))
            failure = result < 0 ? errno : 0
            filled = max(0, result)
        }
        guard failure == 0 else { throw StoreError(errno: failure, doing: "read \(path)") }
        return bytes
    }

    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: The number of bytes, fewer than requested at the end.
    borrowing func read(into room: UnsafeMutableRawBufferPointer) throws(StoreError) -> Int {
        var filled = 0
        while filled < room.count {
            let count = read(UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
            guard count >= 0 else { throw StoreError(errno: errno, doing: "read \(path)") }
            if count == 0 { break }
            filled += count
        }
        return filled
    }

    private borrowing func read(_ room: UnsafeMutableRawBufferPointer) -> Int {
        while true {
            let result = Glibc.read(descriptor, room.baseAddress, room.count)
            if result >= 0 || errno != EINTR { return result }
        }
    }

    /// Reads the last `count` bytes, or all if the file is shorter.
    borrowing func readEnd(_ count: Int) throws(StoreError) -> [UInt8] {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0, lseek(descriptor, max(0, size - off_t(count)), SEEK_SET) >= 0 else {
            throw StoreError(errno: errno, doing: "read \(path)")
        }
        return try read(count)
    }

    /// Returns the properties that distinguish the file from others.
    borrowing func mark() throws(StoreError) -> FileMark {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StoreError(errno: errno, doing: "look at \(path)")
        }
        return FileMark(status)
    }

    /// Waits until the contents of the file are on the disk.
    borrowing func synchronize() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, doing: "synchronize \(path)") }
    }
}
