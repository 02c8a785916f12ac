import Glibc

/// An open file; letting go closes it.
struct File: ~Copyable {
    let descriptor: CInt
    let path: String

    deinit {
        // What had to reach the disk was synchronized before; nothing is left to fail.
        close(descriptor)
    }

    /// Makes an empty file for writing, in place of any of that name.
    static func creating(_ path: String, mode: mode_t) throws(StoreError) -> File {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw StoreError(errno: errno, doing: "make \(path)") }
        let file = File(descriptor: descriptor, path: path)
        // What the process's mask took from the mode is given back.
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

    private init(descriptor: CInt, path: String) { (self.descriptor, self.path) = (descriptor, path) }

    /// Writes all of the bytes at the file's end.
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

    /// Reads what comes next, at most `count` bytes.
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

    /// Fills room with what comes next.
    ///
    /// - Returns: How many bytes that was, fewer at the end.
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

    /// Reads the last `count` bytes, fewer when there are not so many.
    borrowing func end(_ count: Int) throws(StoreError) -> [UInt8] {
        let size = lseek(descriptor, 0, SEEK_END)
        guard size >= 0, lseek(descriptor, max(0, size - off_t(count)), SEEK_SET) >= 0 else {
            throw StoreError(errno: errno, doing: "read \(path)")
        }
        return try read(count)
    }

    /// What tells it from others.
    borrowing func mark() throws(StoreError) -> FileMark {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw StoreError(errno: errno, doing: "look at \(path)")
        }
        return FileMark(status)
    }

    /// Waits until the file is on the disk.
    borrowing func synchronize() throws(StoreError) {
        guard fsync(descriptor) == 0 else { throw StoreError(errno: errno, doing: "synchronize \(path)") }
    }
}
