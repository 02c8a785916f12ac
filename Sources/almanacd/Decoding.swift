import Definitions
import Fetching
import Glibc
import Programs
import Records

/// Decodes a document from standard input with a source's definition, and prints its records.
struct Decoding {
    private let source: String
    private let time: String?
    private let directories: Directories
    private let lines = OutputLines()

    init(_ source: String, at time: String?, in directories: Directories) {
        self.source = source
        self.time = time
        self.directories = directories
    }

    /// Prints one record per line; errors go to standard error.
    ///
    /// - Returns: The exit status: 65 if nothing could be decoded, 78 if the definition is wrong.
    func run() -> CInt {
        guard let moment = moment else {
            complain("\(time ?? "") is not a time such as 2026-11-20T08:00:00Z")
            return ExitStatus.usage
        }
        do throws(OptionError) {
            var trial = try DecodingTrial(source, in: directories, at: moment, record: lines.add)
            trial.rejected = report
            defer { lines.flush() }
            return read(&trial)
        } catch {
            complain("\(error)")
            return ExitStatus.configuration
        }
    }

    private var moment: UTC? {
        guard let time else {
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            return UTC(seconds: Int64(now.tv_sec))
        }
        return UTC(iso8601: time)
    }

    private func read(_ trial: inout DecodingTrial) -> CInt {
        do {
            let reader = FileReader(maximumBytes: trial.maximumBytes)
            let document = try reader.read(
                from: STDIN_FILENO, name: "standard input", received: UTC(seconds: 0))
            try document.body.forEachSlice { try trial.read($0) }
            try trial.finish()
        } catch let failure as FetchFailure {
            report(failure.message)
            return failure.reason == .file ? ExitStatus.inputOutput : ExitStatus.data
        } catch {
            report("\(error)")
            return ExitStatus.data
        }
        guard trial.count == 0 else { return ExitStatus.success }
        report(absence(trial.omitted))
        return ExitStatus.data
    }

    /// Returns the message for a document without records.
    private func absence(_ omitted: [String: Int]) -> String {
        let reasons = omitted.sorted { $0.key < $1.key }.map { "\($0.value) omitted (\($0.key))" }
        return "the document has no records"
            + (reasons.isEmpty ? ", although its format is right" : ": " + reasons.joined(separator: ", "))
    }

    /// Complains after the lines of the records before.
    private func report(_ text: String) {
        lines.flush()
        complain(text)
    }
}
