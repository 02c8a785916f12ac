import Records

/// The goals of a run of `bench all`, as a JSON file: `{"goals": [{"name", "value", "limit", "atLeast", "unit"}]}`.
nonisolated struct BenchRun {
    /// The goals, in the order of the run.
    let goals: [BenchGoal]

    /// Makes a run from goals.
    init(goals: [BenchGoal]) { self.goals = goals }

    /// Reads a stored run.
    ///
    /// - Throws: An error if the file cannot be read or is no stored run.
    init(file: String) throws {
        let json: JSON
        do { json = try JSON(parsing: try BenchFiles.bytes(file)) } catch {
            throw BenchError(description: "cannot read \(file): \(error)")
        }
        guard let goals = json["goals"]?.array else {
            throw BenchError(description: "\(file) is no run that bench all has stored")
        }
        self.goals = goals.compactMap(BenchGoal.init)
    }

    /// Stores the run.
    ///
    /// - Throws: An error if the file cannot be written.
    func write(to file: String) throws {
        let json: JSON = ["goals": .array(goals.map(\.json))]
        guard BenchFiles.write(json.bytes + [.newline], to: file) else {
            throw BenchError(description: "cannot write \(file)")
        }
    }

    /// Returns the goal of a name; `nil` if the run has none.
    func goal(named name: String) -> BenchGoal? { goals.first { $0.name == name } }
}
