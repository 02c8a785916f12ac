import FaultyDisk
import Records
import Refreshing
import Storing
import Testing

/// The state of the worker that writes, after errors.
@Suite struct StoreContextTests {
    private let folder = Folder()
    private let moment = UTC(seconds: 1_800_000_000)

    private func context(_ inUse: DatabaseInUse = DatabaseInUse()) throws -> StoreContext {
        let context = try StoreContext(opening: folder.path, at: moment, inUse)
        try context.store.save(SourceState(name: "s"))
        return context
    }

    @Test func `a disk that fails once while the states are read has no effect`() async {
        await #expect(processExitsWith: .success) {
            try await MainActor.run {
                FaultyDisk.install()
                let tests = StoreContextTests()
                let context = try tests.context()
                context.store.releaseMemory()
                FaultyDisk.fail(.read, times: 1)
                try #require(try context.opened().states.map(\.name) == ["s"])
                try #require(FaultyDisk.hasFailed)
                withExtendedLifetime(tests) {}
            }
        }
    }

    @Test func `an error that is neither damage nor a disk failure is not followed by a check`() throws {
        let context = try context()
        try Tampering.run("DROP TABLE state", on: folder.path + "/almanac.db")
        let error = #expect(throws: StoreError.self) { try context.opened() }
        #expect(error?.message == "no such table: state" && error?.isSuspicious == false)
    }

    @Test func `damaged contents that appear again after a sound check count as damage`() throws {
        let context = try context()
        let error = StoreError(doing: "read s/a", code: 11, message: "its checksum differs", isDamage: true)
        try context.recover(from: error)
        #expect(throws: error) { try context.recover(from: error) }
        // Another error is checked once more.
        try context.recover(from: StoreError(doing: "read s/b", code: 11, message: "x", isDamage: true))
        #expect(try context.opened().states.map(\.name) == ["s"])
    }

    @Test func `a reader of another file than the writing worker's is refused`() throws {
        let inUse = DatabaseInUse()
        let context = try context(inUse)
        #expect(try inUse.checked(StoreReader(directory: folder.path)).bounds().end == 0)
        let (other, otherInUse) = (Folder(), DatabaseInUse())
        let otherContext = try StoreContext(opening: other.path, at: moment, otherInUse)
        let error = #expect(throws: StoreError.self) {
            try inUse.checked(StoreReader(directory: other.path))
        }
        #expect(error?.isSuspicious == false && error?.message.contains("being restored") == true)
        withExtendedLifetime((context, otherContext)) {}
    }
}
