import CSQLite
import Glibc
import Synchronization

/// A disk that fails on demand below SQLite: a layer over its file access (VFS), for separate test processes.
public enum FaultyDisk {
    /// The operations that can fail.
    public enum Operation: Hashable, Sendable {
        /// A read fails with EIO, which SQLite reports first as `SQLITE_IOERR_CORRUPTFS` and then as damage.
        case read
        /// A read returns only zeros.
        case shortRead
        /// A write fails with EIO.
        case write
        /// A write fails with ENOSPC.
        case writeWithoutRoom
        /// A synchronization of the disk fails.
        case synchronize
    }

    /// Makes all databases that this process opens from now on use the faulty disk.
    ///
    /// - Parameter sharesMemory: Whether processes can share memory on it, which a write-ahead log needs.
    public static func install(sharesMemory: Bool = true) {
        FaultyDisk.sharesMemory = sharesMemory
        guard let base = sqlite3_vfs_find(nil) else { fatalError("SQLite has no files") }
        let copy = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        copy.initialize(to: base.pointee)
        copy.pointee.zName = UnsafePointer(strdup("faulty"))
        copy.pointee.pNext = nil
        open = base.pointee.xOpen
        copy.pointee.xOpen = { vfs, name, file, flags, answer in
            let code = FaultyDisk.open?(vfs, name, file, flags, answer) ?? SQLITE_CANTOPEN
            if code == SQLITE_OK, let file { FaultyDisk.patch(file) }
            return code
        }
        sqlite3_vfs_register(copy, 1)
    }

    /// Makes an operation fail from now on.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - times: The number of failures; 0 ends them.
    ///   - count: The number of operations that still succeed before the first failure.
    public static func fail(_ operation: Operation, times: Int = .max, after count: Int = 0) {
        plan.withLock { $0[operation] = Plan(succeeding: count, failing: times) }
        failures.withLock { $0 = 0 }
    }

    /// Whether an operation has failed since the last call of `fail`.
    public static var hasFailed: Bool { failures.withLock { $0 > 0 } }

    /// Ends all failures.
    public static func heal() { plan.withLock { $0 = [:] } }

    /// Whether an operation will still fail.
    public static func isDue(_ operation: Operation) -> Bool {
        plan.withLock { ($0[operation]?.failing ?? 0) > 0 }
    }

    /// The number of operations that succeed, and the number of those that fail after them.
    private struct Plan {
        var succeeding: Int
        var failing: Int
    }

    private static let plan = Mutex<[Operation: Plan]>([:])
    private static let failures = Mutex(0)
    private static let opening = Mutex(0)
    // The tables are only used while `opening` is held, and live as long as the process.
    nonisolated(unsafe) private static var tables: [UnsafeRawPointer: Methods] = [:]
    private typealias Methods = UnsafeMutablePointer<sqlite3_io_methods>
    // The function is set once, before the first database is opened.
    nonisolated(unsafe) private static var open: OpenFunction?
    nonisolated(unsafe) private static var original: sqlite3_io_methods?
    nonisolated(unsafe) private static var sharesMemory = true

    private typealias OpenFunction =
        @convention(c) (
            UnsafeMutablePointer<sqlite3_vfs>?, UnsafePointer<CChar>?, UnsafeMutablePointer<sqlite3_file>?,
            CInt, UnsafeMutablePointer<CInt>?
        ) -> CInt

    private static func takes(_ operation: Operation) -> Bool {
        plan.withLock { plan in
            guard var rest = plan[operation], rest.failing > 0 else { return false }
            defer { plan[operation] = rest }
            if rest.succeeding > 0 {
                rest.succeeding -= 1
                return false
            }
            if rest.failing != .max { rest.failing -= 1 }
            failures.withLock { $0 += 1 }
            return true
        }
    }

    /// Gives an open file methods that fail on demand; SQLite has one table for each way of locking.
    private static func patch(_ file: UnsafeMutablePointer<sqlite3_file>) {
        guard let found = file.pointee.pMethods else { return }
        let key = UnsafeRawPointer(found)
        opening.withLock { _ in
            if tables[key] == nil {
                let methods = Methods.allocate(capacity: 1)
                methods.initialize(to: patched(found.pointee))
                tables[key] = methods
            }
            file.pointee.pMethods = UnsafePointer(tables[key])
        }
    }

    private static func patched(_ methods: sqlite3_io_methods) -> sqlite3_io_methods {
        // The original tables differ only in their way of locking.
        original = original ?? methods
        var patched = methods
        // The functions for shared memory came with the second version of the table.
        if !sharesMemory { patched.iVersion = 1 }
        patched.xRead = { file, room, count, offset in
            if FaultyDisk.takes(.read) { return SQLITE_IOERR | 33 << 8 }
            if FaultyDisk.takes(.shortRead) {
                if let room { memset(room, 0, Int(count)) }
                return SQLITE_IOERR | 2 << 8
            }
            return FaultyDisk.original?.xRead(file, room, count, offset) ?? SQLITE_IOERR
        }
        patched.xWrite = { file, bytes, count, offset in
            if FaultyDisk.takes(.write) { return SQLITE_IOERR | 3 << 8 }
            if FaultyDisk.takes(.writeWithoutRoom) { return SQLITE_FULL }
            return FaultyDisk.original?.xWrite(file, bytes, count, offset) ?? SQLITE_IOERR
        }
        patched.xSync = { file, flags in
            if FaultyDisk.takes(.synchronize) { return SQLITE_IOERR | 4 << 8 }
            return FaultyDisk.original?.xSync(file, flags) ?? SQLITE_IOERR
        }
        return patched
    }
}
